import type { NewEvent } from "@callboard/core";
import { HostRefusal } from "../hostRefusal.ts";
import type { Conversation } from "../conversation/conversation.ts";
import { lastTurnOf } from "../conversation/conversationQueries.ts";

/** Whether an event withdraws a whole answer because its person wanted another. */
export function isRegeneration(event: NewEvent, agentId: string): boolean {
  return event.type === "agent.retracted" && event.agentId === agentId && event.meta?.["regenerated"] === true;
}

/**
 * What lets a turn's agent give another answer in place of the one it gave.
 * @throws HostRefusal while it is at work, and for a turn that others follow.
 */
export function regenerationEvents(conversation: Conversation, agentId: string): NewEvent[] {
  const last = lastTurnOf(conversation);
  if (last?.agentId !== agentId) {
    const message = "Only the newest answer can be given anew. Send the message again instead.";
    throw new HostRefusal("not_the_last", message);
  }
  if (last.status === "running") {
    const message = "The agent has not finished its answer. Wait for it or stop it, then ask for another.";
    throw new HostRefusal("turn_running", message);
  }
  return [{ type: "agent.retracted", agentId, afterItemId: null, meta: { regenerated: true } }];
}
