import type { CallSource, CallStatus, NewEvent, SessionEvent } from "@callboard/core";
import { isCallEnd } from "@callboard/core/host";
import { isFinal } from "@callboard/core/host";
import type { Transaction } from "../db/database.ts";
import {
  agentChange,
  agentKey,
  foldAgent,
  readAgents,
  writeAgents,
  type AgentChange,
  type AgentEpochs,
} from "./agentProjection.ts";
import { writeOutputs, type LargeOutput } from "./largeOutputs.ts";
import { approvalsText, foldCall, projectedCallId, readApprovals, readTurn, type CallRow } from "./callProjection.ts";

/**
 * The condition under which a worker may write: it holds what the events are about, and that has not ended. The worker
 * that a call's row names holds it. Where it names none, as with agents and all else, whoever has claimed the session
 * does.
 */
export interface Fence {
  workerId: string;
  /** What the events are about; without it, the session. */
  about?: About;
}

/** An agent that runs in this epoch, or a call that has not ended. */
export type About = { agentId: string; epoch: number } | CallAbout;

export interface CallAbout {
  callId: string;
  /**
   * The events begin the call, which is not there yet: as one that this worker holds, or for whoever claims the
   * session.
   */
  begins?: "held" | "queued";
}

/** Events for one session, already written as JSON. */
export interface PendingAppend {
  sessionId: string;
  events: readonly NewEvent[];
  bodies: readonly string[];
  /** The outputs that the events refer to. */
  outputs?: readonly LargeOutput[];
  at: number;
  fence?: Fence;
  /** The person who gets the session if these are its first events; without one an unknown session is refused. */
  creator?: { userId: string | null; title?: string };
}

/**
 * Why an append was not written: what it is about has ended, another worker holds it, it was begun before, or the
 * tenant has no such session.
 */
export class AppendRefused extends Error {
  override readonly name = "AppendRefused";
  readonly code: "begun" | "ended" | "fenced" | "no_session";
  constructor(code: AppendRefused["code"], message: string) {
    super(message);
    this.code = code;
  }
}

export type AppendOutcome = SessionEvent[] | AppendRefused;

interface CallColumns {
  session_id: string;
  call_id: string;
  tool: string;
  status: CallStatus;
  approvals: string | null;
  turn: string | null;
  source: CallSource;
  user_id: string | null;
  agent_id: string | null;
  requested_at: number;
  started_at: number | null;
  ended_at: number | null;
  duration_ms: number | null;
  worker_id: string | null;
}

/**
 * Writes appends in one tenant's transaction, in order. Each session's row is locked first, in the order of their ids,
 * and its `seq` is allocated under that lock: numbers commit in order, without gaps. A refused append leaves no trace
 * and does not affect the others. `onCallEnd` is told of each run that the appends end, before they are committed.
 */
export async function appendEvents(
  tx: Transaction,
  tenantId: string,
  appends: readonly PendingAppend[],
  onCallEnd: (call: CallRow) => void = () => {},
): Promise<AppendOutcome[]> {
  const sessions = await lockSessions(tx, tenantId, appends);
  const lastSeqs = new Map([...sessions].map(([id, session]) => [id, session.last_seq]));
  const calls = await readCalls(tx, appends);
  const aboutAgents = appends.flatMap(({ sessionId, fence: { about } = {} }) =>
    about && "agentId" in about ? [{ sessionId, agentId: about.agentId }] : [],
  );
  const running = await readAgents(tx, aboutAgents);
  const touched = new Map<string, CallRow>();
  const agents: AgentChange[] = [];
  const lines: { sessionId: string; seq: number; at: number; type: string; body: string }[] = [];

  const outcomes = appends.map((append): AppendOutcome => {
    const lastSeq = lastSeqs.get(append.sessionId);
    if (lastSeq === undefined)
      return new AppendRefused("no_session", `There is no session "${append.sessionId}" here.`);
    const { driver_id: claimedBy } = sessions.get(append.sessionId)!;
    const refusal = append.fence
      ? fenceRefusal(append.fence, append.sessionId, { claimedBy, calls, running })
      : undefined;
    const doubled = refusal ?? endedTwice(append, calls);
    if (doubled) return doubled;
    const workerId = holderOf(append, calls);
    const written = append.events.map((event, index): SessionEvent => {
      const seq = lastSeq + index + 1;
      lines.push({ sessionId: append.sessionId, seq, at: append.at, type: event.type, body: append.bodies[index]! });
      const change = agentChange(append.sessionId, event);
      if (change) {
        agents.push(change);
        foldAgent(running, change);
      }
      const callId = projectedCallId(event);
      if (callId !== undefined) {
        const key = callKey(append.sessionId, callId);
        const before = calls.get(key);
        const after = foldCall(before, event, {
          sessionId: append.sessionId,
          at: append.at,
          workerId,
        });
        if (after && after !== before) {
          calls.set(key, after);
          touched.set(key, after);
          if (isFinal(after.status) && after.startedAt !== null) onCallEnd(after);
        }
      }
      return { ...event, v: 1, seq, sessionId: append.sessionId, at: append.at };
    });
    lastSeqs.set(append.sessionId, lastSeq + written.length);
    return written;
  });

  if (lines.length > 0) {
    const grown = [...new Set(lines.map((line) => line.sessionId))];
    await tx.query(
      `with written as (
         insert into callboard.session_events (tenant_id, session_id, seq, at, type, body)
         select $1::uuid, * from unnest($2::text[], $3::bigint[], $4::bigint[], $5::text[], $6::text[])
       )
       update callboard.sessions s set last_seq = n.last_seq, updated_at = $9::bigint
       from unnest($7::text[], $8::bigint[]) as n (id, last_seq) where s.id = n.id`,
      [
        tenantId,
        ...columns(lines, ["sessionId", "seq", "at", "type", "body"]),
        grown,
        grown.map((id) => lastSeqs.get(id)),
        lines[lines.length - 1]!.at,
      ],
    );
  }
  for (const [index, { sessionId, outputs = [], at }] of appends.entries()) {
    if (!(outcomes[index] instanceof AppendRefused)) await writeOutputs(tx, tenantId, sessionId, at, outputs);
  }
  if (touched.size > 0) await writeCalls(tx, tenantId, [...touched.values()]);
  if (agents.length > 0) await writeAgents(tx, tenantId, agents);
  return outcomes;
}

