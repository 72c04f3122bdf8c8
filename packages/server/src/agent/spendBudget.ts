import type { EventError, NewEvent } from "@callboard/core";
import type { Recorder } from "@callboard/core/host";
import type { Conversation, LoopAgent, LoopCall } from "../conversation/conversation.ts";
import { sameCalls } from "../conversation/conversationQueries.ts";
import { budgetNotices } from "./budgetNotices.ts";
import { limitError } from "./limitError.ts";
import { budgetBeyond, budgetsOver, type TurnBudget } from "./turnBudget.ts";

/** A call that an agent asked for, and what of its turn it may spend. */
export interface Spending {
  conversation: Conversation;
  agent: LoopAgent;
  call: LoopCall;
  /** The host's. */
  budget: TurnBudget;
}

/**
 * Spends a call of its agents' budgets, and tells people in the session of what is nearly spent. Answers why the call
 * may not begin.
 */
export async function spendBudget(spending: Spending, recorder: Recorder): Promise<NewEvent | undefined> {
  const { conversation, agent, call, budget } = spending;
  const budgets = budgetsOver(conversation, agent.agentId, budget);
  const beyond = budgetBeyond(call, budgets);
  if (beyond) {
    const template = "The budget of {limit} calls is used up; this one did not run.";
    const error = limitError("budget_exhausted", template, { limit: beyond.limit });
    return { type: "tool.failed", callId: call.callId, error };
  }
  // People are told of their turn; of a sub-agent's own budget its calls speak.
  const ofTurn = budgets.at(-1);
  if (ofTurn) {
    const notices = budgetNotices(conversation, call, sameCalls(conversation, call, ofTurn.agentId), ofTurn);
    if (notices.length > 0) await recorder.commit(...notices);
  }
  for (const { agentId, repeats } of budgets) {
    if (repeats === undefined || sameCalls(conversation, call, agentId) <= repeats) continue;
    const template =
      '"{tool}" was called {count} times with the same arguments: this is a loop, so it did not run again. Use what it answered, or go on differently.';
    const error = limitError("repeated_call", template, { tool: call.tool, count: repeats });
    return { type: "tool.failed", callId: call.callId, error };
  }
  return undefined;
}

/** Why a call may start no sub-agent: those above it are as many as may be. */
export function tooDeep({ conversation, agent, call, budget }: Spending): { refused: EventError } | undefined {
  const budgets = budgetsOver(conversation, agent.agentId, budget);
  const reached = budgets.find(({ depth, below }) => depth !== undefined && below >= depth);
  if (reached?.depth === undefined) return undefined;
  const template =
    '"{tool}" starts a sub-agent, and there are {count} below each other already, which is the most. Do without it.';
  return { refused: limitError("too_deep", template, { tool: call.tool, count: reached.depth }) };
}
