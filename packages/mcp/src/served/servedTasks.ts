import type { Store } from "@callboard/server";
import type { Caller } from "./caller.ts";
import type { WaitingCall } from "./waitingCalls.ts";

/** How long a client may ask for a task, in milliseconds, from when it began. */
export const TASK_TTL_MS = 7 * 24 * 60 * 60 * 1000;

/** Calls that clients follow as tasks: each is its caller's alone, over restarts, as long as a client was promised. */
export interface ServedTasks {
  keep(caller: Caller, call: WaitingCall): Promise<void>;
  /** Undefined where this caller has no such task. */
  find(caller: Caller, taskId: string): Promise<WaitingCall | undefined>;
  /** Those of a caller, the newest first, after one of them. */
  list(caller: Caller, page: { after: string | undefined; limit: number }): Promise<WaitingCall[]>;
  /** All of a caller, by its id; they are forgotten. */
  take(tenantId: string, caller: string): Promise<string[]>;
}

export function createServedTasks({ database }: Pick<Store, "database">): ServedTasks {
  return {
    async keep({ actor: { tenantId }, id }, { callId, sessionId }) {
      const now = Date.now();
      await database.asTenant(tenantId, async (tx) => {
        await tx.query("delete from callboard.mcp_tasks where created_at < $1", [now - TASK_TTL_MS]);
        await tx.query(
          `insert into callboard.mcp_tasks (tenant_id, call_id, session_id, caller, created_at)
           values ($1::uuid, $2, $3, $4, $5) on conflict (tenant_id, call_id) do nothing`,
          [tenantId, callId, sessionId, id, now],
        );
      });
    },
    async find({ actor: { tenantId }, id }, taskId) {
      const [row] = await database.asTenant(tenantId, (tx) =>
        tx.query<{ session_id: string }>(
          "select session_id from callboard.mcp_tasks where call_id = $1 and caller = $2 and created_at >= $3",
          [taskId, id, Date.now() - TASK_TTL_MS],
        ),
      );
      return row && { callId: taskId, sessionId: row.session_id };
    },
    async list({ actor: { tenantId }, id }, { after, limit }) {
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query<{ call_id: string; session_id: string }>(
          `select call_id, session_id from callboard.mcp_tasks
           where caller = $1 and created_at >= $2 and ($3::text is null or (created_at, call_id) <
             (select created_at, call_id from callboard.mcp_tasks where caller = $1 and call_id = $3))
           order by created_at desc, call_id desc limit $4`,
          [id, Date.now() - TASK_TTL_MS, after ?? null, limit],
        ),
      );
      return rows.map((row) => ({ callId: row.call_id, sessionId: row.session_id }));
    },
    async take(tenantId, caller) {
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query<{ call_id: string }>("delete from callboard.mcp_tasks where caller = $1 returning call_id", [caller]),
      );
      return rows.map(({ call_id }) => call_id);
    },
  };
}
