import type { EndCause } from "@callboard/core/host";
import { storable } from "../db/storable.ts";
import { decideInSession } from "../agent/decideInSession.ts";
import { cancellationEvents } from "../agent/nextMoves.ts";
import type { SessionKey } from "../log/logReader.ts";
import type { Kernel } from "../kernel/kernel.ts";
import type { ModuleRoute, RouteRequest } from "../kernel/module.ts";
import { eventArray, eventStream } from "./eventStream.ts";
import { HttpError, json } from "../http/httpError.ts";
import { wholeNumber } from "../http/queryParameters.ts";
import { readFields } from "../http/readFields.ts";
import { readJson } from "../http/readJson.ts";
import { managedSession, readableSession, sessionNotFound } from "./sessionOf.ts";

const LONGEST_TITLE = 200;
const SEQ = { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 };

/** `/api/sessions`: a person's chats, and a session's events, as a stream that resumes or as a JSON array. */
export function sessionRoutes(kernel: Kernel): readonly ModuleRoute[] {
  const { sessions } = kernel.store;
  return [
    {
      method: "GET",
      path: "/api/sessions",
      authority: "own",
      async handle({ actor, query }) {
        const limit = wholeNumber(query.get("limit"), "limit", { min: 1, max: 200, fallback: 50 });
        const search = query.get("search")?.slice(0, LONGEST_TITLE);
        return json(await sessions.chatsOf(actor.tenantId, actor.userId, { limit, ...(search && { search }) }));
      },
    },
    {
      method: "PATCH",
      path: "/api/sessions/:id",
      authority: "session",
      async handle(request) {
        const { id = "" } = request.params;
        const { title } = readFields(await readJson(request.request, kernel.maxBodyBytes), { title: "string" });
        const name = storable(title.trim().replace(/\s+/g, " "));
        if (name === "" || name.length > LONGEST_TITLE) {
          throw new HttpError(422, "invalid_title", "A title has 1 to 200 characters.", { path: "/title" });
        }
        const session = await managedSession(kernel, request, id, "rename it");
        if (!(await sessions.rename(session, name))) throw sessionNotFound(id);
        return json({ id, title: name });
      },
    },
    {
      method: "DELETE",
      path: "/api/sessions/:id",
      authority: "session",
      async handle(request) {
        const { id = "" } = request.params;
        const session = await managedSession(kernel, request, id, "delete it");
        await stopAll(kernel, session, { by: request.actor.userId, reason: "The chat was deleted." });
        if (!(await sessions.remove(session))) throw sessionNotFound(id);
        return new Response(null, { status: 204 });
      },
    },
    {
      method: "POST",
      path: "/api/sessions/:id/revoke",
      authority: "session",
      async handle(request) {
        const { id = "" } = request.params;
        const { tool } = readFields(await readJson(request.request, kernel.maxBodyBytes), { tool: "string" });
        const session = await managedSession(kernel, request, id, "take back what it allows");
        const revoked = await decideInSession(kernel, session, ({ allowances }) =>
          allowances.has(tool) ? [{ type: "session.allowance_revoked", tool, by: request.actor.userId }] : [],
        );
        if (!revoked) {
          const message = `"${tool.slice(0, 200)}" asks each time in this session already.`;
          throw new HttpError(409, "not_allowed_before", message);
        }
        return json({ sessionId: id, tool }, 202);
      },
    },
    {
      method: "GET",
      path: "/api/sessions/:id/events",
      authority: "tenant",
      embed: { names: "session" },
      handle: (request) => eventsResponse(kernel, request),
    },
  ];
}

async function eventsResponse(kernel: Kernel, asker: RouteRequest): Promise<Response> {
  const { store, sessionAccess, heartbeatMs, closing } = kernel;
  const { request, params, query, grant } = asker;
  // A browser that reconnects repeats the address with its old `after`: the header is the newer of the two.
  const resumed = request.headers.get("last-event-id");
  const after =
    wholeNumber(resumed, "Last-Event-ID", { ...SEQ, fallback: -1 }) >= 0
      ? wholeNumber(resumed, "Last-Event-ID", SEQ)
      : wholeNumber(query.get("after"), "after", SEQ);
  const session = await readableSession(kernel, asker, params["id"] ?? "");
  const { tenantId, sessionId } = session;
  const headers = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    // A page of a colleague offers nothing that would be refused as not theirs.
    "callboard-session": (await sessionAccess.mayManage(asker, session)) ? "own" : "colleague",
  };
  if (wantsArray(request.headers.get("accept"))) {
    return new Response(eventArray({ store, tenantId, sessionId, after, until: session.lastSeq }), {
      headers: { ...headers, "content-type": "application/json; charset=utf-8" },
    });
  }
  const signal = AbortSignal.any([request.signal, closing, ...(grant ? [grant.until()] : [])]);
  // Nobody reads, and so nobody would end, the stream of a HEAD request.
  const isRead = request.method !== "HEAD";
  return new Response(isRead ? eventStream({ store, tenantId, sessionId, after, signal, heartbeatMs }) : null, {
    // `x-accel-buffering` keeps nginx from holding events back.
    headers: { ...headers, "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" },
  });
}

/** Ends the agents and the person's own runs that are at work in a session. */
async function stopAll(kernel: Kernel, session: SessionKey, cause: EndCause): Promise<void> {
  let ownRuns: string[] = [];
  await decideInSession(kernel, session, (conversation) => {
    ownRuns = [...conversation.open].flatMap(({ callId, agentId }) => (agentId === null ? [callId] : []));
    const roots = [...conversation.running].filter(({ parentCallId }) => parentCallId === null);
    return roots.flatMap(({ agentId }) => cancellationEvents(conversation, agentId, cause));
  });
  await Promise.all(ownRuns.map((callId) => kernel.calls.cancel(session.tenantId, callId, cause)));
}

/** JSON where it is named and a stream is not. */
function wantsArray(accept: string | null): boolean {
  return accept !== null && /application\/json/i.test(accept) && !/text\/event-stream/i.test(accept);
}
