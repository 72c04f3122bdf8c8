import { createHash } from "node:crypto";
import { canonicalJson } from "@callboard/core/host";
import type { Store } from "@callboard/server";
import type { Caller } from "./caller.ts";

/** A call that a client may have left before it had its result. */
export interface WaitingCall {
  sessionId: string;
  callId: string;
}

/** What a caller asks for: the same tool with the same input. */
export interface AskedCall {
  caller: Caller;
  tool: string;
  input: unknown;
}

/**
 * Calls that wait for a person, by what was asked: a client that comes back, after its patience, its connection or this
 * process ended, goes on with the call that waits, and none is begun beside it.
 */
export interface WaitingCalls {
  find(asked: AskedCall): Promise<WaitingCall | undefined>;
  keep(asked: AskedCall, call: WaitingCall): Promise<void>;
  /** Its client has the result. */
  forget(asked: AskedCall, call: WaitingCall): Promise<void>;
  /** All that wait of a caller, by its id; they are forgotten. */
  take(tenantId: string, caller: string): Promise<WaitingCall[]>;
}

export function createWaitingCalls({ database }: Pick<Store, "database">): WaitingCalls {
  const keyOf = ({ caller, tool, input }: AskedCall) => [caller.id, fingerprintOf(tool, input)];
  return {
    async find(asked) {
      const [row] = await database.asTenant(asked.caller.actor.tenantId, (tx) =>
        tx.query<{ call_id: string; session_id: string }>(
          "select call_id, session_id from callboard.mcp_waiting where caller = $1 and fingerprint = $2",
          keyOf(asked),
        ),
      );
      return row && { callId: row.call_id, sessionId: row.session_id };
    },
    async keep(asked, { callId, sessionId }) {
      const { tenantId } = asked.caller.actor;
      await database.asTenant(tenantId, (tx) =>
        tx.query(
          `insert into callboard.mcp_waiting (tenant_id, caller, fingerprint, call_id, session_id, created_at)
           values ($1::uuid, $2, $3, $4, $5, $6) on conflict (tenant_id, caller, fingerprint)
           do update set call_id = excluded.call_id, session_id = excluded.session_id, created_at = excluded.created_at`,
          [tenantId, ...keyOf(asked), callId, sessionId, Date.now()],
        ),
      );
    },
    async forget(asked, { callId }) {
      await database.asTenant(asked.caller.actor.tenantId, (tx) =>
        tx.query("delete from callboard.mcp_waiting where caller = $1 and fingerprint = $2 and call_id = $3", [
          ...keyOf(asked),
          callId,
        ]),
      );
    },
    async take(tenantId, caller) {
      const rows = await database.asTenant(tenantId, (tx) =>
        tx.query<{ call_id: string; session_id: string }>(
          "delete from callboard.mcp_waiting where caller = $1 returning call_id, session_id",
          [caller],
        ),
      );
      return rows.map((row) => ({ callId: row.call_id, sessionId: row.session_id }));
    },
  };
}

/** The same, whatever the order of the keys. */
const fingerprintOf = (tool: string, input: unknown): string =>
  createHash("sha256")
    .update(canonicalJson([tool, input]))
    .digest("hex");
