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

/** The most characters of one result that a model is given; a page shows all of it. */
const LONGEST_RESULT = 60_000;

/**
 * Rebuilds from the log what an agent's next answer is asked of: a turn's whole chat, or a sub-agent's own task. Every
 * call in it has its result, and between two messages of the person there is always an answer.
 */
export function promptFor(conversation: Conversation, agent: LoopAgent, system: string, budget: TurnBudget): Prompt {
  if (agent.delegation) {
    const { instructions, input } = agent.delegation;
    const task = typeof input === "string" ? input : JSON.stringify(input ?? null, null, 2);
    return {
      system: instructions,
      messages: [{ role: "user", content: task }, ...answersOf(conversation, agent, budget)],
    };
  }
  const roots = new Map<string, LoopAgent[]>();
  for (const root of conversation.agents.values()) {
    if (root.parentCallId !== null || root.messageId === null) continue;
    roots.set(root.messageId, [...(roots.get(root.messageId) ?? []), root]);
  }
  const messages: ModelMessage[] = [];
  for (const message of conversation.messages) {
    if (message.role === "user") messages.push({ role: "user", content: message.text });
    else if (message.role === "assistant") messages.push({ role: "assistant", content: message.text });
    for (const answer of roots.get(message.id) ?? []) {
      messages.push(...(answer === agent ? answersOf(conversation, agent, budget) : pastAnswers(conversation, answer)));
    }
    if (message.id === agent.messageId) break;
  }
  return { system, messages };
}

/** An earlier turn, which says how it ended where it has no answer of its own. */
function pastAnswers(conversation: Conversation, agent: LoopAgent): ModelMessage[] {
  const messages = answersOf(conversation, agent, null);
  const last = messages.at(-1);
  const answered = agent.status === "completed" && last?.role === "assistant";
  if (answered) return messages;
  const note = { type: "text" as const, text: howItEnded(agent) };
  if (last?.role === "assistant" && typeof last.content !== "string") last.content.push(note);
  else messages.push({ role: "assistant", content: [note] });
  return messages;
}

function howItEnded(agent: LoopAgent): string {
  if (agent.status === "failed") return `(My answer failed here: ${agent.error?.message ?? "it was not said why"})`;
  if (agent.status === "cancelled") return "(I was stopped here.)";
  if (agent.status === "interrupted") return "(My answer was interrupted here.)";
  return "(I gave no answer to this.)";
}

/** An agent's answers so far, each followed by the results of its calls; with a budget, they say how much of it is left. */
function answersOf(conversation: Conversation, agent: LoopAgent, budget: TurnBudget | null): ModelMessage[] {
  const messages: ModelMessage[] = [];
  let from = 0;
  for (const until of agent.steps) {
    messages.push(...answer(conversation, agent, from, until, budget, true));
    from = until;
  }
  // What was being written when an earlier turn broke off is a last answer of its own.
  if (from < agent.items.length) messages.push(...answer(conversation, agent, from, agent.items.length, budget, false));
  return messages;
}

type AssistantParts = Exclude<Extract<ModelMessage, { role: "assistant" }>["content"], string>;

function answer(
  conversation: Conversation,
  agent: LoopAgent,
  from: number,
  until: number,
  budget: TurnBudget | null,
  whole: boolean,
): ModelMessage[] {
  const content: AssistantParts = [];
  const results: Extract<ModelMessage, { role: "tool" }>["content"] = [];
  for (const item of agent.items.slice(from, until)) {
    if (item.kind !== "call") {
      const providerOptions = item.meta?.["provider"] as never;
      // Thoughts that broke off lack the signature without which providers refuse them.
      if (item.kind === "reasoning" && !whole) continue;
      const type = item.kind === "text" ? "text" : "reasoning";
      if (item.text.trim() !== "" || providerOptions) content.push({ type, text: item.text, providerOptions });
      continue;
    }
    const call = conversation.calls.get(item.id)!;
    // A call without a result would leave the provider waiting for one.
    if (!isFinal(call.status)) continue;
    const { callId: toolCallId } = call;
    const toolName = nameOf(call.tool);
    const providerOptions = call.meta?.["provider"] as never;
    content.push({ type: "tool-call", toolCallId, toolName, input: argumentsOf(call), providerOptions });
    results.push({
      type: "tool-result",
      toolCallId,
      toolName,
      output: { type: "text", value: resultFor(call, budget) },
    });
  }
  // Nothing but thoughts is no answer to a provider.
  if (content.every((part) => part.type === "reasoning")) return [];
  const messages: ModelMessage[] = [{ role: "assistant", content }];
  if (results.length > 0) messages.push({ role: "tool", content: results });
  return messages;
}

/** Providers refuse a whole conversation for a name that they do not allow, or arguments that are no object. */
function nameOf(tool: string): string {
  return tool.replaceAll(/[^\w-]/g, "_").slice(0, 64) || "unnamed";
}
function argumentsOf({ input }: LoopCall): unknown {
  return typeof input === "object" && input !== null && !Array.isArray(input) ? input : {};
}

/** What a call's result tells the model: the output, or how it ended and what that means, and the budget where it runs low. */
function resultFor(call: LoopCall, budget: TurnBudget | null): string {
  const words = outcomeOf(call);
  const cut =
    words.length > LONGEST_RESULT
      ? `${words.slice(0, LONGEST_RESULT)}\n\n(Cut here: ${LONGEST_RESULT} of ${words.length} characters. Ask for less at once.)`
      : words;
  const note = budget && budgetNote(call.ordinal, budget.limit, budget.warnAt);
  return note ? `${cut}\n\n${note}` : cut;
}

function outcomeOf(call: LoopCall): string {
  switch (call.status) {
    case "completed":
      return typeof call.output === "string" ? call.output : JSON.stringify(call.output ?? null);
    case "failed":
      return `Error (${call.error?.code ?? "unknown"}): ${call.error?.message ?? "it failed without saying why"}`;
    case "denied":
      return `Denied by the user${because(call)} Do not try the same again; go on without it.`;
    case "expired":
      return "Nobody approved this call in time, so it did not run.";
    case "interrupted":
      return "The call was interrupted while it ran. Whether it had an effect is not known; do not repeat it unasked.";
    default:
      return `The call was cancelled${because(call)}`;
  }
}

/** The rest of a sentence, with the reason where one was given. */
function because({ reason }: LoopCall): string {
  const words = reason?.trim();
  return words ? `: ${words}${/[.!?…]$/.test(words) ? "" : "."}` : ".";
}
