import { isAgentOpen, stateOf, writeRetraction } from "../eventWriter.ts";
import { findCall, itemIdOf, lengthSoFar, soFar, type AgUiChat, type Run } from "./chat.ts";
import { listIn, fieldsIn, optionalString, type Fields } from "./eventFields.ts";
import { lastUserIn } from "./history.ts";
import { PIECES } from "./lanes.ts";

/*
 * A client that connects again is told of a run once more, from its beginning: of one that it has seen to its end, or
 * of one that its connection was cut from. What the chat has of it is passed over, and what is new is added.
 */

/** The key of the run that an event is about; null where it names none. */
export function runKeyOf(event: Fields): string | null {
  const runId = optionalString(event, "runId");
  return runId === undefined ? null : JSON.stringify([optionalString(event, "threadId") ?? "", runId]);
}

/**
 * The run that a RUN_STARTED may tell once more. Some producers give all their runs one id, so what follows decides.
 */
export function runToldBefore({ runs, asks }: AgUiChat, event: Fields): Run | undefined {
  const run = runs.get(runKeyOf(event) ?? "");
  const input = fieldsIn(event, "input");
  const user = lastUserIn(listIn(input, "messages"));
  const isNext = user !== undefined && run?.turn.userId != null && user !== run.turn.userId;
  const answers = listIn(input, "resume").some(({ interruptId }) => asks.has(String(interruptId)));
  const command = fieldsIn(fieldsIn(input, "forwardedProps"), "command");
  const answersCustom = Object.hasOwn(command, "resume") && [...asks.values()].some(({ custom }) => custom);
  return isNext || answers || answersCustom ? undefined : run;
}

/** Whether an event is about what a run has told; undefined where the event does not say. */
export function isOfRun(chat: AgUiChat, { turn }: Run, event: Fields): boolean | undefined {
  const { homes } = chat;
  const type = String(event.type);
  const kind = PIECES.get(type);
  if (kind === "tool" || type === "TOOL_CALL_RESULT") {
    const callId = findCall(chat, optionalString(event, "toolCallId") ?? "", event.subagentRunId);
    return stateOf(chat.writer, callId) !== undefined && homes.get(itemIdOf("call", callId)) === turn;
  }
  if (kind) {
    const isKnown = homes.get(itemIdOf("message", optionalString(event, "messageId") ?? "")) === turn;
    return isKnown || optionalString(event, "delta") ? isKnown : undefined;
  }
  if (type === "RUN_FINISHED") return true;
  return /^(RUN_|MESSAGES_)/.test(type) ? false : undefined;
}

/** What follows tells of a run once more. */
export function beginRetelling(chat: AgUiChat, run: Run): void {
  chat.retelling = { run, latest: chat.turn };
  chat.retold.clear();
  chat.turn = run.turn;
  chat.isRunning = true;
}

/** A run was told once more; the next event belongs to the last turn again. */
export function endRetelling(chat: AgUiChat): void {
  if (chat.retelling) chat.turn = chat.retelling.latest;
  chat.retelling = null;
  chat.retold.clear();
  chat.retoldInputs.clear();
}

/** The turn's agent runs again where it has ended; whether it had. */
export function goOn({ turn, writer }: AgUiChat): boolean {
  const { agentId } = turn;
  if (agentId === null || isAgentOpen(writer, agentId)) return false;
  // No item has this id, so nothing is withdrawn.
  writeRetraction(writer, agentId, "the last", []);
  return true;
}

/**
 * The part of a piece that the chat does not have. An item that begins again is told from its start; so is one whose
 * shorthand names it while its run is told once more.
 */
export function newIn(chat: AgUiChat, key: string, event: Fields): string {
  const { retold, turn, retelling } = chat;
  const delta = optionalString(event, "delta") ?? "";
  const type = String(event.type);
  const before = lengthSoFar(chat, key);
  const begins = type.endsWith("_START") || (type.endsWith("_CHUNK") && retelling !== null && !retold.has(key));
  if (begins && before > 0) retold.set(key, 0);
  const at = retold.get(key);
  if (at === undefined || at >= before || delta === "") return delta;
  const known = delta.slice(0, before - at);
  // Of a turn that is over, only the lengths are kept.
  const isAnother = turn.grown.has(key) && !soFar(chat, key).startsWith(known, at);
  const end = at + delta.length;
  retold.set(key, isAnother || end >= before ? Infinity : end);
  return isAnother ? delta : delta.slice(known.length);
}
