import { neededPermissions } from "@callboard/core";
import type { ResolvedTool } from "@callboard/core/catalog";
import { bearerOf, type Actor } from "../../actor.ts";
import { definitionHash } from "../../boundTool.ts";
import { isId } from "../../db/storable.ts";
import { embedUserId, isEmbedToken, keyIdOfVisitor, type EmbedGrant } from "./embeds.ts";
import { tooManyRequests } from "../../http/limits.ts";
import { addressOf } from "../../http/addressOf.ts";
import { HttpError } from "../../http/httpError.ts";
import { findOutput } from "../../log/largeOutputs.ts";
import { HostRefusal } from "../../hostRefusal.ts";
import type { EmbedReach } from "../../kernel/grant.ts";
import { contextOfTenant, type Kernel } from "../../kernel/kernel.ts";
import type { MatchedRoute } from "../../kernel/module.ts";
import type { SessionOfPerson } from "../../sessionAccess.ts";
import type { Store } from "../../store.ts";
import type { EmbedHost } from "./embedHost.ts";

/** The header in which a frame names the origin of the page around it, which its browser told it. */
const ORIGIN_HEADER = "x-callboard-embed-origin";

/** Runs and links a minute that come from one address, whatever the key. */
const PER_ADDRESS = 60;

/** The session in which the thing is that a route's path names; undefined where there is none. */
const SESSION_OF: Readonly<
  Record<
    Exclude<EmbedReach["names"], "tool">,
    (id: string, tenantId: string, store: Store) => Promise<Pick<SessionOfPerson, "sessionId" | "userId"> | undefined>
  >
> = {
  call: (callId, tenantId, { sessions }) => sessions.findCall(tenantId, callId),
  async session(sessionId, tenantId, { sessions }) {
    const entry = await sessions.find({ tenantId, sessionId });
    return entry && { sessionId, ...entry };
  },
  output: (id, tenantId, { database }) => findOutput(database, tenantId, id),
};

/** Whether an embed reaches the thing that a route's path names: its tool, or what is in a session of its own. */
async function reaches(
  { names, name }: MatchedRoute,
  asker: { actor: Actor; grant: EmbedGrant },
  { store, sessionAccess }: Kernel,
): Promise<boolean> {
  if (!isId(name)) return false;
  if (names === "tool") return name === asker.grant.tool;
  const session = await SESSION_OF[names](name, asker.actor.tenantId, store);
  return session !== undefined && (await sessionAccess.mayRead(asker, session));
}

/** The token of an embed that a request shows; undefined where it shows another credential, or none. */
export function embedTokenOf(request: Request): string | undefined {
  const token = bearerOf(request);
  return token !== undefined && isEmbedToken(token) ? token : undefined;
}

/** Whether an address holds something that looks like a secret of an embed: it would stand in logs and histories. */
export const hasSecretInAddress = (request: Request): boolean => /(?:cbe|sk|cbo)_[\w-]{20,}/.test(request.url);

export const secretInAddress = (): HttpError =>
  new HttpError(
    401,
    "token_in_address",
    "A token or secret key stands in this address, where logs and histories keep it. Revoke it, and send the next as Authorization: Bearer <token>.",
  );

/**
 * Whom an embed's token names, for this request alone.
 * @throws where the token is unknown, expired or revoked, or the request is outside of its tool, origin, actions and
 * own sessions.
 */
export async function authorizeEmbed(
  request: Request,
  token: string,
  route: MatchedRoute | undefined,
  { embeds, kernel }: EmbedHost,
): Promise<{ grant: EmbedGrant; actor: Actor }> {
  const { limits, catalog } = kernel;
  const grant = await embeds.findToken(token);
  if (!grant) {
    throw new HttpError(
      401,
      "token_ended",
      "This token is not known here, has expired or was revoked. Get a new one.",
      {
        headers: { "www-authenticate": "Bearer" },
      },
    );
  }
  const refuse = async (error: HttpError | HostRefusal): Promise<never> => {
    await embeds.countRefusal(grant.keyId);
    throw error;
  };
  if (!isFrom(request, grant.origin)) {
    const message = `This token is for a page of ${grant.origin}, and the request does not come from one.`;
    return refuse(new HostRefusal("origin_not_allowed", message));
  }
  const { tenantId, tenantSlug } = grant;
  const visitor: Actor = { userId: embedUserId(grant), tenantId, tenantSlug, permissions: [] };
  const may = route && (route.action === undefined || grant.actions.includes(route.action));
  if (!may || !(await reaches(route, { actor: visitor, grant }, kernel))) {
    const message = `This token is for the tool "${grant.tool}", its own runs, and to ${["read", ...grant.actions].join(", ")}. This request is for something else.`;
    return refuse(new HostRefusal("embed_not_in_scope", message));
  }
  const tool = await publishedTool(grant, catalog);
  if (!tool) {
    return refuse(
      new HostRefusal(
        "tool_changed",
        "This tool has changed since it was published here. Its publisher has to publish it again.",
      ),
    );
  }
  if (route.action === "run" || (route.action === "share" && request.method === "POST")) {
    const wait =
      limits.take(`key ${grant.keyId}`, grant.perMinute) || limits.take(`run ${addressOf(request)}`, PER_ADDRESS);
    if (wait > 0) return refuse(tooManyRequests(wait));
  }
  // Whoever published it could use it; what it asks for is part of what was published.
  return { grant, actor: { ...visitor, permissions: [...(neededPermissions(tool) ?? [])] } };
}

/** A tool as it was published; undefined where it has changed since, or is gone. */
async function publishedTool(
  published: Pick<EmbedGrant, "tool" | "definition" | "tenantId" | "tenantSlug">,
  catalog: Kernel["catalog"],
): Promise<ResolvedTool | undefined> {
  const tool = await catalog.find(published.tool, contextOfTenant(published));
  return tool && definitionHash(tool) === published.definition ? tool : undefined;
}

/** What a visitor of an embed still may where a call goes on: all that its tool needs, while it is published. */
export async function permissionsOfVisitor(
  { tenantId, userId }: { tenantId: string; userId: string },
  { embeds, kernel }: Pick<EmbedHost, "embeds" | "kernel">,
): Promise<readonly string[]> {
  const keyId = keyIdOfVisitor(userId);
  const key = keyId === undefined ? undefined : await embeds.find(keyId);
  const tool = key?.tenantId === tenantId ? await publishedTool(key, kernel.catalog) : undefined;
  return (tool && neededPermissions(tool)) ?? [];
}

/** A frame's requests are its host's own, so its browser names no other origin in them. */
function isFrom(request: Request, origin: string): boolean {
  const sender = request.headers.get("origin");
  const isSame =
    sender === null || sender === new URL(request.url).origin || sender === origin || isOwnName(request, sender);
  return isSame && request.headers.get(ORIGIN_HEADER) === origin;
}

/** Behind a proxy that ends TLS, the scheme of a request's address is not the one that the browser sees. */
function isOwnName(request: Request, sender: string): boolean {
  return URL.canParse(sender) && new URL(sender).host === request.headers.get("host");
}
