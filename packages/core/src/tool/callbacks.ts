import type { NewEvent } from "../events/event.ts";
import type { ToolCallbacks } from "./context.ts";
import { plainCopy } from "../json/plainCopy.ts";
import { inWords, type Said } from "./said.ts";
import { toolError } from "./toolError.ts";

/**
 * The callbacks of a running call as an emitter of events. `emit` decides whether the call still listens. What a
 * handler hands over is copied at once; a value that is no JSON throws there, in the handler.
 */
export function createCallbacks(callId: string, emit: (event: NewEvent) => void): ToolCallbacks {
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
    onOutput: (delta, channel) => emit({ type: "tool.output_appended", callId, delta, channel }),
    onPartialResult: (output) => emit({ type: "tool.output_replaced", callId, output: plainCopy(output) }),
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
