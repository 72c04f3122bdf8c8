import { isRecord } from "../../json/record.ts";
import type { NewEvent, SessionEvent } from "../../events/event.ts";
import { createAdapter, type Adapter, type AdapterOptions, type Wire } from "../adapter.ts";
import { applyActivity } from "./activities.ts";
import {
  addMessage,
  beginCall,
  beginTurn,
  correctEnds,
  createChat,
  findCall,
  isWorthKeeping,
  itemIdOf,
  requestCall,
  tagOf,
  wasCut,
  type Run,
  type TextKind,
} from "./chat.ts";
import {
  fieldsIn,
  listIn,
  refused,
  optionalString,
  type AgUiEvent,
  type AgUiInterrupt,
  type AgUiMessage,
  type Fields,
} from "./eventFields.ts";
import { applyMessages, lastUserIn, readMessages } from "./history.ts";
import { answer, answeredBy } from "./interrupts.ts";
import { createLanes, PIECES } from "./lanes.ts";
import { answerCustom, askCustom, customInterrupts } from "./onInterrupt.ts";
import { createOrder } from "./order.ts";
import { beginRetelling, endRetelling, goOn, isOfRun, newIn, runKeyOf, runToldBefore } from "./retelling.ts";
import { failRun, finishRun, settleTurn } from "./runEnds.ts";
import { agentOf, announce, endBelow, endSubagent } from "./subagents.ts";
import {
  interruptAll,
  stateOf,
  writeEnd,
  writeEvent,
  writeInput,
  writeInputDelta,
  writeNotice,
  writeStart,
  writeTold,
  type EventWriter,
} from "../eventWriter.ts";
import { resultOf, toldEnd } from "../toolResult.ts";

export type { Adapter, AdapterOptions } from "../adapter.ts";
export { carriesAnswers, checkCustomAnswer, toResumeCommand } from "./onInterrupt.ts";
export { isExpired, takesInput, toResumeEntry } from "./resumeEntry.ts";
export type { AgUiAnswer } from "./resumeEntry.ts";
export type { AgUiEvent, AgUiInterrupt, AgUiMessage, AgUiResumeEntry } from "./eventFields.ts";

/** An adapter of AG-UI, which also reads saved chats. */
export interface AgUiAdapter extends Adapter<AgUiEvent> {
  /**
   * Applies messages as AG-UI's clients save them; what they repeat makes no event. It never throws: what is no message
   * becomes a notice of the timeline, and the messages behind it are there.
   */
  replay(messages: readonly AgUiMessage[]): SessionEvent[];
  /**
   * What older producers asked by `on_interrupt` events and nobody has answered; `toResumeCommand` makes the answer.
   */
  interrupts(): AgUiInterrupt[];
}

/**
 * Turns AG-UI's events (1.0, and older 0.0.x) into session events. Each turn of the chat is a root agent, over as many
 * runs as it takes; a sub-agent that no call started is put under a call named after it; an interrupt is an approval of
 * its call.
 * @example
 * ```ts
 * const adapter = fromAgUi();
 * agent.subscribe({ onEvent: ({ event }) => timeline.apply(adapter.push(event)) });
 * ```
 */
export function fromAgUi(options: AdapterOptions = {}): AgUiAdapter {
  let interrupts: () => AgUiInterrupt[] = () => [];
  const adapter = createAdapter<AgUiEvent>(options, (writer) => {
    const wire = agUiWire(writer, options);
    interrupts = wire.interrupts;
    return wire;
  });
  return {
    ...adapter,
    interrupts: () => interrupts(),
    replay: (messages) => adapter.push({ type: "MESSAGES_SNAPSHOT", messages } as AgUiEvent),
  };
}

/** Events that a timeline does not show. */
const QUIET =
  /^(RAW|STATE_(SNAPSHOT|DELTA)|STEP_(STARTED|FINISHED)|(REASONING|THINKING)_(START|END|(TEXT_)?MESSAGE_END|ENCRYPTED_VALUE))$/;

