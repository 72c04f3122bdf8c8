import type { RunCounts, RunDetail, RunFilter, RunPage, UsageStats } from "./runs.ts";
import type { StartedRun } from "./toolClient.ts";
import type { RequestOptions, Transport } from "./transport.ts";

/** The runs and the usage of a tenant, for whoever has the permission `runs.tenant.…` of each act. */
export interface RunsClient {
  /** A page of runs, the newest first; with `after`, the one that a page's `next` names. */
  list(
    query?: RunFilter & { after?: string | undefined; limit?: number | undefined },
    options?: RequestOptions,
  ): Promise<RunPage>;
  counts(options?: RequestOptions): Promise<RunCounts>;
  /** One run; of several sessions with a call of this id, the newest unless one is named. */
  get(callId: string, options?: RequestOptions & { sessionId?: string | undefined }): Promise<RunDetail>;
  /** Begins a new run with the same input, as whoever asks, in a session of its own. */
  retry(callId: string, options?: RequestOptions & { sessionId?: string | undefined }): Promise<StartedRun>;
  /** What was used in a time; in the last seven days unless given. */
  usage(time?: { from?: number | undefined; to?: number | undefined }, options?: RequestOptions): Promise<UsageStats>;
}

/** The client of a tenant's runs. */
export function runsClient(transport: Transport): RunsClient {
  const at = (callId: string, more = "") => `/api/runs/${encodeURIComponent(callId)}${more}`;
  return {
    list: (query = {}, { signal } = {}) => transport.json("/api/runs", { query: { ...query }, signal }),
    counts: ({ signal } = {}) => transport.json("/api/runs/counts", { signal }),
    get: (callId, { sessionId, signal } = {}) => transport.json(at(callId), { query: { session: sessionId }, signal }),
    retry: (callId, { sessionId, signal } = {}) =>
      transport.json(at(callId, "/retry"), { method: "POST", json: { ...(sessionId && { sessionId }) }, signal }),
    usage: (time = {}, { signal } = {}) => transport.json("/api/usage", { query: { ...time }, signal }),
  };
}
