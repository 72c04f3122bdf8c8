import { isFinal, type NewEvent } from "@callboard/core";
import {
  callsOfLastStep,
  isDriven,
  unfinishedItems,
  type Conversation,
  type LoopAgent,
  type LoopCall,
} from "./conversation.ts";

/** What the agent loop can do next in a session. `key` names the same move for as long as it is the one to make. */
export type Move =
  /** Ask the model for the agent's next answer. */
  | { kind: "step"; key: string; agent: LoopAgent }
  /** Resolve, permit and validate a call that the model asked for, and ask for approval or run it. */
  | { kind: "begin"; key: string; call: LoopCall; agent: LoopAgent }
  /** Run a call that was approved. */
  | { kind: "run"; key: string; call: LoopCall; agent: LoopAgent }
  /** Write what follows from the log alone; with an agent, only while that is as it was. */
  | { kind: "write"; key: string; events: NewEvent[]; agent?: LoopAgent };

/**
 * All moves that the log allows at a time (epoch milliseconds), in turns of at most `limit` calls. Pure: the same log has
 * the same moves, on whichever process.
 */
export function nextMoves(conversation: Conversation, now: number, limit: number): Move[] {
  const moves: Move[] = [];
  for (const agent of conversation.running)
    if (isDriven(agent)) moves.push(...movesOfAgent(conversation, agent, now, limit));
  for (const call of conversation.open) moves.push(...endOfOpenCall(conversation, call));
  return moves;
}

function movesOfAgent(conversation: Conversation, agent: LoopAgent, now: number, limit: number): Move[] {
  const { agentId, epoch, steps, items } = agent;
  const parent = agent.parentCallId === null ? undefined : conversation.calls.get(agent.parentCallId);
  if (parent && isFinal(parent.status)) {
    const events = closeAgent(agent, "cancelled", "The call that started it had ended.");
    return [{ kind: "write", key: `orphan ${agentId}`, events, agent }];
  }
  if (unfinishedItems(agent).length > 0) return [];
  const step: Move = { kind: "step", key: `step ${agentId} ${epoch} ${steps.length} ${items.length}`, agent };
  if (steps.length === 0) return [step];
  const calls = callsOfLastStep(conversation, agent);
  if (calls.length === 0) {
    const events: NewEvent[] = [{ type: "agent.completed", agentId, result: textOfLastStep(agent) }];
    return [{ kind: "write", key: `complete ${agentId} ${epoch}`, events, agent }];
  }
  if (calls.every((call) => isFinal(call.status))) {
    // The first answer over the budget may have been asked for before it was used up; the second was told.
    if (!isOver(calls, limit) || !isOver(callsOfLastStep(conversation, agent, 1), limit)) return [step];
    const error = {
      code: "budget_exhausted",
      message:
        "The agent kept calling tools after it had been told that its budget is used up. Send another message to let it go on.",
    };
    return [
      { kind: "write", key: `fail ${agentId} ${epoch}`, events: [{ type: "agent.failed", agentId, error }], agent },
    ];
  }
  return calls.flatMap((call): Move[] => {
    const { callId, approval } = call;
    if (call.status === "requested") {
      const error = { code: "incomplete_call", message: "The model began this call and never finished its arguments." };
      return [{ kind: "write", key: `incomplete ${callId}`, events: [{ type: "tool.failed", callId, error }] }];
    }
    if (call.status === "awaiting-approval" && approval?.expiresAt != null && approval.expiresAt <= now) {
      const events: NewEvent[] = [{ type: "tool.approval_expired", callId, approvalId: approval.id }];
      return [{ kind: "write", key: `expire ${approval.id}`, events }];
    }
    if (call.status !== "ready") return [];
    return call.approval?.state === "approved"
      ? [{ kind: "run", key: `run ${call.callId} ${call.approval.id}`, call, agent }]
      : [{ kind: "begin", key: `begin ${call.callId}`, call, agent }];
  });
}

function isOver(calls: readonly LoopCall[], limit: number): boolean {
  return calls.length > 0 && calls.every(({ ordinal }) => ordinal > limit);
}

/** How a call ends that nobody runs any more: with the agent that asked for it, or as the one that it started. */
function endOfOpenCall(conversation: Conversation, call: LoopCall): Move[] {
  const asker = call.agentId === null ? undefined : conversation.agents.get(call.agentId);
  if (asker && isDriven(asker) && (asker.status !== "running" || call.withdrawn)) {
    const how = asker.status === "interrupted" ? "interrupted" : "cancelled";
    const events = closeCall(call, how, call.withdrawn ? "Its answer was withdrawn." : "Its agent ended first.");
    return [{ kind: "write", key: `close ${call.callId}`, events }];
  }
  const started = call.agents.findLast(isDriven);
  // An interrupted agent may be told to go on, so its call waits for it.
  if (!started || started.status === "running" || started.status === "interrupted") return [];
  return [{ kind: "write", key: `end ${call.callId}`, events: [endOfDelegated(call, started)] }];
}

