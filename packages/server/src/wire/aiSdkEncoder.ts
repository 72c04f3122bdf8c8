import type { SessionEvent } from "@callboard/core";
import type { UIMessageChunk } from "ai";
import { isDeepStrictEqual } from "node:util";
import type { LoopCall } from "../agent/conversation.ts";
import { createTurnScope } from "./turnScope.ts";

/** One turn as an AI SDK UI message stream, of which one response or several (after each approval) tell a part. */
export interface AiSdkEncoder {
  /** A response begins: it goes on with the message of this id, or opens it. What was taken before is known already. */
  begin(messageId: string): UIMessageChunk[];
  take(event: SessionEvent): UIMessageChunk[];
  /** What was held back to be sent together. Called after each batch of events. */
  flush(): UIMessageChunk[];
  /** Nothing more comes until a person answers one of these calls. */
  rest(asks: readonly LoopCall[]): UIMessageChunk[];
  /** The response ends, with these calls waiting for a person. */
  finish(asks: readonly LoopCall[]): UIMessageChunk[];
}

interface EncodedCall {
  tool: string;
  title: string | undefined;
  /** In which step of the message its part stands; 0 where it has none. */
  step: number;
  input: unknown;
  inputSent: boolean;
  /** Between the ask and the end. */
  asked: boolean;
  ended: boolean;
  outputText: string;
  /** How much of `outputText` the reader has. */
  sent: number;
}

/**
 * Encodes a turn. The root agent's texts and calls become parts of the message. What happens below a call goes out as
 * `data-callboard` parts, each event once as it happens and once to be kept, and an approval that is asked for down there also becomes a tool part at the end
 * of the response, in a step of its own: so any `useChat` can answer it, and its `sendAutomaticallyWhen` sees it complete.
 */
