import type { SessionEvent } from "@callboard/core";

/** Which of a session's events belong to one turn, and how deep: all that stands below the turn's root agent. */
export interface TurnScope {
  /** Takes the next event of the session. Whose it is: the root agent's own, a sub-agent's below it, or another's. */
  place(event: SessionEvent): "root" | "below" | "outside";
  /** The agent that asked for a call of the turn. */
  agentOf(callId: string): string | undefined;
  /** The call that started an agent of the turn; none for the root agent. */
  parentCallOf(agentId: string): string | undefined;
  /** The root agent's own call, under which an agent or a call of the turn stands. */
  rootCallOf(id: string): string | undefined;
}

export function createTurnScope(rootId: string): TurnScope {
  const agents = new Map<string, { parentCallId: string | undefined }>();
  const calls = new Map<string, { agentId: string; rootCallId: string }>();
  const placeOfAgent = (agentId: string) =>
    agentId === rootId ? "root" : agents.has(agentId) ? "below" : ("outside" as const);

  return {
    place(event) {
      if (event.type === "agent.started") {
        const { agentId, parentCallId } = event;
        const belongs = agentId === rootId || (parentCallId !== undefined && calls.has(parentCallId));
        if (belongs && !agents.has(agentId)) agents.set(agentId, { parentCallId });
      }
      if ("callId" in event && "tool" in event && event.agentId !== undefined && !calls.has(event.callId)) {
        const { callId, agentId } = event;
        const parent = agents.get(agentId)?.parentCallId;
        const above = parent === undefined ? callId : calls.get(parent)?.rootCallId;
        if (agents.has(agentId) && above !== undefined) calls.set(callId, { agentId, rootCallId: above });
      }
      if ("callId" in event) {
        const call = calls.get(event.callId);
        return call ? placeOfAgent(call.agentId) : "outside";
      }
      return "agentId" in event ? placeOfAgent(event.agentId) : "outside";
    },
    agentOf: (callId) => calls.get(callId)?.agentId,
    parentCallOf: (agentId) => agents.get(agentId)?.parentCallId,
    rootCallOf(id) {
      const callId = agents.get(id)?.parentCallId ?? id;
      return calls.get(callId)?.rootCallId;
    },
  };
}
