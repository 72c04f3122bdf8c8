import type { Database } from "../db/database.ts";
import type { CallLimits } from "@callboard/core";
import { readTurn } from "../log/callProjection.ts";
import type { SessionKey } from "../log/logReader.ts";
import { NEEDS_WORKER } from "./lockedSession.ts";

/** The database's clock, so that processes need not agree on theirs. Epoch milliseconds. */
const NOW = "(extract(epoch from clock_timestamp()) * 1000)::bigint";

/** No living worker has claimed the session `s`, whose agents run under it. */
const UNCLAIMED = "not exists (select from callboard.workers w where w.id = s.driver_id)";

/** A call that waits for its turn, or has it. */
export interface TurnOfCall extends SessionKey {
  callId: string;
  tool: string;
  turnId: string;
  limits: CallLimits;
}

/** Which worker lives, which sessions it has claimed, and what dead ones left. */
export interface Claims {
  /** Enters a worker, whose lease ends after so many milliseconds unless it is renewed. */
  enter(workerId: string, leaseMs: number): Promise<void>;
  /** False where the worker was taken for dead meanwhile. */
  renew(workerId: string, leaseMs: number): Promise<boolean>;
  leave(workerId: string): Promise<void>;
  /** Strikes out workers whose lease has ended. One that was only paused finds its row gone, and its writes refused. */
  strikeDead(): Promise<void>;
  /** Strikes out all workers, where no other process can live. */
  strikeAll(): Promise<void>;
  /**
   * Sessions with calls that dead workers held. Nobody holds a call under a struck-out id again, so the answer stays
   * true.
   */
  abandonedCalls(): Promise<(SessionKey & { workers: string[] })[]>;
  /** The calls, of all tenants, whose work an engine goes on with until they end. */
  openWork(): Promise<(SessionKey & { callId: string; agentId: string })[]>;
  /** The calls, of all tenants, that wait for their turn or have it. */
  turns(): Promise<TurnOfCall[]>;
  /** Those of some workers that live. */
  living(workerIds: readonly string[]): Promise<string[]>;
  /**
   * Takes a session's agents for a worker. Null where a living worker has them; `abandoned` where a dead one had, and
   * may have left something half done.
   */
  claim(session: SessionKey, workerId: string): Promise<{ abandoned: boolean } | null>;
  /**
   * Gives a session back with nothing left to do until `dueAt`, if nothing has been written since `lastSeq`; false
   * where there is more to do.
   */
  release(session: SessionKey, workerId: string, settled: { lastSeq: number; dueAt: number | null }): Promise<boolean>;
  /** Gives a session back with moves left: whoever looks for unclaimed ones takes it up. */
  abandon(session: SessionKey, workerId: string): Promise<void>;
  /**
   * Sessions that no living worker has claimed, and one should: a dead worker had them, something was written that no
   * loop has seen, or something is due. With `all`, those that wait, too.
   */
  unclaimed(all: boolean): Promise<SessionKey[]>;
}

