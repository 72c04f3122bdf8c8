import type { CallEndEvent } from "@callboard/core/host";
import type { SessionEvent } from "@callboard/core";
import type { UIMessageChunk } from "ai";
import { isDeepStrictEqual } from "node:util";
import { createEncodedCall, endMetadata, errorTextOf, replaceOutput, type CallEvent } from "../turnEncoding.ts";
import { closeItem, forwardEvent, openStep, type AiSdkCall, type AiSdkTurn } from "./turn.ts";

type CallEventOf<Type extends CallEvent["type"]> = Extract<SessionEvent, { type: Type }>;

/**
 * Encodes an event of a call: the root agent's own, which get a part each, or one below, which has a part only while it
 * asks.
 */
export function encodeCall(turn: AiSdkTurn, event: CallEvent, isRoot: boolean): void {
  const { callId } = event;
  const call = callOf(turn, event);
  switch (event.type) {
    case "tool.requested":
      if (isRoot) startPart(turn, callId, call);
      return;
    case "tool.input_appended":
      if (!isRoot || call.inputSent) return;
      turn.chunks.push({ type: "tool-input-delta", toolCallId: callId, inputTextDelta: event.delta });
      return;
    case "tool.input_ready":
      call.input = event.input;
      if (isRoot) writeInput(turn, callId, call, event.input);
      return;
    case "tool.needs_approval":
      call.awaitsApproval = true;
      // The person sees exactly what will run.
      if (canChange(turn, call) && !isDeepStrictEqual(call.input, event.input)) {
        writeInput(turn, callId, call, event.input);
      }
      call.input = event.input;
      if (isRoot) writeAsk(turn, callId, event);
      return;
    case "tool.approved":
    case "tool.handed_over":
      return;
    case "tool.needs_input":
    case "tool.input_given":
    case "tool.needs_turn":
    case "tool.turn_given":
      // The wire has neither questions nor turns: only Callboard's reader learns that the call waits.
      if (isRoot) forwardEvent(turn, event);
      return;
    case "tool.started":
      return encodeStart(turn, call, event, isRoot);
    case "tool.output_appended":
      call.output += event.delta;
      return;
    case "tool.output_replaced":
      replaceOutput(call, event.output);
      if (call.step > 0) writePreliminary(turn, callId, event.output ?? null);
      return;
    case "tool.progressed":
      if (isRoot) forwardEvent(turn, event);
      return;
    default:
      return encodeEnd(turn, call, event);
  }
}

/** The call of an event; entered here where this is its first. */
function callOf(turn: AiSdkTurn, event: CallEvent): AiSdkCall {
  let call = turn.calls.get(event.callId);
  if (!call) {
    const tool = "tool" in event ? event.tool : "unknown";
    const title = "title" in event ? event.title : undefined;
    call = { ...createEncodedCall(), tool, title, step: 0, awaitsApproval: false };
    turn.calls.set(event.callId, call);
  }
  return call;
}

/** A reader changes parts of the message's last step only. */
const canChange = (turn: AiSdkTurn, call: AiSdkCall) => call.step > 0 && call.step === turn.step;

function openPart(turn: AiSdkTurn, call: AiSdkCall): void {
  closeItem(turn);
  openStep(turn);
  call.step = turn.step;
}

function startPart(turn: AiSdkTurn, toolCallId: string, call: AiSdkCall): void {
  if (call.step > 0) return;
  openPart(turn, call);
  const { tool: toolName, title } = call;
  turn.chunks.push({ type: "tool-input-start", toolCallId, toolName, ...(title !== undefined && { title }) });
}

function encodeStart(turn: AiSdkTurn, call: AiSdkCall, event: CallEventOf<"tool.started">, isRoot: boolean): void {
  const { callId } = event;
  if (isRoot && call.step === 0) openPart(turn, call);
  // After an approval the input is written again: left in its state, the part would count as answered once more.
  const isChanged = !call.inputSent || call.awaitsApproval || !isDeepStrictEqual(call.input, event.input);
  call.awaitsApproval = false;
  if (isChanged && canChange(turn, call)) writeInput(turn, callId, call, event.input);
  call.input = event.input;
  if (!isRoot) return;
  // No chunk carries that a call runs, nor its summary. The root agent has another id on the reader's side.
  const { agentId: _agentId, ...rest } = event;
  forwardEvent(turn, rest);
}

function encodeEnd(turn: AiSdkTurn, call: AiSdkCall, event: CallEndEvent): void {
  if (call.ended) return;
  call.ended = true;
  call.awaitsApproval = false;
  if (call.step === 0) return;
  const { callId: toolCallId } = event;
  if (!call.inputSent) writeInput(turn, toolCallId, call, call.input);
  if (event.type === "tool.completed") {
    const output = event.outputRef ?? event.output ?? null;
    turn.chunks.push({ type: "tool-output-available", toolCallId, output });
  } else if (event.type === "tool.denied") {
    turn.chunks.push({ type: "tool-output-denied", toolCallId });
  } else {
    // On this wire every other end is an error; the metadata tells which one it was.
    const toolMetadata = metadataOf(turn, toolCallId, endMetadata(event));
    turn.chunks.push({ type: "tool-output-error", toolCallId, errorText: errorTextOf(event), toolMetadata });
  }
}

export function writeInput(turn: AiSdkTurn, toolCallId: string, call: AiSdkCall, input: unknown): void {
  call.input = input;
  call.inputSent = true;
  const { tool: toolName, title } = call;
  const isRoot = turn.scope.calls.get(toolCallId)?.agentId === turn.scope.rootId;
  turn.chunks.push({
    type: "tool-input-available",
    toolCallId,
    toolName,
    input: input ?? null,
    ...(title !== undefined && { title }),
    ...(!isRoot && { toolMetadata: metadataOf(turn, toolCallId) }),
  });
}

export function writeAsk(
  turn: AiSdkTurn,
  toolCallId: string,
  { approvalId, reason }: { approvalId: string; reason?: string },
): void {
  const ask = { type: "tool-approval-request", approvalId, toolCallId, ...(reason !== undefined && { reason }) };
  turn.chunks.push(ask as UIMessageChunk);
}

/** Writes the streamed output as far as it has come. */
export function writeOutput(turn: AiSdkTurn, callId: string, call: AiSdkCall): void {
  call.outputSent = call.output.length;
  writePreliminary(turn, callId, call.output);
}

function writePreliminary(turn: AiSdkTurn, toolCallId: string, output: unknown): void {
  turn.chunks.push({ type: "tool-output-available", toolCallId, output, preliminary: true });
}

/** What Callboard's reader needs beside a chunk: the root agent's call that this one stands below, and how it ended. */
function metadataOf({ scope }: AiSdkTurn, callId: string, end: object = {}) {
  const call = scope.calls.get(callId);
  const isBelow = call !== undefined && call.agentId !== scope.rootId;
  return { callboard: { ...(isBelow && { belowToolCallId: call.rootCallId }), ...end } };
}
