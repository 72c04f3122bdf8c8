import { randomBytes } from "node:crypto";
import type { McpServerListing, McpSignIn } from "@callboard/core/client";
import {
  AddressRefused,
  HostRefusal,
  json,
  publicAddressOf,
  readFields,
  readJson,
  type Kernel,
  type ModuleRoute,
  type OpenRoute,
  type RouteRequest,
} from "@callboard/server";
import { IssuerMismatchError, OAuthError, OAuthErrorCode } from "@modelcontextprotocol/client";
import type { OpenServers, TenantServer } from "./openServers.ts";
import type { ServerSignIn } from "./serverSignIn.ts";
import { clientMetadata } from "./signInFlow.ts";
import type { SignIns } from "./signIns.ts";

/** The page that people come back to. */
const RETURN_PATH = "/sign-in/server";
/** Where what the host says of itself as a client can be read. */
const METADATA_PATH = "/api/mcp/client";
/** The most that a person begins. */
const BEGUN_PER_MINUTE = 30;

export interface SignInRoutesOptions {
  /** The path of the servers' routes. */
  path: string;
  open: OpenServers;
  signIns: SignIns;
  /** The address of the host as people reach it. */
  publicUrl: string | undefined;
  find: (request: RouteRequest) => TenantServer;
  managed: (handle: (request: RouteRequest) => Promise<Response>) => ModuleRoute["handle"];
  listing: (server: TenantServer, request: RouteRequest) => Promise<McpServerListing>;
}

/** Signing in to a server: its beginning, its end, and the way back from the host where people sign in. */
export function signInRoutes(
  kernel: Pick<Kernel, "maxBodyBytes" | "limits">,
  options: SignInRoutesOptions,
): readonly ModuleRoute[] {
  const { path, open, signIns, publicUrl, find, managed, listing } = options;
  const signInOf = ({ server, signIn }: TenantServer): ServerSignIn => {
    if (signIn) return signIn;
    const why =
      "command" in server.transport
        ? "it is a program. Give it what it needs in its own settings."
        : "it is of several tenants, and all would act as whoever signs in. Its operator may name one in signInTenant, or give it a header.";
    throw new HostRefusal("sign_in_not_possible", `Nobody signs in to the server "${server.name}" here: ${why}`);
  };
  return [
    {
      method: "POST",
      path: `${path}/:name/sign-in`,
      authority: "tenant",
      handle: managed(async (request) => {
        const { tenantId, userId } = request.actor;
        const signIn = signInOf(find(request));
        // Each is a registration at somebody else's host.
        kernel.limits.demand(`mcp sign-in ${tenantId} ${userId}`, BEGUN_PER_MINUTE);
        const origin = originOf(publicUrl, request.request);
        const state = randomBytes(32).toString("base64url");
        const metadataUrl = (await isReadable(publicUrl)) ? origin + METADATA_PATH : undefined;
        const client = { redirectUrl: origin + RETURN_PATH, metadataUrl };
        const address = await signIn.begin(tenantId, userId, state, client);
        if (!/^https?:$/.test(address.protocol)) {
          throw new HostRefusal("sign_in_failed", "This sign-in cannot be begun: its address is no page.");
        }
        return json({ url: address.href, host: address.host } satisfies McpSignIn);
      }),
    },
    {
      method: "DELETE",
      path: `${path}/:name/sign-in`,
      authority: "tenant",
      handle: managed(async (request) => {
        const found = find(request);
        await signInOf(found).end(request.actor.tenantId);
        await found.connection.reconnect();
        return json(await listing(found, request));
      }),
    },
    {
      method: "POST",
      path: "/api/mcp/sign-in",
      authority: "tenant",
      handle: managed(async (request) => {
        const { tenantId, userId } = request.actor;
        const { answer: text } = readFields(await readJson(request.request, kernel.maxBodyBytes), { answer: "string" });
        const answer = new URLSearchParams(text);
        const taken = await signIns.take(tenantId, userId, answer.get("state") ?? "");
        const found = taken && open.of(request.actor).find(({ signIn }) => signIn?.id === taken.server);
        if (!taken || !found?.signIn) {
          const message =
            "This sign-in is not known here: somebody else began it, it was used before, or it took too long. Begin it again.";
          throw new HostRefusal("sign_in_not_found", message);
        }
        try {
          await found.signIn.finish(tenantId, userId, found.signIn.open(taken), answer);
        } catch (error) {
          throw refusalOf(error);
        }
        await found.connection.reconnect();
        return json(await listing(found, request));
      }),
    },
  ];
}

/** What the host says of itself as a client, for hosts that read it in the place of a registration. */
export function clientMetadataRoute(publicUrl: string | undefined): OpenRoute {
  return {
    method: "GET",
    path: METADATA_PATH,
    handle({ request }) {
      const origin = originOf(publicUrl, request);
      return json({ client_id: origin + METADATA_PATH, ...clientMetadata(origin + RETURN_PATH) });
    },
  };
}

/**
 * Where people come back to. What a request says of its own host is not believed, but where that is this machine: a
 * code would go wherever somebody says.
 */
function originOf(publicUrl: string | undefined, request: Request): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin;
  const { origin, hostname } = new URL(request.url);
  if (hostname === "localhost" || hostname === "127.0.0.1" || hostname === "[::1]") return origin;
  const message =
    "This host does not know its own address, where people come back to. Its operator has to say it: publicUrl, or CALLBOARD_PUBLIC_URL.";
  throw new HostRefusal("no_public_url", message);
}

/** Whether everybody can read an address: a host that reads it in the place of a registration could not, otherwise. */
async function isReadable(publicUrl: string | undefined): Promise<boolean> {
  if (publicUrl === undefined || new URL(publicUrl).protocol !== "https:") return false;
  try {
    await publicAddressOf(new URL(publicUrl));
    return true;
  } catch (error) {
    if (error instanceof AddressRefused) return false;
    throw error;
  }
}

function refusalOf(cause: unknown): unknown {
  if (cause instanceof HostRefusal) return cause;
  if (cause instanceof OAuthError && cause.code === OAuthErrorCode.AccessDenied) {
    return new HostRefusal("sign_in_declined", "The sign-in was declined there. Nothing has changed here.", { cause });
  }
  const said =
    cause instanceof IssuerMismatchError
      ? "it came from another host than where it was begun"
      : cause instanceof Error
        ? cause.message
        : String(cause);
  return new HostRefusal("sign_in_failed", `The sign-in was not taken: ${said}. Begin it again.`, { cause });
}
