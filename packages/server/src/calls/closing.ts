import type { NewEvent } from "@callboard/core";
import { isFinal, type EndCause } from "@callboard/core/host";
import type { Conversation, LoopAgent, LoopCall } from "../conversation/conversation.ts";

/** How something ends that is not let come to its own end. */
export type Close = "cancelled" | "interrupted";

/** What ends an agent and all that is open below it, the innermost first. */
export function closeAgent(agent: LoopAgent, how: Close, cause: EndCause): NewEvent[] {
  return [...closeCallsOf(agent, how, cause), { type: `agent.${how}`, agentId: agent.agentId, ...cause }];
}

/** What ends a call and all that is open below it, the innermost first; also what an agent left open that has ended. */
export function closeCall(call: LoopCall, how: Close, cause: EndCause): NewEvent[] {
  const below = call.agents.flatMap((agent) =>
    agent.status === "running" ? closeAgent(agent, how, cause) : closeCallsOf(agent, how, cause),
  );
  return [...below, { type: `tool.${how}`, callId: call.callId, ...cause }];
}

/**
 * How often a handler is called again with what it handed over, after processes that ended, before it counts as what
 * ends them.
 */
const MOST_RECOVERIES = 20;

/** What becomes of a call whose process is gone: it goes on with what its handler handed over, or is interrupted. */
export function leaveCall(call: LoopCall, cause: EndCause): NewEvent[] {
  const handedOver = call.asking?.handedOver;
  const goesOn = call.status === "running" && handedOver && handedOver.recoveries < MOST_RECOVERIES;
  return goesOn ? [handedOver.event] : closeCall(call, "interrupted", cause);
}

/** What ends those of some calls that are open; each once, also where one stands below another. */
export function closeCalls(
  { calls }: Conversation,
  callIds: readonly string[],
  how: Close,
  cause: EndCause,
): NewEvent[] {
  const events: NewEvent[] = [];
  const closed = new Set<string>();
  for (const callId of callIds) {
    const call = calls.get(callId);
    if (!call || isFinal(call.status) || closed.has(callId)) continue;
    const named = new Set(closed);
    for (const event of closeCall(call, how, cause)) {
      const id = "callId" in event ? event.callId : "agentId" in event ? event.agentId : undefined;
      if (id === undefined || named.has(id)) continue;
      closed.add(id);
      events.push(event);
    }
  }
  return events;
}

function closeCallsOf(agent: LoopAgent, how: Close, cause: EndCause): NewEvent[] {
  return agent.calls.filter((call) => !isFinal(call.status)).flatMap((call) => closeCall(call, how, cause));
}
