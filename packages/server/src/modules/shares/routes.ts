import { isId } from "../../db/storable.ts";
import { addressOf } from "../../http/addressOf.ts";
import { HttpError, json } from "../../http/httpError.ts";
import { readFields } from "../../http/readFields.ts";
import { readJson } from "../../http/readJson.ts";
import { HostRefusal } from "../../hostRefusal.ts";
import type { Kernel } from "../../kernel/kernel.ts";
import type { ModuleRoute, OpenRoute } from "../../kernel/module.ts";
import { managedSession, readableSession } from "../../routes/sessionOf.ts";
import { attachmentNamed } from "../../http/attachment.ts";
import type { Builds } from "./builds.ts";
import type { Shares } from "./shares.ts";
import { exportedSession, exportFormat } from "./sessionExport.ts";

const DAY = 24 * 60 * 60 * 1000;
const DAYS = { fewest: 1, most: 90, unlessGiven: 7 };

/**
 * A page of somebody's session may run its own script and nothing else, reaches neither this site nor any other, and
 * stands in no other page.
 */
const PAGE_POLICY = "sandbox allow-scripts allow-downloads; frame-ancestors 'none'";

/** Links that one address may open in a minute. */
const PER_ADDRESS = 120;

/** `/api/sessions/:id/export`, a session as one file, and `/api/sessions/:id/shares`, its read-only links. */
export function shareRoutes(kernel: Kernel, shares: Shares, builds: Builds): readonly ModuleRoute[] {
  const { store, viewer, maxBodyBytes } = kernel;
  return [
    {
      method: "GET",
      path: "/api/sessions/:id/export",
      authority: "tenant",
      async handle(asker) {
        const { request, params, query } = asker;
        const session = await readableSession(kernel, asker, params["id"] ?? "");
        const { tenantId, sessionId, lastSeq: until } = session;
        const format = exportFormat(request);
        const redacted = readRedacted(query.get("redacted"));
        const made = { tenantId, sessionId, store, builds, viewer, format, redacted, title: session.title, until };
        const { body, type, title } = await exportedSession(made);
        return answer(request, body, {
          "content-type": type,
          "content-disposition": attachmentNamed(`${title ?? "session"}.${format}`),
        });
      },
    },
    {
      method: "POST",
      path: "/api/sessions/:id/shares",
      authority: "session",
      embed: { names: "session", action: "share" },
      async handle(asker) {
        const { request, params, actor, grant } = asker;
        const fields = readFields(await readJson(request, maxBodyBytes), { expiresInDays: "any?", redacted: "any?" });
        const { expiresInDays: days = DAYS.unlessGiven, redacted = true } = fields;
        if (typeof days !== "number" || !(days >= DAYS.fewest && days <= DAYS.most)) {
          const message = `"expiresInDays" has to be a number from ${DAYS.fewest} to ${DAYS.most}.`;
          throw new HttpError(422, "invalid_expiry", message, { path: "/expiresInDays" });
        }
        if (typeof redacted !== "boolean") {
          throw new HttpError(422, "invalid_redacted", '"redacted" has to be true or false.', { path: "/redacted" });
        }
        const session = await managedSession(kernel, asker, params["id"] ?? "", "share it");
        if (grant && !(await store.sessions.isCompleted(session))) {
          const message = "A result can be shared once its run has completed. This one has not, or it failed.";
          throw new HttpError(409, "not_completed", message);
        }
        const { userId } = actor;
        const expiresAt = Date.now() + days * DAY;
        const { token, ...share } = await shares.create(session, { userId, expiresAt, redacted });
        return json({ ...share, url: `/api/shared/${token}` }, 201);
      },
    },
    {
      method: "GET",
      path: "/api/sessions/:id/shares",
      authority: "session",
      embed: { names: "session", action: "share" },
      handle: async (asker) =>
        json(await shares.list(await managedSession(kernel, asker, asker.params["id"] ?? "", "see its links"))),
    },
    {
      method: "DELETE",
      path: "/api/sessions/:id/shares/:share",
      authority: "session",
      embed: { names: "session", action: "share" },
      async handle(asker) {
        const { id = "", share = "" } = asker.params;
        const session = await managedSession(kernel, asker, id, "withdraw its links");
        if (!isId(share) || !(await shares.remove(session, share))) {
          throw new HostRefusal(
            "share_not_found",
            "This session has no such link. It may have been withdrawn already.",
          );
        }
        return new Response(null, { status: 204 });
      },
    },
  ];
}

/**
 * `GET /api/shared/:token`: a session by a link, which is all its credentials: as a page in a browser, as a log for a
 * program.
 */
export function sharedRoute({ store, viewer, limits }: Kernel, shares: Shares, builds: Builds): OpenRoute {
  return {
    method: "GET",
    path: "/api/shared/:token",
    async handle({ request, params: { token = "" } }) {
      limits.demand(`shared ${addressOf(request)}`, PER_ADDRESS);
      const share = await shares.open(token);
      const session = share && (await store.sessions.find(share));
      const format = exportFormat(request);
      if (!share || !session) {
        const message = "This link has expired or was withdrawn, or never was one. Ask whoever sent it for another.";
        if (format === "jsonl") throw new HostRefusal("share_not_found", message);
        return answer(request, message, { "content-type": "text/plain; charset=utf-8" }, 404);
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
      return answer(request, body, { "content-type": type, "x-robots-tag": "noindex, nofollow" });
    },
  };
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
      "content-security-policy": PAGE_POLICY,
      "x-content-type-options": "nosniff",
      "cross-origin-resource-policy": "same-origin",
      "referrer-policy": "no-referrer",
      "cache-control": "private, no-store",
      vary: "accept, authorization",
    },
  });
}

function readRedacted(value: string | null): boolean {
  if (value === null || value === "" || value === "false") return false;
  if (value === "true") return true;
  const message = `"redacted" has to be true or false, not "${value.slice(0, 80)}".`;
  throw new HttpError(400, "invalid_parameter", message, { path: "/redacted" });
}
