import { neededPermissions } from "@callboard/core";
import { bearerOf, type Actor } from "../../actor.ts";
import { definitionHash } from "../../agent/definition.ts";
import { isId } from "../../db/storable.ts";
import { embedUserId, isEmbedToken, type EmbedGrant } from "./embeds.ts";
import { tooManyRequests } from "../../http/limits.ts";
import { addressOf } from "../../http/addressOf.ts";
import { HttpError } from "../../http/httpError.ts";
import { findOutput } from "../../log/largeOutputs.ts";
import { HostRefusal } from "../../hostRefusal.ts";
import type { EmbedReach } from "../../kernel/grant.ts";
import { contextOfTenant, type Kernel } from "../../kernel/kernel.ts";
import type { MatchedRoute } from "../../kernel/module.ts";
import type { EmbedHost } from "./embedHost.ts";

/** The header in which a frame names the origin of the page around it, which its browser told it. */
const ORIGIN_HEADER = "x-callboard-embed-origin";

/** Runs and links a minute that come from one address, whatever the key. */
const PER_ADDRESS = 60;

/** Whether the thing that a route's path names is the embed's own. */
const IS_OWN: Readonly<
  Record<EmbedReach["names"], (name: string, grant: EmbedGrant, kernel: Kernel) => boolean | Promise<boolean>>
> = {
  tool: (slug, { tool }) => slug === tool,
  call: async (callId, grant, { store }) =>
    (await store.sessions.findCall(grant.tenantId, callId))?.userId === embedUserId(grant),
  session: isOwnSession,
  async output(id, grant, kernel) {
    const output = await findOutput(kernel.store.database, grant.tenantId, id);
    return output !== undefined && (await isOwnSession(output.sessionId, grant, kernel));
  },
};

async function isOwnSession(sessionId: string, grant: EmbedGrant, { store }: Kernel): Promise<boolean> {
  return (await store.sessions.find({ tenantId: grant.tenantId, sessionId }))?.userId === embedUserId(grant);
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
 * @throws where the token is unknown, expired or revoked, or the request is outside of its tool, origin, actions and own sessions.
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
  const may = route && (route.action === undefined || grant.actions.includes(route.action));
  if (!may || !isId(route.name) || !(await IS_OWN[route.names](route.name, grant, kernel))) {
    const message = `This token is for the tool "${grant.tool}", its own runs, and to ${["read", ...grant.actions].join(", ")}. This request is for something else.`;
    return refuse(new HostRefusal("embed_not_in_scope", message));
  }
  const tool = await catalog.find(grant.tool, contextOfTenant(grant));
  if (!tool || definitionHash(tool) !== grant.definition) {
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
  const actor: Actor = {
    userId: embedUserId(grant),
    tenantId: grant.tenantId,
    tenantSlug: grant.tenantSlug,
    // Whoever published it could use it; what it asks for is part of what was published.
    permissions: [...(neededPermissions(tool) ?? [])],
  };
  return { grant, actor };
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
