import { neededPermissions } from "@callboard/core";
import { bearerOf, type Actor } from "../actor.ts";
import { definitionHash } from "../agent/definition.ts";
import { isId } from "../db/storable.ts";
import { embedUserId, isEmbedToken, type EmbedAction, type EmbedGrant } from "../embed/embeds.ts";
import { tooManyRequests } from "../embed/limits.ts";
import { addressOf } from "../http/addressOf.ts";
import { HttpError } from "../http/httpError.ts";
import { findOutput } from "../log/largeOutputs.ts";
import { HostRefusal } from "../hostRefusal.ts";
import type { Services } from "./environment.ts";

/** The header in which a frame names the origin of the page around it, which its browser told it. */
const ORIGIN_HEADER = "x-callboard-embed-origin";

/** Runs and links a minute that come from one address, whatever the key. */
const PER_ADDRESS = 60;

/** What a request asks for, where an embed may ask for it at all. */
interface Route {
  method: string;
  path: RegExp;
  /** None: reading, which every token may. */
  action?: EmbedAction;
  /** Whether what the path names is the embed's own. */
  isOwn(id: string, grant: EmbedGrant, services: Services): boolean | Promise<boolean>;
}

const isTool: Route["isOwn"] = (slug, { tool }) => slug === tool;
const isOwnCall: Route["isOwn"] = async (callId, grant, { store }) =>
  (await store.sessions.findCall(grant.tenantId, callId))?.userId === embedUserId(grant);
const isOwnSession: Route["isOwn"] = async (sessionId, grant, { store }) =>
  (await store.sessions.find({ tenantId: grant.tenantId, sessionId }))?.userId === embedUserId(grant);

/** All that an embed can reach. What is not here is not in its scope. */
const ROUTES: readonly Route[] = [
  { method: "GET", path: /^\/api\/tools\/([^/]+)$/, isOwn: isTool },
  { method: "POST", path: /^\/api\/tools\/([^/]+)\/run$/, action: "run", isOwn: isTool },
  { method: "GET", path: /^\/api\/sessions\/([^/]+)\/events$/, isOwn: isOwnSession },
  { method: "GET", path: /^\/api\/sessions\/([^/]+)\/shares$/, action: "share", isOwn: isOwnSession },
  { method: "POST", path: /^\/api\/sessions\/([^/]+)\/shares$/, action: "share", isOwn: isOwnSession },
  { method: "DELETE", path: /^\/api\/sessions\/([^/]+)\/shares\/[^/]+$/, action: "share", isOwn: isOwnSession },
  { method: "GET", path: /^\/api\/outputs\/([^/]+)$/, isOwn: isOwnOutput },
  { method: "POST", path: /^\/api\/calls\/([^/]+)\/cancel$/, action: "cancel", isOwn: isOwnCall },
  { method: "POST", path: /^\/api\/calls\/([^/]+)\/answer$/, action: "run", isOwn: isOwnCall },
];

async function isOwnOutput(id: string, grant: EmbedGrant, services: Services): Promise<boolean> {
  const output = await findOutput(services.store.database, grant.tenantId, id);
  return output !== undefined && isOwnSession(output.sessionId, grant, services);
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
  services: Services,
): Promise<{ grant: EmbedGrant; actor: Actor }> {
  const { embeds, limits, registry } = services;
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
  const { pathname } = new URL(request.url);
  const method = request.method === "HEAD" ? "GET" : request.method;
  const route = ROUTES.find((one) => one.method === method && one.path.test(pathname));
  const name = decode(route?.path.exec(pathname)?.[1] ?? "");
  const may = route && (route.action === undefined || grant.actions.includes(route.action));
  if (!may || !isId(name) || !(await route.isOwn(name, grant, services))) {
    const message = `This token is for the tool "${grant.tool}", its own runs, and to ${["read", ...grant.actions].join(", ")}. This request is for something else.`;
    return refuse(new HostRefusal("embed_not_in_scope", message));
  }
  const tool = registry.get(grant.tool);
  if (!tool || definitionHash(tool) !== grant.definition) {
    return refuse(
      new HostRefusal(
        "tool_changed",
        "This tool has changed since it was published here. Its publisher has to publish it again.",
      ),
    );
  }
  if (route.action === "run" || (route.action === "share" && method === "POST")) {
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

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return "";
  }
}
