import type { CallStatus, SessionEvent } from "@callboard/core";
import type { Transaction } from "../db/database.ts";
import type { CallTurn } from "@callboard/core/host";
import { readApprovals, readTurn } from "../log/callProjection.ts";
import { readEventsOf, readLocked, type LogLine, type SessionKey } from "../log/logReader.ts";

/** A session whose row is locked: what is read here stays true until the events that follow from it are written. */
export interface LockedSession {
  /**
   * Makes the session where it is not there yet. Of two first messages at once, the second waits for the first here.
   */
  create(userId: string): Promise<void>;
  /**
   * Whose it is, and whether an agent that the host runs is at work in it; undefined where the tenant has none of this
   * id.
   */
  read(): Promise<{ userId: string | null; isBusy: boolean } | undefined>;
  /** Makes a chat of a session that is none yet. */
  entitle(title: string): Promise<void>;
  /** All lines after a `seq`. */
  linesAfter(seq: number): Promise<LogLine[]>;
  /** All events of one type, in order. */
  eventsOf<Type extends SessionEvent["type"]>(type: Type): Promise<Extract<SessionEvent, { type: Type }>[]>;
  statusOf(callId: string): Promise<CallStatus | undefined>;
  /** The ids of the questions that a call waits for. */
  openQuestions(callId: string): Promise<readonly string[]>;
  /** The turn that a call waits for or has, and the last line of the log. */
  turnOf(callId: string): Promise<{ turn: CallTurn | null; lastSeq: number }>;
  /** The calls that some workers hold. */
  heldBy(workers: readonly string[]): Promise<string[]>;
}

/** What a process has to be running for; a call that waits for an approval needs none. */
export const NEEDS_WORKER = "status in ('requested', 'ready', 'running')";

export function lockedSession(tx: Transaction, { tenantId, sessionId }: SessionKey): LockedSession {
  return {
    async create(userId) {
      await tx.query(
        `insert into callboard.sessions (id, tenant_id, user_id, created_at, updated_at)
         values ($1, $2::uuid, $3, $4, $4) on conflict (id, tenant_id) do nothing`,
        [sessionId, tenantId, userId, Date.now()],
      );
    },
    async read() {
      const [row] = await tx.query<{ user_id: string | null }>(
        "select user_id from callboard.sessions where id = $1 for update",
        [sessionId],
      );
      if (!row) return undefined;
      const running = await tx.query(
        "select agent_id from callboard.agents where session_id = $1 and status = 'running' and driven limit 1",
        [sessionId],
      );
      return { userId: row.user_id, isBusy: running.length > 0 };
    },
    async entitle(title) {
      await tx.query("update callboard.sessions set title = $2 where id = $1 and title is null", [sessionId, title]);
    },
    linesAfter: (seq) => readLocked(tx, sessionId, seq),
    eventsOf: (type) => readEventsOf(tx, sessionId, [type]) as never,
    async statusOf(callId) {
      const [row] = await tx.query<{ status: CallStatus }>(
        "select status from callboard.calls where session_id = $1 and call_id = $2",
        [sessionId, callId],
      );
      return row?.status;
    },
    async openQuestions(callId) {
      const [row] = await tx.query<{ approvals: string | null }>(
        "select approvals from callboard.calls where session_id = $1 and call_id = $2",
        [sessionId, callId],
      );
      return readApprovals(row?.approvals ?? null).questions;
    },
    async turnOf(callId) {
      const [row] = await tx.query<{ turn: string | null; last_seq: number }>(
        `select s.last_seq, (select turn from callboard.calls where session_id = s.id and call_id = $2) as turn
         from callboard.sessions s where s.id = $1`,
        [sessionId, callId],
      );
      return { turn: readTurn(row?.turn ?? null), lastSeq: row?.last_seq ?? 0 };
    },
    async heldBy(workers) {
      const rows = await tx.query<{ call_id: string }>(
        `select call_id from callboard.calls where session_id = $1 and ${NEEDS_WORKER} and worker_id = any($2::text[])
         order by requested_at, call_id`,
        [sessionId, workers],
      );
      return rows.map((row) => row.call_id);
    },
  };
}
