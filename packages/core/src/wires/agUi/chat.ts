import type { NewEvent, Usage } from "../../events/event.ts";
import { checkSum } from "../../json/checkSum.ts";
import { jsonOrText } from "../../json/parseJson.ts";
import { refused, optionalString, type AgUiInterrupt, type Fields } from "./eventFields.ts";
import {
  writeAgentStart,
  stateOf,
  writeEvent,
  writeNotice,
  writeRequest,
  createEventWriter,
  type CallDetails,
  type EventWriter,
} from "../eventWriter.ts";

/** A user's message and its answer, over one run or several: one root agent. */
export interface Turn {
  agentId: string | null;
  userId: string | null;
  /** The last run stopped for answers, or left calls to the app: the next run continues this turn. */
  goesOn: boolean;
  usage: Usage | undefined;
  steps: number;
  calls: Set<string>;
  log: Set<LoggedEvent>;
  /** The logged events that grow, or are replaced: texts by item, arguments and outputs by call. */
  grown: Map<string, LoggedEvent & { delta?: string }>;
  /** How long each text, and each call's arguments, had become when the turn was over. */
  lengths: Map<string, number>;
}

/** A run that was told of. */
export interface Run {
  turn: Turn;
  /** Its end was told too. */
  isOver: boolean;
}

type LoggedEvent = NewEvent & { at: number };

/** A sub-agent, which has ended when its agent has. */
export interface AgUiSubagent {
  agentId: string;
  callId: string;
  /** No call of the wire started it: a made-up call stands in. */
  isStandIn: boolean;
  isAnnounced: boolean;
  isSuspended: boolean;
}

/** An interrupt that waits for its answer. */
interface Ask {
  callId: string;
  /** It is about no call of the wire: a made-up call stands in. */
  isStandIn: boolean;
  /** It asks a question, and not for approval. */
  isQuestion: boolean;
  expiresAt: number | undefined;
  /** The interrupt, where an older producer told it. */
  custom?: AgUiInterrupt;
}

/** An activity: progress, streamed output, or content of another kind. */
export interface AgUiActivity {
  content: Fields;
  /** The call that it is about, else the made-up call that shows it. */
  callId: string;
  isItem: boolean;
}

export type TextKind = "text" | "reasoning";

/** The state of a chat over AG-UI; the functions of this room apply events to it. */
export interface AgUiChat {
  writer: EventWriter;
  /** Emits without the turn's log, for events that are not emitted again with it. */
  emit: (event: NewEvent) => void;
  now: () => number;
  /** The message that a turn answers where the wire does not name one. */
  messageId: string | undefined;
  isRunning: boolean;
  turn: Turn;
  /** The turn that a message or a call belongs to. */
  homes: Map<string, Turn>;
  /** The sub-agent that a text or a call belongs to, undefined for the root agent's. */
  tags: Map<string, string | undefined>;
  /** The calls of each id that several have had, the last one first: some models use ids again. */
  callIds: Map<string, string[]>;
  /** The message that each call is in. */
  parents: Map<string, unknown>;
  subagents: Map<string, AgUiSubagent>;
  activities: Map<string, AgUiActivity>;
  asks: Map<string, Ask>;
  /** What the run asked by `on_interrupt` events. */
  custom: unknown[];
  /** Calls that a finished run left to the app. */
  left: Set<string>;
  /** Messages of people and systems that were emitted. */
  added: Set<string>;
  /** The ends of calls that have ended otherwise: as a success before its error came, or cut before its result. */
  corrections: Map<string, { output: unknown; error: string | undefined }>;
  /** The runs so far, by their threads and ids. */
  runs: Map<string, Run>;
  /** What is being told once more, with the turn to go back to. */
  retelling: { run: Run; latest: Turn } | null;
  /** How much of an item was told once more. */
  retold: Map<string, number>;
  /** The arguments, told once more, of calls that were cut. */
  retoldInputs: Map<string, string>;
  /** The interrupts that have their answers. */
  answered: Set<string>;
  /** What was noted as it could not be read: saved messages come again and again. */
  noted: Set<string>;
  /** Texts of earlier turns. */
  past: TextDigest[];
  usedIds: Set<string>;
}

/** The reason of what a run left open that succeeded. */
export const LEFT_OPEN = "The run finished without saying what became of it.";

/** A text by its content: not every server keeps the ids that it streamed. */
interface TextDigest {
  messageId: string;
  digest: string;
}

/** A chat without any events yet. */
export function createChat(
  emit: (event: NewEvent) => void,
  { now, messageId }: { now: () => number; messageId: string | undefined },
): AgUiChat {
  const chat: AgUiChat = {
    writer: createEventWriter((event) => record(chat, event)),
    emit,
    now,
    messageId,
    isRunning: false,
    turn: newTurn(null),
    homes: new Map(),
    tags: new Map(),
    callIds: new Map(),
    parents: new Map(),
    subagents: new Map(),
    activities: new Map(),
    asks: new Map(),
    custom: [],
    left: new Set(),
    added: new Set(),
    corrections: new Map(),
    runs: new Map(),
    retelling: null,
    retold: new Map(),
    retoldInputs: new Map(),
    answered: new Set(),
    noted: new Set(),
    past: [],
    usedIds: new Set(),
  };
  return chat;
}

