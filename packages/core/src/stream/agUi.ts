import type { NewEvent, SessionEvent, Usage } from "../timeline/event.ts";
import { createAdapter, type Adapter, type AdapterOptions } from "./adapter.ts";
import { createAgUiActivities } from "./agUiActivities.ts";
import { fieldsIn, isFields, listIn, textIn, type AgUiEvent, type AgUiMessage, type Fields } from "./agUiEvent.ts";
import { lastUserIn, takeMessages, type AgUiStory } from "./agUiHistory.ts";
import { createAgUiInterrupts } from "./agUiInterrupts.ts";
import { createPlainEvents } from "./agUiPlain.ts";
import { createAgUiSubagents } from "./agUiSubagents.ts";
import { createAgUiTurns, isWorthKeeping, itemIdOf, type AgUiText, type TextKind } from "./agUiTurns.ts";
import type { EventWriter } from "./eventWriter.ts";
import { resultOf } from "./toolResult.ts";

export type { Adapter, AdapterOptions } from "./adapter.ts";
export { isExpired, takesInput, toResumeEntry } from "./agUiAnswer.ts";
export type { AgUiAnswer } from "./agUiAnswer.ts";
export type { AgUiEvent, AgUiInterrupt, AgUiMessage, AgUiResumeEntry } from "./agUiEvent.ts";

/** An adapter of AG-UI, which also takes saved chats. */
export interface AgUiAdapter extends Adapter<AgUiEvent> {
  /** Messages as AG-UI's clients save them; what is known already is not told again. */
  replay(messages: readonly AgUiMessage[]): SessionEvent[];
}

/**
 * Turns AG-UI's events (1.0, and older 0.0.x) into session events. Each turn of the chat is a root agent, over as many runs
 * as it takes; a sub-agent that no call started hangs under a call named after it; an interrupt is an ask on its call.
 * @example
 * ```ts
 * const adapter = fromAgUi();
 * agent.subscribe({ onEvent: ({ event }) => timeline.apply(adapter.push(event)) });
 * ```
 */
export function fromAgUi(options: AdapterOptions = {}): AgUiAdapter {
  const adapter = createAdapter<AgUiEvent>(options, (writer) => agUiWire(writer, options));
  return { ...adapter, replay: (messages) => adapter.push({ type: "MESSAGES_SNAPSHOT", messages } as AgUiEvent) };
}

/** Events that say nothing a timeline shows. */
const QUIET = new Set([
  "STATE_SNAPSHOT",
  "STATE_DELTA",
  "RAW",
  "CUSTOM",
  "STEP_STARTED",
  "STEP_FINISHED",
  "REASONING_START",
  "REASONING_END",
  "REASONING_ENCRYPTED_VALUE",
]);

type OpenText = AgUiText & { tag: string | undefined };

