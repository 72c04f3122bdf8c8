import type { SessionEvent } from "@callboard/core";
import { isFinal, isWaiting } from "@callboard/core/host";
import { rootOf, type Conversation, type LoopAgent, type LoopCall } from "../conversation/conversation.ts";
import { callsOfLastStep, isRunByHost, unfinishedItems } from "../conversation/conversationQueries.ts";

/** Whether a turn goes on only by a person: it has ended, or everything open in it waits for an answer. */
export function isSettled(conversation: Conversation, rootId: string): boolean {
  const root = conversation.agents.get(rootId);
  if (!root) return true;
  if (root.status === "running") return waitsForPerson(conversation, root);
  // The calls that an ended agent left open are closed right after it.
  return ![...conversation.open].some((call) => belongsTo(conversation, call, rootId));
}

/** The calls of a turn that wait for a person, at any depth, in the order in which they were asked for. */
export function openAsks(conversation: Conversation, rootId: string): LoopCall[] {
  return [...conversation.open].filter((call) => isWaiting(call.status) && belongsTo(conversation, call, rootId));
}

/** The ids of what a call waits for: its approval, or its questions. */
export function openAskIds({ status, approval, questions }: LoopCall): readonly string[] {
  return status === "awaiting-approval" && approval ? [approval.id] : questions;
}

function belongsTo(conversation: Conversation, call: LoopCall, rootId: string): boolean {
  return call.agentId !== null && rootOf(conversation, call.agentId) === rootId;
}

function waitsForPerson(conversation: Conversation, agent: LoopAgent): boolean {
  if (agent.status === "interrupted") return true;
  if (agent.status !== "running" || !isRunByHost(agent)) return false;
  if (unfinishedItems(agent).length > 0) return false;
  const open = callsOfLastStep(conversation, agent).filter((call) => !isFinal(call.status));
  if (open.length === 0) return false;
  return open.every((call) => {
    if (isWaiting(call.status)) return true;
    const started = call.agents.findLast(isRunByHost);
    return call.status === "running" && started !== undefined && waitsForPerson(conversation, started);
  });
}

/** The events of a turn without those that were withdrawn since: a wire cannot retract what it has written. */
export function standingEvents(
  conversation: Conversation,
  events: readonly SessionEvent[],
  rootId: string,
): SessionEvent[] {
  const root = conversation.agents.get(rootId);
  const standing = new Set(root?.items.map(({ id }) => id));
  const begun = events.findLast((event) => event.type === "agent.retracted" && event.agentId === rootId)?.seq ?? 0;
  const withdrawn = (callId: string): boolean => {
    for (let id: string | null = callId; id !== null;) {
      const call: LoopCall | undefined = conversation.calls.get(id);
      if (!call) return false;
      if (call.withdrawn) return true;
      id = call.agentId === null ? null : (conversation.agents.get(call.agentId)?.parentCallId ?? null);
    }
    return false;
  };
  return events.filter((event) => {
    if ("callId" in event) return !withdrawn(event.callId);
    if (!("agentId" in event)) return true;
    if (event.agentId !== rootId) {
      const parent = conversation.agents.get(event.agentId)?.parentCallId;
      return parent === null || parent === undefined || !withdrawn(parent);
    }
    if (event.seq > begun || event.type === "agent.started") return true;
    if (event.type === "agent.text_appended") return event.itemId === undefined || standing.has(event.itemId);
    return event.type === "agent.step_completed" && root!.steps.length > 0 && event.step <= root!.steps.length;
  });
}
