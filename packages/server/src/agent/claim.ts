import type { Database } from "../db/database.ts";

/** A session that has something to do and nobody who does it. */
export interface Undriven {
  tenantId: string;
  sessionId: string;
}

const DEAD = "not exists (select from callboard.workers w where w.id = s.driver_id)";

/**
 * Takes a session's agents for this worker. Null where a living worker has them; `abandoned` where a dead one had, and
 * may have left something half done.
 */
export async function claimSession(
  database: Database,
  { tenantId, sessionId }: Undriven,
  workerId: string,
): Promise<{ abandoned: boolean } | null> {
  const [row] = await database.asHost((tx) =>
    tx.query<{ before: string | null }>(
      `with before as (select driver_id from callboard.sessions where id = $1 and tenant_id = $2::uuid for update)
       update callboard.sessions s set driver_id = $3 from before
       where s.id = $1 and s.tenant_id = $2::uuid and (s.driver_id is null or s.driver_id = $3 or ${DEAD})
       returning before.driver_id as before`,
      [sessionId, tenantId, workerId],
    ),
  );
  return row ? { abandoned: row.before !== null } : null;
}

/**
 * Gives a session back with nothing left to do until `dueAt`, if nothing has been written since `lastSeq`; false where
 * there is more to do.
 */
export async function releaseSession(
  database: Database,
  { tenantId, sessionId }: Undriven,
  workerId: string,
  settled: { lastSeq: number; dueAt: number | null },
): Promise<boolean> {
  const rows = await database.asTenant(tenantId, (tx) =>
    tx.query<{ driver_id: string | null }>(
      `update callboard.sessions set
         driver_id = case when last_seq = $3 then null else driver_id end,
         settled_seq = case when last_seq = $3 then $3 else settled_seq end,
         due_at = $4
       where id = $1 and driver_id = $2 returning driver_id`,
      [sessionId, workerId, settled.lastSeq, settled.dueAt],
    ),
  );
  return rows[0]?.driver_id !== workerId;
}

/** Gives a session back with moves left: whoever looks for undriven ones takes it up. */
export async function abandonSession(
  database: Database,
  { tenantId, sessionId }: Undriven,
  workerId: string,
): Promise<void> {
  await database.asTenant(tenantId, (tx) =>
    tx.query("update callboard.sessions set driver_id = null, settled_seq = 0 where id = $1 and driver_id = $2", [
      sessionId,
      workerId,
    ]),
  );
}

/**
 * Sessions that nobody living drives, and should: a dead worker had them, something was written that no driver has seen,
 * or something is due. With `all`, those that wait, too.
 */
export async function undrivenSessions(database: Database, all: boolean): Promise<Undriven[]> {
  const rows = await database.asHost((tx) =>
    tx.query<{ tenant_id: string; id: string }>(
      `select s.tenant_id, s.id from callboard.sessions s where s.driver_id is not null and ${DEAD}
       union
       select s.tenant_id, s.id from callboard.sessions s
       where s.driver_id is null and ($1 or s.last_seq > s.settled_seq or s.due_at <= $2)
         and s.id in (
           select a.session_id from callboard.agents a where a.status = 'running' and a.driven
           union
           select k.session_id from callboard.calls k
           where k.worker_id is null and k.status in ('requested', 'ready', 'running')
         )`,
      [all, Date.now()],
    ),
  );
  return rows.map((row) => ({ tenantId: row.tenant_id, sessionId: row.id }));
}
