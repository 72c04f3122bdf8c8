import type { NewEvent } from "@callboard/core";
import { type EndCause, isFinal } from "@callboard/core/host";
import { callMoves, isHeldByLog, type CallMove } from "../calls/callMoves.ts";
import { closeAgent, closeCall, leaveCall } from "../calls/closing.ts";
import type { Conversation, LoopAgent, LoopCall } from "../conversation/conversation.ts";
import { callsOfLastStep, goesOnByItself, isRunByHost, unfinishedItems } from "../conversation/conversationQueries.ts";
import { limitError } from "./limitError.ts";
import { budgetBeyond, budgetsOver, timeOf, type SharedBudget, type TurnBudget } from "./turnBudget.ts";

/** What the agent loop can do next in a session. `key` names the same move for as long as it is the one to make. */
export type Move =
  /** Ask the model for the agent's next answer. */
  | { kind: "step"; key: string; agent: LoopAgent }
  /**
   * Go on with a call, as its agent or whoever else asked for it; what only writes about an agent, only while that is
   * as it was.
   */
  | (CallMove & { agent?: LoopAgent });

/**
 * All moves that the log allows at a time (epoch milliseconds), under the host's budget and those of named agents.
 * Pure: the same log has the same moves, on whichever process.
 */
export function nextMoves(conversation: Conversation, now: number, budget: TurnBudget): Move[] {
  const moves: Move[] = [];
  const late = atWork(conversation, budget).filter(({ dueAt }) => dueAt <= now);
  for (const { agent } of late)
    moves.push({ kind: "write", key: `late ${agent.agentId} ${agent.epoch}`, events: endLate(agent), agent });
  if (late.length > 0) return moves;
  for (const agent of conversation.running)
    if (isRunByHost(agent)) moves.push(...movesOfAgent(conversation, agent, now, budget));
  for (const call of conversation.open) {
    moves.push(...endOfOpenCall(conversation, call));
    if (isHeldByLog(call)) moves.push(...callMoves(call, now));
  }
  return moves;
}

/** The agents whose time runs, rather than standing still while people are waited for, and when it is over. */
function atWork(conversation: Conversation, budget: Pick<TurnBudget, "time">): { agent: LoopAgent; dueAt: number }[] {
  return [...conversation.running].flatMap((agent) => {
    const time = timeOf(agent, budget);
    const { startedAt, waited, waiting } = agent.clock;
    return time === undefined || waiting > 0 ? [] : [{ agent, dueAt: startedAt + waited + time }];
  });
}

/** Ends an agent whose time is over, with all that is open below it. */
function endLate(root: LoopAgent): NewEvent[] {
  const reason = "The time of its turn was over.";
  const below = root.calls
    .filter((call) => !isFinal(call.status))
    .flatMap((call) => closeCall(call, "cancelled", { reason }));
  const template =
    "The agent was stopped because the time that one turn may take was over. Send another message to let it go on.";
  return [...below, { type: "agent.failed", agentId: root.agentId, error: limitError("time_exhausted", template, {}) }];
}

function movesOfAgent(conversation: Conversation, agent: LoopAgent, now: number, budget: TurnBudget): Move[] {
  const { agentId, epoch, steps, items } = agent;
  const parent = agent.parentCallId === null ? undefined : conversation.calls.get(agent.parentCallId);
  if (parent && isFinal(parent.status)) {
    const events = closeAgent(agent, "cancelled", { reason: "The call that started it had ended." });
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
    const budgets = budgetsOver(conversation, agentId, budget);
    const limit = limitBeyond(calls, budgets);
    if (limit === undefined || limitBeyond(callsOfLastStep(conversation, agent, 1), budgets) === undefined) {
      return [step];
    }
    const template =
      "The agent kept calling tools after it had been told that its budget is used up. Send another message to let it go on.";
    const error = limitError("budget_exhausted", template, { limit });
    return [
      { kind: "write", key: `fail ${agentId} ${epoch}`, events: [{ type: "agent.failed", agentId, error }], agent },
    ];
  }
  return calls.flatMap((call): Move[] => {
    if (call.status === "requested") {
      const { callId } = call;
      const error = { code: "incomplete_call", message: "The model began this call and never finished its arguments." };
      return [{ kind: "write", key: `incomplete ${callId}`, events: [{ type: "tool.failed", callId, error }] }];
    }
    return callMoves(call, now).map((move) => (move.kind === "write" ? move : { ...move, agent }));
  });
}

/** The limit that all of an answer's calls are beyond; undefined where one is not, and where it has none. */
function limitBeyond(calls: readonly LoopCall[], budgets: readonly SharedBudget[]): number | undefined {
  const beyond = calls.map((call) => budgetBeyond(call, budgets));
  return beyond.includes(undefined) ? undefined : beyond[0]?.limit;
}

