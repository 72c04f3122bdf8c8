import type { NewEvent, SessionEvent } from "../timeline/event.ts";
import { createAdapter, type Adapter, type AdapterOptions, type Wire } from "./adapter.ts";
import { takeActivity } from "./agUiActivities.ts";
import {
  addMessage,
  beginTurn,
  correctFailures,
  createChat,
  isWorthKeeping,
  itemIdOf,
  requestCall,
  tagOf,
  type TextKind,
} from "./agUiChat.ts";
import {
  fieldsIn,
  isFields,
  listIn,
  refused,
  textIn,
  type AgUiEvent,
  type AgUiMessage,
  type Fields,
} from "./agUiEvent.ts";
import { lastUserIn, takeMessages } from "./agUiHistory.ts";
import { answer, answeredBy } from "./agUiInterrupts.ts";
import { createLanes, PIECES } from "./agUiLanes.ts";
import { createOrder } from "./agUiOrder.ts";
import { failRun, finishRun } from "./agUiRunEnds.ts";
import { agentOf, announce, endBelow, endSubagent } from "./agUiSubagents.ts";
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
const QUIET =
  /^(RAW|CUSTOM|STATE_(SNAPSHOT|DELTA)|STEP_(STARTED|FINISHED)|(REASONING|THINKING)_(START|END|(TEXT_)?MESSAGE_END|ENCRYPTED_VALUE))$/;

