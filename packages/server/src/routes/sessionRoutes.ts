import type { EndCause } from "@callboard/core/host";
import { Hono } from "hono";
import { isOwn } from "../actor.ts";
import { isId, storable } from "../db/storable.ts";
import { decideInSession } from "../agent/decideInSession.ts";
import { cancellationEvents } from "../agent/nextMoves.ts";
import type { SessionKey } from "../log/logReader.ts";
import type { HostEnvironment, Kernel } from "../kernel/kernel.ts";
import { eventArray, eventStream } from "./eventStream.ts";
import { HttpError, json } from "../http/httpError.ts";
import { wholeNumber } from "../http/queryParameters.ts";
import { readFields } from "../http/readFields.ts";
import { readJson } from "../http/readJson.ts";
import { ownSession, sessionNotFound } from "./ownSession.ts";

const LONGEST_TITLE = 200;
const SEQ = { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 };

/** `/api/sessions`: a person's chats, and a session's events, as a stream that resumes or as a JSON array. */
export function sessionRoutes(): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();

  routes.get("/", async (c) => {
    const { store } = c.var.kernel;
    const { actor } = c.var;
    const limit = wholeNumber(c.req.query("limit"), "limit", { min: 1, max: 200, fallback: 50 });
    const search = c.req.query("search")?.slice(0, LONGEST_TITLE);
    return json(await store.sessions.chatsOf(actor.tenantId, actor.userId, { limit, ...(search && { search }) }));
  });

  routes.patch("/:id", async (c) => {
    const { store, maxBodyBytes } = c.var.kernel;
    const { actor } = c.var;
    const id = c.req.param("id");
    const { title } = readFields(await readJson(c.req.raw, maxBodyBytes), { title: "string" });
    const name = storable(title.trim().replace(/\s+/g, " "));
    if (name === "" || name.length > LONGEST_TITLE) {
      throw new HttpError(422, "invalid_title", "A title has 1 to 200 characters.", { path: "/title" });
    }
    const session = await ownSession(store, actor, id, "rename it");
    if (!(await store.sessions.rename(session, actor.userId, name))) throw sessionNotFound(id);
    return json({ id, title: name });
  });

  routes.delete("/:id", async (c) => {
    const { kernel, actor } = c.var;
    const id = c.req.param("id");
    const session = await ownSession(kernel.store, actor, id, "delete it");
    await stopAll(kernel, session, { by: actor.userId, reason: "The chat was deleted." });
    if (!(await kernel.store.sessions.remove(session, actor.userId))) throw sessionNotFound(id);
    return new Response(null, { status: 204 });
  });

  routes.post("/:id/revoke", async (c) => {
    const { kernel, actor } = c.var;
    const id = c.req.param("id");
    const { tool } = readFields(await readJson(c.req.raw, kernel.maxBodyBytes), { tool: "string" });
    const session = await ownSession(kernel.store, actor, id, "take back what it allows");
    const revoked = await decideInSession(kernel, session, ({ allowances }) =>
      allowances.has(tool) ? [{ type: "session.allowance_revoked", tool, by: actor.userId }] : [],
    );
    if (!revoked) {
      const message = `"${tool.slice(0, 200)}" asks each time in this session already.`;
      throw new HttpError(409, "not_allowed_before", message);
    }
    return json({ sessionId: id, tool }, 202);
  });

  routes.get("/:id/events", async (c) => {
    const { store, heartbeatMs, closing } = c.var.kernel;
    const { actor } = c.var;
    const { tenantId } = actor;
    const sessionId = c.req.param("id");
    // A browser that reconnects repeats the address with its old `after`: the header is the newer of the two.
    const resumed = c.req.header("last-event-id");
    const after =
      wholeNumber(resumed, "Last-Event-ID", { ...SEQ, fallback: -1 }) >= 0
        ? wholeNumber(resumed, "Last-Event-ID", SEQ)
        : wholeNumber(c.req.query("after"), "after", SEQ);
    const session = isId(sessionId) ? await store.sessions.find({ tenantId, sessionId }) : undefined;
    if (!session) throw sessionNotFound(sessionId);
    const headers = {
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      // A page of a colleague offers nothing that would be refused as not theirs.
      "callboard-session": isOwn(actor, session) ? "own" : "colleague",
    };
    if (wantsArray(c.req.header("accept"))) {
      return new Response(eventArray({ store, tenantId, sessionId, after, until: session.lastSeq }), {
        headers: { ...headers, "content-type": "application/json; charset=utf-8" },
      });
    }
    const until = c.var.grant ? [c.var.grant.until()] : [];
    const signal = AbortSignal.any([c.req.raw.signal, closing, ...until]);
    // Nobody reads, and so nobody would end, the stream of a HEAD request.
    const isRead = c.req.raw.method !== "HEAD";
    return new Response(isRead ? eventStream({ store, tenantId, sessionId, after, signal, heartbeatMs }) : null, {
      // `x-accel-buffering` keeps nginx from holding events back.
      headers: { ...headers, "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" },
    });
  });

  return routes;
}

/** Ends the agents and the person's own runs that are at work in a session. */
async function stopAll(kernel: Kernel, session: SessionKey, cause: EndCause): Promise<void> {
  let ownRuns: string[] = [];
  await decideInSession(kernel, session, (conversation) => {
    ownRuns = [...conversation.open].flatMap(({ callId, agentId }) => (agentId === null ? [callId] : []));
    const roots = [...conversation.running].filter(({ parentCallId }) => parentCallId === null);
    return roots.flatMap(({ agentId }) => cancellationEvents(conversation, agentId, cause));
  });
  await Promise.all(ownRuns.map((callId) => kernel.runner.cancel(session.tenantId, callId, cause)));
}

/** JSON where it is named and a stream is not. */
function wantsArray(accept: string | undefined): boolean {
  return accept !== undefined && /application\/json/i.test(accept) && !/text\/event-stream/i.test(accept);
}
