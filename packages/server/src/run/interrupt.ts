import type { NewEvent } from "@callboard/core";
import type { Transaction } from "../db/database.ts";
import type { Store } from "../db/store.ts";
import { strikeDeadWorkers } from "./workers.ts";

/** What somebody has to be running for; a call that waits for an approval needs no process. */
const RUNNING = "status in ('requested', 'ready', 'running')";

const PROCESS_ENDED =
  "The process that ran this call ended before the call did. What it did until then is kept; run it again if you still need it.";

/**
 * Ends what dead workers left running, with `interrupted`, and leaves the calls of living ones alone. Safe to run in
 * several processes at once. Returns how many sessions were put right.
 */
export async function interruptAbandoned(store: Store): Promise<number> {
  const abandoned = await store.database.asHost(async (tx) => {
    await strikeDeadWorkers(tx);
    return await tx.query<{ tenant_id: string; session_id: string; workers: string[] }>(
      `select c.tenant_id, c.session_id, array_agg(distinct c.worker_id) as workers from callboard.calls c
       where c.${RUNNING} and c.worker_id is not null
         and not exists (select from callboard.workers w where w.id = c.worker_id)
       group by 1, 2`,
    );
  });
  // A struck-out worker never writes under that id again, so the list cannot grow stale.
  for (const { tenant_id, session_id, workers } of abandoned) {
    await store.writer.decide(tenant_id, session_id, (tx) =>
      endsOf(tx, session_id, `${RUNNING} and worker_id = any($2::text[])`, workers, {
        how: "interrupted",
        reason: PROCESS_ENDED,
      }),
    );
  }
  return abandoned.length;
}

/** Ends one call and all that is open below it; nothing where it has ended already. */
export function endCall(
  store: Store,
  tenantId: string,
  sessionId: string,
  callId: string,
  end: { how: "cancelled" | "interrupted"; reason: string },
): Promise<unknown> {
  return store.writer.decide(tenantId, sessionId, (tx) => endsOf(tx, sessionId, "call_id = $2", callId, end));
}

/** The final events of the open calls that a condition picks and of the agents below them, the innermost first. */
async function endsOf(
  tx: Transaction,
  sessionId: string,
  condition: string,
  parameter: unknown,
  end: { how: "cancelled" | "interrupted"; reason: string },
): Promise<NewEvent[]> {
  const picked = await tx.query<{ call_id: string }>(
    `update callboard.calls set epoch = epoch + 1
     where session_id = $1 and ended_at is null and ${condition} returning call_id`,
    [sessionId, parameter],
  );
  if (picked.length === 0) return [];
  const calls = await tx.query<{ call_id: string; agent_id: string | null; open: boolean }>(
    "select call_id, agent_id, ended_at is null as open from callboard.calls where session_id = $1",
    [sessionId],
  );
  const agents = await readAgents(tx, sessionId);

  const ends: NewEvent[] = [];
  const closed = new Set<string>();
  const close = (callId: string): void => {
    if (closed.has(callId)) return;
    closed.add(callId);
    for (const [agentId, agent] of agents) {
      if (agent.parentCallId !== callId) continue;
      for (const call of calls) if (call.open && call.agent_id === agentId) close(call.call_id);
      if (agent.open) ends.push({ type: `agent.${end.how}`, agentId, reason: end.reason });
    }
    ends.push({ type: `tool.${end.how}`, callId, reason: end.reason });
  };
  for (const { call_id } of picked) close(call_id);
  return ends;
}

async function readAgents(tx: Transaction, sessionId: string) {
  const rows = await tx.query<{ type: string; body: string }>(
    `select type, body from callboard.session_events where session_id = $1 and type in ('agent.started',
       'agent.retracted', 'agent.completed', 'agent.failed', 'agent.cancelled', 'agent.interrupted') order by seq`,
    [sessionId],
  );
  const agents = new Map<string, { parentCallId: string | undefined; open: boolean }>();
  for (const { type, body } of rows) {
    const event = JSON.parse(body) as { agentId: string; parentCallId?: string };
    const agent = agents.get(event.agentId);
    const open = type === "agent.started" || type === "agent.retracted";
    if (agent) agent.open = open;
    else agents.set(event.agentId, { parentCallId: event.parentCallId, open });
  }
  return agents;
}
