import type { CallStatus, CallSummary, NewEvent, SessionEvent, SessionSummary } from "@callboard/core";
import type { Database } from "../db/database.ts";
import { storable } from "../db/storable.ts";
import { isQueued, waitsForOf } from "../log/callProjection.ts";
import { readEventsOf, type SessionKey } from "../log/logReader.ts";
import type { LogWriter } from "../log/logWriter.ts";
import { lockedSession, type LockedSession } from "./lockedSession.ts";

/** A session as its row has it. */
export interface SessionEntry {
  /** Whose it is. */
  userId: string | null;
  lastSeq: number;
  /** Null where it is no chat. */
  title: string | null;
}

/** A call as its row has it. */
export interface CallEntry {
  sessionId: string;
  /** Whose session it is in. */
  userId: string | null;
  tool: string;
  status: CallStatus;
  /** The worker that runs it; null where it goes on from the log alone. */
  workerId: string | null;
}

/** Tenants' sessions with their calls and agents, as rows that are kept in the transactions of the events. */
export interface Sessions {
  find(session: SessionKey): Promise<SessionEntry | undefined>;
  /** A person's chats, the one that changed last first; with `search`, those whose title holds all of its words. */
  chatsOf(tenantId: string, userId: string, options: { limit: number; search?: string }): Promise<SessionSummary[]>;
  /** False where the tenant has no such chat. */
  rename(session: SessionKey, title: string): Promise<boolean>;
  /** Deletes a session with its events, calls and agents; false where the tenant has no such session. */
  remove(session: SessionKey): Promise<boolean>;
  /** The newest call of this id, which handlers choose for their nested calls; in one session or in any. */
  findCall(tenantId: string, callId: string, sessionId?: string): Promise<CallEntry | undefined>;
  /** Whether it has calls, and all of them completed. */
  isCompleted(session: SessionKey): Promise<boolean>;
  /** A tool's calls before another one, the newest first; undefined where `before` is no call of this tool. */
  callsOf(
    tenantId: string,
    tool: string,
    page: { before: string | undefined; limit: number },
  ): Promise<CallSummary[] | undefined>;
  /** Where an agent of this id is, and whose session that is; one that runs goes before one that has ended. */
  findAgent(tenantId: string, agentId: string): Promise<{ sessionId: string; userId: string | null } | undefined>;
  /** What asked a person in a session, and how that was answered, in order. */
  approvalsIn(session: SessionKey): Promise<SessionEvent[]>;
  /**
   * Decides what to append from what is there, with the session's row locked until that is written. A transaction that
   * the database took back is decided again.
   */
  decide(session: SessionKey, events: (locked: LockedSession) => Promise<NewEvent[]>): Promise<SessionEvent[]>;
}

interface HistoryRow {
  call_id: string;
  session_id: string;
  tool: string;
  status: CallSummary["status"];
  source: CallSummary["source"];
  user_id: string | null;
  summary: string | null;
  wording: string | null;
  input: string | null;
  error: string | null;
  requested_at: number;
  started_at: number | null;
  ended_at: number | null;
  duration_ms: number | null;
  /** What a call at or below it asks; null where none waits. */
  asking: CallStatus | null;
  approvals: string | null;
  turn: string | null;
}

/** A search takes at most so many words. */
const MOST_WORDS = 20;

