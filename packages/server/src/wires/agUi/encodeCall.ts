import type { SessionEvent } from "@callboard/core";
import type { CallEndEvent } from "@callboard/core/host";
import { isDeepStrictEqual } from "node:util";
import {
  createEncodedCall,
  endMetadata,
  errorTextOf,
  hasUnsentOutput,
  replaceOutput,
  type CallEvent,
} from "../turnEncoding.ts";
import { closeItem, openAgent, writeEvent, type AgUiCall, type AgUiTurn } from "./turn.ts";

/** Encodes an event of a call, the root agent's or a sub-agent's. */
export function encodeCall(turn: AgUiTurn, event: CallEvent): void {
  const { callId } = event;
  const { agentId } = turn.scope.calls.get(callId)!;
  const isNamed = event.type === "tool.requested" || event.type === "tool.started";
  const call = turn.calls.get(callId) ?? (isNamed ? startCall(turn, agentId, event) : undefined);
  if (!call) return;
  switch (event.type) {
    case "tool.requested":
    case "tool.approved":
    case "tool.needs_input":
    case "tool.input_given":
    case "tool.handed_over":
    case "tool.needs_turn":
    case "tool.turn_given":
      return;
    case "tool.input_appended":
      if (call.inputSent) return;
      call.argsStreamed ||= event.delta !== "";
      return writeEvent(turn, agentId, { type: "TOOL_CALL_ARGS", toolCallId: callId, delta: event.delta });
    case "tool.input_ready":
      return finishArgs(turn, callId, call, event.input);
    case "tool.started":
      finishArgs(turn, callId, call, event.input);
      return tellStart(turn, call, event);
    case "tool.needs_approval":
      finishArgs(turn, callId, call, event.input);
      call.ask = event;
      return;
    case "tool.progressed": {
      const { progress, total, message } = event;
      return writeActivity(turn, callId, call, {
        progress,
        ...(total !== undefined && { total }),
        ...(message !== undefined && { message }),
      });
    }
    case "tool.output_appended":
      call.output += event.delta;
      call.activity["output"] = call.output;
      return;
    case "tool.output_replaced":
      replaceOutput(call, event.output);
      return writeActivity(turn, callId, call, { output: event.output ?? null });
    default:
      return encodeEnd(turn, call, event);
  }
}

function startCall(
  turn: AgUiTurn,
  agentId: string,
  { callId, tool }: Extract<SessionEvent, { type: "tool.requested" | "tool.started" }>,
): AgUiCall {
  const agent = openAgent(turn, agentId);
  closeItem(turn, agentId);
  const messageId = (agent.stepMessageId ??= `${agentId}.calls.${agent.step}`);
  const type = "TOOL_CALL_START";
  writeEvent(turn, agentId, { type, toolCallId: callId, toolCallName: tool, parentMessageId: messageId });
  const call: AgUiCall = {
    ...createEncodedCall(),
    messageId,
    argsStreamed: false,
    ask: null,
    activity: {},
    activityOpen: false,
  };
  turn.calls.set(callId, call);
  return call;
}

/**
 * AG-UI has no event for a start: where it says more than the arguments that streamed, Callboard's reader gets it
 * whole.
 */
function tellStart(turn: AgUiTurn, call: AgUiCall, event: Extract<SessionEvent, { type: "tool.started" }>): void {
  const { type, callId, tool, input, summary } = event;
  if (summary === undefined && isDeepStrictEqual(call.input, input)) return;
  call.input = input;
  const value = { type, callId, tool, input, ...(summary !== undefined && { summary }) };
  writeEvent(turn, turn.scope.calls.get(callId)!.agentId, { type: "CUSTOM", name: "callboard", value });
}

function finishArgs(turn: AgUiTurn, toolCallId: string, call: AgUiCall, input: unknown): void {
  if (call.inputSent) return;
  const { agentId } = turn.scope.calls.get(toolCallId)!;
  call.inputSent = true;
  call.input = input;
  if (!call.argsStreamed && input !== undefined) {
    writeEvent(turn, agentId, { type: "TOOL_CALL_ARGS", toolCallId, delta: JSON.stringify(input) });
  }
  writeEvent(turn, agentId, { type: "TOOL_CALL_END", toolCallId });
}

/** The run ends while the call is open: the reader gets its arguments and its output as far as they have come. */
export function suspendCall(turn: AgUiTurn, callId: string, call: AgUiCall): void {
  if (hasUnsentOutput(call)) writeOutput(turn, callId, call);
  finishArgs(turn, callId, call, call.input);
}

function encodeEnd(turn: AgUiTurn, call: AgUiCall, event: CallEndEvent): void {
  if (call.ended) return;
  const { callId } = event;
  const { agentId } = turn.scope.calls.get(callId)!;
  openAgent(turn, agentId);
  finishArgs(turn, callId, call, call.input);
  if (hasUnsentOutput(call)) writeOutput(turn, callId, call);
  call.ended = true;
  const result = { type: "TOOL_CALL_RESULT", messageId: `${callId}:result`, toolCallId: callId, role: "tool" };
  if (event.type === "tool.completed") {
    const output = event.outputRef ?? event.output ?? null;
    const content = typeof output === "string" ? output : JSON.stringify(output);
    return writeEvent(turn, agentId, { ...result, content });
  }
  // AG-UI has no field for an error of a result.
  const error = errorTextOf(event);
  const metadata = { error, callboard: endMetadata(event) };
  writeEvent(turn, agentId, { ...result, content: error, metadata });
}

/** Writes the streamed output as far as it has come. */
export function writeOutput(turn: AgUiTurn, callId: string, call: AgUiCall): void {
  call.outputSent = call.output.length;
  writeActivity(turn, callId, call, { output: call.output });
}

/** Writes a change of a call's activity: whole the first time in a run, then as a patch. */
function writeActivity(turn: AgUiTurn, toolCallId: string, call: AgUiCall, change: Record<string, unknown>): void {
  const { agentId } = turn.scope.calls.get(toolCallId)!;
  const activity = { messageId: `${toolCallId}:output`, activityType: "tool_output" };
  Object.assign(call.activity, change);
  openAgent(turn, agentId);
  if (!call.activityOpen) {
    call.activityOpen = true;
    const content = { toolCallId, ...call.activity };
    return writeEvent(turn, agentId, { type: "ACTIVITY_SNAPSHOT", ...activity, content });
  }
  const patch = Object.entries(change).map(([key, value]) => ({ op: "add", path: `/${key}`, value }));
  writeEvent(turn, agentId, { type: "ACTIVITY_DELTA", ...activity, patch });
}
