import { Hono } from "hono";
import { lastSeqOf } from "../log/logReader.ts";
import type { HostEnvironment } from "./environment.ts";
import { eventArray, eventStream } from "./eventStream.ts";
import { HttpError } from "./httpError.ts";
import { isId, wholeNumber } from "./queryParameters.ts";

const SEQ = { min: 0, max: Number.MAX_SAFE_INTEGER, fallback: 0 };

/** `/api/sessions`: a session's events, as a stream that resumes or as a JSON array. */
export function sessionRoutes(): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();

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
