import type { CallStatus, EventError } from "@callboard/core";
import type { Run, RunCounts, RunDetail, RunFilter, RunState } from "@callboard/core/client";
import type { Database, Transaction } from "../db/database.ts";
import { storable } from "../db/storable.ts";
import { isQueued, waitsForOf } from "../log/callProjection.ts";

/** Where a list of runs goes on: behind the run of these values. */
export interface RunMark {
  requestedAt: number;
  callId: string;
  sessionId: string;
}

/** A tenant's calls for whoever runs its host. */
export interface Runs {
  /**
   * Those to which all of the filter applies, the newest first. `next` is the mark of the page after, also where fewer
   * than `limit` were found among as many as one page looks at.
   */
  list(
    tenantId: string,
    page: RunFilter & { after?: RunMark | undefined; limit: number },
  ): Promise<{ runs: Run[]; next: RunMark | null }>;
  counts(tenantId: string, now: number): Promise<RunCounts>;
  /** The newest call of this id, in one session or in any; undefined where the tenant has none. */
  find(tenantId: string, callId: string, sessionId?: string): Promise<RunDetail | undefined>;
  /** The last call of a session that failed or broke off; undefined where the tenant has none. */
  lastFailed(tenantId: string, sessionId: string): Promise<RunDetail | undefined>;
}

/** The statuses of each state, as SQL has them. */
const STATUSES: Readonly<Record<RunState, string>> = {
  running: "('requested', 'ready', 'running')",
  waiting: "('awaiting-approval', 'awaiting-input')",
  failed: "('failed', 'interrupted')",
  completed: "('completed')",
  stopped: "('cancelled', 'denied', 'expired')",
};

/** So many calls are looked at for one page, whatever is sought among them. */
const MOST_SCANNED = 20_000;
/** So far runs are counted. */
const MOST_COUNTED = 1_000;
const DAY_MS = 86_400_000;

const NEWEST_FIRST = "requested_at desc, call_id desc, session_id desc";

export function createRuns(database: Database): Runs {
  return {
    list(tenantId, { after, limit, ...filter }) {
      const { indexed, others, indexedValues, otherValues } = conditionsOf(filter);
      return database.asTenant(tenantId, async (tx) => {
        // Without statistics, which the embedded database keeps late, a planner would read and sort all of a tenant's
        // calls.
        await tx.exec("set local enable_sort = off; set local enable_bitmapscan = off");
        const scanned = `
          select requested_at, call_id, session_id, tool, status, source, user_id from callboard.calls
          where tenant_id = $1::uuid
            and ($2::bigint is null or (requested_at, call_id, session_id) < ($2::bigint, $3::text, $4::text))
            and requested_at >= $5::bigint and requested_at < $6::bigint ${indexed}
          order by ${NEWEST_FIRST} limit ${MOST_SCANNED}`;
        const asked = [
          tenantId,
          after?.requestedAt ?? null,
          after?.callId ?? null,
          after?.sessionId ?? null,
          filter.from ?? 0,
          filter.to ?? Number.MAX_SAFE_INTEGER,
          ...indexedValues,
        ];
        const rows = await tx.query<RunRow>(
          `with page as (
             select requested_at, call_id, session_id from (${scanned}) scanned
             where true ${others} order by ${NEWEST_FIRST} limit ${limit + 1})
           select ${RUN_COLUMNS}
           from page p
           join callboard.calls c on c.tenant_id = $1::uuid and c.session_id = p.session_id and c.call_id = p.call_id
           join callboard.sessions s on s.tenant_id = c.tenant_id and s.id = c.session_id
           order by c.requested_at desc, c.call_id desc, c.session_id desc`,
          [...asked, ...otherValues],
        );
        const runs = rows.slice(0, limit).map(toRun);
        if (rows.length > limit) return { runs, next: markOf(runs.at(-1)) };
        return { runs, next: others === "" ? null : await lastScanned(tx, scanned, asked) };
      });
    },
    counts: (tenantId, now) =>
      database.asTenant(tenantId, async (tx) => {
        const counted = (state: RunState, more: string) =>
          `(select count(*) from (select from callboard.calls
             where tenant_id = $1::uuid and status in ${STATUSES[state]} ${more} limit ${MOST_COUNTED}) c) as ${state}`;
        const [row] = await tx.query<RunCounts>(
          `select ${counted("running", "and ended_at is null")}, ${counted("waiting", "and ended_at is null")},
             ${counted("failed", "and requested_at >= $2::bigint")}`,
          [tenantId, now - DAY_MS],
        );
        return { running: row?.running ?? 0, waiting: row?.waiting ?? 0, failed: row?.failed ?? 0 };
      }),
    async lastFailed(tenantId, sessionId) {
      const [row] = await database.asTenant(tenantId, (tx) =>
        tx.query<{ call_id: string }>(
          `select call_id from callboard.calls
           where tenant_id = $1::uuid and session_id = $2 and status in ${STATUSES.failed}
           order by requested_at desc, call_id desc limit 1`,
          [tenantId, storable(sessionId)],
        ),
      );
      return row && this.find(tenantId, row.call_id, sessionId);
    },
    find: (tenantId, callId, sessionId) =>
      database.asTenant(tenantId, async (tx) => {
        const [row] = await tx.query<RunRow & { input: string | null }>(
          `select ${RUN_COLUMNS}, c.input from callboard.calls c
           join callboard.sessions s on s.tenant_id = c.tenant_id and s.id = c.session_id
           where c.tenant_id = $1::uuid and c.call_id = $2 and ($3::text is null or c.session_id = $3)
           order by c.requested_at desc limit 1`,
          [tenantId, storable(callId), sessionId === undefined ? null : storable(sessionId)],
        );
        if (!row) return undefined;
        const retries = await tx.query<{ callId: string; sessionId: string; status: CallStatus }>(
          `select call_id as "callId", session_id as "sessionId", status from callboard.calls
           where tenant_id = $1::uuid and retry_of = $2 order by requested_at desc limit 20`,
          [tenantId, row.call_id],
        );
        return { ...toRun(row), input: row.input === null ? null : (JSON.parse(row.input) as unknown), retries };
      }),
  };
}

