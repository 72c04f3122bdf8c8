import { sameJson } from "@callboard/core/host";
import type { Conversation, LoopAgent, LoopCall, LoopItem } from "./conversation.ts";

/** The root agent of a session's last turn. */
export function lastTurnOf(conversation: Conversation): LoopAgent | undefined {
  return [...conversation.agents.values()].findLast(({ turn, parentCallId }) => turn !== null && parentCallId === null);
}

/** The turn that answers a message. */
export function turnOfMessage(conversation: Conversation, messageId: string): LoopAgent | undefined {
  return [...conversation.agents.values()].findLast((agent) => agent.turn !== null && agent.messageId === messageId);
}

/**
 * How many calls of an agent and of all below it were the same, this one among them: the tool and what it was given.
 */
export function sameCalls(conversation: Conversation, call: LoopCall, agentId: string): number {
  const place = call.ordinals.get(agentId) ?? 0;
  let count = 0;
  for (const other of conversation.calls.values()) {
    const isBefore = (other.ordinals.get(agentId) ?? Infinity) <= place && other.tool === call.tool;
    if (isBefore && sameJson(other.given, call.given)) count++;
  }
  return count;
}

/** The items of the answer that is not whole yet: half-written, if nobody writes it any more. */
export function unfinishedItems(agent: LoopAgent): LoopItem[] {
  return agent.items.slice(agent.steps.at(-1) ?? 0);
}

/** The calls of an agent's last whole answer, or of the one so many before it. */
export function callsOfLastStep(conversation: Conversation, agent: LoopAgent, before = 0): LoopCall[] {
  const items = agent.items.slice(agent.steps.at(-2 - before) ?? 0, agent.steps.at(-1 - before) ?? 0);
  return items.flatMap((item) => (item.kind === "call" ? [conversation.calls.get(item.id)!] : []));
}

/** Whether the host runs this agent from the log, rather than a handler by itself. */
export function isRunByHost(agent: LoopAgent): boolean {
  return agent.delegation !== null || agent.turn !== null;
}

/** Whether a call goes on without a process that holds it: the host runs its agents, or an engine does its work. */
export function goesOnByItself({ agents }: LoopCall): boolean {
  return agents.some((agent) => isRunByHost(agent) || agent.work !== undefined);
}
