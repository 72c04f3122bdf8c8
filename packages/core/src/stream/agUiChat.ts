import type { NewEvent, Usage } from "../timeline/event.ts";
import { refused, textIn, type Fields } from "./agUiEvent.ts";
import { createEventWriter, type CallDetails, type EventWriter } from "./eventWriter.ts";

/** A user's message and all that answers it, over as many runs as that takes: one root agent. */
interface Turn {
  agentId: string | null;
  userId: string | null;
  /** The last run stopped for answers, or left calls to the app: the next run goes on with this turn. */
  goesOn: boolean;
  usage: Usage | undefined;
  steps: number;
  calls: Set<string>;
  log: LoggedEvent[];
  /** What is appended to, as one event each: texts by item, arguments by call. */
  grown: Map<string, { delta: string }>;
}

type LoggedEvent = NewEvent & { at: number };

/** A sub-agent, which has ended when its agent has. */
export interface AgUiSubagent {
  agentId: string;
  callId: string;
  /** No call of the wire's started it, so that one stands in for it. */
  isStandIn: boolean;
  isAnnounced: boolean;
  isSuspended: boolean;
}

/** What a run stopped for. */
interface Ask {
  callId: string;
  /** No call of the wire's asks, so that one stands in for the question. */
  isStandIn: boolean;
  expiresAt: number | undefined;
}

/** What an agent shows of its work beside its words. */
export interface AgUiActivity {
  content: Fields;
  /** The call that it is about, else the item that stands for it. */
  callId: string;
  isItem: boolean;
}

export type TextKind = "text" | "reasoning";

/** What is known of a chat over AG-UI; the functions beside it are told what its events say. */
export interface AgUiChat {
  writer: EventWriter;
  /** Past the turn's log, for what is not to be told again with it. */
  emit: EventWriter["emit"];
  now: () => number;
  /** What a turn answers where the wire does not say it. */
  messageId: string | undefined;
  isRunning: boolean;
  turn: Turn;
  /** The turn that a message or a call belongs to. */
  homes: Map<string, Turn>;
  /** The sub-agent that a text or a call belongs to, undefined for the root agent's. */
  tags: Map<string, string | undefined>;
  subagents: Map<string, AgUiSubagent>;
  activities: Map<string, AgUiActivity>;
  asks: Map<string, Ask>;
  /** Calls that a finished run left to the app. */
  left: Set<string>;
  /** Messages of people and systems that were told. */
  added: Set<string>;
  /** Results that are known to be errors by now, by call. */
  failures: Map<string, string>;
  /** Texts of earlier turns. */
  past: SaidText[];
  usedIds: Set<string>;
}

/** Why something ended of which a run that succeeded has said no end. */
export const UNSAID = "The run finished without saying what became of it.";

/** A text that was said, told by what it says: not every server keeps the ids that it streamed. */
interface SaidText {
  messageId: string;
  digest: string;
}

/** A chat of which nothing is known yet. */
export function createChat(
  emit: EventWriter["emit"],
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
    subagents: new Map(),
    activities: new Map(),
    asks: new Map(),
    left: new Set(),
    added: new Set(),
    failures: new Map(),
    past: [],
    usedIds: new Set(),
  };
  return chat;
}

function record({ turn, emit, now }: AgUiChat, event: NewEvent): void {
  // Told again, it has to have the time that it had. The event is nobody else's, so that it may be written to.
  const logged = event as LoggedEvent;
  logged.at = now();
  emit(logged);
  if (logged.type === "agent.text_appended") grow(turn, logged.itemId!, logged);
  else if (logged.type === "tool.input_appended") grow(turn, itemIdOf("input", logged.callId), logged);
  else turn.log.push(logged);
}

function grow(turn: Turn, key: string, piece: LoggedEvent & { delta: string }): void {
  const before = turn.grown.get(key);
  if (before) return void (before.delta += piece.delta);
  turn.grown.set(key, piece);
  turn.log.push(piece);
}

/** What a text or a call's arguments of the current turn say so far. */
export function soFar({ turn }: AgUiChat, key: string): string {
  return turn.grown.get(key)?.delta ?? "";
}

/** A new turn: what is said from now on is another agent's. */
export function beginTurn(chat: AgUiChat, userId: string | null): void {
  closeTurn(chat);
  chat.turn = newTurn(userId);
}

/** Tells a turn that is over beside the current one. */
export function tellAside(chat: AgUiChat, userId: string | null, tell: () => void): void {
  const before = chat.turn;
  chat.turn = newTurn(userId);
  tell();
  closeTurn(chat);
  chat.turn = before;
}