function agUiWire(out: EventWriter, { now = Date.now, messageId }: AdapterOptions) {
  const turns = createAgUiTurns((event: NewEvent) => out.emit(event), { now, messageId });
  const { writer } = turns;
  const plain = createPlainEvents();
  const subagents = createAgUiSubagents(
    turns,
    (event) => tell(event),
    (id) => {
      const known = texts.text.get(id);
      return known && subagents.agentOf(known.tag, id);
    },
  );
  const activities = createAgUiActivities(turns);
  const interrupts = createAgUiInterrupts(turns, now);

  /** Texts by kind and id: whose they are. */
  const texts = { text: new Map<string, OpenText>(), reasoning: new Map<string, OpenText>() };
  const callTags = new Map<string, string | undefined>();
  /** Messages of people and systems, which are told when they are whole. */
  const growing = new Map<string, { role: string; text: string }>();
  const added = new Set<string>();
  /** When a call's arguments were whole, or its ask answered: it may run from then on. */
  const readyAt = new Map<string, number>();
  /** Calls that a finished run left to the app. */
  const left = new Set<string>();
  let isRunning = false;
  let runId: string | undefined;
  /** A resume that the agent has not refused yet. */
  let resume: Fields[] = [];

  const addMessage = (role: string, id: string, text: string) => {
    if (added.has(id) || text === "") return;
    added.add(id);
    writer.emit({ type: "message.added", messageId: id, role: role === "user" ? "user" : "system", text });
  };
  const ownerOf = (event: Fields, firstWord: string) => subagents.agentOf(textIn(event, "subagentRunId"), firstWord);
  const mustAgree = (event: Fields, owner: string | undefined) => {
    const tag = textIn(event, "subagentRunId");
    if (tag !== undefined && tag !== owner) throw new Error("An event goes on with what another agent began.");
  };

  const openText = (event: Fields, kind: TextKind): OpenText => {
    const id = textIn(event, "messageId") ?? `${kind}-unnamed`;
    const known = texts[kind].get(id);
    if (known) return known;
    const tag = textIn(event, "subagentRunId");
    const text: OpenText = { kind, id, itemId: itemIdOf(kind, id), tag };
    texts[kind].set(id, text);
    const role = textIn(event, "role") ?? "assistant";
    if (kind === "text" && role !== "assistant" && tag === undefined) growing.set(id, { role, text: "" });
    return text;
  };
  const appendText = (event: Fields, kind: TextKind) => {
    const text = openText(event, kind);
    mustAgree(event, text.tag);
    const delta = textIn(event, "delta") ?? "";
    const message = growing.size > 0 && kind === "text" ? growing.get(text.id) : undefined;
    if (message) message.text += delta;
    else if (delta !== "") turns.say(subagents.agentOf(text.tag, text.id), text, delta);
  };
  const addGrown = (id: string) => {
    const message = growing.get(id);
    if (message && growing.delete(id)) addMessage(message.role, id, message.text);
  };

  const openCall = (event: Fields): string => {
    const callId = textIn(event, "toolCallId");
    if (callId === undefined) throw new Error(`A ${String(event.type)} names no call.`);
    if (callTags.has(callId)) {
      mustAgree(event, callTags.get(callId));
      return callId;
    }
    const parent = textIn(event, "parentMessageId");
    const tag = textIn(event, "subagentRunId") ?? (parent === undefined ? undefined : texts.text.get(parent)?.tag);
    callTags.set(callId, tag);
    const message = parent ?? callId;
    const agentId = subagents.agentOf(tag, message);
    turns.request(callId, { tool: textIn(event, "toolCallName"), agentId, messageId: message });
    subagents.callAppeared();
    return callId;
  };
  /** A call that something else spoke of first gets its name as its title. */
  const nameCall = (callId: string, tool: string | undefined) => {
    if (tool === undefined || writer.toolOf(callId) === tool) return;
    writer.emit({ type: "tool.requested", callId, tool, title: tool });
  };
  const takeResult = (event: Fields) => {
    const id = textIn(event, "toolCallId") ?? "";
    // A result is a message of its own, and may be another's than the call's.
    const callId = openCall(callTags.has(id) ? { ...event, subagentRunId: undefined } : event);
    const state = writer.stateOf(callId);
    if (state === "ended") return;
    if (state === "awaiting-approval") interrupts.answeredBy(callId);
    const output = resultOf(event.content);
    const error = errorIn(event);
    const since = readyAt.get(callId);
    const durationMs = since === undefined || !isRunning ? undefined : now() - since;
    if (error === undefined) writer.endCall(callId, { status: "completed", output, durationMs });
    else {
      if (isWorthKeeping(output, error)) writer.emit({ type: "tool.output_replaced", callId, output });
      writer.endCall(callId, { status: "failed", error: { code: "tool_error", message: error }, durationMs });
    }
    left.delete(callId);
    subagents.callEnded(callId, error === undefined ? "completed" : "failed");
  };

  const startRun = (event: Fields) => {
    const input = fieldsIn(event, "input");
    const messages = listIn(input, "messages");
    const user = lastUserIn(messages);
    const turn = turns.current();
    const isSame = isRunning && textIn(event, "runId") === runId;
    const goesOn = isSame || (user !== undefined && turn.userId !== null ? user === turn.userId : turn.goesOn);
    isRunning = true;
    runId = textIn(event, "runId");
    if (turn.agentId === null) turn.userId = user ?? turn.userId;
    else if (goesOn) turns.reopen();
    else turns.begin(user ?? null);
    turns.current().goesOn = false;
    if (messages.length > 0) takeMessages(story, messages);
    resume = listIn(input, "resume");
    for (const callId of turns.current().calls) {
      if (writer.stateOf(callId) === "awaiting-approval") readyAt.set(callId, now());
    }
  };
  const finishRun = (event: Fields) => {
    subagents.releaseAll();
    for (const id of growing.keys()) addGrown(id);
    isRunning = false;
    const turn = turns.current();
    const usage = usageIn(event);
    if (usage) turn.usage = sumOf(turn.usage, usage);
    // Before 1.0 the outcome was the word alone, with its one interrupt beside it.
    const outcome = typeof event.outcome === "string" ? { type: event.outcome } : fieldsIn(event, "outcome");
    const stops = [...listIn(outcome, "interrupts"), ...(isFields(event.interrupt) ? [event.interrupt] : [])];
    if (outcome.type === "interrupt" || stops.length > 0) {
      const runId = textIn(event, "runId") ?? "run";
      for (const interrupt of stops)
        interrupts.ask(interrupt, () => ownerOf(interrupt, textIn(interrupt, "id") ?? runId));
      if (usage) {
        const agentId = turns.root(runId);
        writer.emit({ type: "agent.step_completed", agentId, step: ++turn.steps, finishReason: "interrupt", usage });
      }
      turn.goesOn = true;
      return;
    }
    if (outcome.type === "cancelled") {
      cutTurn("cancelled", false);
      if (turn.agentId !== null) writer.endAgent(turn.agentId, { status: "cancelled", usage: turn.usage });
      return;
    }
    const pending = Array.isArray(outcome.pendingToolCallIds) ? outcome.pendingToolCallIds : [];
    turn.goesOn = pending.some((id) => typeof id === "string" && writer.stateOf(id) !== "ended");
    if (event.result !== undefined && event.result !== null) turns.root(textIn(event, "runId") ?? "run");
    interrupts.settle();
    settle(event.result ?? undefined);
  };
  /** The turn ends as a run that succeeded: what is unanswered is the app's, or a later run's. */
  const settle = (result?: unknown) => {
    const turn = turns.current();
    activities.endAll(turn.calls);
    subagents.endAll(turn.calls, "completed");
    for (const callId of turn.calls) {
      if (writer.stateOf(callId) === "requested") writer.finishInput(callId);
      if (writer.stateOf(callId) !== "ended") left.add(callId);
    }
    if (turn.agentId !== null) writer.endAgent(turn.agentId, { status: "completed", result, usage: turn.usage });
  };
  /** The turn ends before its time; asks outlive the run that failed, but not one that the agent called off. */
  const cutTurn = (status: "cancelled" | "interrupted", keepsAsks: boolean, reason?: string) => {
    const { calls } = turns.current();
    for (const callId of calls) {
      const isKept = keepsAsks && (writer.stateOf(callId) === "awaiting-approval" || isDelegating(callId));
      if (!isKept) writer.endCall(callId, { status, reason });
    }
    subagents.endAll(calls, status, reason);
  };
  const isDelegating = (callId: string) => subagents.below(callId).some((agentId) => writer.isWaiting(agentId));
  const failRun = (event: Fields) => {
    subagents.releaseAll();
    isRunning = false;
    resume = [];
    const turn = turns.current();
    const usage = usageIn(event);
    if (usage) turn.usage = sumOf(turn.usage, usage);
    const agentId = turns.root(textIn(event, "runId") ?? "run");
    turn.goesOn = writer.isWaiting(agentId);
    const code = textIn(event, "code") ?? "run_error";
    // Clients that stop a run say so by an error of their own.
    if (code === "abort") {
      cutTurn("cancelled", true);
      if (!turn.goesOn) writer.endAgent(agentId, { status: "cancelled", usage: turn.usage });
      return;
    }
    const message = textIn(event, "message") ?? "The run failed without saying why.";
    cutTurn("interrupted", true, "The run failed before this ended.");
    writer.endAgent(agentId, { status: "failed", error: { code, message }, usage: turn.usage });
  };

  const story: AgUiStory = {
    turns,
    subagents,
    tell: (event) => tell(event),
    addMessage,
    settle: () => settle(),
    isRunning: () => isRunning,
  };

  /** Takes one event that says all in full. */
  const tell = (event: Fields): void => {
    const type = String(event.type);
    switch (type) {
      case "TEXT_MESSAGE_START":
        return void openText(event, "text");
      case "TEXT_MESSAGE_CONTENT":
        return appendText(event, "text");
      case "TEXT_MESSAGE_END":
        return addGrown(textIn(event, "messageId") ?? "");
      case "REASONING_MESSAGE_START":
        return void openText(event, "reasoning");
      case "REASONING_MESSAGE_CONTENT":
        return appendText(event, "reasoning");
      case "REASONING_MESSAGE_END":
        return;
      case "TOOL_CALL_START":
        return nameCall(openCall(event), textIn(event, "toolCallName"));
      case "TOOL_CALL_ARGS":
        return writer.appendInput(openCall(event), textIn(event, "delta") ?? "");
      case "TOOL_CALL_END": {
        const callId = openCall(event);
        writer.finishInput(callId);
        if (subagents.below(callId).length > 0) writer.startCall(callId);
        return void readyAt.set(callId, now());
      }
      case "TOOL_CALL_RESULT":
        return takeResult(event);
      case "ACTIVITY_SNAPSHOT":
        return activities.snapshot(event, () => ownerOf(event, textIn(event, "messageId") ?? "activity"));
      case "ACTIVITY_DELTA":
        return activities.delta(event, () => ownerOf(event, textIn(event, "messageId") ?? "activity"));
      case "SUBAGENT_FINISHED":
        return subagents.finish(event);
      case "SUBAGENT_ERROR":
        return subagents.fail(event);
      case "RUN_STARTED":
        return startRun(event);
      case "RUN_FINISHED":
        return finishRun(event);
      case "RUN_ERROR":
        return failRun(event);
      case "MESSAGES_SNAPSHOT":
        return takeMessages(story, listIn(event, "messages"));
      default:
        if (!QUIET.has(type)) writer.emit({ type: `ag-ui.${type}` } as never);
    }
  };
  const answerResume = () => {
    const entries = resume;
    resume = [];
    interrupts.answer(entries);
  };

  return {
    take(chunk: Fields) {
      for (const event of plain(chunk)) {
        // A resume that the agent refuses is no answer: its error comes first.
        if (resume.length > 0 && event.type !== "RUN_ERROR") answerResume();
        if (event.type === "SUBAGENT_STARTED") subagents.announce(event);
        else if (event.type === "SUBAGENT_FINISHED" || event.type === "SUBAGENT_ERROR") tell(event);
        else if (!subagents.hold(event)) tell(event);
      }
    },
    end(reason: string | undefined) {
      subagents.releaseAll();
      for (const id of growing.keys()) addGrown(id);
      isRunning = false;
      writer.interruptAll(reason, { keepAsks: true, keeps: (callId) => left.has(callId) });
    },
  };
}

/** Why a result is an error, where its event says so: 1.0 has no field for it, its successors and some producers do. */
function errorIn(event: Fields): string | undefined {
  const { error } = event;
  if (typeof error === "string" && error !== "") return error;
  if (isFields(error)) return textIn(error, "message") ?? JSON.stringify(error);
  return textIn(fieldsIn(event, "metadata"), "error");
}

function usageIn(event: Fields): Usage | undefined {
  const counts = listIn(event, "usage").map((entry) => {
    const numbers = Object.entries(entry).filter(([key, value]) => typeof value === "number" && key !== "__proto__");
    return Object.fromEntries(numbers) as Usage;
  });
  return counts.length === 0 ? undefined : counts.reduce<Usage>((sum, one) => sumOf(sum, one), {});
}

function sumOf(before: Usage | undefined, more: Usage): Usage {
  const sum: Usage = { ...before };
  for (const [count, tokens] of Object.entries(more)) sum[count] = (sum[count] ?? 0) + (tokens ?? 0);
  return sum;
}