/** What stands against a write under a fence. */
function fenceRefusal(
  { workerId, about }: Fence,
  sessionId: string,
  now: { claimedBy: string | null; calls: ReadonlyMap<string, CallRow>; running: AgentEpochs },
): AppendRefused | undefined {
  const { claimedBy, calls, running } = now;
  const call = about && "callId" in about ? about : undefined;
  const row = call && calls.get(callKey(sessionId, call.callId));
  if (call?.begins) {
    return row && new AppendRefused("begun", `The call ${call.callId} was begun here before (${row.status}).`);
  }
  if (call && !row) return new AppendRefused("fenced", `The call ${call.callId} was never begun here.`);
  const holder = row?.workerId ?? claimedBy;
  if (holder !== workerId) {
    const what = call ? `the call ${call.callId}` : `the session ${sessionId}`;
    return new AppendRefused("fenced", `Another worker has taken over ${what}.`);
  }
  if (row) return isFinal(row.status) ? endedAlready(row) : undefined;
  if (!about || !("agentId" in about) || running.get(agentKey(sessionId, about.agentId)) === about.epoch) {
    return undefined;
  }
  return new AppendRefused("ended", `The agent ${about.agentId} was ended, or began anew, meanwhile.`);
}

/** The worker that holds the calls which events begin: those below a call are held as it is. */
function holderOf({ fence, sessionId }: PendingAppend, calls: ReadonlyMap<string, CallRow>): string | null {
  const about = fence?.about;
  if (!about || !("callId" in about)) return null;
  if (about.begins) return about.begins === "held" ? fence.workerId : null;
  return calls.get(callKey(sessionId, about.callId))?.workerId ?? null;
}

/** What is written about one call may say what it likes of those below it; any other end counts once. */
function endedTwice(
  { fence, sessionId, events }: PendingAppend,
  calls: ReadonlyMap<string, CallRow>,
): AppendRefused | undefined {
  if (fence?.about && "callId" in fence.about) return undefined;
  for (const event of events) {
    if (!isCallEnd(event)) continue;
    const row = calls.get(callKey(sessionId, event.callId));
    if (row && isFinal(row.status)) return endedAlready(row);
  }
  return undefined;
}

interface SessionRow {
  id: string;
  last_seq: number;
  driver_id: string | null;
}

function endedAlready(row: CallRow): AppendRefused {
  return new AppendRefused("ended", `The call ${row.callId} has ended already (${row.status}).`);
}

/** Locks one session's row until the transaction ends. */
export async function lockSession(tx: Transaction, sessionId: string): Promise<void> {
  await tx.query("select id from callboard.sessions where id = $1 for update", [sessionId]);
}

