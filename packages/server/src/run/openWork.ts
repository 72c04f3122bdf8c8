import { CALL_ENDS, type NewEvent } from "@callboard/core";

const AGENT_ENDS = new Set(["agent.completed", "agent.failed", "agent.cancelled", "agent.interrupted"]);

/** What a running call has begun by its callbacks and not ended: sub-agents, and calls of theirs. */
export interface OpenWork {
  note(event: NewEvent): void;
  /** The events that end all of it, the last begun first. */
  ends(how: "cancelled" | "interrupted", reason?: string): NewEvent[];
}

/** Follows the events of one call, so that nothing below it stays open when it ends. */
export function createOpenWork(callId: string): OpenWork {
  const open = new Map<string, { agentId: string } | { callId: string }>();
  return {
    note(event) {
      if (event.type === "agent.started") open.set(`agent ${event.agentId}`, { agentId: event.agentId });
      else if (AGENT_ENDS.has(event.type) && "agentId" in event) open.delete(`agent ${event.agentId}`);
      else if ("callId" in event && event.callId !== callId) {
        if (event.type === "tool.requested" || event.type === "tool.started") {
          open.set(`call ${event.callId}`, { callId: event.callId });
        } else if (event.type in CALL_ENDS) open.delete(`call ${event.callId}`);
      }
    },
    ends: (how, reason) =>
      [...open.values()]
        .reverse()
        .map((work): NewEvent =>
          "agentId" in work ? { type: `agent.${how}`, ...work, reason } : { type: `tool.${how}`, ...work, reason },
        ),
  };
}
