import type { SessionEvent } from "@callboard/core";

/** Which of a session's events belong to one turn, and how deep: everything below the turn's root agent. */
export interface TurnScope {
  rootId: string;
  /** The agents of the turn, each with the call that started it; the root agent has none. */
  agents: Map<string, { parentCallId: string | undefined }>;
  /** The calls of the turn, each with the agent that asked for it and the root agent's call that it stands under. */
  calls: Map<string, { agentId: string; rootCallId: string }>;
}

export type Place = "root" | "below" | "outside";

export function createTurnScope(rootId: string): TurnScope {
  return { rootId, agents: new Map(), calls: new Map() };
}

/** Applies the next event of the session. It belongs to the root agent, to something below it, or to another turn. */
export function placeEvent(scope: TurnScope, event: SessionEvent): Place {
  const { agents, calls } = scope;
  if (event.type === "agent.started") {
    const { agentId, parentCallId } = event;
    const belongs = agentId === scope.rootId || (parentCallId !== undefined && calls.has(parentCallId));
    if (belongs && !agents.has(agentId)) agents.set(agentId, { parentCallId });
  }
  if ("callId" in event && "tool" in event && event.agentId !== undefined && !calls.has(event.callId)) {
    const { callId, agentId } = event;
    const parent = agents.get(agentId)?.parentCallId;
    const rootCallId = parent === undefined ? callId : calls.get(parent)?.rootCallId;
    if (agents.has(agentId) && rootCallId !== undefined) calls.set(callId, { agentId, rootCallId });
  }
  if ("callId" in event) {
    const call = calls.get(event.callId);
    return call ? placeOfAgent(scope, call.agentId) : "outside";
  }
  return "agentId" in event ? placeOfAgent(scope, event.agentId) : "outside";
}

function placeOfAgent({ rootId, agents }: TurnScope, agentId: string): Place {
  if (agentId === rootId) return "root";
  return agents.has(agentId) ? "below" : "outside";
}

/** Whether an agent is another one, or stands below it at any depth. */
export function isWithin({ agents, calls }: TurnScope, agentId: string | null, ancestorId: string): boolean {
  for (let id = agentId ?? undefined; id !== undefined;) {
    if (id === ancestorId) return true;
    const parent = agents.get(id)?.parentCallId;
    id = parent === undefined ? undefined : calls.get(parent)?.agentId;
  }
  return false;
}