export function createSessions(database: Database, writer: LogWriter): Sessions {
  return {
    async find({ tenantId, sessionId }) {
      const [row] = await database.asTenant(tenantId, (tx) =>
        tx.query<{ user_id: string | null; last_seq: number; title: string | null }>(
          "select user_id, last_seq, title from callboard.sessions where id = $1",
          [sessionId],
        ),
      );
      return row && { userId: row.user_id, lastSeq: row.last_seq, title: row.title };
    },
    async isCompleted({ tenantId, sessionId }) {
      const [row] = await database.asTenant(tenantId, (tx) =>
        tx.query<{ completed: boolean | null }>(
          "select bool_and(status = 'completed') as completed from callboard.calls where session_id = $1",
          [sessionId],
        ),
      );
      return row?.completed === true;
    },
    async chatsOf(tenantId, userId, { limit, search = "" }) {
      const words = storable(search).split(/\s+/).filter(Boolean);
      const patterns = words.slice(0, MOST_WORDS).map((word) => `%${word.replace(/[\\%_]/g, "\\$&")}%`);
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query<{
          id: string;
          title: string;
          created_at: number;
          updated_at: number;
          status: SessionSummary["status"];
          asking: CallStatus | null;
          approvals: string | null;
        }>(
          `select s.id, s.title, s.created_at, s.updated_at, k.status as asking, k.approvals, case
             when k.status is not null then 'waiting'
             when exists (select from callboard.agents a where a.session_id = s.id and a.status = 'running')
               then 'running'
             else 'idle' end as status
           from callboard.sessions s
           -- An approval comes first, in the order of the words as well.
           left join lateral (select k.status, k.approvals from callboard.calls k
             where k.session_id = s.id and k.status like 'awaiting-%'
             order by k.status, k.requested_at, k.call_id limit 1) k on true
           where s.title is not null and s.user_id = $1 and s.title ilike all ($3::text[])
           order by s.updated_at desc, s.id limit $2`,
          [userId, limit, patterns],
        ),
      );
      return rows.map(({ id, title, created_at, updated_at, status, asking, approvals }) => ({
        id,
        title,
        createdAt: created_at,
        updatedAt: updated_at,
        status,
        ...(asking && { waitsFor: waitsForOf(asking, approvals) }),
      }));
    },
    async rename({ tenantId, sessionId }, title) {
      const renamed = await database.asTenant(tenantId, (tx) =>
        tx.query("update callboard.sessions set title = $2 where id = $1 and title is not null returning id", [
          sessionId,
          title,
        ]),
      );
      return renamed.length > 0;
    },
    async remove({ tenantId, sessionId }) {
      const removed = await database.asTenant(tenantId, (tx) =>
        tx.query("delete from callboard.sessions where id = $1 returning id", [sessionId]),
      );
      return removed.length > 0;
    },
    async findCall(tenantId, callId, sessionId) {
      const [row] = await database.asTenant(tenantId, (tx) =>
        tx.query<{
          session_id: string;
          user_id: string | null;
          tool: string;
          status: CallStatus;
          worker_id: string | null;
        }>(
          `select c.session_id, s.user_id, c.tool, c.status, c.worker_id
           from callboard.calls c join callboard.sessions s on s.id = c.session_id
           where c.call_id = $1 and ($2::text is null or c.session_id = $2) order by c.requested_at desc limit 1`,
          [callId, sessionId ?? null],
        ),
      );
      if (!row) return undefined;
      const { session_id, user_id, tool, status, worker_id } = row;
      return { sessionId: session_id, userId: user_id, tool, status, workerId: worker_id };
    },
    callsOf(tenantId, tool, { before, limit }) {
      const slug = storable(tool);
      return database.asTenant(tenantId, async (tx) => {
        const [mark] =
          before === undefined
            ? []
            : await tx.query<{ requested_at: number; call_id: string }>(
                "select requested_at, call_id from callboard.calls where call_id = $1 and tool = $2 limit 1",
                [before, slug],
              );
        if (before !== undefined && !mark) return undefined;
        const rows = await tx.query<HistoryRow>(
          `select c.call_id, c.session_id, c.tool, c.status, c.source, c.user_id, c.summary, c.wording, c.input, c.error,
             c.requested_at, c.started_at, c.ended_at, c.duration_ms, c.turn, k.status as asking, k.approvals
           from (select * from callboard.calls
             where tool = $1 and ($2::bigint is null or (requested_at, call_id) < ($2::bigint, $3::text))
             order by requested_at desc, call_id desc limit $4) c
           -- Only what has not ended can wait: from it down, along the agents that its calls started.
           left join lateral (
             with recursive below (call_id, status, approvals, requested_at) as (
               select c.call_id, c.status, c.approvals, c.requested_at where c.ended_at is null
               union
               select d.call_id, d.status, d.approvals, d.requested_at from below b
               join callboard.agents a on a.session_id = c.session_id and a.parent_call_id = b.call_id
               join callboard.calls d on d.session_id = c.session_id and d.agent_id = a.agent_id and d.ended_at is null
             )
             -- An approval comes first, in the order of the words as well.
             select status, approvals from below where status like 'awaiting-%'
             order by status, requested_at, call_id limit 1) k on true
           order by c.requested_at desc, c.call_id desc`,
          [slug, mark?.requested_at ?? null, mark?.call_id ?? null, limit],
        );
        return rows.map(toSummary);
      });
    },
    async findAgent(tenantId, agentId) {
      const [row] = await database.asTenant(tenantId, (tx) =>
        // Handlers choose their agents' ids, so several sessions may have one of the same id.
        tx.query<{ session_id: string; user_id: string | null }>(
          `select a.session_id, s.user_id from callboard.agents a join callboard.sessions s on s.id = a.session_id
           where a.agent_id = $1 order by (a.status = 'running') desc, s.updated_at desc limit 1`,
          [agentId],
        ),
      );
      return row && { sessionId: row.session_id, userId: row.user_id };
    },
    approvalsIn: ({ tenantId, sessionId }) =>
      database.asTenant(tenantId, (tx) =>
        readEventsOf(tx, sessionId, [
          "tool.needs_approval",
          "tool.approved",
          "tool.denied",
          "tool.approval_expired",
          "tool.needs_input",
          "tool.input_given",
          "tool.input_expired",
        ]),
      ),
    decide: (session, events) =>
      writer.decide(session.tenantId, session.sessionId, (tx) => events(lockedSession(tx, session))),
  };
}

function toSummary(row: HistoryRow): CallSummary {
  return {
    callId: row.call_id,
    sessionId: row.session_id,
    tool: row.tool,
    status: row.status,
    ...isQueued(row.turn),
    ...(row.asking && { waitsFor: waitsForOf(row.asking, row.approvals) }),
    source: row.source,
    userId: row.user_id,
    summary: row.summary,
    wording: row.wording === null ? null : (JSON.parse(row.wording) as CallSummary["wording"]),
    input: row.input === null ? null : (JSON.parse(row.input) as unknown),
    error: row.error === null ? null : (JSON.parse(row.error) as CallSummary["error"]),
    startedAt: row.started_at ?? row.requested_at,
    endedAt: row.ended_at,
    durationMs: row.duration_ms,
  };
}
