import type { AgentStatus, NewEvent } from "@callboard/core";
import { AGENT_ENDS } from "@callboard/core/host";
import type { Transaction } from "../db/database.ts";
import { storable } from "../db/storable.ts";

/** What one event changes in the agents table. */
export interface AgentChange {
  sessionId: string;
  agentId: string;
  status: AgentStatus;
  /** Of the event that begins the agent. */
  begins: { parentCallId: string | null; isRunByHost: boolean; isWork: boolean } | null;
}

/** What an event changes in the agents table, if it is about an agent whose id a text column can hold. */
export function agentChange(sessionId: string, event: NewEvent): AgentChange | null {
  if (!("agentId" in event) || typeof event.agentId !== "string") return null;
  const { agentId } = event;
  if (agentId.length > 256 || storable(agentId) !== agentId) return null;
  switch (event.type) {
    case "agent.started": {
      const isRunByHost = event.meta?.["delegation"] !== undefined || event.meta?.["turn"] !== undefined;
      return {
        sessionId,
        agentId,
        status: "running",
        begins: { parentCallId: event.parentCallId ?? null, isRunByHost, isWork: event.meta?.["work"] !== undefined },
      };
    }
    case "agent.retracted":
      return { sessionId, agentId, status: "running", begins: null };
    case "agent.completed":
    case "agent.failed":
    case "agent.cancelled":
    case "agent.interrupted":
      return { sessionId, agentId, status: AGENT_ENDS[event.type], begins: null };
    default:
      return null;
  }
}

/** The epochs of the agents that run: how often each was told to go on. */
export type AgentEpochs = Map<string, number | null>;

export function agentKey(sessionId: string, agentId: string): string {
  return `${sessionId}\n${agentId}`;
}

/** How some agents are; null for one that has ended. */
export async function readAgents(
  tx: Transaction,
  about: readonly { sessionId: string; agentId: string }[],
): Promise<AgentEpochs> {
  if (about.length === 0) return new Map();
  const rows = await tx.query<{ session_id: string; agent_id: string; status: AgentStatus; epoch: number }>(
    `select session_id, agent_id, status, epoch from callboard.agents
     where session_id = any($1::text[]) and agent_id = any($2::text[])`,
    [about.map(({ sessionId }) => sessionId), about.map(({ agentId }) => agentId)],
  );
  return new Map(
    rows.map((row) => [agentKey(row.session_id, row.agent_id), row.status === "running" ? row.epoch : null]),
  );
}

/**
 * One change more, in the same transaction: whatever was begun before an agent ended, or was told to go on, is over.
 */
export function foldAgent(epochs: AgentEpochs, { sessionId, agentId, begins }: AgentChange): void {
  if (!begins) epochs.set(agentKey(sessionId, agentId), null);
}

/** Keeps the agents table in the transaction of the events, in their order. */
export async function writeAgents(tx: Transaction, tenantId: string, changes: readonly AgentChange[]): Promise<void> {
  for (const { sessionId, agentId, status, begins } of changes) {
    if (begins) {
      await tx.query(
        `insert into callboard.agents (tenant_id, session_id, agent_id, parent_call_id, status, driven, works)
         values ($1::uuid, $2, $3, $4, $5, $6, $7) on conflict (session_id, tenant_id, agent_id) do nothing`,
        [
          tenantId,
          sessionId,
          agentId,
          begins.parentCallId && storable(begins.parentCallId),
          status,
          begins.isRunByHost,
          begins.isWork,
        ],
      );
      // From here on the call is the log's: whoever runs its agents, or does its work, ends it.
      if ((begins.isRunByHost || begins.isWork) && begins.parentCallId) {
        await tx.query("update callboard.calls set worker_id = null where session_id = $1 and call_id = $2", [
          sessionId,
          storable(begins.parentCallId),
        ]);
      }
    } else {
      await tx.query(
        `update callboard.agents set status = $3, epoch = epoch + case when $3 = 'running' then 1 else 0 end
         where session_id = $1 and agent_id = $2 and (status = 'running' or $3 = 'running')`,
        [sessionId, agentId, status],
      );
    }
  }
}
