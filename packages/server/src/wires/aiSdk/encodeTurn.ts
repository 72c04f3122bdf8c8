import type { SessionEvent } from "@callboard/core";
import type { LoopCall } from "../../conversation/conversation.ts";
import { hasUnsentOutput, isOutputDue, itemOf } from "../turnEncoding.ts";
import { placeEvent } from "../turnScope.ts";
import { encodeCall, writeAsk, writeInput, writeOutput } from "./encodeCall.ts";
import { closeItem, closeStep, forwardEvent, openStep, writeForwarded, writeSaved, type AiSdkTurn } from "./turn.ts";

/** Begins a response: it continues the message of this id, or opens it. Earlier events are in earlier responses. */
export function beginResponse(turn: AiSdkTurn, messageId: string): void {
  // A response that ends leaves its step and item open; the next one starts its own.
  turn.stepOpen = false;
  turn.item = null;
  turn.forwarded = [];
  turn.saved = [];
  turn.chunks = [{ type: "start", messageId }];
}

/** Encodes the next event of the session; those of other turns add nothing. */
export function encodeEvent(turn: AiSdkTurn, event: SessionEvent): void {
  const place = placeEvent(turn.scope, event);
  if (place === "root") {
    writeForwarded(turn);
    if ("callId" in event) encodeCall(turn, event, true);
    else encodeRoot(turn, event);
  } else if (place === "below") {
    forwardEvent(turn, event);
    if (!("callId" in event)) return;
    // The part that shows the call changes after the event of the call, not before it.
    if ((turn.calls.get(event.callId)?.step ?? 0) > 0) writeForwarded(turn);
    encodeCall(turn, event, false);
  }
}

function encodeRoot(turn: AiSdkTurn, event: SessionEvent): void {
  switch (event.type) {
    case "agent.text_appended":
      return encodeText(turn, event);
    case "agent.step_completed":
      closeItem(turn);
      turn.stepComplete = true;
      turn.finishReason = event.finishReason;
      return;
    case "agent.completed":
    case "agent.failed":
    case "agent.cancelled":
    case "agent.interrupted":
      turn.end = event;
      return;
    case "agent.retracted":
      closeItem(turn);
      turn.stepComplete = true;
      turn.end = null;
  }
}

function encodeText(turn: AiSdkTurn, event: Extract<SessionEvent, { type: "agent.text_appended" }>): void {
  if (event.delta === "") return;
  const item = itemOf(event, turn.item);
  const { kind, id } = item;
  if (item !== turn.item || turn.stepComplete) {
    closeItem(turn);
    openStep(turn);
    turn.item = item;
    turn.chunks.push({ type: `${kind}-start`, id });
  }
  turn.chunks.push({ type: `${kind}-delta`, id, delta: event.delta });
}

/** Writes what was held back to be sent together; called after each batch of events. */
export function flushTurn(turn: AiSdkTurn): void {
  writeForwarded(turn);
  for (const [callId, call] of turn.calls) {
    if (call.step > 0 && isOutputDue(call)) writeOutput(turn, callId, call);
  }
}

/** The turn rests until a person answers these approvals. */
export function restTurn(turn: AiSdkTurn, asks: readonly LoopCall[]): void {
  writeSaved(turn);
  presentAsks(turn, asks);
}

/** Ends the response; these approvals are open. */
export function finishResponse(turn: AiSdkTurn, asks: readonly LoopCall[]): void {
  const { chunks, end } = turn;
  writeSaved(turn);
  for (const [callId, call] of turn.calls) {
    if (call.step > 0 && hasUnsentOutput(call)) writeOutput(turn, callId, call);
  }
  presentAsks(turn, asks);
  closeStep(turn);
  if (end?.type === "agent.failed") writeError(turn, end.error.code, end.error.message);
  else if (end?.type === "agent.interrupted") writeError(turn, "interrupted", interruptedText(end.reason));
  else if (end?.type === "agent.cancelled") chunks.push({ type: "abort", reason: end.reason ?? "Stopped." });
  else
    chunks.push({ type: "finish", finishReason: finishReasonOf(asks.length > 0 ? "tool-calls" : turn.finishReason) });
}

/**
 * An error of this wire is words alone: programs read its code in a part that the chat hands to its `onData` and does
 * not keep.
 */
function writeError({ chunks }: AiSdkTurn, code: string, errorText: string): void {
  chunks.push({ type: "data-callboard", data: { code }, transient: true }, { type: "error", errorText });
}

/**
 * Makes every ask answerable by an unmodified `useChat`, which sends its answers by itself once no part of the
 * message's last step is left open. Asks that are not in such a step get a step of their own at the end of the
 * response: those from below a call, which have no part yet, or else all that are left.
 */
function presentAsks(turn: AiSdkTurn, asks: readonly LoopCall[]): void {
  const inLastStep = [...turn.calls.values()].filter((call) => call.step > 0 && call.step === turn.step);
  const withoutPart = asks.filter(({ callId }) => (turn.calls.get(callId)?.step ?? 0) === 0);
  const canBeSent =
    inLastStep.some((call) => call.awaitsApproval) && inLastStep.every((call) => call.awaitsApproval || call.ended);
  const presented = withoutPart.length > 0 ? withoutPart : canBeSent ? [] : asks;
  if (presented.length === 0) return;
  turn.stepComplete = true;
  openStep(turn);
  for (const { callId, approval } of presented) {
    const call = turn.calls.get(callId);
    if (!call || !approval) continue;
    call.step = turn.step;
    writeInput(turn, callId, call, approval.input);
    writeAsk(turn, callId, { approvalId: approval.id });
  }
}

function interruptedText(reason: string | undefined): string {
  return `The answer was interrupted before it was whole. ${reason ?? ""} Ask for it anew.`.replace("  ", " ");
}

const FINISH_REASONS = ["stop", "length", "content-filter", "tool-calls", "error", "other"] as const;

function finishReasonOf(reason: string | undefined): (typeof FINISH_REASONS)[number] {
  return FINISH_REASONS.find((known) => known === reason) ?? "other";
}
