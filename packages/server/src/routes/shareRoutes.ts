import { Hono } from "hono";
import { isId } from "../db/storable.ts";
import { addressOf } from "../http/addressOf.ts";
import { HttpError, json } from "../http/httpError.ts";
import { readFields } from "../http/readFields.ts";
import { readJson } from "../http/readJson.ts";
import { HostRefusal } from "../hostRefusal.ts";
import type { HostEnvironment, Services } from "./environment.ts";
import { ownSession, sessionNotFound } from "./ownSession.ts";
import { attachmentNamed } from "./fileResponse.ts";
import { exportedSession, exportFormat } from "./sessionExport.ts";

const DAY = 24 * 60 * 60 * 1000;
const DAYS = { fewest: 1, most: 90, unlessGiven: 7 };

/** A page of somebody's session may run its own script and nothing else, reaches neither this site nor any other, and stands in no other page. */
const PAGE_POLICY = "sandbox allow-scripts allow-downloads; frame-ancestors 'none'";

/** Links that one address may open in a minute. */
const PER_ADDRESS = 120;

/** `/api/sessions/:id/export`, a session as one file, and `/api/sessions/:id/shares`, its read-only links. */
export function shareRoutes(): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();

  routes.get("/:id/export", async (c) => {
    const { services, actor } = c.var;
    const sessionId = c.req.param("id");
    const key = { tenantId: actor.tenantId, sessionId };
    const session = isId(sessionId) ? await services.store.sessions.find(key) : undefined;
    if (!session) throw sessionNotFound(sessionId);
    const format = exportFormat(c.req.raw);
    const redacted = readRedacted(c.req.query("redacted"));
    const { lastSeq: until } = session;
    const { store, viewer, builds } = services;
    const { body, type, title } = await exportedSession({
      ...key,
      store,
      builds,
      viewer,
      format,
      redacted,
      title: session.title,
      until,
    });
    return answer(c.req.raw, body, {
      "content-type": type,
      "content-disposition": attachmentNamed(`${title ?? "session"}.${format}`),
      "content-security-policy": PAGE_POLICY,
    });
  });

  routes.post("/:id/shares", async (c) => {
    const { services } = c.var;
    const fields = readFields(await readJson(c.req.raw, services.maxBodyBytes), {
      expiresInDays: "any?",
      redacted: "any?",
    });
    const { expiresInDays: days = DAYS.unlessGiven, redacted = true } = fields;
    if (typeof days !== "number" || !(days >= DAYS.fewest && days <= DAYS.most)) {
      const message = `"expiresInDays" has to be a number from ${DAYS.fewest} to ${DAYS.most}.`;
      throw new HttpError(422, "invalid_expiry", message, { path: "/expiresInDays" });
    }
    if (typeof redacted !== "boolean") {
      throw new HttpError(422, "invalid_redacted", '"redacted" has to be true or false.', { path: "/redacted" });
    }
    const { actor } = c.var;
    const session = await ownSession(services.store, actor, c.req.param("id"), "share it");
    if (c.var.grant && !(await services.store.sessions.isCompleted(session))) {
      const message = "A result can be shared once its run has completed. This one has not, or it failed.";
      throw new HttpError(409, "not_completed", message);
    }
    const { userId } = actor;
    const expiresAt = Date.now() + days * DAY;
    const { token, ...share } = await services.store.shares.create(session, { userId, expiresAt, redacted });
    return json({ ...share, url: `/api/shared/${token}` }, 201);
  });

  routes.get("/:id/shares", async (c) => {
    const { store } = c.var.services;
    return json(await store.shares.list(await ownSession(store, c.var.actor, c.req.param("id"), "see its links")));
  });

  routes.delete("/:id/shares/:share", async (c) => {
    const { store } = c.var.services;
    const session = await ownSession(store, c.var.actor, c.req.param("id"), "withdraw its links");
    const id = c.req.param("share");
    if (!isId(id) || !(await store.shares.remove(session, id))) {
      throw new HostRefusal("share_not_found", "This session has no such link. It may have been withdrawn already.");
    }
    return new Response(null, { status: 204 });
  });

  return routes;
}

/** `GET /api/shared/:token`: a session by a link, which is all its credentials: as a page in a browser, as a log for a program. */
export function sharedRoutes(servicesFor: (request: Request) => Promise<Services>): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();
  routes.get("/:token", async (c) => {
    const services = await servicesFor(c.req.raw);
    const { store, viewer, builds, limits } = services;
    limits.demand(`shared ${addressOf(c.req.raw)}`, PER_ADDRESS);
    const share = await store.shares.open(c.req.param("token"));
    const session = share && (await store.sessions.find(share));
    const format = exportFormat(c.req.raw);
    if (!share || !session) {
      const message = "This link has expired or was withdrawn, or never was one. Ask whoever sent it for another.";
      if (format === "jsonl") throw new HostRefusal("share_not_found", message);
      return answer(c.req.raw, message, { "content-type": "text/plain; charset=utf-8" }, 404);
    }
    const { tenantId, sessionId, redacted } = share;
    const { title, lastSeq: until } = session;
    const { body, type } = await exportedSession({
      store,
      builds,
      viewer,
      tenantId,
      sessionId,
      format,
      redacted,
      title,
      until,
    });
    return answer(c.req.raw, body, {
      "content-type": type,
      "content-security-policy": PAGE_POLICY,
      "x-robots-tag": "noindex, nofollow",
    });
  });
  return routes;
}

function answer(
  request: Request,
  body: string | ReadableStream | Uint8Array<ArrayBuffer>,
  headers: Record<string, string>,
  status = 200,
): Response {
  return new Response(request.method === "HEAD" ? null : body, {
    status,
    headers: {
      ...headers,
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "cache-control": "private, no-store",
      vary: "accept, authorization",
    },
  });
}

function readRedacted(value: string | undefined): boolean {
  if (value === undefined || value === "" || value === "false") return false;
  if (value === "true") return true;
  const message = `"redacted" has to be true or false, not "${value.slice(0, 80)}".`;
  throw new HttpError(400, "invalid_parameter", message, { path: "/redacted" });
}
