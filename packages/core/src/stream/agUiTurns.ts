import type { NewEvent, Usage } from "../timeline/event.ts";
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
  texts: Map<string, { delta: string }>;
  inputs: Map<string, { delta: string }>;
}

type LoggedEvent = NewEvent & { at: number };

export type TextKind = "text" | "reasoning";

/** A message of an agent's, and the item that shows it. */
export interface AgUiText {
  kind: TextKind;
  id: string;
  itemId: string;
}

/** A text that was said, told by what it says: not every server keeps the ids that it streamed. */
export interface SaidText {
  messageId: string;
  digest: string;
}

/** The turns of a chat, and what was said in them. */
export interface AgUiTurns {
  writer: EventWriter;
  current(): Turn;
  /** A new turn: what is said from now on is another agent's. */
  begin(userId: string | null): void;
  /** A turn that is over, told beside the current one. */
  aside(userId: string | null, tell: () => void): void;
  /** The current turn's agent, which its first word starts. */
  root(firstWord: string): string;
  /** A run goes on with the current turn, though it had ended. */
  reopen(): void;
  say(agentId: string, text: AgUiText, delta: string): void;
  /** What a message of the current turn says so far. */
  textOf(kind: TextKind, messageId: string): string | undefined;
  /** The arguments of a call of the current turn, as they came so far. */
  argumentsOf(callId: string): string | undefined;
  request(callId: string, details: CallDetails): void;
  /** The root agent that a message or a call stands under. */
  homeOf(kind: "message" | "call", id: string): string | undefined;
  /** Another id of a message that is known. */
  alias(messageId: string, known: string): void;
  said(): SaidText[];
  /**
   * Tells the current turn once more, with some of its results as the errors that they were: a call ends once, so what
   * was said of it has to be withdrawn first. Answers nothing for calls of other turns.
   */
  correct(failures: ReadonlyMap<string, string>): void;
}

/** Makes the turns over `emit`; `messageId` is what a turn answers where the wire does not say it. */
export function createAgUiTurns(
  emit: (event: NewEvent) => void,
  { now, messageId }: { now: () => number; messageId: string | undefined },
): AgUiTurns {
  const homes = new Map<string, string>();
  const rootIds = new Set<string>();
  const past: SaidText[] = [];
  let turn = newTurn(null);

  const record = (event: NewEvent) => {
    // Told again, it has to have the time that it had. The event is nobody else's, so that it may be written to.
    const logged = event as LoggedEvent;
    logged.at = now();
    emit(logged);
    if (logged.type === "message.added") return;
    if (logged.type === "agent.text_appended") {
      if (hasGrown(turn.texts, logged.itemId!, logged)) return;
    } else if (logged.type === "tool.input_appended") {
      if (hasGrown(turn.inputs, logged.callId, logged)) return;
    }
    turn.log.push(logged);
  };
  const writer = createEventWriter(record);
  const textsOf = (of: Turn): SaidText[] =>
    of.log.flatMap((event) =>
      event.type === "agent.text_appended"
        ? [{ messageId: event.messageId!, digest: digestOf(event.kind ?? "text", event.delta) }]
        : [],
    );

  const turns: AgUiTurns = {
    writer,
    current: () => turn,
    begin(userId) {
      past.push(...textsOf(turn));
      turn = newTurn(userId);
    },
    aside(userId, tell) {
      const before = turn;
      turn = newTurn(userId);
      tell();
      past.push(...textsOf(turn));
      turn = before;
    },
    root(firstWord) {
      if (turn.agentId !== null) return turn.agentId;
      let id = `turn:${firstWord}`;
      for (let again = 2; rootIds.has(id); again++) id = `turn:${firstWord}:${again}`;
      rootIds.add(id);
      turn.agentId = id;
      writer.startAgent(id, { messageId: turn.userId ?? messageId });
      return id;
    },
    reopen() {
      if (turn.agentId === null || writer.isAgentOpen(turn.agentId)) return;
      // No item has this id, so that nothing is withdrawn.
      writer.retract(turn.agentId, "the last", []);
    },
    say(agentId, { kind, id, itemId }, delta) {
      if (delta === "") return;
      writer.startAgent(agentId);
      const event: NewEvent = { type: "agent.text_appended", agentId, itemId, delta };
      if (kind === "reasoning") event.kind = kind;
      if (!turn.texts.has(itemId)) {
        homes.set(`message:${id}`, turns.root(id));
        event.messageId = id;
      }
      writer.emit(event);
    },
    textOf: (kind, id) => turn.texts.get(itemIdOf(kind, id))?.delta,
    argumentsOf: (callId) => turn.inputs.get(callId)?.delta,
    request(callId, details) {
      if (!turn.calls.has(callId)) {
        turn.calls.add(callId);
        if (!homes.has(`call:${callId}`)) homes.set(`call:${callId}`, turns.root(callId));
        if (details.messageId !== undefined) homes.set(`message:${details.messageId}`, turns.root(callId));
      }
      writer.requestCall(callId, details);
    },
    homeOf: (kind, id) => homes.get(`${kind}:${id}`),
    alias(id, known) {
      const home = homes.get(`message:${known}`);
      if (home !== undefined) homes.set(`message:${id}`, home);
    },
    said: () => [...past, ...textsOf(turn)],
    correct(failures) {
      const wrong = (event: LoggedEvent) => event.type === "tool.completed" && failures.has(event.callId);
      if (turn.agentId === null || !turn.log.some(wrong)) return;
      emit({ type: "agent.retracted", agentId: turn.agentId, afterItemId: null });
      turn.log = turn.log.flatMap((event) => {
        if (event.type !== "tool.completed" || !wrong(event)) return [event];
        const { callId, output, at, durationMs } = event;
        const error = { code: "tool_error", message: failures.get(callId)! };
        const failed: LoggedEvent = {
          type: "tool.failed",
          callId,
          error,
          at,
          ...(durationMs !== undefined && { durationMs }),
        };
        return isWorthKeeping(output, error.message)
          ? [{ type: "tool.output_replaced", callId, output, at }, failed]
          : [failed];
      });
      for (const event of turn.log) emit(event);
    },
  };
  return turns;
}

/** The item of a message: messages and calls may have the same id. */
export function itemIdOf(kind: TextKind, messageId: string): string {
  return `${kind}:${messageId}`;
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

/** Whether a piece was put to what came before it; else it is the first. */
function hasGrown(growing: Map<string, { delta: string }>, key: string, piece: { delta: string }): boolean {
  const before = growing.get(key);
  if (before) before.delta += piece.delta;
  else growing.set(key, piece);
  return before !== undefined;
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
    texts: new Map(),
    inputs: new Map(),
  };
}