export function createClaims(database: Database): Claims {
  return {
    async enter(workerId, leaseMs) {
      await database.asHost((tx) =>
        tx.query(
          `insert into callboard.workers (id, started_at, lease_until) values ($1, ${NOW}, ${NOW} + $2::bigint)`,
          [workerId, leaseMs],
        ),
      );
    },
    async renew(workerId, leaseMs) {
      const renewed = await database.asHost((tx) =>
        tx.query(`update callboard.workers set lease_until = ${NOW} + $2::bigint where id = $1 returning id`, [
          workerId,
          leaseMs,
        ]),
      );
      return renewed.length > 0;
    },
    async leave(workerId) {
      await database.asHost((tx) => tx.query("delete from callboard.workers where id = $1", [workerId]));
    },
    async strikeDead() {
      await database.asHost((tx) => tx.query(`delete from callboard.workers where lease_until < ${NOW}`));
    },
    async strikeAll() {
      await database.asHost((tx) => tx.query("delete from callboard.workers"));
    },
    async abandonedCalls() {
      const rows = await database.asHost((tx) =>
        tx.query<{ tenant_id: string; session_id: string; workers: string[] }>(
          `select c.tenant_id, c.session_id, array_agg(distinct c.worker_id) as workers from callboard.calls c
           where c.${NEEDS_WORKER} and c.worker_id is not null
             and not exists (select from callboard.workers w where w.id = c.worker_id)
           group by 1, 2`,
        ),
      );
      return rows.map((row) => ({ tenantId: row.tenant_id, sessionId: row.session_id, workers: row.workers }));
    },
    async openWork() {
      const rows = await database.asHost((tx) =>
        tx.query<{ tenant_id: string; session_id: string; agent_id: string; call_id: string }>(
          `select tenant_id, session_id, agent_id, parent_call_id as call_id from callboard.agents
           where works and status = 'running' and parent_call_id is not null`,
        ),
      );
      return rows.map((row) => ({
        tenantId: row.tenant_id,
        sessionId: row.session_id,
        callId: row.call_id,
        agentId: row.agent_id,
      }));
    },
    async turns() {
      const rows = await database.asHost((tx) =>
        tx.query<{ tenant_id: string; session_id: string; call_id: string; tool: string; turn: string }>(
          `select tenant_id, session_id, call_id, tool, turn from callboard.calls
           where turn is not null order by session_id`,
        ),
      );
      return rows.flatMap(({ tenant_id: tenantId, session_id: sessionId, call_id: callId, tool, turn: text }) => {
        const turn = readTurn(text);
        return turn ? [{ tenantId, sessionId, callId, tool, turnId: turn.id, limits: turn.limits }] : [];
      });
    },
    async living(workerIds) {
      const rows = await database.asHost((tx) =>
        tx.query<{ id: string }>("select id from callboard.workers where id = any($1::text[])", [workerIds]),
      );
      return rows.map(({ id }) => id);
    },
    async claim({ tenantId, sessionId }, workerId) {
      const [row] = await database.asHost((tx) =>
        tx.query<{ before: string | null }>(
          `with before as (select driver_id from callboard.sessions where id = $1 and tenant_id = $2::uuid for update)
           update callboard.sessions s set driver_id = $3 from before
           where s.id = $1 and s.tenant_id = $2::uuid and (s.driver_id is null or s.driver_id = $3 or ${UNCLAIMED})
           returning before.driver_id as before`,
          [sessionId, tenantId, workerId],
        ),
      );
      return row ? { abandoned: row.before !== null } : null;
    },
    async release({ tenantId, sessionId }, workerId, { lastSeq, dueAt }) {
      const [row] = await database.asTenant(tenantId, (tx) =>
        tx.query<{ driver_id: string | null }>(
          `update callboard.sessions set
             driver_id = case when last_seq = $3 then null else driver_id end,
             settled_seq = case when last_seq = $3 then $3 else settled_seq end,
             due_at = $4
           where id = $1 and driver_id = $2 returning driver_id`,
          [sessionId, workerId, lastSeq, dueAt],
        ),
      );
      return row?.driver_id !== workerId;
    },
    async abandon({ tenantId, sessionId }, workerId) {
      await database.asTenant(tenantId, (tx) =>
        tx.query("update callboard.sessions set driver_id = null, settled_seq = 0 where id = $1 and driver_id = $2", [
          sessionId,
          workerId,
        ]),
      );
    },
    async unclaimed(all) {
      const rows = await database.asHost((tx) =>
        tx.query<{ tenant_id: string; id: string }>(
          `select s.tenant_id, s.id from callboard.sessions s where s.driver_id is not null and ${UNCLAIMED}
           union
           select s.tenant_id, s.id from callboard.sessions s
           where s.driver_id is null and ($1 or s.last_seq > s.settled_seq or s.due_at <= $2)
             and (s.id, s.tenant_id) in (
               select a.session_id, a.tenant_id from callboard.agents a where a.status = 'running' and a.driven
               union
               select k.session_id, k.tenant_id from callboard.calls k where k.worker_id is null and k.${NEEDS_WORKER}
               union
               select k.session_id, k.tenant_id from callboard.calls k where k.status = 'awaiting-input'
               union
               select k.session_id, k.tenant_id from callboard.calls k where k.status = 'awaiting-approval'
             )`,
          [all, Date.now()],
        ),
      );
      return rows.map((row) => ({ tenantId: row.tenant_id, sessionId: row.id }));
    },
  };
}
