import { Hono } from "hono";
import {
  canUse,
  resolveCall,
  toToolDetail,
  toToolListing,
  type CallSummary,
  type RegisteredTool,
} from "@callboard/core";
import { storable } from "../log/callProjection.ts";
import { HttpError, json } from "./httpError.ts";
import { isId, wholeNumber } from "./queryParameters.ts";
import { readFields } from "./readFields.ts";
import { readJson } from "./readJson.ts";
import { contextOf, type HostEnvironment } from "./environment.ts";
import { lastSeqOf } from "../log/logReader.ts";

/** `/api/tools`: the library, one tool, a run of it, and its run history. */
export function toolRoutes(): Hono<HostEnvironment> {
  const routes = new Hono<HostEnvironment>();

  routes.get("/", (c) => {
    const { registry } = c.var.services;
    const context = contextOf(c);
    return json(registry.all().flatMap((tool) => (canUse(tool, context).see ? [toToolListing(tool)] : [])));
  });

  routes.get("/:slug", (c) => json(toToolDetail(visibleTool(c), c.var.services.registry)));

  routes.post("/:slug/run", async (c) => {
    const { runner, store, maxBodyBytes } = c.var.services;
    const { actor } = c.var;
    const slug = c.req.param("slug");
    // Before the body is read: who may not run the tool learns nothing from what is said about a body.
    refuse(resolveCall(c.var.services.registry, slug, contextOf(c)).refusal);
    const body = await readJson(c.req.raw, maxBodyBytes);
    const { input, sessionId } = readFields(body, { input: "any", sessionId: "string?" });
    if (sessionId !== undefined) {
      const known = isId(sessionId) && (await lastSeqOf(store.database, actor.tenantId, sessionId)) !== undefined;
      if (!known) {
        throw new HttpError(
          404,
          "session_not_found",
          `There is no session "${sessionId.slice(0, 200)}" here. Leave "sessionId" out to begin a new one.`,
          { path: "/sessionId" },
        );
      }
    }
    const started = await runner.run(slug, input, { ...contextOf(c), tenantId: actor.tenantId }, sessionId);
    if (started.refusal) {
      const { code, error, issues } = started.refusal;
      refuse({ code: code ?? "internal", message: error ?? "The call was refused.", issues });
    } else {
      const { run } = started;
      const ids = { sessionId: run.sessionId, callId: run.callId, runId: run.callId };
      if (!waits(c.req.header("prefer"))) return json(ids, 202, { location: `/api/sessions/${run.sessionId}/events` });
      return json({ ...(await run.done), ...ids }, 200, { "preference-applied": "wait" });
    }
    throw new Error("A refused call was not answered.");
  });

  routes.get("/:slug/calls", async (c) => {
    const tool = visibleTool(c);
    const limit = wholeNumber(c.req.query("limit"), "limit", { min: 1, max: 200, fallback: 50 });
    const before = c.req.query("before");
    const rows = await c.var.services.store.database.asTenant(c.var.actor.tenantId, async (tx) => {
      const name = storable(tool.slug);
      const [mark] =
        before !== undefined && isId(before)
          ? await tx.query<{ requested_at: number; call_id: string }>(
              "select requested_at, call_id from callboard.calls where call_id = $1 and tool = $2 limit 1",
              [before, name],
            )
          : [];
      if (before !== undefined && !mark) {
        throw new HttpError(
          400,
          "invalid_parameter",
          `"before" has to be the callId of the last call that you have, and "${before.slice(0, 80)}" is no call of this tool.`,
          { path: "/before" },
        );
      }
      return await tx.query<CallHistoryRow>(
        `select call_id, session_id, tool, status, source, user_id, summary, input, error, requested_at, started_at, ended_at, duration_ms
         from callboard.calls
         where tool = $1 and ($2::bigint is null or (requested_at, call_id) < ($2::bigint, $3::text))
         order by requested_at desc, call_id desc limit $4`,
        [name, mark?.requested_at ?? null, mark?.call_id ?? null, limit],
      );
    });
    return json(rows.map(toSummary));
  });

  return routes;
}

type ToolContextOf = Parameters<typeof contextOf>[0];

function visibleTool(c: ToolContextOf): RegisteredTool {
  const slug = c.req.param("slug") ?? "";
  const tool = c.var.services.registry.get(slug);
  if (tool && canUse(tool, contextOf(c)).see) return tool;
  const { refusal } = resolveCall(c.var.services.registry, slug, contextOf(c));
  throw new HttpError(404, "not_found", refusal?.message ?? `There is no tool "${slug}" here.`);
}

const STATUS: Readonly<Record<string, number>> = {
  not_found: 404,
  not_allowed: 403,
  invalid_input: 422,
  log_unavailable: 503,
};

function refuse(
  refusal: { code: string; message: string; path?: string; issues?: ConstructorIssues } | undefined,
): void {
  if (!refusal) return;
  const { code, message, issues } = refusal;
  throw new HttpError(STATUS[code] ?? 500, code, message, {
    path: issues?.[0]?.path ?? refusal.path,
    issues: issues && issues.length > 0 ? issues : undefined,
  });
}
type ConstructorIssues = NonNullable<ConstructorParameters<typeof HttpError>[3]>["issues"];

/** RFC 7240: `wait`, alone or with a number of seconds, among other preferences. */
function waits(prefer: string | undefined): boolean {
  return (prefer ?? "").split(",").some((part) => /^\s*wait\s*(=\s*"?\d+"?\s*)?(;.*)?$/i.test(part));
}

interface CallHistoryRow {
  call_id: string;
  session_id: string;
  tool: string;
  status: CallSummary["status"];
  source: CallSummary["source"];
  user_id: string | null;
  summary: string | null;
  input: string | null;
  error: string | null;
  requested_at: number;
  started_at: number | null;
  ended_at: number | null;
  duration_ms: number | null;
}

function toSummary(row: CallHistoryRow): CallSummary {
  return {
    callId: row.call_id,
    sessionId: row.session_id,
    tool: row.tool,
    status: row.status,
    source: row.source,
    userId: row.user_id,
    summary: row.summary,
    input: row.input === null ? null : (JSON.parse(row.input) as unknown),
    error: row.error === null ? null : (JSON.parse(row.error) as CallSummary["error"]),
    startedAt: row.started_at ?? row.requested_at,
    endedAt: row.ended_at,
    durationMs: row.duration_ms,
  };
}
