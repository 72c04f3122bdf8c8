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
  /** Write what follows from the log alone. */
  | { kind: "write"; key: string; events: NewEvent[] };

/** All moves that the log allows at a time (epoch milliseconds). Pure: the same log has the same moves, on whichever process. */
export function nextMoves(conversation: Conversation, now: number): Move[] {
  const moves: Move[] = [];
  for (const agent of conversation.agents.values()) {
    if (!isDriven(agent)) continue;
    if (agent.status === "running") moves.push(...movesOfAgent(conversation, agent, now));
    else moves.push(...movesAfter(conversation, agent));
  }
  return moves;
}

function movesOfAgent(conversation: Conversation, agent: LoopAgent, now: number): Move[] {
  if (unfinishedItems(agent).length > 0) return [];
  const step = `step ${agent.agentId} ${agent.steps.length} ${agent.items.length}`;
  if (agent.steps.length === 0) return [{ kind: "step", key: step, agent }];
  const calls = callsOfLastStep(conversation, agent);
  if (calls.length === 0) {
    const result = textOfLastStep(agent);
    const events: NewEvent[] = [{ type: "agent.completed", agentId: agent.agentId, result }];
    return [{ kind: "write", key: `complete ${agent.agentId}`, events }];
  }
  if (calls.every((call) => isFinal(call.status))) return [{ kind: "step", key: step, agent }];
  return calls.flatMap((call): Move[] => {
    const { callId, approval } = call;
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

/** What is left to write once an agent has ended: nothing below it stays open, and the call that started it ends too. */
function movesAfter(conversation: Conversation, agent: LoopAgent): Move[] {
  const how = agent.status === "interrupted" ? "interrupted" : "cancelled";
  const open = [...conversation.calls.values()].filter(
    (call) => call.agentId === agent.agentId && !isFinal(call.status),
  );
  const events = open.map(({ callId }): NewEvent => ({
    type: `tool.${how}`,
    callId,
    reason: "Its agent ended first.",
  }));
  if (events.length > 0) return [{ kind: "write", key: `close ${agent.agentId} ${events.length}`, events }];
  const call = agent.parentCallId === null ? undefined : conversation.calls.get(agent.parentCallId);
  // An interrupted agent may be told to go on, so its call waits for it.
  if (!call || isFinal(call.status) || agent.status === "interrupted") return [];
  return [{ kind: "write", key: `end ${call.callId}`, events: [endOfDelegated(call, agent)] }];
}

/** When something will be due that nobody writes before: the next approval to expire. */
export function nextDeadline(conversation: Conversation): number | null {
  let next: number | null = null;
  for (const { status, approval } of conversation.calls.values()) {
    if (status !== "awaiting-approval" || approval?.expiresAt == null) continue;
    next = Math.min(next ?? approval.expiresAt, approval.expiresAt);
  }
  return next;
}

/** What lets an agent that ended without an answer go on: its half-written answer is withdrawn, and those below it too. */
export function resumeEvents(conversation: Conversation, agentId: string): NewEvent[] {
  const agent = conversation.agents.get(agentId);
  if (!agent || !isDriven(agent) || agent.status === "completed") return [];
  const events: NewEvent[] = [];
  if (agent.status !== "running") events.push(retraction(agent));
  for (const below of conversation.agents.values()) {
    const parent = below.parentCallId === null ? undefined : conversation.calls.get(below.parentCallId);
    if (parent?.agentId === agentId && !isFinal(parent.status))
      events.push(...resumeEvents(conversation, below.agentId));
  }
  return events;
}

function retraction(agent: LoopAgent): NewEvent {
  const last = agent.items[(agent.steps.at(-1) ?? 0) - 1];
  return { type: "agent.retracted", agentId: agent.agentId, afterItemId: last?.id ?? null };
}

/** An agent's last answer in words. */
export function textOfLastStep(agent: LoopAgent): string {
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
 * What to write when the process that drove a session is gone: calls that ran have an unknown outcome, and an answer that
 * was being written is interrupted. What waits (for a person, or to begin) is left as it is.
 */
export function recoveryEvents(conversation: Conversation, reason: string): NewEvent[] {
  const events: NewEvent[] = [];
  const agents = [...conversation.agents.values()];
  const delegates = new Set(agents.filter((agent) => agent.delegation).map((agent) => agent.parentCallId));
  const interrupt = (call: LoopCall) => {
    for (const agent of agents) {
      if (agent.parentCallId !== call.callId || agent.status !== "running") continue;
      for (const below of conversation.calls.values()) {
        if (below.agentId === agent.agentId && !isFinal(below.status)) interrupt(below);
      }
      events.push({ type: "agent.interrupted", agentId: agent.agentId, reason });
    }
    events.push({ type: "tool.interrupted", callId: call.callId, reason });
  };
  for (const agent of agents) {
    if (!isDriven(agent) || agent.status !== "running") continue;
    const unfinished = unfinishedItems(agent);
    for (const item of unfinished) {
      const call = item.kind === "call" ? conversation.calls.get(item.id) : undefined;
      if (call && !isFinal(call.status)) interrupt(call);
    }
    if (unfinished.length > 0) {
      events.push({ type: "agent.interrupted", agentId: agent.agentId, reason });
      continue;
    }
    for (const call of callsOfLastStep(conversation, agent)) {
      if (call.status === "running" && !delegates.has(call.callId)) interrupt(call);
    }
  }
  return events;
}

/** What ends an agent and all that is open below it, the innermost first. */
export function cancellationEvents(conversation: Conversation, agentId: string, reason: string): NewEvent[] {
  const events: NewEvent[] = [];
  const close = (agent: LoopAgent) => {
    for (const call of conversation.calls.values()) {
      if (call.agentId !== agent.agentId || isFinal(call.status)) continue;
      for (const below of conversation.agents.values()) {
        if (below.parentCallId === call.callId && below.status === "running") close(below);
      }
      events.push({ type: "tool.cancelled", callId: call.callId, reason });
    }
    events.push({ type: "agent.cancelled", agentId: agent.agentId, reason });
  };
  const agent = conversation.agents.get(agentId);
  if (agent?.status === "running") close(agent);
  return events;
}