async function lockSessions(
  tx: Transaction,
  tenantId: string,
  appends: readonly PendingAppend[],
): Promise<Map<string, SessionRow>> {
  const ids = [...new Set(appends.map((append) => append.sessionId))];
  const lock = async () => {
    const rows = await tx.query<SessionRow>(
      "select id, last_seq, driver_id from callboard.sessions where id = any($1::text[]) order by id for update",
      [ids],
    );
    return new Map(rows.map((row) => [row.id, row]));
  };
  const existing = await lock();
  const created = new Map<string, NonNullable<PendingAppend["creator"]>>();
  for (const { sessionId, creator } of appends) {
    if (creator && !existing.has(sessionId) && !created.has(sessionId)) created.set(sessionId, creator);
  }
  if (created.size === 0) return existing;
  await tx.query(
    `insert into callboard.sessions (tenant_id, created_at, updated_at, id, user_id, title)
     select $1::uuid, $2::bigint, $2::bigint, * from unnest($3::text[], $4::text[], $5::text[]) as n (id, user_id, title)
     order by n.id on conflict (id, tenant_id) do nothing`,
    [
      tenantId,
      appends[0]!.at,
      [...created.keys()],
      [...created.values()].map(({ userId }) => userId),
      [...created.values()].map(({ title }) => title ?? null),
    ],
  );
  return await lock();
}

async function readCalls(tx: Transaction, appends: readonly PendingAppend[]): Promise<Map<string, CallRow>> {
  const sessionIds = new Set<string>();
  const callIds = new Set<string>();
  for (const { sessionId, events, fence } of appends) {
    const before = callIds.size;
    if (fence?.about && "callId" in fence.about) callIds.add(fence.about.callId);
    for (const event of events) {
      const callId = projectedCallId(event);
      if (callId !== undefined) callIds.add(callId);
    }
    if (callIds.size > before) sessionIds.add(sessionId);
  }
  if (callIds.size === 0) return new Map();
  for (const { sessionId } of appends) sessionIds.add(sessionId);
  // `input` and `error` may be large and do not decide anything here: the upsert keeps them.
  const rows = await tx.query<CallColumns>(
    `select session_id, call_id, tool, status, approvals, source, user_id, agent_id, requested_at, started_at, ended_at,
            duration_ms, worker_id, turn
     from callboard.calls where session_id = any($1::text[]) and call_id = any($2::text[])`,
    [[...sessionIds], [...callIds]],
  );
  return new Map(rows.map((row) => [callKey(row.session_id, row.call_id), fromColumns(row)]));
}

async function writeCalls(tx: Transaction, tenantId: string, rows: readonly CallRow[]): Promise<void> {
  const rowsWithText = rows.map((row) => ({
    ...row,
    approvals: approvalsText(row),
    turn: row.turn && JSON.stringify(row.turn),
  }));
  await tx.query(
    `insert into callboard.calls (tenant_id, session_id, call_id, tool, status, approvals, source, user_id, agent_id, summary, wording, input,
       error, requested_at, started_at, ended_at, duration_ms, worker_id, retry_of, turn)
     select $1::uuid, * from unnest($2::text[], $3::text[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[],
       $9::text[], $10::text[], $11::text[], $12::text[], $13::text[], $14::bigint[], $15::bigint[], $16::bigint[],
       $17::float8[], $18::text[], $19::text[], $20::text[])
     on conflict (session_id, tenant_id, call_id) do update set
       status = excluded.status,
       approvals = excluded.approvals,
       summary = coalesce(excluded.summary, calls.summary),
       wording = coalesce(excluded.wording, calls.wording),
       input = coalesce(excluded.input, calls.input),
       error = coalesce(excluded.error, calls.error),
       started_at = excluded.started_at,
       ended_at = excluded.ended_at,
       duration_ms = excluded.duration_ms,
       worker_id = excluded.worker_id,
       turn = excluded.turn`,
    [
      tenantId,
      ...columns(rowsWithText, [
        "sessionId",
        "callId",
        "tool",
        "status",
        "approvals",
        "source",
        "userId",
        "agentId",
        "summary",
        "wording",
        "input",
        "error",
        "requestedAt",
        "startedAt",
        "endedAt",
        "durationMs",
        "workerId",
        "retryOf",
        "turn",
      ]),
    ],
  );
}

function fromColumns(row: CallColumns): CallRow {
  return {
    sessionId: row.session_id,
    callId: row.call_id,
    tool: row.tool,
    status: row.status,
    ...readApprovals(row.approvals),
    turn: readTurn(row.turn),
    source: row.source,
    userId: row.user_id,
    agentId: row.agent_id,
    summary: null,
    wording: null,
    input: null,
    error: null,
    requestedAt: row.requested_at,
    startedAt: row.started_at,
    endedAt: row.ended_at,
    durationMs: row.duration_ms,
    workerId: row.worker_id,
    // Written with the row's first event, and never again.
    retryOf: null,
  };
}

/** Rows as one array a column, the form that `unnest` needs. */
function columns<Row>(rows: readonly Row[], keys: readonly (keyof Row)[]): unknown[][] {
  return keys.map((key) => rows.map((row) => row[key]));
}

function callKey(sessionId: string, callId: string): string {
  return `${sessionId}\n${callId}`;
}