/** When something will be due that nobody writes before: the next approval to expire. */
export function nextDeadline(conversation: Conversation): number | null {
  let next: number | null = null;
  for (const { status, approval } of conversation.open) {
    if (status !== "awaiting-approval" || approval?.expiresAt == null) continue;
    next = Math.min(next ?? approval.expiresAt, approval.expiresAt);
  }
  return next;
}

/**
 * What lets an agent that ended without an answer go on: its half-written answer is withdrawn, and those below it too.
 * Nothing for one that is at work, has answered, or whose call has ended.
 */
export function resumeEvents(conversation: Conversation, agentId: string): NewEvent[] {
  const agent = conversation.agents.get(agentId);
  if (!agent || !isDriven(agent) || agent.status === "completed") return [];
  const parent = agent.parentCallId === null ? undefined : conversation.calls.get(agent.parentCallId);
  if (parent && isFinal(parent.status)) return [];
  const events: NewEvent[] = [];
  if (agent.status !== "running") {
    for (const item of unfinishedItems(agent)) {
      const call = item.kind === "call" ? conversation.calls.get(item.id) : undefined;
      if (call && !isFinal(call.status)) events.push(...closeCall(call, "cancelled", "Its answer was withdrawn."));
    }
    const last = agent.items[(agent.steps.at(-1) ?? 0) - 1];
    events.push({ type: "agent.retracted", agentId, afterItemId: last?.id ?? null });
  }
  const whole = callsOfLastStep(conversation, agent).filter((call) => !isFinal(call.status));
  for (const below of whole.flatMap((call) => call.agents)) events.push(...resumeEvents(conversation, below.agentId));
  return events;
}

/** An agent's last answer in words. */
function textOfLastStep(agent: LoopAgent): string {
  return agent.items
    .slice(agent.steps.at(-2) ?? 0, agent.steps.at(-1) ?? agent.items.length)
    .flatMap((item) => (item.kind === "text" ? [item.text] : []))
    .join("\n\n");
}

/** A call that started an agent ends as that agent did. */
function endOfDelegated(call: LoopCall, agent: LoopAgent): NewEvent {
  const { callId } = call;
  switch (agent.status) {
    case "completed":
      return { type: "tool.completed", callId, output: agent.result ?? null };
    case "cancelled":
      return { type: "tool.cancelled", callId, reason: "Its agent was stopped." };
    default:
      return {
        type: "tool.failed",
        callId,
        error: agent.error ?? { code: "agent_failed", message: "Its agent failed." },
      };
  }
}

/**
 * What to write where nobody goes on with what was begun: calls that ran have an unknown outcome, and an answer that was
 * being written is interrupted. What waits (for a person, or to begin) is left as it is, and so is what `held` says that
 * somebody is at, by the id of the agent that is answering or of the call that runs.
 */
export function recoveryEvents(
  conversation: Conversation,
  reason: string,
  held: (id: string) => boolean = () => false,
): NewEvent[] {
  const events: NewEvent[] = [];
  for (const agent of conversation.running) {
    if (!isDriven(agent)) continue;
    const unfinished = unfinishedItems(agent);
    if (unfinished.length > 0) {
      if (!held(agent.agentId)) events.push(...closeAgent(agent, "interrupted", reason));
      continue;
    }
    for (const call of callsOfLastStep(conversation, agent)) {
      const abandoned = call.status === "running" && !call.agents.some(isDriven) && !held(call.callId);
      if (abandoned) events.push(...closeCall(call, "interrupted", reason));
    }
  }
  return events;
}

/** What ends an agent and all that is open below it, the innermost first. An agent that a handler runs ends with its call. */
export function cancellationEvents(conversation: Conversation, agentId: string, reason: string): NewEvent[] {
  const agent = conversation.agents.get(agentId);
  if (!agent) return [];
  const parent = agent.parentCallId === null ? undefined : conversation.calls.get(agent.parentCallId);
  const parentIsOpen = parent !== undefined && !isFinal(parent.status);
  if (agent.status === "running" && (isDriven(agent) || !parentIsOpen)) return closeAgent(agent, "cancelled", reason);
  const waits = agent.status === "running" || agent.status === "interrupted";
  return parentIsOpen && waits ? closeCall(parent, "cancelled", reason) : [];
}

type Close = "cancelled" | "interrupted";

function closeAgent(agent: LoopAgent, how: Close, reason: string): NewEvent[] {
  const open = agent.calls.filter((call) => !isFinal(call.status));
  const below = open.flatMap((call) => closeCall(call, how, reason));
  return [...below, { type: `agent.${how}`, agentId: agent.agentId, reason }];
}

function closeCall(call: LoopCall, how: Close, reason: string): NewEvent[] {
  const running = call.agents.filter((agent) => agent.status === "running");
  const below = running.flatMap((agent) => closeAgent(agent, how, reason));
  return [...below, { type: `tool.${how}`, callId: call.callId, reason }];
}
