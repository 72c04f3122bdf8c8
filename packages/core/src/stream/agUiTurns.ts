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
  /** What is still being appended to, by item or call. */
  growing: Map<string, LoggedEvent & { delta: string }>;
}

type LoggedEvent = NewEvent & { at: number };

export type TextKind = "text" | "reasoning";

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
  say(agentId: string, kind: TextKind, messageId: string, delta: string): void;
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
    // Told again, it has to have the time that it had.
    const logged = { ...event, at: now() };
    emit(logged);
    if (event.type === "message.added") return;
    if (logged.type === "agent.text_appended" || logged.type === "tool.input_appended") {
      const key = logged.type === "tool.input_appended" ? `input:${logged.callId}` : logged.itemId!;
      const before = turn.growing.get(key);
      if (before) return void (before.delta += logged.delta);
      turn.growing.set(key, logged);
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
      const answers = turn.userId ?? messageId;
      writer.startAgent(id, answers === undefined ? {} : { messageId: answers });
      return id;
    },
    reopen() {
      if (turn.agentId === null || writer.isAgentOpen(turn.agentId)) return;
      // No item has this id, so that nothing is withdrawn.
      writer.retract(turn.agentId, "the last", []);
    },
    say(agentId, kind, id, delta) {
      if (delta === "") return;
      const itemId = `${kind}:${id}`;
      const isNew = !turn.growing.has(itemId);
      if (isNew) homes.set(`message:${id}`, turns.root(id));
      writer.startAgent(agentId);
      writer.emit({
        type: "agent.text_appended",
        agentId,
        itemId,
        delta,
        ...(kind === "reasoning" && { kind }),
        ...(isNew && { messageId: id }),
      });
    },
    textOf: (kind, id) => turn.growing.get(`${kind}:${id}`)?.delta,
    argumentsOf: (callId) => turn.growing.get(`input:${callId}`)?.delta,
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
    growing: new Map(),
  };
}