/** A part of a filter: a condition, with the place of its value where it has one. */
interface Condition {
  sql(place: string): string;
  value?: string;
}

/**
 * A filter as SQL: the part by which an index leads to few calls, and what is asked of those. Their values have the
 * places from `$7` on, one after the other.
 */
function conditionsOf({ status, tool, user, source }: RunFilter) {
  const equals = (column: string, value: string | undefined): Condition[] =>
    value === undefined ? [] : [{ sql: (place) => `and ${column} = ${place}::text`, value: storable(value) }];
  const inState: Condition[] = status === undefined ? [] : [{ sql: () => `and status in ${STATUSES[status]}` }];
  const ofTool = equals("tool", tool);
  const ofPerson = equals("user_id", user);
  const isOpen = status === "running" || status === "waiting";
  // What has not ended are always few, and of what failed there is an index as well.
  const [lead] = isOpen ? inState : [...ofTool, ...ofPerson, ...(status === "failed" ? inState : [])];
  const others = [...inState, ...ofTool, ...ofPerson, ...equals("source", source)].filter((each) => each !== lead);
  const values: string[] = [];
  const textOf = ({ sql, value }: Condition) => sql(value === undefined ? "" : `$${6 + values.push(value)}`);
  const leadText = lead ? textOf(lead) : "";
  const indexedValues = [...values];
  const othersText = others.map(textOf).join(" ");
  return {
    indexed: isOpen ? `and ended_at is null ${leadText}` : leadText,
    others: othersText,
    indexedValues,
    otherValues: values.slice(indexedValues.length),
  };
}

/** Where to look on, once as many calls as one page looks at were looked at. */
async function lastScanned(tx: Transaction, scanned: string, asked: readonly unknown[]): Promise<RunMark | null> {
  const [last] = await tx.query<RunMark>(
    `select requested_at as "requestedAt", call_id as "callId", session_id as "sessionId"
     from (${scanned}) looked_at order by ${NEWEST_FIRST} offset ${MOST_SCANNED - 1} limit 1`,
    asked,
  );
  return last ?? null;
}

const markOf = (run: Run | undefined): RunMark | null =>
  run ? { requestedAt: run.requestedAt, callId: run.callId, sessionId: run.sessionId } : null;

interface RunRow {
  call_id: string;
  session_id: string;
  tool: string;
  status: CallStatus;
  approvals: string | null;
  source: Run["source"];
  user_id: string | null;
  agent_id: string | null;
  summary: string | null;
  wording: string | null;
  error: string | null;
  requested_at: number;
  started_at: number | null;
  ended_at: number | null;
  duration_ms: number | null;
  retry_of: string | null;
  turn: string | null;
  is_chat: boolean;
}

const RUN_COLUMNS = `c.call_id, c.session_id, c.tool, c.status, c.approvals, c.source, c.user_id, c.agent_id, c.summary, c.wording,
  c.error, c.requested_at, c.started_at, c.ended_at, c.duration_ms, c.retry_of, c.turn, s.title is not null as is_chat`;

function toRun(row: RunRow): Run {
  const isWaiting = row.status === "awaiting-approval" || row.status === "awaiting-input";
  return {
    callId: row.call_id,
    sessionId: row.session_id,
    tool: row.tool,
    status: row.status,
    ...isQueued(row.turn),
    ...(isWaiting && { waitsFor: waitsForOf(row.status, row.approvals) }),
    source: row.source,
    userId: row.user_id,
    agentId: row.agent_id,
    isChat: row.is_chat,
    retryOf: row.retry_of,
    summary: row.summary,
    wording: row.wording === null ? null : (JSON.parse(row.wording) as Run["wording"] & object),
    error: row.error === null ? null : (JSON.parse(row.error) as EventError),
    requestedAt: row.requested_at,
    startedAt: row.started_at ?? row.requested_at,
    endedAt: row.ended_at,
    durationMs: row.duration_ms,
  };
}
