import type { CallSource } from "@callboard/core";
import type { RunFilter, RunState } from "@callboard/core/client";
import {
  HostRefusal,
  HttpError,
  json,
  readFields,
  readJson,
  wholeNumber,
  type Kernel,
  type ModuleRoute,
  type RouteRequest,
  type RunMark,
} from "@callboard/server";
import { retryRun } from "./retryRun.ts";
import { readUsageStats, type ModelPrices } from "./usageStats.ts";

const STATES: Readonly<Record<RunState, true>> = {
  running: true,
  waiting: true,
  failed: true,
  completed: true,
  stopped: true,
};
const SOURCES: Readonly<Record<CallSource, true>> = { web: true, agent: true, api: true };

/** `/api/runs` and `/api/usage`: what a tenant's tools and models do, for whoever runs its host. */
export function runRoutes(
  kernel: Pick<Kernel, "store" | "calls" | "maxBodyBytes">,
  prices: ModelPrices,
): readonly ModuleRoute[] {
  const { store, calls, maxBodyBytes } = kernel;
  return [
    {
      method: "GET",
      path: "/api/runs",
      permission: "runs.tenant.read",
      async handle({ query, actor }) {
        const after = query.get("after") || undefined;
        const limit = wholeNumber(query.get("limit"), "limit", { min: 1, max: 200, fallback: 50 });
        const { runs, next } = await store.runs.list(actor.tenantId, {
          ...filterOf(query),
          ...(after !== undefined && { after: markOf(after) }),
          limit,
        });
        return json({ runs, next: next && cursorOf(next) });
      },
    },
    {
      method: "GET",
      path: "/api/runs/counts",
      permission: "runs.tenant.read",
      handle: async ({ actor }) => json(await store.runs.counts(actor.tenantId, Date.now())),
    },
    {
      method: "GET",
      path: "/api/runs/:callId",
      permission: "runs.tenant.read",
      handle: async (request) => json(await runOf(store, request, request.query.get("session") || undefined)),
    },
    {
      method: "POST",
      path: "/api/runs/:callId/retry",
      permission: "runs.tenant.retry",
      async handle(request) {
        const { sessionId } = readFields(await readJson(request.request, maxBodyBytes), { sessionId: "string?" });
        const run = await runOf(store, request, sessionId);
        const context = { ...(await request.context()), tenantId: request.actor.tenantId };
        const begun = await retryRun(calls, run, context);
        const ids = { ...begun, runId: begun.callId };
        return json(ids, 202, { location: `/api/sessions/${begun.sessionId}/events` });
      },
    },
    {
      method: "GET",
      path: "/api/usage",
      permission: "runs.tenant.read",
      async handle({ query, actor: { tenantId } }) {
        const { from, to } = timeOf(query);
        return json(
          await readUsageStats(store, prices, {
            tenantId,
            ...(from !== undefined && { from }),
            ...(to !== undefined && { to }),
          }),
        );
      },
    },
  ];
}

async function runOf({ runs }: Kernel["store"], { params, actor }: RouteRequest, sessionId: string | undefined) {
  const { callId = "" } = params;
  const isAsked = isIdText(callId) && (sessionId === undefined || isIdText(sessionId));
  const run = isAsked ? await runs.find(actor.tenantId, callId, sessionId) : undefined;
  if (!run) throw new HostRefusal("call_not_found", `There is no call "${callId.slice(0, 200)}" here.`);
  return run;
}

function filterOf(query: URLSearchParams): RunFilter {
  const status = query.get("status") || undefined;
  const source = query.get("source") || undefined;
  if (status !== undefined && !isKey(STATES, status)) throw notOneOf("status", status, STATES);
  if (source !== undefined && !isKey(SOURCES, source)) throw notOneOf("source", source, SOURCES);
  return {
    status,
    source,
    tool: query.get("tool") || undefined,
    user: query.get("user") || undefined,
    ...timeOf(query),
  };
}

/** The times of a query, in epoch milliseconds. */
function timeOf(query: URLSearchParams): { from?: number; to?: number } {
  const read = (name: "from" | "to") =>
    query.get(name) ? { [name]: wholeNumber(query.get(name), name, { min: 0, max: MAX_TIME, fallback: 0 }) } : {};
  return { ...read("from"), ...read("to") };
}

const MAX_TIME = Number.MAX_SAFE_INTEGER;

const isKey = <Keys extends object>(keys: Keys, name: string): name is keyof Keys & string => Object.hasOwn(keys, name);

function notOneOf(name: string, value: string, values: object): HttpError {
  const known = Object.keys(values).map((each) => `"${each}"`);
  const message = `"${name}" has to be one of ${known.join(", ")}, not "${value.slice(0, 80)}".`;
  return new HttpError(400, "invalid_parameter", message, { path: `/${name}` });
}

/** A mark as a client hands it back, which it need not read. */
const cursorOf = ({ requestedAt, callId, sessionId }: RunMark): string =>
  Buffer.from(JSON.stringify([requestedAt, callId, sessionId])).toString("base64url");

function markOf(cursor: string): RunMark {
  try {
    const mark: unknown = JSON.parse(Buffer.from(cursor.slice(0, 2_000), "base64url").toString("utf8"));
    if (Array.isArray(mark) && mark.length === 3) {
      const [requestedAt, callId, sessionId] = mark as unknown[];
      const isTime = typeof requestedAt === "number" && Number.isSafeInteger(requestedAt);
      if (isTime && isIdText(callId) && isIdText(sessionId)) return { requestedAt, callId, sessionId };
    }
  } catch {
    // What is no mark is refused below.
  }
  const message = `"after" has to be the "next" of a page of runs, and "${cursor.slice(0, 80)}" is none.`;
  throw new HttpError(400, "invalid_parameter", message, { path: "/after" });
}

/** Handlers choose ids of calls, which the tables hold up to 256 characters. */
const isIdText = (value: unknown): value is string =>
  typeof value === "string" && value.length > 0 && value.length <= 256 && !value.includes("\0");