/** How a call ends that nobody runs any more: with the agent that asked for it, or as the one that it started. */
function endOfOpenCall(conversation: Conversation, call: LoopCall): Move[] {
  const asker = call.agentId === null ? undefined : conversation.agents.get(call.agentId);
  if (asker && isRunByHost(asker) && (asker.status !== "running" || call.withdrawn)) {
    const how = asker.status === "interrupted" ? "interrupted" : "cancelled";
    const events = closeCall(
      call,
      how,
      call.withdrawn ? { reason: "Its answer was withdrawn." } : { reason: "Its agent ended first." },
    );
    return [{ kind: "write", key: `close ${call.callId}`, events }];
  }
  const started = call.agents.findLast(isRunByHost);
  // An interrupted agent may be told to go on, so its call waits for it.
  if (!started || started.status === "running" || started.status === "interrupted") return [];
  return [{ kind: "write", key: `end ${call.callId}`, events: [endOfDelegated(call, started)] }];
}

/** When something will be due that nobody writes before: the next ask to expire, or the end of an agent's time. */
export function nextDeadline(conversation: Conversation, budget: Pick<TurnBudget, "time">): number | null {
  const times = atWork(conversation, budget).map(({ dueAt }) => dueAt);
  for (const { status, approval, asking } of conversation.open) {
    if (status === "awaiting-approval" && approval?.expiresAt != null) times.push(approval.expiresAt);
    if (status !== "awaiting-input" || !asking) continue;
    for (const { expiresAt } of asking.open) if (expiresAt !== null) times.push(expiresAt);
  }
  return times.length === 0 ? null : times.reduce((first, time) => Math.min(first, time));
}

/**
 * What lets an agent that ended without an answer go on: its half-written answer is withdrawn, and those below it too.
 * Nothing for one that is at work, has answered, or whose call has ended.
 */
export function resumeEvents(conversation: Conversation, agentId: string): NewEvent[] {
  const agent = conversation.agents.get(agentId);
  if (!agent || !isRunByHost(agent) || agent.status === "completed") return [];
  const parent = agent.parentCallId === null ? undefined : conversation.calls.get(agent.parentCallId);
  if (parent && isFinal(parent.status)) return [];
  const events: NewEvent[] = [];
  if (agent.status !== "running") {
    for (const item of unfinishedItems(agent)) {
      const call = item.kind === "call" ? conversation.calls.get(item.id) : undefined;
      if (call && !isFinal(call.status))
        events.push(...closeCall(call, "cancelled", { reason: "Its answer was withdrawn." }));
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
 * What to write where nobody goes on with what was begun: calls that ran have an unknown outcome, but for those that
 * had handed their work over, which go on; and an answer that was being written is interrupted. What waits (for a
 * person, or to begin) is left as it is, and so is what `held` says that somebody is at, by the id of the agent that is
 * answering or of the call that runs.
 */
export function recoveryEvents(
  conversation: Conversation,
  reason: string,
  held: (id: string) => boolean = () => false,
): NewEvent[] {
  const events: NewEvent[] = [];
  for (const agent of conversation.running) {
    if (!isRunByHost(agent)) continue;
    const unfinished = unfinishedItems(agent);
    if (unfinished.length > 0) {
      if (!held(agent.agentId)) events.push(...closeAgent(agent, "interrupted", { reason }));
      continue;
    }
    for (const call of callsOfLastStep(conversation, agent)) {
      const abandoned = call.status === "running" && !goesOnByItself(call) && !held(call.callId);
      if (abandoned) events.push(...leaveCall(call, { reason }));
    }
  }
  for (const call of conversation.open) {
    const isOurs = isHeldByLog(call) && call.status === "running";
    if (isOurs && !goesOnByItself(call) && !held(call.callId)) {
      events.push(...leaveCall(call, { reason }));
    }
  }
  return events;
}

/**
 * What ends an agent and all that is open below it, the innermost first. An agent that a handler runs ends with its
 * call.
 */
export function cancellationEvents(conversation: Conversation, agentId: string, cause: EndCause): NewEvent[] {
  const agent = conversation.agents.get(agentId);
  if (!agent) return [];
  const parent = agent.parentCallId === null ? undefined : conversation.calls.get(agent.parentCallId);
  const parentIsOpen = parent !== undefined && !isFinal(parent.status);
  if (agent.status === "running" && (isRunByHost(agent) || !parentIsOpen)) return closeAgent(agent, "cancelled", cause);
  const waits = agent.status === "running" || agent.status === "interrupted";
  return parentIsOpen && waits ? closeCall(parent, "cancelled", cause) : [];
}
