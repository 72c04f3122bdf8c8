import { EventType, type BaseEvent } from "@ag-ui/core";
import { EventSchemas } from "@ag-ui/core/schemas";
import { EventEncoder } from "@ag-ui/encoder";
import { pieces, sideBySide, usage, type AgentScript, type CallScript, type Turn } from "../conversation.ts";
import type { Recording } from "./recording.ts";

type Event = Record<string, unknown> & { type: EventType };

/** Every event is held to AG-UI's own schemas, and written by its own encoder. */
export function recordAgUi(turns: readonly Turn[]): Recording {
  const events: Event[] = [];
  const emit = (event: Event) => void events.push(event);
  const threadId = "t";
  let runs = 0;
  let runId = "";
  const messages: object[] = [];

  const begin = (resume?: object[]) => {
    runId = `run-${++runs}`;
    const input = { threadId, runId, messages: [...messages], tools: [], context: [], state: {}, forwardedProps: {} };
    emit({ type: EventType.RUN_STARTED, threadId, runId, input: { ...input, ...(resume && { resume }) } });
  };
  let counted = 0;
  const finish = (outcome: object) => {
    const counts = { inputTokens: usage.inputTokens * counted, outputTokens: usage.outputTokens * counted };
    counted = 0;
    emit({ type: EventType.RUN_FINISHED, threadId, runId, outcome, usage: [counts] });
  };

  const tellAsks = (calls: readonly CallScript[], owner: object) => {
    const asked = calls.flatMap(({ id, ask }) => (ask ? [{ id, ask }] : []));
    if (asked.length === 0) return;
    finish({
      type: "interrupt",
      interrupts: asked.map(({ id: toolCallId, ask }) => ({
        id: ask.id,
        reason: "tool_call",
        toolCallId,
        ...owner,
        responseSchema: {
          type: "object",
          properties: { approved: { type: "boolean" }, editedArgs: { type: "object" } },
        },
      })),
    });
    begin(
      asked.map(({ ask: { id: interruptId, approved, input: editedArgs, reason } }) => ({
        interruptId,
        status: "resolved",
        payload: { approved, ...(editedArgs && { editedArgs }), ...(reason !== undefined && { reason }) },
      })),
    );
  };
  const tellCall = (call: CallScript, owner: object) => {
    const { id: toolCallId, ask, progress, partialOutput = [], agent, output, error } = call;
    if (ask?.approved === false) return;
    if (progress) {
      const content = { toolCallId, ...progress };
      emit({ type: EventType.ACTIVITY_SNAPSHOT, messageId: `activity-${toolCallId}`, activityType: "call", content });
    }
    partialOutput.forEach((_, index) => {
      const patch = [{ op: "add", path: "/output", value: partialOutput.slice(0, index + 1).join("") }];
      emit({ type: EventType.ACTIVITY_DELTA, messageId: `activity-${toolCallId}`, activityType: "call", patch });
    });
    if (agent) {
      const subagentRunId = `sub-${toolCallId}`;
      emit({
        type: EventType.SUBAGENT_STARTED,
        subagentRunId,
        name: agent.name,
        parentToolCallId: toolCallId,
        ...parentOf(owner),
      });
      tellAgent(agent, { subagentRunId });
      emit({ type: EventType.SUBAGENT_FINISHED, subagentRunId, outcome: { type: "success" } });
    }
    const content = error ?? (typeof output === "string" ? output : JSON.stringify(output));
    if (content === undefined) return;
    emit({
      type: EventType.TOOL_CALL_RESULT,
      messageId: `result-${toolCallId}`,
      toolCallId,
      content,
      role: "tool",
      ...owner,
    });
  };
  const tellAgent = (agent: AgentScript, owner: { subagentRunId?: string }) => {
    for (const { id, think, say, calls = [] } of agent.answers) {
      if (owner.subagentRunId === undefined) counted++;
      const thought = `${id}-thought`;
      if (think !== undefined) {
        emit({ type: EventType.REASONING_START, messageId: thought, ...owner });
        emit({ type: EventType.REASONING_MESSAGE_START, messageId: thought, role: "reasoning", ...owner });
        for (const delta of pieces(think))
          emit({ type: EventType.REASONING_MESSAGE_CONTENT, messageId: thought, delta, ...owner });
        emit({ type: EventType.REASONING_MESSAGE_END, messageId: thought, ...owner });
        emit({ type: EventType.REASONING_END, messageId: thought, ...owner });
      }
      if (say !== undefined) {
        emit({ type: EventType.TEXT_MESSAGE_START, messageId: id, role: "assistant", ...owner });
        for (const delta of pieces(say)) emit({ type: EventType.TEXT_MESSAGE_CONTENT, messageId: id, delta, ...owner });
        emit({ type: EventType.TEXT_MESSAGE_END, messageId: id, ...owner });
      }
      for (const { id: toolCallId, tool } of calls) {
        emit({ type: EventType.TOOL_CALL_START, toolCallId, toolCallName: tool, parentMessageId: id, ...owner });
      }
      for (const { call, delta } of sideBySide(calls)) {
        emit({ type: EventType.TOOL_CALL_ARGS, toolCallId: call.id, delta, ...owner });
      }
      for (const { id: toolCallId } of calls) emit({ type: EventType.TOOL_CALL_END, toolCallId, ...owner });
      tellAsks(calls, owner);
      for (const call of calls) tellCall(call, owner);
    }
  };
  for (const { messageId, prompt, agent, isCancelled } of turns) {
    messages.push({ id: messageId, role: "user", content: prompt });
    begin();
    tellAgent(agent, {});
    finish({ type: isCancelled ? "cancelled" : "success" });
  }
  const chunks = events.map((event) => EventSchemas.parse(event) as BaseEvent);
  const encoder = new EventEncoder();
  return { chunks, raw: chunks.map((event) => encoder.encodeSSE(event)).join("") };
}

const parentOf = (owner: { subagentRunId?: string }) =>
  owner.subagentRunId === undefined ? {} : { parentSubagentRunId: owner.subagentRunId };
