import type { Usage } from "../timeline/event.ts";
import { settleActivities } from "./agUiActivities.ts";
import { rootOf, type AgUiChat } from "./agUiChat.ts";
import { fieldsIn, isFields, listIn, textIn, type Fields } from "./agUiEvent.ts";
import { ask, settleAsks } from "./agUiInterrupts.ts";
import { settleSubagents } from "./agUiSubagents.ts";

/** A RUN_FINISHED, however it finished. */
export function finishRun(chat: AgUiChat, event: Fields): void {
  const { turn, writer, left } = chat;
  // Before 1.0 the outcome was the word alone, with its one interrupt beside it.
  const outcome = typeof event.outcome === "string" ? { type: event.outcome } : fieldsIn(event, "outcome");
  const stops = [...listIn(outcome, "interrupts"), ...(isFields(event.interrupt) ? [event.interrupt] : [])];
  for (const interrupt of stops) ask(chat, interrupt);
  const result = event.result ?? undefined;
  turn.usage = usageIn(event, turn.usage);
  if (outcome.type === "interrupt" || stops.length > 0) {
    const usage = usageIn(event);
    turn.goesOn = true;
    if (!usage) return;
    // Past the log: a step told twice is two.
    const agentId = rootOf(chat, event);
    chat.emit({ type: "agent.step_completed", agentId, step: ++turn.steps, finishReason: "interrupt", usage });
  } else if (outcome.type === "cancelled") {
    if (turn.agentId !== null) writer.endAgent(turn.agentId, { status: "cancelled", usage: turn.usage });
    cut(chat, "cancelled", false);
  } else {
    if (result !== undefined) rootOf(chat, event);
    settleAsks(chat);
    settleTurn(chat, result);
    const { pendingToolCallIds: pending } = outcome;
    turn.goesOn = Array.isArray(pending) && pending.some((id) => left.has(id as string));
  }
}

/** A RUN_ERROR: asks outlive the run that failed. */
export function failRun(chat: AgUiChat, event: Fields): void {
  const { turn, writer } = chat;
  const usage = (turn.usage = usageIn(event, turn.usage));
  const agentId = rootOf(chat, event);
  turn.goesOn = writer.isWaiting(agentId);
  const code = textIn(event, "code") ?? "run_error";
  // Clients that stop a run say so by an error of their own.
  if (code === "abort") {
    if (!turn.goesOn) writer.endAgent(agentId, { status: "cancelled", usage });
    return cut(chat, "cancelled", true);
  }
  const message = textIn(event, "message") ?? "The run failed without saying why.";
  writer.endAgent(agentId, { status: "failed", error: { code, message }, usage });
  cut(chat, "interrupted", true, "The run failed before this ended.");
}

/** The turn ends as a run that succeeded: what is unanswered is the app's, or a later run's. */
export function settleTurn(chat: AgUiChat, result?: unknown): void {
  const { turn, writer, left } = chat;
  settleActivities(chat);
  settleSubagents(chat);
  for (const callId of turn.calls) {
    if (writer.stateOf(callId) === "requested") writer.finishInput(callId);
    if (writer.stateOf(callId) !== "ended") left.add(callId);
  }
  if (turn.agentId !== null) writer.endAgent(turn.agentId, { status: "completed", result, usage: turn.usage });
}

/** The turn ends before its time. */
function cut({ writer, turn }: AgUiChat, as: "cancelled" | "interrupted", keepAsks: boolean, reason?: string): void {
  writer.interruptAll(reason, { as, keepAsks, keeps: (callId) => !turn.calls.has(callId) });
}

/** What was used, with what an event says of it; undefined where nobody says anything. */
function usageIn(event: Fields, before?: Usage): Usage | undefined {
  return listIn(event, "usage").reduce<Usage | undefined>((sum, counts) => {
    const usage: Usage = { ...sum };
    for (const [count, tokens] of Object.entries(counts)) {
      if (typeof tokens === "number" && count !== "__proto__") usage[count] = (usage[count] ?? 0) + tokens;
    }
    return usage;
  }, before);
}
