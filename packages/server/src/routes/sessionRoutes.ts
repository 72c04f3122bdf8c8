import type { SessionSummary } from "@callboard/core";
import { Hono } from "hono";
import { storable } from "../log/callProjection.ts";
import { lastSeqOf } from "../log/logReader.ts";
import type { HostEnvironment } from "./environment.ts";
import { eventArray, eventStream } from "./eventStream.ts";
import { HttpError, json } from "./httpError.ts";
import { isId, wholeNumber } from "./queryParameters.ts";
import { readFields } from "./readFields.ts";
import { readJson } from "./readJson.ts";

const SEQ = { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 };

/** `/api/sessions`: a session's events, as a stream that resumes or as a JSON array. */
export function sessionRoutes(): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();

  routes.get("/", async (c) => {
    const { store } = c.var.services;
    const { actor } = c.var;
    const limit = wholeNumber(c.req.query("limit"), "limit", { min: 1, max: 200, fallback: 50 });
    const rows = await store.database.asTenant(actor.tenantId, (tx) =>
      tx.query<{
        id: string;
        title: string;
        created_at: number;
        updated_at: number;
        running: boolean;
        waiting: boolean;
      }>(
        `select s.id, s.title, s.created_at, s.updated_at,
           exists (select from callboard.agents a where a.session_id = s.id and a.status = 'running') as running,
           exists (select from callboard.calls k where k.session_id = s.id and k.status = 'awaiting-approval') as waiting
         from callboard.sessions s where s.title is not null and s.user_id = $1
         order by s.updated_at desc, s.id limit $2`,
        [actor.userId, limit],
      ),
    );
    return json(
      rows.map(({ id, title, created_at, updated_at, running, waiting }): SessionSummary => {
        const status = waiting ? "waiting" : running ? "running" : "idle";
        return { id, title, createdAt: created_at, updatedAt: updated_at, status };
      }),
    );
  });

  routes.patch("/:id", async (c) => {
    const { store, maxBodyBytes } = c.var.services;
    const { actor } = c.var;
    const id = c.req.param("id");
    const { title } = readFields(await readJson(c.req.raw, maxBodyBytes), { title: "string" });
    const name = storable(title.trim().replace(/\s+/g, " "));
    if (name === "" || name.length > 200) {
      throw new HttpError(422, "invalid_title", "A title has 1 to 200 characters.", { path: "/title" });
    }
    const renamed = isId(id)
      ? await store.database.asTenant(actor.tenantId, (tx) =>
          tx.query(
            "update callboard.sessions set title = $3 where id = $1 and user_id = $2 and title is not null returning id",
            [id, actor.userId, name],
          ),
        )
      : [];
    if (renamed.length === 0) {
      throw new HttpError(404, "session_not_found", `There is no chat "${id.slice(0, 200)}" of yours here.`);
    }
    return json({ id, title: name });
  });

  routes.get("/:id/events", async (c) => {
    const { store, heartbeatMs, closing } = c.var.services;
    const { tenantId } = c.var.actor;
    const sessionId = c.req.param("id");
    // A browser that reconnects repeats the address with its old `after`: the header is the newer of the two.
    const resumed = c.req.header("last-event-id");
    const after =
      wholeNumber(resumed, "Last-Event-ID", { ...SEQ, fallback: -1 }) >= 0
        ? wholeNumber(resumed, "Last-Event-ID", SEQ)
        : wholeNumber(c.req.query("after"), "after", SEQ);
    const lastSeq = isId(sessionId) ? await lastSeqOf(store.database, tenantId, sessionId) : undefined;
    if (lastSeq === undefined) {
      throw new HttpError(404, "session_not_found", `There is no session "${sessionId.slice(0, 200)}" here.`);
    }
    const headers = { "cache-control": "no-store", "x-content-type-options": "nosniff" };
    if (wantsArray(c.req.header("accept"))) {
      return new Response(eventArray({ store, tenantId, sessionId, after, until: lastSeq }), {
        headers: { ...headers, "content-type": "application/json; charset=utf-8" },
      });
    }
    const signal = AbortSignal.any([c.req.raw.signal, closing]);
    return new Response(eventStream({ store, tenantId, sessionId, after, signal, heartbeatMs }), {
      // `x-accel-buffering` keeps nginx from holding events back.
      headers: { ...headers, "content-type": "text/event-stream; charset=utf-8", "x-accel-buffering": "no" },
    });
  });

  return routes;
}

/** JSON where it is named and a stream is not. */
function wantsArray(accept: string | undefined): boolean {
  return accept !== undefined && /application\/json/i.test(accept) && !/text\/event-stream/i.test(accept);
}
