import { isAgentEnd, isFinal, isWaiting, NEW_CALL, nextCallState, type CallState } from "./callLife.ts";
import type { NewEvent } from "./event.ts";

/** Why something ended before it was through: in words, and the id of the person who stopped it. */
export interface EndCause {
  reason?: string;
  by?: string;
}

/** The agents and calls that some events began and did not end. */
export interface OpenWork {
  /** Applies the next event. */
  note(event: NewEvent): void;
  /** Whether a call below this one, at any depth, waits for a person. */
  isAsking(callId: string): boolean;
  /** The events that end everything open below a call, the innermost first. */
  endsBelow(callId: string, how: "cancelled" | "interrupted", cause?: EndCause): NewEvent[];
}

interface OpenNode {
  /** The call that started the agent, or the agent that made the call. */
  above: string | undefined;
  /** The state of a call; null for an agent. */
  call: CallState | null;
}

/**
 * Creates an empty record of open work. With `scope`, the events are those of one call's run: the call itself is left
 * out, and a node that names no parent stands below it.
 */
export function createOpenWork(scope?: string): OpenWork {
  const open = new Map<string, OpenNode>();

  const noteCall = (event: Extract<NewEvent, { callId: string }>) => {
    const existing = open.get(event.callId);
    const isStart = event.type === "tool.requested" || event.type === "tool.started";
    if (event.callId === scope || (!existing && !isStart)) return;
    const before = existing?.call ?? NEW_CALL;
    const call = nextCallState(before, event) ?? before;
    const above = (isStart ? event.agentId : undefined) ?? existing?.above ?? scope;
    if (isFinal(call.status)) open.delete(event.callId);
    else open.set(event.callId, { above, call });
  };

  /** A parent is noted before its children, so one pass in order finds every depth. */
  const below = (callId: string): [id: string, node: OpenNode][] => {
    const ids = new Set<string | undefined>([callId]);
    return [...open].filter(([id, { above }]) => ids.has(above) && ids.add(id));
  };

  return {
    note(event) {
      if ("callId" in event) noteCall(event);
      else if (event.type === "agent.started") {
        open.set(event.agentId, { above: event.parentCallId ?? scope, call: null });
      } else if (isAgentEnd(event)) open.delete(event.agentId);
    },
    isAsking: (callId) => below(callId).some(([, { call }]) => call !== null && isWaiting(call.status)),
    endsBelow: (callId, how, cause) =>
      below(callId)
        .reverse()
        .map(([id, { call }]): NewEvent => {
          open.delete(id);
          return call ? { type: `tool.${how}`, callId: id, ...cause } : { type: `agent.${how}`, agentId: id, ...cause };
        }),
  };
}
