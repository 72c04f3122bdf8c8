import { jsonOrText } from "../../json/parseJson.ts";
import { asRecord, isRecord, textOr } from "../../json/record.ts";
import { sameJson } from "../../json/sameJson.ts";
import { cannotCarry, type AskAnswer } from "../askAnswer.ts";
import { stateOf, writeAsk, writeInput, writeQuestion } from "../eventWriter.ts";
import {
  askIdOf,
  readDecision,
  readInterrupt,
  toDecision,
  toResumeValue,
  type InterruptAsk,
} from "../interruptValue.ts";
import { ensureRoot, findCall, requestCall, unusedId, type AgUiChat } from "./chat.ts";
import type { AgUiInterrupt, Fields } from "./eventFields.ts";
import { answer } from "./interrupts.ts";

/*
 * Before it knew interrupts, the protocol told what LangGraph asks by a CUSTOM event `on_interrupt`, without an id, and
 * took the answer as `forwardedProps.command.resume`. Some producers still do; those that tell both are read by their
 * interrupts.
 */

/**
 * Applies what a run asked in this way, once it has stopped; what is open already changes nothing. Whether it asked
 * anything.
 */
export function askCustom(chat: AgUiChat): boolean {
  const told = new Set<string>();
  const values = chat.custom.splice(0);
  for (const raw of values) {
    const isAgain = (id: string, one: AgUiInterrupt | undefined) =>
      !told.has(id) && sameJson(one?.onInterrupt?.raw, raw);
    const open = [...chat.asks.values()].find(({ custom }) => custom && isAgain(custom.onInterrupt!.id, custom));
    told.add(open ? open.custom!.onInterrupt!.id : begin(chat, raw));
  }
  return values.length > 0;
}

/** The interrupts of this kind that wait for their answers, each under the id of its ask. */
export function customInterrupts({ asks }: AgUiChat): AgUiInterrupt[] {
  return [...asks.values()].flatMap(({ custom }) => (custom ? [custom] : []));
}

/**
 * Applies the value that the graph was resumed with: it is the answer to the first interrupt, as a resume without an id
 * is.
 */
export function answerCustom(chat: AgUiChat, response: unknown): void {
  const open = customInterrupts(chat);
  const first = open[0]?.onInterrupt;
  for (const { id, onInterrupt } of open) {
    if (!first || onInterrupt!.id !== first.id) continue;
    const { dialect, asks } = readInterrupt(first.value);
    const decision = readDecision(dialect, asks[onInterrupt!.index]!.kind, response, onInterrupt!.index);
    if (!decision) continue;
    const isQuestion = asks[onInterrupt!.index]!.kind === "question";
    if (isQuestion && decision.is === "no") answer(chat, id, { status: "cancelled" });
    else if (isQuestion) answer(chat, id, { payload: decision.is === "yes" ? decision.value : undefined });
    else if (decision.is === "yes") answer(chat, id, { payload: { approved: true } });
    else if (decision.is === "edit") answer(chat, id, { payload: { approved: true, editedArgs: decision.input } });
    else answer(chat, id, { payload: { approved: false, reason: decision.reason } });
  }
}

/**
 * Whether answers can be carried: the wire has one value for all, and the graph does not say which of several asks it
 * is for.
 */
export function carriesAnswers(interrupts: readonly AgUiInterrupt[]): boolean {
  return new Set(interrupts.map(({ onInterrupt }) => onInterrupt?.id)).size === 1;
}

/** @throws ToolClientError for an answer that an interrupt of this kind cannot take. */
export function checkCustomAnswer({ onInterrupt }: AgUiInterrupt, given: AskAnswer): void {
  toDecision(onInterrupt!.value, onInterrupt!.index, given);
}

/**
 * Persons' answers as the `command` of the next run's `forwardedProps`, by which a producer that asks by `on_interrupt`
 * goes on. The answers are in the order of the interrupts.
 * @throws ToolClientError where the producer cannot take them.
 */
export function toResumeCommand(
  interrupts: readonly AgUiInterrupt[],
  answers: readonly AskAnswer[],
): { resume: unknown; interruptEvent: unknown } {
  const asked = interrupts[0]?.onInterrupt;
  if (!asked || !carriesAnswers(interrupts)) {
    throw cannotCarry("Several tools ask at once, and this agent takes one answer only. Answer where the agent runs.");
  }
  return { resume: toResumeValue(asked.value, answers), interruptEvent: asked.raw };
}

function begin(chat: AgUiChat, raw: unknown): string {
  const { writer, asks } = chat;
  const value = typeof raw === "string" ? jsonOrText(raw) : raw;
  const id = unusedId(chat, "on_interrupt");
  readInterrupt(value).asks.forEach((ask, index) => {
    const askId = askIdOf(id, index);
    const about = callOf(chat, ask, value);
    const callId = about ?? `interrupt:${askId}`;
    const isQuestion = ask.kind === "question";
    const custom: AgUiInterrupt = { id: askId, reason: "on_interrupt", onInterrupt: { id, value, raw, index } };
    if (about === undefined) {
      requestCall(chat, callId, { agentId: ensureRoot(chat, {}), tool: ask.name ?? "interrupt" });
      if (isQuestion) writeInput(writer, callId, { value: ask.args });
    }
    asks.set(askId, { callId, isStandIn: about === undefined, isQuestion, expiresAt: undefined, custom });
    if (ask.kind === "question")
      return writeQuestion(writer, { callId, askId, message: ask.message, schema: ask.schema });
    const { args: input, editing: inputSchema, description: reason } = ask;
    writeAsk(writer, callId, { approvalId: askId, input, inputSchema, reason });
  });
  return id;
}

/** The call that an ask is about: the one that its value names, or one of its tool and its arguments. */
function callOf(chat: AgUiChat, ask: InterruptAsk, value: unknown): string | undefined {
  const { writer, turn, asks } = chat;
  const isFree = (callId: string) => {
    const state = stateOf(writer, callId);
    const isAsked = [...asks.values()].some((one) => one.callId === callId);
    return state !== undefined && state !== "ended" && !isAsked;
  };
  const fields: Fields = asRecord(value);
  const named = textOr(fields["toolCallId"]) ?? textOr(fields["tool_call_id"]);
  if (named !== undefined) {
    const callId = findCall(chat, named);
    return isFree(callId) ? callId : undefined;
  }
  if (ask.kind === "question") return undefined;
  return [...turn.calls].find((callId) => {
    const call = writer.calls.get(callId);
    if (call?.tool !== ask.name || !isFree(callId)) return false;
    const input = call.input ?? (call.text === "" ? undefined : jsonOrText(call.text));
    return !isRecord(input) || sameJson(input, ask.args);
  });
}