function agUiWire(
  out: EventWriter,
  { now = Date.now, messageId }: AdapterOptions,
): Wire & { interrupts: () => AgUiInterrupt[] } {
  const chat = createChat((event) => writeEvent(out, event), { now, messageId });
  const { writer } = chat;
  /** Messages of people and systems, which are emitted when they are whole. */
  const growing = new Map<string, { role: string; text: string }>();
  const named = new Set<string>();
  /** When a call's arguments were whole, or its approval answered: it may run from then on. */
  const readyAt = new Map<string, number>();
  let runId: string | undefined;
  /** The last run has finished, and nothing has begun since. */
  let isAtRest = false;
  /** The answers of a resume, until an event shows that the agent has not refused them. */
  let resume: Fields[] = [];
  let command: Fields | null = null;
  let run: Run | undefined;
  /** A run that may be told once more, until an event shows whether it is. */
  let held: { run: Run; events: Fields[] } | null = null;
  /** The agent of a run that was over has something new in what is told once more. */
  let isReopened = false;

  const applyText = (kind: TextKind, event: Fields) => {
    const id = optionalString(event, "messageId") ?? "";
    const itemId = itemIdOf(kind, id);
    const isNew = !chat.tags.has(itemId);
    const tag = tagOf(chat, itemId, event);
    const role = optionalString(event, "role") ?? "assistant";
    if (isNew && kind === "text" && role !== "assistant" && tag === undefined) growing.set(id, { role, text: "" });
    const delta = newIn(chat, itemId, event);
    const message = kind === "text" && growing.get(id);
    if (message) message.text += delta;
    else if (delta !== "") {
      const text: NewEvent = { type: "agent.text_appended", agentId: agentOf(chat, tag, event), itemId, delta };
      if (kind === "reasoning") text.kind = kind;
      if (!chat.turn.grown.has(itemId)) {
        chat.homes.set(itemIdOf("message", id), chat.turn);
        text.messageId = id;
      }
      writeEvent(writer, text);
    }
  };
  const addGrown = (id: string) => {
    const message = growing.get(id);
    if (message && growing.delete(id)) addMessage(chat, message.role, id, message.text);
  };
  /** The run is over: what waits or grows is applied as it is. */
  const stopRun = () => {
    order.releaseAll();
    for (const id of growing.keys()) addGrown(id);
    chat.isRunning = false;
  };

  const openCall = (event: Fields): string => {
    const wireId = optionalString(event, "toolCallId");
    if (wireId === undefined) throw refused();
    const tool = optionalString(event, "toolCallName");
    const callId = tool === undefined ? findCall(chat, wireId, event.subagentRunId) : beginCall(chat, wireId, event);
    const key = itemIdOf("call", callId);
    const isNew = !chat.tags.has(key);
    const parent = optionalString(event, "parentMessageId");
    const tag = tagOf(chat, key, event, parent && chat.tags.get(itemIdOf("text", parent)));
    if (isNew) {
      requestCall(chat, callId, { tool, agentId: agentOf(chat, tag, event), messageId: parent ?? callId });
    }
    // A call that another event named first gets its tool's name as its title.
    if (tool !== undefined && !named.has(callId)) {
      named.add(callId);
      if (writer.calls.get(callId)?.tool !== tool)
        writeEvent(writer, { type: "tool.requested", callId, tool, title: tool });
    }
    return callId;
  };
  const applyArguments = (event: Fields) => {
    const callId = openCall(event);
    const { retelling, retoldInputs } = chat;
    const delta = optionalString(event, "delta") ?? "";
    if (retelling && stateOf(writer, callId) === "ended") {
      retoldInputs.set(callId, (retoldInputs.get(callId) ?? "") + delta);
    } else writeInputDelta(writer, callId, newIn(chat, itemIdOf("input", callId), event));
  };
  const applyResult = (event: Fields) => {
    const id = findCall(chat, String(event.toolCallId), event.subagentRunId);
    // A result is a message of its own; its sub-agent may differ from the call's.
    const callId = chat.tags.has(itemIdOf("call", id)) ? id : openCall(event);
    const error = errorIn(event);
    const state = stateOf(writer, callId);
    const output = resultOf(event.content);
    if (state === "ended") {
      if (error !== undefined || wasCut(chat, callId)) chat.corrections.set(callId, { output, error });
      return;
    }
    const end = error === undefined ? undefined : toldEnd(event.metadata, { code: "tool_error", message: error });
    if (state?.startsWith("awaiting-") && (!end || end.status === "failed")) answeredBy(chat, callId);
    const since = readyAt.get(callId);
    const durationMs = since === undefined || !chat.isRunning ? undefined : now() - since;
    if (!end) writeEnd(writer, callId, { status: "completed", output, durationMs });
    else {
      if (isWorthKeeping(output, error!)) writeEvent(writer, { type: "tool.output_replaced", callId, output });
      writeEnd(writer, callId, end.status === "failed" ? { ...end, durationMs } : end);
    }
    chat.left.delete(callId);
    endBelow(chat, callId, !end ? "completed" : "interrupted");
  };

  /**
   * Whether an event begins a text or a call: some producers finish a run with each step of the model, and speak on.
   */
  const speaksOn = (event: Fields): boolean => {
    const kind = PIECES.get(String(event.type));
    if (!kind || chat.turn.agentId === null) return false;
    const isCall = kind === "tool";
    const id = optionalString(event, isCall ? "toolCallId" : "messageId") ?? "";
    const key = isCall ? itemIdOf("call", findCall(chat, id, event.subagentRunId)) : itemIdOf(kind, id);
    return !chat.tags.has(key);
  };
  const startRun = (event: Fields) => {
    endRetelling(chat);
    const input = fieldsIn(event, "input");
    const messages = readMessages(chat, input.messages);
    const user = lastUserIn(messages);
    const { turn } = chat;
    resume = listIn(input, "resume");
    command = resumeCommandIn(input);
    chat.custom.length = 0;
    const isSame = chat.isRunning && optionalString(event, "runId") === runId;
    // Answers go to the last turn, also where only saved messages have told of it.
    const isAnswered = turn.goesOn || resume.length > 0 || command !== null;
    const goesOn = isSame || (user !== undefined && turn.userId !== null ? user === turn.userId : isAnswered);
    chat.isRunning = true;
    runId = optionalString(event, "runId");
    if (turn.agentId === null) turn.userId = user ?? turn.userId;
    else if (!goesOn) beginTurn(chat, user ?? null);
    else goOn(chat);
    chat.turn.goesOn = false;
    run = { turn: chat.turn, isOver: false };
    const key = runKeyOf(event);
    if (key !== null) chat.runs.set(key, run);
    // A connection was cut without a sign, and this one begins with the run.
    if (isSame) beginRetelling(chat, run);
    applyMessages(chat, messages, applyEvent);
    for (const { callId } of chat.asks.values()) readyAt.set(callId, now());
  };

  /** Ends the run, unless it had ended before it was told once more. */
  const endRun = (end: () => void) => {
    stopRun();
    const { retelling } = chat;
    if (!retelling?.run.isOver) end();
    else if (isReopened) settleTurn(chat);
    const over = retelling?.run ?? run;
    if (over) over.isOver = true;
    endRetelling(chat);
  };

  const handlers: Record<string, (event: Fields) => void> = {
    TEXT_MESSAGE_END: (event) => addGrown(optionalString(event, "messageId") ?? ""),
    TOOL_CALL_END(event) {
      const callId = openCall(event);
      if (stateOf(writer, callId) !== "requested") return;
      writeInput(writer, callId);
      if ([...chat.subagents.values()].some((agent) => agent.callId === callId)) writeStart(writer, callId);
      readyAt.set(callId, now());
    },
    TOOL_CALL_RESULT: applyResult,
    ACTIVITY_SNAPSHOT: (event) => applyActivity(chat, event),
    ACTIVITY_DELTA: (event) => applyActivity(chat, event),
    SUBAGENT_STARTED: (event) => announce(chat, event),
    SUBAGENT_FINISHED: (event) => endSubagent(chat, event),
    SUBAGENT_ERROR: (event) => endSubagent(chat, event),
    RUN_STARTED: startRun,
    RUN_FINISHED: (event) => endRun(() => (isAtRest = finishRun(chat, event))),
    RUN_ERROR(event) {
      resume = [];
      command = null;
      endRun(() => failRun(chat, event));
    },
    // What older producers ask, and what Callboard's host tells of a call that the protocol has no event for: its
    // start, with what really runs.
    CUSTOM(event) {
      if (event.name === "on_interrupt") return void chat.custom.push(event.value);
      const value = fieldsIn(event, "value");
      const callId = String(value.callId);
      if (event.name !== "callboard" || value.type !== "tool.started" || !writer.calls.has(callId)) return;
      if (stateOf(writer, callId)?.startsWith("awaiting-")) answeredBy(chat, callId);
      writeTold(writer, value as never);
    },
    MESSAGES_SNAPSHOT(event) {
      // The snapshot has whole what waits in pieces.
      order.releaseAll();
      applyMessages(chat, readMessages(chat, event.messages), applyEvent);
    },
  };
  /** Applies an event that is complete, after those that it depends on. */
  const applyEvent = (event: Fields): void => {
    const type = String(event.type);
    const kind = PIECES.get(type);
    try {
      if (!kind) {
        if (Object.hasOwn(handlers, type)) handlers[type]!(event);
        else if (!QUIET.test(type)) throw refused();
      } else if (kind !== "tool") applyText(kind, event);
      else applyArguments(event);
    } catch {
      // Events beside it are applied all the same.
      writeNotice(out, `ag-ui.${type}`, event);
    }
  };
  const applyNext = (event: Fields) => {
    if ((isAtRest || chat.retelling) && speaksOn(event)) {
      chat.isRunning = true;
      isReopened = goOn(chat) || isReopened;
    }
    if (chat.isRunning) isAtRest = false;
    // A resume that the agent refuses is no answer: its error is the run's first event.
    if (resume.length > 0 && event.type !== "RUN_ERROR") {
      for (const entry of resume.splice(0)) answer(chat, optionalString(entry, "interruptId") ?? "", entry);
    }
    if (command && event.type !== "RUN_ERROR" && event.type !== "RUN_STARTED") {
      const { resume: value } = command;
      command = null;
      answerCustom(chat, value);
    }
    applyEvent(event);
    if (chat.corrections.size > 0) correctEnds(chat);
  };
  const release = (isAgain: boolean) => {
    if (!held) return;
    const { run: before, events } = held;
    held = null;
    if (isAgain) {
      events.shift();
      beginRetelling(chat, before);
      isReopened = !before.isOver && goOn(chat);
      isAtRest = false;
    }
    for (const event of events) applyNext(event);
  };
  const order = createOrder(chat, (event) => {
    const isStart = event.type === "RUN_STARTED";
    if (held) {
      const isAgain = isStart ? false : isOfRun(chat, held.run, event);
      if (!isStart) held.events.push(event);
      if (isAgain === undefined) return;
      release(isAgain);
      if (!isStart) return;
    }
    const isOn = () => chat.isRunning && optionalString(event, "runId") === runId;
    const before = isStart && !isOn() ? runToldBefore(chat, event) : undefined;
    if (before) held = { run: before, events: [event] };
    else applyNext(event);
  });

  return {
    closesItself: true,
    interrupts: () => customInterrupts(chat),
    apply: createLanes(order.apply),
    end(reason: string | undefined) {
      release(false);
      stopRun();
      endRetelling(chat);
      askCustom(chat);
      interruptAll(writer, reason, { keepAsks: true, keeps: (callId) => chat.left.has(callId) });
    },
  };
}

/** The command by which a run goes on after an `on_interrupt`; null where it is none. */
function resumeCommandIn(input: Fields): Fields | null {
  const command = fieldsIn(fieldsIn(input, "forwardedProps"), "command");
  return Object.hasOwn(command, "resume") ? command : null;
}

/** The error of a result: 1.0 has no field for it, its successors and some producers have. */
function errorIn(event: Fields): string | undefined {
  const { error } = event;
  if (typeof error === "string" && error !== "") return error;
  if (isRecord(error)) return optionalString(error, "message") ?? JSON.stringify(error);
  return optionalString(fieldsIn(event, "metadata"), "error");
}
