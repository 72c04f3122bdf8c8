import type { JsonSchema } from "@callboard/core";
import type { LinkedAsk } from "@callboard/core/client";
import { toToolDetail } from "@callboard/core/host";
import {
  bearerOf,
  HostRefusal,
  HttpError,
  json,
  readFields,
  readJson,
  type Actor,
  type Kernel,
  type OpenRoute,
  type SessionOfPerson,
  type SessionRole,
} from "@callboard/server";
import { isAskSecret, type AskLink, type AskLinks } from "./askLinks.ts";
import { contextOf } from "./caller.ts";
import { followedCall } from "./openAsks.ts";

/** The most answers a minute to one call: what a person gives, and no program. */
const ANSWERS_PER_MINUTE = 60;
/** Reads have a limit of their own: several people may have the page open, which looks again every second or two. */
const READS_PER_MINUTE = 600;

/** What a link's page reads and sends, and what its holder is to the session of its ask. */
export interface LinkedAsks {
  routes: readonly OpenRoute[];
  /** Whoever answers by a link may answer in the session of its ask, for that request. */
  roleIn(actor: Actor, session: SessionOfPerson): Promise<SessionRole | undefined>;
}

/**
 * `/api/mcp/ask`: one ask, for whoever holds its link. It is decided once, by the log; with the rights of the person
 * for whom the call runs.
 */
export function linkedAsks(kernel: Kernel, links: AskLinks): LinkedAsks {
  const sessionOf = new WeakMap<Actor, string>();

  async function linkOf(request: Request): Promise<AskLink> {
    const secret = bearerOf(request);
    const link = secret !== undefined && isAskSecret(secret) ? await links.find(secret) : undefined;
    if (!link) {
      throw new HostRefusal("link_not_found", "This link leads nowhere: it is mistyped, or it was too long ago.");
    }
    return link;
  }

  /** The holder of a link: nobody whom the host knows, with the rights of the person for whom the call runs. */
  const holderOf = ({ actor, sessionId }: AskLink): Actor => {
    const holder = { ...actor, userId: `${actor.userId} (by link)` };
    sessionOf.set(holder, sessionId);
    return holder;
  };

  return {
    async roleIn(actor, { sessionId }) {
      return sessionOf.get(actor) === sessionId ? "writer" : undefined;
    },
    routes: [
      {
        method: "GET",
        path: "/api/mcp/ask",
        async handle({ request }) {
          const link = await linkOf(request);
          kernel.limits.demand(`ask read ${link.callId}`, READS_PER_MINUTE);
          return json(await readAsk(kernel, link));
        },
      },
      {
        method: "POST",
        path: "/api/mcp/ask",
        async handle({ request }) {
          const link = await linkOf(request);
          kernel.limits.demand(`ask answer ${link.callId}`, ANSWERS_PER_MINUTE);
          const body = await readJson(request, kernel.maxBodyBytes);
          const { callId, askId } = link;
          const { kind } = await readAsk(kernel, link);
          if (kind === "approval") {
            const fields = readFields(body, { decision: "string", input: "any?", reason: "string?" });
            const { decision, input, reason } = fields;
            if (decision !== "approve" && decision !== "deny") {
              const message = '"decision" has to be "approve" or "deny".';
              throw new HttpError(422, "invalid_decision", message, { path: "/decision" });
            }
            const more = { ...(decision === "approve" && input !== undefined && { input }), ...(reason && { reason }) };
            await kernel.calls.answer(holderOf(link), { callId, approvalId: askId, decision, ...more });
          } else {
            const { action, content } = readFields(body, { action: "string", content: "any?" });
            if (action !== "accept" && action !== "decline") {
              const message = '"action" has to be "accept" or "decline".';
              throw new HttpError(422, "invalid_action", message, { path: "/action" });
            }
            await kernel.calls.answer(holderOf(link), { callId, askId, action, content });
          }
          return json(await readAsk(kernel, link), 202);
        },
      },
    ],
  };
}

async function readAsk(kernel: Kernel, { actor, askId, callId, sessionId, client }: AskLink): Promise<LinkedAsk> {
  const call = followedCall(callId);
  for (const event of await kernel.store.log(actor.tenantId).read(sessionId)) call.note(event);
  const ask = call.asks.get(askId);
  if (!ask) throw new HostRefusal("link_not_found", "What this link asked is gone with its session.");
  const context = await contextOf(kernel, { actor, id: "" });
  const tool = await kernel.catalog.find(call.tool, context);
  const isLate = ask.expiresAt !== null && ask.expiresAt <= Date.now();
  return {
    ...(ask.kind === "approval"
      ? { kind: "approval", input: ask.input, ...(ask.reason !== undefined && { reason: ask.reason }) }
      : {
          kind: "question",
          input: call.input,
          message: ask.message,
          schema: (ask.schema ?? null) as JsonSchema | null,
          url: ask.url,
        }),
    state: call.ends.get(askId) ?? (isLate ? "expired" : "open"),
    tool: tool ? toToolDetail(tool, context) : null,
    toolName: tool?.name ?? call.tool,
    client,
    userId: actor.userId,
    expiresAt: ask.expiresAt,
    outcome: call.end && { status: call.end.status, ...(call.end.error && { error: call.end.error.message }) },
  };
}