function record({ turn, emit, now }: AgUiChat, event: NewEvent): void {
  // An event that is emitted again keeps its first time. It has no other owner yet, so it is mutated.
  const logged = event as LoggedEvent;
  logged.at = now();
  emit(logged);
  if (logged.type === "agent.text_appended") grow(turn, logged.itemId!, logged);
  else if (logged.type === "tool.input_appended") grow(turn, itemIdOf("input", logged.callId), logged);
  else {
    turn.log.add(logged);
    if (logged.type !== "tool.output_replaced") return;
    // Of the outputs that replace one another, only the last is kept.
    const key = itemIdOf("output", logged.callId);
    turn.log.delete(turn.grown.get(key)!);
    turn.grown.set(key, logged);
  }
}

function grow(turn: Turn, key: string, piece: LoggedEvent & { delta: string }): void {
  const before = turn.grown.get(key);
  if (before) return void (before.delta += piece.delta);
  turn.grown.set(key, piece);
  turn.log.add(piece);
}

/** A text, or a call's arguments, of the current turn so far. */
export function soFar({ turn }: AgUiChat, key: string): string {
  return turn.grown.get(key)?.delta ?? "";
}

/** The length of a text, or of a call's arguments, of the current turn so far. */
export function lengthSoFar({ turn }: AgUiChat, key: string): number {
  return turn.grown.get(key)?.delta?.length ?? turn.lengths.get(key) ?? 0;
}

/** Begins a turn: what follows belongs to another agent. */
export function beginTurn(chat: AgUiChat, userId: string | null): void {
  closeTurn(chat);
  chat.turn = newTurn(userId);
}

/** Applies an earlier turn beside the current one. */
export function applyAside(chat: AgUiChat, userId: string | null, apply: () => void): void {
  const before = chat.turn;
  chat.turn = newTurn(userId);
  apply();
  closeTurn(chat);
  chat.turn = before;
}

/** Drops the log of a turn that is over; digests of its texts are enough to recognise them. */
function closeTurn(chat: AgUiChat): void {
  const { turn } = chat;
  chat.past = textsSoFar(chat);
  for (const [key, { delta }] of turn.grown) if (delta !== undefined) turn.lengths.set(key, delta.length);
  turn.log.clear();
  turn.grown.clear();
}

/** All texts so far. */
export function textsSoFar({ past, turn }: AgUiChat): TextDigest[] {
  const current = [...turn.log].flatMap((event) =>
    event.type === "agent.text_appended"
      ? [{ messageId: event.messageId!, digest: digestOf(event.kind ?? "text", event.delta) }]
      : [],
  );
  return [...past, ...current];
}

/** The fields of a turn's first event by which the turn is named. */
const NAMES = ["parentMessageId", "toolCallId", "messageId", "id", "subagentRunId", "runId"];

/** The current turn's agent, started by its first event. */
export function ensureRoot(chat: AgUiChat, event: Fields): string {
  const { turn, writer, messageId } = chat;
  if (turn.agentId === null) {
    const name = NAMES.map((field) => optionalString(event, field)).find((id) => id !== undefined);
    turn.agentId = unusedId(chat, `turn:${name ?? "run"}`);
    writeAgentStart(writer, turn.agentId, { messageId: turn.userId ?? messageId });
  }
  return turn.agentId;
}

/** A unique id: the wanted one, numbered where the wire gives it twice. */
export function unusedId({ usedIds }: AgUiChat, wanted: string): string {
  let id = wanted;
  for (let again = 2; usedIds.has(id); again++) id = `${wanted}:${again}`;
  usedIds.add(id);
  return id;
}

/** Emits a person's or a system's message, once. */
export function addMessage({ writer, added }: AgUiChat, role: unknown, messageId: string, text: string): void {
  if (added.has(messageId) || text === "") return;
  added.add(messageId);
  writeEvent(writer, { type: "message.added", messageId, role: role === "user" ? "user" : "system", text });
}

/**
 * The sub-agent of a text or a call: the one that its first event names, else `otherwise`. @throws where a later event
 * names another.
 */
export function tagOf({ tags }: AgUiChat, key: string, event: Fields, otherwise?: string): string | undefined {
  const tag = optionalString(event, "subagentRunId");
  if (!tags.has(key)) tags.set(key, tag ?? otherwise);
  const first = tags.get(key);
  if (tag !== undefined && tag !== first) throw refused();
  return first;
}

/** The last call of an id, of this sub-agent where it has one. */
export function findCall({ callIds, tags }: AgUiChat, wireId: string, tag?: unknown): string {
  const ids = callIds.get(wireId) ?? [wireId];
  return ids.find((callId) => tags.get(itemIdOf("call", callId)) === tag) ?? ids[0]!;
}

