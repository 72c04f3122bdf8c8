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

/** Gives a session back, if nothing has been written since `lastSeq`; false where there is more to do. */
export async function releaseSession(
  database: Database,
  { tenantId, sessionId }: Undriven,
  workerId: string,
  lastSeq: number,
): Promise<boolean> {
  const rows = await database.asTenant(tenantId, (tx) =>
    tx.query<{ last_seq: number; driver_id: string | null }>(
      `update callboard.sessions set driver_id = case when last_seq = $3 then null else driver_id end
       where id = $1 and driver_id = $2 returning last_seq, driver_id`,
      [sessionId, workerId, lastSeq],
    ),
  );
  return rows[0]?.driver_id !== workerId;
}

/** Sessions whose agents run though no living worker drives them; those that were given back, too, if `all`. */
export async function undrivenSessions(database: Database, all: boolean): Promise<Undriven[]> {
  const rows = await database.asHost((tx) =>
    tx.query<{ tenant_id: string; id: string }>(
      `select s.tenant_id, s.id from callboard.sessions s
       where (s.driver_id is not null and ${DEAD} or s.driver_id is null and $1)
         and exists (select from callboard.agents a where a.session_id = s.id and a.status = 'running' and a.driven)`,
      [all],
    ),
  );
  return rows.map((row) => ({ tenantId: row.tenant_id, sessionId: row.id }));
}
