import { interruptAll, isWaiting, stateOf, writeAgentEnd, writeInput } from "../eventWriter.ts";
import { isRecord } from "../../json/record.ts";
import type { Usage } from "../../events/event.ts";
import { settleActivities } from "./activities.ts";
import { ensureRoot, type AgUiChat } from "./chat.ts";
import { fieldsIn, listIn, optionalString, type Fields } from "./eventFields.ts";
import { ask, settleAsks } from "./interrupts.ts";
import { askCustom } from "./onInterrupt.ts";
import { settleSubagents } from "./subagents.ts";

/** Applies a RUN_FINISHED; whether the run has succeeded. */
export function finishRun(chat: AgUiChat, event: Fields): boolean {
  const { turn, writer, left } = chat;
  // Before 1.0 the outcome was a string, with one interrupt beside it.
  const outcome = typeof event.outcome === "string" ? { type: event.outcome } : fieldsIn(event, "outcome");
  const stops = [...listIn(outcome, "interrupts"), ...(isRecord(event.interrupt) ? [event.interrupt] : [])];
  for (const interrupt of stops) ask(chat, interrupt);
  // A producer may tell its interrupts in both ways.
  if (stops.length > 0) chat.custom.length = 0;
  const hasAsked = askCustom(chat);
  const result = event.result ?? undefined;
  turn.usage = usageIn(event, turn.usage);
  if (outcome.type === "interrupt" || stops.length > 0 || hasAsked) {
    const usage = usageIn(event);
    turn.goesOn = true;
    if (!usage) return false;
    // Not into the log: a step that is emitted again would count twice.
    const agentId = ensureRoot(chat, event);
    chat.emit({ type: "agent.step_completed", agentId, step: ++turn.steps, finishReason: "interrupt", usage });
  } else if (outcome.type === "cancelled") {
    if (turn.agentId !== null) writeAgentEnd(writer, turn.agentId, { status: "cancelled", usage: turn.usage });
    cut(chat, "cancelled", false);
  } else {
    if (result !== undefined) ensureRoot(chat, event);
    settleAsks(chat);
    settleTurn(chat, result);
    const { pendingToolCallIds: pending } = outcome;
    turn.goesOn = Array.isArray(pending) && pending.some((id) => left.has(id as string));
    return true;
  }
  return false;
}

/** Applies a RUN_ERROR. Approvals outlive the run that failed. */
export function failRun(chat: AgUiChat, event: Fields): void {
  const { turn, writer } = chat;
  chat.custom.length = 0;
  const usage = (turn.usage = usageIn(event, turn.usage));
  const agentId = ensureRoot(chat, event);
  turn.goesOn = isWaiting(writer, agentId);
  const code = optionalString(event, "code") ?? "run_error";
  // A client that stops a run sends this error itself.
  if (code === "abort") {
    if (!turn.goesOn) writeAgentEnd(writer, agentId, { status: "cancelled", usage });
    return cut(chat, "cancelled", true);
  }
  const message = optionalString(event, "message") ?? "The run failed without saying why.";
  writeAgentEnd(writer, agentId, { status: "failed", error: { code, message }, usage });
  cut(chat, "interrupted", true, "The run failed before this ended.");
}

/** Ends the turn of a run that succeeded: open calls are left to the app or to a later run. */
export function settleTurn(chat: AgUiChat, result?: unknown): void {
  const { turn, writer, left } = chat;
  settleActivities(chat);
  settleSubagents(chat);
  for (const callId of turn.calls) {
    if (stateOf(writer, callId) === "requested") writeInput(writer, callId);
    if (stateOf(writer, callId) !== "ended") left.add(callId);
  }
  if (turn.agentId !== null) writeAgentEnd(writer, turn.agentId, { status: "completed", result, usage: turn.usage });
}

/** Ends all that is open in the turn. */
function cut({ writer, turn }: AgUiChat, as: "cancelled" | "interrupted", keepAsks: boolean, reason?: string): void {
  interruptAll(writer, reason, { as, keepAsks, keeps: (callId) => !turn.calls.has(callId) });
}

const OTHER_COUNTS: ReadonlyMap<string, string> = new Map([
  ["promptTokens", "inputTokens"],
  ["completionTokens", "outputTokens"],
]);

/** The tokens so far with those of an event; undefined where there are none. */
function usageIn(event: Fields, before?: Usage): Usage | undefined {
  // TanStack AI sends one record in the place of the list, with names of its own.
  const one = isRecord(event.usage) ? [event.usage] : listIn(event, "usage");
  return one.reduce<Usage | undefined>((sum, counts) => {
    const usage: Usage = { ...sum };
    for (const [name, tokens] of Object.entries(counts)) {
      const count = OTHER_COUNTS.get(name) ?? name;
      if (typeof tokens === "number" && count !== "__proto__") usage[count] = (usage[count] ?? 0) + tokens;
    }
    return usage;
  }, before);
}