/** Whose words and calls are whole needs no more of them than how they are known again. */
function closeTurn(chat: AgUiChat): void {
  chat.past = saidTexts(chat);
  chat.turn.log = [];
  chat.turn.grown.clear();
}

/** All texts that were said. */
export function saidTexts({ past, turn }: AgUiChat): SaidText[] {
  const said = turn.log.flatMap((event) =>
    event.type === "agent.text_appended"
      ? [{ messageId: event.messageId!, digest: digestOf(event.kind ?? "text", event.delta) }]
      : [],
  );
  return [...past, ...said];
}

/** The fields of an event that may name a turn, which its first word does. */
const WORDS = ["parentMessageId", "toolCallId", "messageId", "id", "subagentRunId", "runId"];

/** The current turn's agent, which its first word starts. */
export function rootOf(chat: AgUiChat, event: Fields): string {
  const { turn, writer, messageId } = chat;
  if (turn.agentId === null) {
    const word = WORDS.map((field) => textIn(event, field)).find((id) => id !== undefined);
    turn.agentId = unusedId(chat, `turn:${word ?? "run"}`);
    writer.startAgent(turn.agentId, { messageId: turn.userId ?? messageId });
  }
  return turn.agentId;
}

/** An id that nothing else has, though the wire may give one twice. */
export function unusedId({ usedIds }: AgUiChat, wanted: string): string {
  let id = wanted;
  for (let again = 2; usedIds.has(id); again++) id = `${wanted}:${again}`;
  usedIds.add(id);
  return id;
}

/** Tells a message of a person's or a system's, once. */
export function addMessage({ writer, added }: AgUiChat, role: unknown, messageId: string, text: string): void {
  if (added.has(messageId) || text === "") return;
  added.add(messageId);
  writer.emit({ type: "message.added", messageId, role: role === "user" ? "user" : "system", text });
}

/** The sub-agent that a text or a call is of, as its first event says, or `otherwise`: no other goes on with it. */
export function tagOf({ tags }: AgUiChat, key: string, event: Fields, otherwise?: string): string | undefined {
  const tag = textIn(event, "subagentRunId");
  if (!tags.has(key)) tags.set(key, tag ?? otherwise);
  const own = tags.get(key);
  if (tag !== undefined && tag !== own) throw refused();
  return own;
}

/** Names a call of the current turn, unless it is known. */
export function requestCall({ writer, turn, homes }: AgUiChat, callId: string, details: CallDetails): void {
  const key = itemIdOf("call", callId);
  if (!turn.calls.has(callId)) {
    turn.calls.add(callId);
    if (!homes.has(key)) homes.set(key, turn);
    if (details.messageId !== undefined) homes.set(itemIdOf("message", details.messageId), turn);
  }
  writer.requestCall(callId, details);
}

/**
 * Tells the current turn once more, with some of its results as the errors that they were: a call ends once, so what
 * was said of it has to be withdrawn first. Answers nothing for calls of other turns.
 */
export function correctFailures({ emit, turn, failures }: AgUiChat): void {
  const isWrong = (event: LoggedEvent) => event.type === "tool.completed" && failures.has(event.callId);
  if (turn.agentId !== null && turn.log.some(isWrong)) {
    emit({ type: "agent.retracted", agentId: turn.agentId, afterItemId: null });
    turn.log = turn.log.flatMap((event): LoggedEvent[] => {
      if (event.type !== "tool.completed" || !isWrong(event)) return [event];
      const { output, ...rest } = event;
      const message = failures.get(event.callId)!;
      const failed: LoggedEvent = { ...rest, type: "tool.failed", error: { code: "tool_error", message } };
      const { callId, at } = event;
      return isWorthKeeping(output, message)
        ? [{ type: "tool.output_replaced", callId, output, at }, failed]
        : [failed];
    });
    for (const event of turn.log) emit(event);
  }
  failures.clear();
}

/** What is known of a thing of the wire's, whose ids are unique among their kind only; of a text it is its item. */
export function itemIdOf(kind: TextKind | "message" | "call" | "input", id: string): string {
  return `${kind}:${id}`;
}

/** What a failed call returned besides its error, which may say the same. */
export function isWorthKeeping(output: unknown, error: string): boolean {
  return output !== undefined && output !== null && output !== "" && output !== error;
}

/** A text as a few characters, so that long chats are not held twice. */
export function digestOf(kind: TextKind, text: string): string {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return `${kind}:${text.length}:${hash >>> 0}`;
}

function newTurn(userId: string | null): Turn {
  return {
    agentId: null,
    userId,
    goesOn: false,
    usage: undefined,
    steps: 0,
    calls: new Set(),
    log: [],
    grown: new Map(),
  };
}
