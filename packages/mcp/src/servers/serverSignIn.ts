import { AddressRefused, HostRefusal } from "@callboard/server";
import { computeScopeUnion, type FetchLike } from "@modelcontextprotocol/client";
import type { McpHttpAddress, McpServer } from "./mcpServer.ts";
import { openClient, type ServerReach } from "./openClient.ts";
import { createPublicFetch } from "./publicFetch.ts";
import { createSignedIn, type SignedInProvider } from "./signedIn.ts";
import { createSignInFetch } from "./signInFetch.ts";
import { beginSignIn, finishSignIn, type SignInClient } from "./signInFlow.ts";
import type { BegunSignIn, SignInPlace, SignIns } from "./signIns.ts";

/** Signing in to one server, for its one tenant. */
export interface ServerSignIn {
  /** The tenant whose people sign in, where others have the server, too. */
  tenantSlug: string | undefined;
  /** The server as sign-ins know it. */
  id: string;
  /** Shows the server who asks. */
  provider: SignedInProvider;
  /** The server has asked for more rights than it was signed in with: the next sign-in asks for them. */
  want(scope: string): Promise<void>;
  /**
   * Begins for a person: where they go then.
   * @throws HostRefusal where the server asks for none, or none can be begun.
   */
  begin(tenantId: string, userId: string, state: string, client: Omit<SignInClient, "registered">): Promise<URL>;
  /**
   * Redeems what the person came back with.
   * @throws what the library does where it is not taken.
   */
  finish(tenantId: string, userId: string, begun: BegunSignIn, answer: URLSearchParams): Promise<void>;
  /** What was kept for the person, by the address that it was sealed for. */
  open(begun: { open(url: string): BegunSignIn }): BegunSignIn;
  end(tenantId: string): Promise<void>;
}

export interface ServerSignInOptions {
  tenantSlug?: string;
  signIns: SignIns;
  /** The server as sign-ins know it. */
  id: string;
  /** Its tenant: undefined as long as nobody of it has been here. */
  tenantOf: () => Promise<string | undefined>;
  /** What its discovery goes by: each hop of it. */
  fetch: FetchLike;
  reach: ServerReach;
}

/** How long a server may take to say where people sign in. */
const BEGIN_MS = 45_000;

const deaf = { onTools: () => {}, onElicit: async () => ({ action: "cancel" as const }) };

/** Signing in to a server at an address; undefined for one that is a program. */
export function createServerSignIn(server: McpServer, options: ServerSignInOptions): ServerSignIn | undefined {
  const { transport } = server;
  if ("command" in transport) return undefined;
  const { signIns, id, tenantOf, tenantSlug, reach } = options;
  const { url, oauth } = transport;
  const placeIn = (tenantId: string): SignInPlace => ({ tenantId, server: id, url });
  const placeOf = async () => {
    const tenantId = await tenantOf();
    return tenantId === undefined ? undefined : placeIn(tenantId);
  };
  return {
    id,
    tenantSlug,
    provider: createSignedIn(signIns, placeOf, createSignInFetch(options.fetch)),
    async want(scope) {
      const place = await placeOf();
      if (place) await signIns.want(place, scope);
    },
    async begin(tenantId, userId, state, client) {
      signIns.demandKey();
      const place = placeIn(tenantId);
      const before = await signIns.read(place);
      const scope = computeScopeUnion(oauth?.scope, before?.tokens.scope, before?.wantedScope ?? undefined);
      let refused: AddressRefused | undefined;
      const fetch: FetchLike = async (input, init) => {
        try {
          return await options.fetch(input, init);
        } catch (error) {
          // Discovery goes on after it, and would end with something else.
          if (error instanceof AddressRefused) refused ??= error;
          throw error;
        }
      };
      const { provider, found } = beginSignIn(
        state,
        { ...client, registered: oauth },
        { fetch: createSignInFetch(fetch), scope },
      );
      let why: unknown;
      try {
        const signal = AbortSignal.timeout(BEGIN_MS);
        const { client: opened } = await openClient(server, deaf, signal, { ...reach, authProvider: provider });
        await opened.close().catch(() => {});
      } catch (error) {
        why = error;
      }
      const beginning = found();
      if (beginning) {
        await signIns.begin(place, userId, state, beginning.begun);
        return beginning.address;
      }
      if (why === undefined) {
        throw new HostRefusal("sign_in_not_asked", "This server asks for no sign-in: it answers whoever asks.");
      }
      const said = refused?.message ?? reasonOf(why);
      throw new HostRefusal("sign_in_failed", `This sign-in cannot be begun: ${said}`, { cause: why });
    },
    async finish(tenantId, userId, begun, answer) {
      const credentials = await finishSignIn(url, begun, answer, createSignInFetch(options.fetch));
      await signIns.save(placeIn(tenantId), credentials, userId);
    },
    open: (begun) => begun.open(url),
    end: (tenantId) => signIns.end({ tenantId, server: id }),
  };
}

/** What lies behind an error, where somebody can do something about it. */
function reasonOf(error: unknown): string {
  let last = error;
  while (last instanceof Error && last.cause !== undefined) last = last.cause;
  return last instanceof Error ? last.message : String(last);
}

/**
 * The hops to where people sign in to a server that the operator has named: its own host, wherever that is, and public
 * ones.
 */
export function discoveryOf({ url }: McpHttpAddress): FetchLike {
  const own = new URL(url).hostname;
  const fetchPublic = createPublicFetch();
  return (input, init) => (new URL(input).hostname === own ? fetch(input, init) : fetchPublic(input, init));
}