export function createAiSdkEncoder(rootId: string): AiSdkEncoder {
  const scope = createTurnScope(rootId);
  const calls = new Map<string, EncodedCall>();
  let chunks: UIMessageChunk[] = [];
  let step = 0;
  let stepOpen = false;
  let stepWhole = false;
  let item: { kind: "text" | "reasoning"; id: string } | null = null;
  let below: SessionEvent[] = [];
  let kept: SessionEvent[] = [];
  let finishReason: string | undefined;
  let end: SessionEvent | null = null;

  const emit = (chunk: UIMessageChunk) => {
    chunks.push(chunk);
  };
  const taken = () => {
    const made = chunks;
    chunks = [];
    return made;
  };
  const closeItem = () => {
    if (item) emit({ type: `${item.kind}-end`, id: item.id });
    item = null;
  };
  const closeStep = () => {
    closeItem();
    if (stepOpen) emit({ type: "finish-step" });
    stepOpen = false;
  };
  const openStep = () => {
    if (stepOpen && !stepWhole) return;
    closeStep();
    emit({ type: "start-step" });
    step++;
    stepOpen = true;
    stepWhole = false;
  };
  /** Told as it happens, in order, and kept by nobody: a chat copies its whole message for each part that it keeps. */
  const sendBelow = () => {
    if (below.length > 0) emit({ type: "data-callboard", data: { events: below }, transient: true });
    below = [];
  };
  /** Once more at the end of a response, in one part, for whoever loads the message later. */
  const sendKept = () => {
    sendBelow();
    if (kept.length > 0) emit({ type: "data-callboard", data: { events: kept } });
    kept = [];
  };
  const addBelow = (event: SessionEvent) => {
    below.push(event);
    // Where it stands matters while it runs only.
    if (event.type === "tool.progressed") return;
    const joined = kept.length > 0 ? join(kept.at(-1)!, event) : null;
    if (joined) kept[kept.length - 1] = joined;
    else kept.push(event);
  };

  const openCall = (callId: string, tool: string, title?: string): EncodedCall => {
    const known = calls.get(callId);
    if (known) return known;
    const call: EncodedCall = {
      tool,
      title,
      step: 0,
      input: undefined,
      inputSent: false,
      asked: false,
      ended: false,
      outputText: "",
      sent: 0,
    };
    calls.set(callId, call);
    return call;
  };
  const sendInput = (callId: string, call: EncodedCall, input: unknown) => {
    call.input = input;
    call.inputSent = true;
    const { tool: toolName, title } = call;
    emit({
      type: "tool-input-available",
      toolCallId: callId,
      toolName,
      input: input ?? null,
      ...(title !== undefined && { title }),
      ...(scope.agentOf(callId) !== rootId && { toolMetadata: metadataOf(callId) }),
    });
  };
  const sendOutputText = (callId: string, call: EncodedCall) => {
    call.sent = call.outputText.length;
    emit({ type: "tool-output-available", toolCallId: callId, output: call.outputText, preliminary: true });
  };
  const endCall = (callId: string, call: EncodedCall, event: SessionEvent) => {
    if (call.ended) return;
    call.ended = true;
    call.asked = false;
    // Only a part that is there can end.
    if (call.step === 0) return;
    if (!call.inputSent) sendInput(callId, call, call.input);
    switch (event.type) {
      case "tool.completed":
        return emit({
          type: "tool-output-available",
          toolCallId: callId,
          output: event.outputRef ?? event.output ?? null,
        });
      case "tool.denied":
        return emit({ type: "tool-output-denied", toolCallId: callId });
      default: {
        // On this wire all of these are errors; which one it was is kept beside.
        const status = event.type.replace("tool.approval_", "").replace("tool.", "");
        const toolMetadata = metadataOf(callId, { status });
        return emit({ type: "tool-output-error", toolCallId: callId, errorText: errorTextOf(event), toolMetadata });
      }
    }
  };
  const metadataOf = (callId: string, more: { status?: string } = {}) => {
    const above = scope.agentOf(callId) === rootId ? undefined : scope.rootCallOf(callId);
    return { callboard: { ...(above !== undefined && { belowToolCallId: above }), ...more } };
  };

  /** What an event says of a call that has a part in the message, or gets one. */
  const takeCall = (event: Extract<SessionEvent, { callId: string }>, shown: boolean) => {
    const { callId } = event;
    const call = openCall(callId, "tool" in event ? event.tool : "unknown", "title" in event ? event.title : undefined);
    switch (event.type) {
      case "tool.requested":
        if (!shown || call.step > 0) return;
        closeItem();
        openStep();
        call.step = step;
        return emit({
          type: "tool-input-start",
          toolCallId: callId,
          toolName: call.tool,
          ...(call.title !== undefined && { title: call.title }),
        });
      case "tool.input_appended":
        if (shown && !call.inputSent)
          emit({ type: "tool-input-delta", toolCallId: callId, inputTextDelta: event.delta });
        return;
      case "tool.input_ready":
        call.input = event.input;
        if (shown) sendInput(callId, call, event.input);
        return;
      case "tool.needs_approval":
        call.asked = true;
        // The person sees exactly what will run. A part of an earlier step cannot be changed by its reader's rules.
        if (call.step > 0 && call.step === step && !isDeepStrictEqual(call.input, event.input)) {
          sendInput(callId, call, event.input);
        }
        call.input = event.input;
        if (shown) sendAsk(callId, event);
        return;
      case "tool.approved":
        return;
      case "tool.started": {
        if (shown && call.step === 0) {
          closeItem();
          openStep();
          call.step = step;
        }
        // After an answer it says that the call runs: the part would wait on, and be sent as answered again and again.
        const isNews = !call.inputSent || call.asked || !isDeepStrictEqual(call.input, event.input);
        call.asked = false;
        if (isNews && call.step > 0 && call.step === step) sendInput(callId, call, event.input);
        call.input = event.input;
        if (shown) {
          // That it runs, and what it is in a few words, no chunk says. The message's own agent has another name there.
          const { agentId: _agentId, ...rest } = event;
          addBelow(rest);
        }
        return;
      }
      case "tool.output_appended":
        call.outputText += event.delta;
        return;
      case "tool.output_replaced":
        call.outputText = "";
        call.sent = 0;
        if (call.step > 0) {
          emit({ type: "tool-output-available", toolCallId: callId, output: event.output ?? null, preliminary: true });
        }
        return;
      case "tool.progressed":
        if (shown) addBelow(event);
        return;
      default:
        return endCall(callId, call, event);
    }
  };
  const sendAsk = (callId: string, ask: { approvalId: string; reason?: string }) =>
    emit({
      type: "tool-approval-request",
      approvalId: ask.approvalId,
      toolCallId: callId,
      ...(ask.reason !== undefined && { reason: ask.reason }),
    } as UIMessageChunk);

  const takeRoot = (event: SessionEvent) => {
    switch (event.type) {
      case "agent.text_appended": {
        if (event.delta === "") return;
        const kind = event.kind ?? "text";
        const id = event.itemId ?? (item?.kind === kind ? item.id : `${rootId}.${event.seq}`);
        if (item?.id !== id || item.kind !== kind || stepWhole) {
          closeItem();
          openStep();
          item = { kind, id };
          emit({ type: `${kind}-start`, id });
        }
        return emit({ type: `${kind}-delta`, id, delta: event.delta });
      }
      case "agent.step_completed":
        closeItem();
        stepWhole = true;
        finishReason = event.finishReason;
        return;
      case "agent.completed":
      case "agent.failed":
      case "agent.cancelled":
      case "agent.interrupted":
        end = event;
        return;
      case "agent.retracted":
        closeItem();
        stepWhole = true;
        end = null;
        return;
      default:
        if ("callId" in event) takeCall(event, true);
    }
  };

  return {
    begin(messageId) {
      // What a response leaves open, the next one opens again.
      stepOpen = false;
      item = null;
      below = [];
      kept = [];
      chunks = [];
      emit({ type: "start", messageId });
      return taken();
    },
    take(event) {
      const place = scope.place(event);
      if (place === "below") {
        addBelow(event);
        if ("callId" in event) {
          // Before a part that shows the same call goes on.
          if ((calls.get(event.callId)?.step ?? 0) > 0) sendBelow();
          takeCall(event, false);
        }
      } else if (place === "root") {
        sendBelow();
        takeRoot(event);
      }
      return taken();
    },
    flush() {
      sendBelow();
      for (const [callId, call] of calls) {
        // By an eighth more each time: all of them together are at most nine times the whole.
        const due = call.outputText.length > call.sent + call.sent / 8;
        if (due && !call.ended && call.step > 0) sendOutputText(callId, call);
      }
      return taken();
    },
    rest(asks) {
      sendKept();
      presentAsks(asks);
      return taken();
    },
    finish(asks) {
      sendKept();
      for (const [callId, call] of calls) {
        if (call.outputText.length > call.sent && !call.ended && call.step > 0) sendOutputText(callId, call);
      }
      presentAsks(asks);
      closeStep();
      if (end?.type === "agent.failed") emit({ type: "error", errorText: end.error.message });
      else if (end?.type === "agent.interrupted") emit({ type: "error", errorText: interrupted(end.reason) });
      else if (end?.type === "agent.cancelled") emit({ type: "abort", reason: end.reason ?? "Stopped." });
      else emit({ type: "finish", finishReason: finishReasonOf(asks.length > 0 ? "tool-calls" : finishReason) });
      return taken();
    },
  };

  /**
   * A chat sends its answers by itself once no part of the message's last step is left open. Asks that this does not hold
   * for get a step of their own: those from below a call, or else all that are left.
   */
  function presentAsks(asks: readonly LoopCall[]): void {
    const inLastStep = [...calls.values()].filter((call) => call.step > 0 && call.step === step);
    const unseen = asks.filter(({ callId }) => (calls.get(callId)?.step ?? 0) === 0);
    const canBeSent = inLastStep.some(({ asked }) => asked) && inLastStep.every(({ asked, ended }) => asked || ended);
    const presented = unseen.length > 0 ? unseen : canBeSent ? [] : asks;
    if (presented.length === 0) return;
    stepWhole = true;
    openStep();
    for (const { callId, approval } of presented) {
      const call = calls.get(callId);
      if (!call || !approval) continue;
      call.step = step;
      sendInput(callId, call, approval.input);
      sendAsk(callId, { approvalId: approval.id });
    }
  }
}