function agUiWire(out: EventWriter, { now = Date.now, messageId }: AdapterOptions): Wire {
  const chat = createChat(out.emit, { now, messageId });
  const { writer } = chat;
  /** Messages of people and systems, which are told when they are whole. */
  const growing = new Map<string, { role: string; text: string }>();
  const named = new Set<string>();
  /** When a call's arguments were whole, or its ask answered: it may run from then on. */
  const readyAt = new Map<string, number>();
  let runId: string | undefined;
  /** A resume that the agent has not refused yet. */
  let resume: Fields[] = [];

  const takeText = (kind: TextKind, event: Fields) => {
    const id = textIn(event, "messageId") ?? "";
    const itemId = itemIdOf(kind, id);
    const isNew = !chat.tags.has(itemId);
    const tag = tagOf(chat, itemId, event);
    const role = textIn(event, "role") ?? "assistant";
    if (isNew && kind === "text" && role !== "assistant" && tag === undefined) growing.set(id, { role, text: "" });
    const delta = textIn(event, "delta") ?? "";
    const message = kind === "text" && growing.get(id);
    if (message) message.text += delta;
    else if (delta !== "") {
      const text: NewEvent = { type: "agent.text_appended", agentId: agentOf(chat, tag, event), itemId, delta };
      if (kind === "reasoning") text.kind = kind;
      if (!chat.turn.grown.has(itemId)) {
        chat.homes.set(itemIdOf("message", id), chat.turn);
        text.messageId = id;
      }
      writer.emit(text);
    }
  };
  const addGrown = (id: string) => {
    const message = growing.get(id);
    if (message && growing.delete(id)) addMessage(chat, message.role, id, message.text);
  };
  /** Nothing more comes in this run. */
  const stopRun = () => {
    order.releaseAll();
    for (const id of growing.keys()) addGrown(id);
    chat.isRunning = false;
  };

  const openCall = (event: Fields): string => {
    const callId = textIn(event, "toolCallId");
    if (callId === undefined) throw refused();
    const key = itemIdOf("call", callId);
    const isNew = !chat.tags.has(key);
    const parent = textIn(event, "parentMessageId");
    const tool = textIn(event, "toolCallName");
    const tag = tagOf(chat, key, event, parent && chat.tags.get(itemIdOf("text", parent)));
    if (isNew) {
      requestCall(chat, callId, { tool, agentId: agentOf(chat, tag, event), messageId: parent ?? callId });
    }
    // A call that something else spoke of first gets its name as its title.
    if (tool !== undefined && !named.has(callId)) {
      named.add(callId);
      if (writer.toolOf(callId) !== tool) writer.emit({ type: "tool.requested", callId, tool, title: tool });
    }
    return callId;
  };
  const takeResult = (event: Fields) => {
    const id = textIn(event, "toolCallId") ?? "";
    // A result is a message of its own, and may be another's than the call's.
    const callId = chat.tags.has(itemIdOf("call", id)) ? id : openCall(event);
    const error = errorIn(event);
    const state = writer.stateOf(callId);
    if (state === "ended") {
      if (error !== undefined) chat.failures.set(callId, error);
      return;
    }
    if (state === "awaiting-approval") answeredBy(chat, callId);
    const output = resultOf(event.content);
    const since = readyAt.get(callId);
    const durationMs = since === undefined || !chat.isRunning ? undefined : now() - since;
    if (error === undefined) writer.endCall(callId, { status: "completed", output, durationMs });
    else {
      if (isWorthKeeping(output, error)) writer.emit({ type: "tool.output_replaced", callId, output });
      writer.endCall(callId, { status: "failed", error: { code: "tool_error", message: error }, durationMs });
    }
    chat.left.delete(callId);
    endBelow(chat, callId, error === undefined ? "completed" : "interrupted");
  };

  const startRun = (event: Fields) => {
    const input = fieldsIn(event, "input");
    const messages = listIn(input, "messages");
    const user = lastUserIn(messages);
    const { turn } = chat;
    const isSame = chat.isRunning && textIn(event, "runId") === runId;
    const goesOn = isSame || (user !== undefined && turn.userId !== null ? user === turn.userId : turn.goesOn);
    chat.isRunning = true;
    runId = textIn(event, "runId");
    if (turn.agentId === null) turn.userId = user ?? turn.userId;
    else if (!goesOn) beginTurn(chat, user ?? null);
    // No item has this id, so that nothing is withdrawn.
    else if (!writer.isAgentOpen(turn.agentId)) writer.retract(turn.agentId, "the last", []);
    chat.turn.goesOn = false;
    takeMessages(chat, messages, tell);
    resume = listIn(input, "resume");
    for (const { callId } of chat.asks.values()) readyAt.set(callId, now());
  };

  const handlers: Record<string, (event: Fields) => void> = {
    TEXT_MESSAGE_END: (event) => addGrown(textIn(event, "messageId") ?? ""),
    TOOL_CALL_END(event) {
      const callId = openCall(event);
      if (writer.stateOf(callId) !== "requested") return;
      writer.finishInput(callId);
      if ([...chat.subagents.values()].some((agent) => agent.callId === callId)) writer.startCall(callId);
      readyAt.set(callId, now());
    },
    TOOL_CALL_RESULT: takeResult,
    ACTIVITY_SNAPSHOT: (event) => takeActivity(chat, event),
    ACTIVITY_DELTA: (event) => takeActivity(chat, event),
    SUBAGENT_STARTED: (event) => announce(chat, event),
    SUBAGENT_FINISHED: (event) => endSubagent(chat, event),
    SUBAGENT_ERROR: (event) => endSubagent(chat, event),
    RUN_STARTED: startRun,
    RUN_FINISHED(event) {
      stopRun();
      finishRun(chat, event);
    },
    RUN_ERROR(event) {
      stopRun();
      resume = [];
      failRun(chat, event);
    },
    MESSAGES_SNAPSHOT(event) {
      // It says whole what waits in pieces.
      order.releaseAll();
      takeMessages(chat, listIn(event, "messages"), tell);
    },
  };
  /** Takes one event that says all in full, and what it belongs to is known. */
  const tell = (event: Fields): void => {
    const type = String(event.type);
    const kind = PIECES.get(type);
    try {
      if (!kind) {
        if (Object.hasOwn(handlers, type)) handlers[type]!(event);
        else if (!QUIET.test(type)) throw refused();
      } else if (kind !== "tool") takeText(kind, event);
      else writer.appendInput(openCall(event), textIn(event, "delta") ?? "");
    } catch {
      // A type that no timeline knows: it says so there, and what is told with this is told all the same.
      out.emit({ type: `ag-ui.${type}` } as never);
    }
  };
  const order = createOrder(chat, (event) => {
    // A resume that the agent refuses is no answer: its error comes first.
    if (resume.length > 0 && event.type !== "RUN_ERROR") {
      for (const entry of resume.splice(0)) answer(chat, textIn(entry, "interruptId") ?? "", entry);
    }
    tell(event);
    if (chat.failures.size > 0) correctFailures(chat);
  });

  return {
    closesItself: true,
    take: createLanes(order.take),
    end(reason: string | undefined) {
      stopRun();
      writer.interruptAll(reason, { keepAsks: true, keeps: (callId) => chat.left.has(callId) });
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
