import { budgetNote, isFinal } from "@callboard/core";
import type { ModelMessage } from "ai";
import type { Conversation, LoopAgent, LoopCall } from "./conversation.ts";

/** How many calls a turn may have, and when the model is told that few are left. */
export interface TurnBudget {
  limit: number;
  warnAt: number;
}

/** What the model is asked: who it is, and the conversation up to here. */
export interface Prompt {
  system: string;
  messages: ModelMessage[];
}

/** Rebuilds from the log what an agent's next answer is asked of: a turn's whole chat, or a sub-agent's own task. */
export function promptFor(conversation: Conversation, agent: LoopAgent, system: string, budget: TurnBudget): Prompt {
  if (agent.delegation) {
    const { instructions, input } = agent.delegation;
    const task = typeof input === "string" ? input : JSON.stringify(input, null, 2);
    return {
      system: instructions,
      messages: [{ role: "user", content: task }, ...answersOf(conversation, agent, budget)],
    };
  }
  const messages: ModelMessage[] = [];
  for (const message of conversation.messages) {
    if (message.role === "user") messages.push({ role: "user", content: message.text });
    else if (message.role === "assistant") messages.push({ role: "assistant", content: message.text });
    for (const answer of conversation.agents.values()) {
      if (answer.parentCallId === null && answer.messageId === message.id) {
        messages.push(...answersOf(conversation, answer, budget));
      }
    }
    if (message.id === agent.messageId) break;
  }
  return { system, messages };
}

/** An agent's answers so far, each followed by the results of its calls. */
function answersOf(conversation: Conversation, agent: LoopAgent, budget: TurnBudget): ModelMessage[] {
  const messages: ModelMessage[] = [];
  let from = 0;
  // What was being written when an earlier turn broke off is a last answer of its own.
  for (const until of new Set([...agent.steps, agent.items.length])) {
    messages.push(...answer(conversation, agent, from, until, budget));
    from = until;
  }
  return messages;
}

function answer(
  conversation: Conversation,
  agent: LoopAgent,
  from: number,
  until: number,
  budget: TurnBudget,
): ModelMessage[] {
  const content: Exclude<Extract<ModelMessage, { role: "assistant" }>["content"], string> = [];
  const results: Extract<ModelMessage, { role: "tool" }>["content"] = [];
  for (const item of agent.items.slice(from, until)) {
    if (item.kind !== "call") {
      const providerOptions = item.meta?.["provider"] as never;
      const type = item.kind === "text" ? "text" : "reasoning";
      if (item.text !== "" || providerOptions) content.push({ type, text: item.text, providerOptions });
      continue;
    }
    const call = conversation.calls.get(item.id)!;
    // A call without a result would leave the provider waiting for one.
    if (!isFinal(call.status)) continue;
    const { callId: toolCallId, tool: toolName } = call;
    const providerOptions = call.meta?.["provider"] as never;
    content.push({ type: "tool-call", toolCallId, toolName, input: call.input ?? {}, providerOptions });
    results.push({
      type: "tool-result",
      toolCallId,
      toolName,
      output: { type: "text", value: resultFor(call, budget) },
    });
  }
  const messages: ModelMessage[] = [];
  if (content.length > 0) messages.push({ role: "assistant", content });
  if (results.length > 0) messages.push({ role: "tool", content: results });
  return messages;
}

/** What a call's result tells the model: the output, or how it ended and what that means, and the budget where it runs low. */
function resultFor(call: LoopCall, budget: TurnBudget): string {
  const note = budgetNote(call.ordinal, budget.limit, budget.warnAt);
  const words = outcomeOf(call);
  return note === null ? words : `${words}\n\n${note}`;
}

function outcomeOf(call: LoopCall): string {
  switch (call.status) {
    case "completed":
      return typeof call.output === "string" ? call.output : JSON.stringify(call.output ?? null);
    case "failed":
      return `Error (${call.error?.code ?? "unknown"}): ${call.error?.message ?? "it failed without saying why"}`;
    case "denied":
      return `Denied by the user${call.reason ? `: ${call.reason}` : ""}. Do not try the same again; go on without it.`;
    case "expired":
      return "Nobody approved this call in time, so it did not run.";
    case "interrupted":
      return "The call was interrupted while it ran. Whether it had an effect is not known; do not repeat it unasked.";
    default:
      return `The call was cancelled${call.reason ? `: ${call.reason}` : ""}.`;
  }
}