/** Two pieces of one text as one; null where they are not. */
function join(before: SessionEvent, event: SessionEvent): SessionEvent | null {
  if (before.type === "agent.text_appended" && event.type === "agent.text_appended") {
    const { agentId, itemId, kind } = before;
    const isSame = itemId !== undefined && itemId === event.itemId && kind === event.kind && agentId === event.agentId;
    return isSame ? { ...event, delta: before.delta + event.delta } : null;
  }
  if (before.type === "tool.input_appended" && event.type === "tool.input_appended") {
    return before.callId === event.callId ? { ...event, delta: before.delta + event.delta } : null;
  }
  if (before.type === "tool.output_appended" && event.type === "tool.output_appended") {
    const isSame = before.callId === event.callId && before.channel === event.channel;
    return isSame ? { ...event, delta: before.delta + event.delta } : null;
  }
  return null;
}

function interrupted(reason: string | undefined): string {
  return `The answer was interrupted before it was whole. ${reason ?? ""} Ask for it anew.`.replace("  ", " ");
}

function errorTextOf(event: SessionEvent): string {
  switch (event.type) {
    case "tool.failed":
      return event.error.message;
    case "tool.approval_expired":
      return "Nobody answered in time, so the call did not run.";
    case "tool.cancelled":
      return event.reason ?? "The call was cancelled.";
    case "tool.interrupted":
      return event.reason ?? "The call was interrupted; whether it had an effect is not known.";
    default:
      return "The call ended without a result.";
  }
}

const FINISH_REASONS = ["stop", "length", "content-filter", "tool-calls", "error", "other"] as const;

function finishReasonOf(reason: string | undefined): (typeof FINISH_REASONS)[number] {
  return FINISH_REASONS.find((known) => known === reason) ?? "other";
}