/** The call that an event begins: another one, where its id is that of a sub-agent's, or of one that is over. */
export function beginCall(
  chat: AgUiChat,
  wireId: string,
  { subagentRunId: tag, parentMessageId: parent }: Fields,
): string {
  const { writer, homes, tags, callIds, parents, turn } = chat;
  let callId = findCall(chat, wireId, tag);
  const key = itemIdOf("call", callId);
  const before = parents.get(callId);
  const isElsewhere = parent && before ? parent !== before : homes.get(key) !== turn;
  const isOthers = tags.has(key) && tags.get(key) !== tag;
  if (stateOf(writer, callId) === "ended" ? isElsewhere || isOthers : isOthers && tag) {
    const ids = callIds.get(wireId) ?? [wireId];
    callId = `${wireId}#${ids.length + 1}`;
    callIds.set(wireId, [callId, ...ids]);
  }
  if (parent) parents.set(callId, parent);
  return callId;
}

/** Requests a call of the current turn, once. */
export function requestCall({ writer, turn, homes }: AgUiChat, callId: string, details: CallDetails): void {
  const key = itemIdOf("call", callId);
  if (!turn.calls.has(callId)) {
    turn.calls.add(callId);
    if (!homes.has(key)) homes.set(key, turn);
    if (details.messageId !== undefined) homes.set(itemIdOf("message", details.messageId), turn);
  }
  writeRequest(writer, callId, details);
}

/** Whether a call of the current turn has ended only because what told of it was cut. */
export function wasCut({ turn }: AgUiChat, callId: string): boolean {
  return [...turn.log].some((event) => event.type === "tool.interrupted" && event.callId === callId);
}

/**
 * Withdraws the current turn and emits it again with some of its calls ended as they really did: a call ends once, so a
 * wrong end has to be withdrawn first. Calls of other turns stay as they are.
 */
export function correctEnds(chat: AgUiChat): void {
  const { emit, turn, corrections, retoldInputs } = chat;
  const correctionOf = (event: LoggedEvent) => {
    if (event.type !== "tool.completed" && event.type !== "tool.interrupted") return undefined;
    const correction = corrections.get(event.callId);
    return event.type === "tool.interrupted" || correction?.error !== undefined ? correction : undefined;
  };
  const log = [...turn.log];
  if (turn.agentId !== null && log.some(correctionOf)) {
    emit({ type: "agent.retracted", agentId: turn.agentId, afterItemId: null });
    const has = (type: string, callId: string) =>
      log.some((one) => one.type === type && "callId" in one && one.callId === callId);
    const corrected = log.flatMap((event): LoggedEvent[] => {
      const correction = correctionOf(event);
      if (!correction || (event.type !== "tool.completed" && event.type !== "tool.interrupted")) return [event];
      const { callId, at, durationMs } = event;
      const { output, error } = correction;
      const before: LoggedEvent[] = [];
      if (event.type === "tool.interrupted") {
        const { tool = "unknown", input: given } = chat.writer.calls.get(callId) ?? {};
        const text = retoldInputs.get(callId) ?? soFar(chat, itemIdOf("input", callId));
        const input = given ?? (text.trim() === "" ? {} : jsonOrText(text));
        if (!has("tool.input_ready", callId)) before.push({ type: "tool.input_ready", callId, input, at });
        if (!has("tool.started", callId)) before.push({ type: "tool.started", callId, tool, input, at });
      }
      const duration = durationMs === undefined ? {} : { durationMs };
      if (error === undefined) return [...before, { type: "tool.completed", callId, output, at, ...duration }];
      if (isWorthKeeping(output, error)) before.push({ type: "tool.output_replaced", callId, output, at });
      return [
        ...before,
        { type: "tool.failed", callId, error: { code: "tool_error", message: error }, at, ...duration },
      ];
    });
    turn.log = new Set(corrected);
    for (const event of corrected) emit(event);
  }
  corrections.clear();
}

/** Notes what cannot be shown, once. It is no part of a turn, so it does not come again where a turn is told anew. */
export function note({ emit, noted }: AgUiChat, type: string, about: unknown): void {
  writeNotice({ append: emit }, type, about, noted);
}

/** The key of a thing of the wire, whose ids are unique among their kind only; a text's key is its item id. */
export function itemIdOf(kind: TextKind | "message" | "call" | "input" | "output", id: string): string {
  return `${kind}:${id}`;
}

/** Whether the output of a failed call adds anything to its error. */
export function isWorthKeeping(output: unknown, error: string): boolean {
  return output !== undefined && output !== null && output !== "" && output !== error;
}

/** A short digest of a text, so that long chats are not held twice. */
export function digestOf(kind: TextKind, text: string): string {
  return `${kind}:${text.length}:${checkSum(text)}`;
}

function newTurn(userId: string | null): Turn {
  return {
    agentId: null,
    userId,
    goesOn: false,
    usage: undefined,
    steps: 0,
    calls: new Set(),
    log: new Set(),
    grown: new Map(),
    lengths: new Map(),
  };
}
