import type { NewEvent } from "../events/event.ts";
import type { ToolCallbacks } from "../tool/context.ts";
import { plainCopy } from "../json/plainCopy.ts";
import { inWords, type Said } from "../tool/said.ts";
import { toolError } from "../tool/toolError.ts";

/** What whoever starts a call hears of it while it runs: what its handler reports, with the same arguments. */
export interface CallListeners extends Partial<ToolCallbacks> {
  /** Each text of a status or of progress, as people read it in English. */
  on_status?: (text: string) => void;
}

/** Runs a listener of the caller's; an error of it does not fail the call. */
export function tell(listener: () => void): void {
  try {
    listener();
  } catch (error) {
    console.error(error);
  }
}

/**
 * The callbacks of a handler that also tell listeners, after the event is written, for as long as the call `isOpen`.
 */
export function withListeners(
  callbacks: ToolCallbacks,
  listeners: readonly CallListeners[],
  isOpen: () => boolean,
): ToolCallbacks {
  const hear = (said: (listener: CallListeners) => void) => {
    if (isOpen()) for (const listener of listeners) tell(() => said(listener));
  };
  const hearText = (said: Said | undefined) => {
    const { text } = inWords(said);
    if (text !== undefined) hear((listener) => listener.on_status?.(text));
  };
  const both = <Name extends keyof ToolCallbacks>(name: Name) => {
    const report = callbacks[name] as (...said: unknown[]) => void;
    return (...said: unknown[]) => {
      report(...said);
      hear((listener) => (listener[name] as typeof report | undefined)?.call(listener, ...said));
      if (name === "onStatus") hearText(said[0] as Said);
      if (name === "onProgress") hearText(said[2] as Said | undefined);
    };
  };
  const names = Object.keys(callbacks) as (keyof ToolCallbacks)[];
  return Object.fromEntries(names.map((name) => [name, both(name)])) as unknown as ToolCallbacks;
}

/** Throws where an output is too large, or the pieces of one are together. */
export type OutputLimit = (output: unknown, isPiece?: boolean) => void;

/**
 * The callbacks of a running call as an emitter of events. `emit` decides whether the call still listens. What a
 * handler hands over is copied at once; a value that is no JSON throws there, in the handler.
 */
export function createCallbacks(
  callId: string,
  emit: (event: NewEvent) => void,
  refuseLarge: OutputLimit = () => {},
): ToolCallbacks {
  let progress = 0;
  let total: number | undefined;
  const end = (id: string, { output, error }: { output?: unknown; error?: string }): NewEvent =>
    error === undefined
      ? { type: "tool.completed", callId: id, output: plainCopy(output) }
      : { type: "tool.failed", callId: id, error: toolError(error) };
  const start = (call: { callId: string; tool: string; input: unknown }, agentId?: string): NewEvent => {
    const { callId: id, tool, input } = call;
    return { type: "tool.started", callId: id, tool, input: plainCopy(input), agentId, source: "agent" };
  };
  const progressed = (said: Said | undefined) => {
    const { text, wording } = inWords(said);
    emit({ type: "tool.progressed", callId, progress, total, message: text, ...(wording && { wording }) });
  };
  return {
    onProgress(now, of, message) {
      progress = now;
      total = of;
      progressed(message);
    },
    onStatus: progressed,
    onOutput(delta, channel) {
      refuseLarge(delta, true);
      emit({ type: "tool.output_appended", callId, delta, channel });
    },
    onPartialResult(output) {
      refuseLarge(output);
      emit({ type: "tool.output_replaced", callId, output: plainCopy(output) });
    },
    onToolCall: (call) => emit(start(call, call.agentId)),
    onToolResult: (result) => emit(end(result.callId, result)),
    onSubAgentStart: ({ agentId, name, description }) =>
      emit({ type: "agent.started", agentId, name, description, parentCallId: callId }),
    onSubAgentChunk: (agentId, delta, kind) => emit({ type: "agent.text_appended", agentId, delta, kind }),
    onSubAgentToolCall: (agentId, call) => emit(start(call, agentId)),
    onSubAgentToolResult: (_agentId, result) => emit(end(result.callId, result)),
    onSubAgentEnd: (agentId, { result, error } = {}) =>
      emit(
        error === undefined
          ? { type: "agent.completed", agentId, result: plainCopy(result) }
          : { type: "agent.failed", agentId, error: toolError(error) },
      ),
  };
}
