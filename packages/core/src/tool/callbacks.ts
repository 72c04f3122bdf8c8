import type { EventError, NewEvent } from "../timeline/event.ts";
import type { ToolCallbacks } from "./context.ts";

/** The callbacks of a running call as an emitter of events. `emit` decides whether the call still listens. */
export function createCallbacks(callId: string, emit: (...events: NewEvent[]) => void): ToolCallbacks {
  let progress = 0;
  let total: number | undefined;
  const end = (id: string, { output, error }: { output?: unknown; error?: string }): NewEvent =>
    error === undefined
      ? { type: "tool.completed", callId: id, output }
      : { type: "tool.failed", callId: id, error: toolError(error) };
  return {
    onProgress(now, of, message) {
      progress = now;
      total = of;
      emit({ type: "tool.progressed", callId, progress, total, message });
    },
    onStatus: (message) => emit({ type: "tool.progressed", callId, progress, total, message }),
    onOutput: (delta, channel) => emit({ type: "tool.output_appended", callId, delta, channel }),
    onPartialResult: (output) => emit({ type: "tool.output_replaced", callId, output }),
    onToolCall: (call) => emit({ type: "tool.started", source: "agent", ...call }),
    onToolResult: (result) => emit(end(result.callId, result)),
    onSubAgentStart: (agent) => emit({ type: "agent.started", parentCallId: callId, ...agent }),
    onSubAgentChunk: (agentId, delta, kind) => emit({ type: "agent.text_appended", agentId, delta, kind }),
    onSubAgentToolCall: (agentId, call) => emit({ type: "tool.started", source: "agent", ...call, agentId }),
    onSubAgentToolResult: (_agentId, result) => emit(end(result.callId, result)),
    onSubAgentEnd: (agentId, result) =>
      emit(
        result?.error === undefined
          ? { type: "agent.completed", agentId, result: result?.result }
          : { type: "agent.failed", agentId, error: toolError(result.error) },
      ),
  };
}

/** What a handler's own words about a failure become in the log. */
export function toolError(message: string): EventError {
  return { code: "tool_error", message };
}
