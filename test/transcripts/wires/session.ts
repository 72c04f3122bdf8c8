import { createChunkReader, type Chunk } from "../../../packages/core/src/wires/chunkReader.ts";
import type { NewEvent, SessionEvent } from "../../../packages/core/src/events/event.ts";
import { pieces, sideBySide, usage, type AgentScript, type CallScript, type Turn } from "../conversation.ts";
import type { AnyAdapter, Recording } from "./recording.ts";

/** A session's own events need no adapter; their lines are read as any wire's are. */
export function connectSession(): AnyAdapter {
  const reader = createChunkReader();
  const eventsOf = (chunks: readonly Chunk[]) =>
    chunks.flatMap(({ value }) => (typeof value === "object" ? [value as SessionEvent] : []));
  return {
    push: (chunk: SessionEvent | string | Uint8Array) =>
      typeof chunk === "string" || chunk instanceof Uint8Array ? eventsOf(reader.read(chunk)) : [chunk],
    end: () => eventsOf(reader.end()),
  };
}

export function recordSession(turns: readonly Turn[]): Recording {
  const bodies: NewEvent[] = [];
  const emit = (event: NewEvent) => void bodies.push(event);
  let count = 0;

  const tellCall = (call: CallScript) => {
    const { id: callId, tool, ask, progress, partialOutput = [], agent, output, error } = call;
    if (ask) emit({ type: "tool.needs_approval", callId, approvalId: ask.id, input: call.input });
    if (ask) {
      const { approved, input, reason } = ask;
      const answer = { callId, approvalId: ask.id, ...(input && { input }), ...(reason !== undefined && { reason }) };
      emit({ type: approved ? "tool.approved" : "tool.denied", ...answer });
      if (!approved) return;
    }
    emit({ type: "tool.started", callId, tool, input: ask?.input ?? call.input });
    if (progress) emit({ type: "tool.progressed", callId, ...progress });
    for (const delta of partialOutput) emit({ type: "tool.output_appended", callId, delta });
    if (agent) tellAgent(agent, { parentCallId: callId });
    if (error !== undefined) emit({ type: "tool.failed", callId, error: { code: "tool_error", message: error } });
    else if (output !== undefined) emit({ type: "tool.completed", callId, output });
    else emit({ type: "tool.cancelled", callId });
  };
  const tellAgent = (
    agent: AgentScript,
    place: { parentCallId: string } | { messageId: string },
    isCancelled = false,
  ) => {
    const agentId = `agent-${++count}`;
    emit({ type: "agent.started", agentId, ...(agent.name !== undefined && { name: agent.name }), ...place });
    agent.answers.forEach(({ id, think, say, calls = [] }, step) => {
      for (const delta of pieces(think ?? "")) {
        emit({ type: "agent.text_appended", agentId, kind: "reasoning", itemId: `${id}-thought`, delta });
      }
      for (const delta of pieces(say ?? "")) emit({ type: "agent.text_appended", agentId, itemId: id, delta });
      for (const { id: callId, tool } of calls)
        emit({ type: "tool.requested", callId, tool, agentId, source: "agent" });
      for (const { call, delta } of sideBySide(calls)) emit({ type: "tool.input_appended", callId: call.id, delta });
      for (const { id: callId, input } of calls) emit({ type: "tool.input_ready", callId, input });
      emit({ type: "agent.step_completed", agentId, step: step + 1, usage });
      calls.forEach(tellCall);
    });
    emit({ type: isCancelled ? "agent.cancelled" : "agent.completed", agentId });
  };
  for (const { messageId, prompt, agent, isCancelled } of turns) {
    emit({ type: "message.added", messageId, role: "user", text: prompt });
    tellAgent(agent, { messageId }, isCancelled);
  }
  const events = bodies.map((body, index): SessionEvent => ({
    v: 1,
    seq: index + 1,
    sessionId: "s1",
    at: index,
    ...body,
  }));
  const raw = events.map((event) => `id: ${event.seq}\ndata: ${JSON.stringify(event)}\n\n`).join("");
  return { chunks: events, raw: `: hello\n\n${raw}` };
}
