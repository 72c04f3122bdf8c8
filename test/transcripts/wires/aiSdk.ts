import {
  asSchema,
  createUIMessageStream,
  JsonToSseTransformStream,
  readUIMessageStream,
  uiMessageChunkSchema,
  type UIMessage,
  type UIMessageChunk,
} from "ai";
import { pieces, sideBySide, usage, type AgentScript, type CallScript, type Turn } from "../conversation.ts";
import type { Recording } from "./recording.ts";

/**
 * Every chunk is held to the SDK's own schema; sub-agents' messages are put together by its own reader, the bytes by
 * its own encoder.
 */
export async function recordAiSdk(turns: readonly Turn[]): Promise<Recording> {
  const chunks: UIMessageChunk[] = [];
  for (const { messageId, agent, isCancelled } of turns) {
    chunks.push(...(await tellAgent(agent, `answer-${messageId}`, isCancelled)));
  }
  const { validate } = asSchema(uiMessageChunkSchema);
  for (const chunk of chunks) {
    // A chunk of the SDK after this one: here, the page that answered tells the adapter.
    if ((chunk.type as string) === "tool-approval-response") continue;
    const result = await validate?.(chunk);
    if (result?.success !== true) throw new Error(`The SDK knows no such chunk: ${JSON.stringify(chunk)}`);
  }
  const stream = createUIMessageStream({
    execute: ({ writer }) => {
      for (const chunk of chunks) writer.write(chunk);
    },
  });
  let raw = "";
  for await (const text of stream.pipeThrough(new JsonToSseTransformStream())) raw += text;
  return { chunks, raw };
}

/**
 * An agent's answers as chunks; where a person is asked, the response ends and the next one goes on with the same
 * message.
 */
async function tellAgent(agent: AgentScript, messageId: string, isCancelled = false): Promise<UIMessageChunk[]> {
  const chunks: UIMessageChunk[] = [{ type: "start", messageId }];
  const isNested = agent.name !== undefined;
  for (const { id, think, say, calls = [] } of agent.answers) {
    chunks.push({ type: "start-step" });
    if (think !== undefined) {
      chunks.push({ type: "reasoning-start", id: `${id}-thought` });
      for (const delta of pieces(think)) chunks.push({ type: "reasoning-delta", id: `${id}-thought`, delta });
      chunks.push({ type: "reasoning-end", id: `${id}-thought` });
    }
    if (say !== undefined) {
      chunks.push({ type: "text-start", id });
      for (const delta of pieces(say)) chunks.push({ type: "text-delta", id, delta });
      chunks.push({ type: "text-end", id });
    }
    for (const { id: toolCallId, tool: toolName } of calls)
      chunks.push({ type: "tool-input-start", toolCallId, toolName });
    for (const { call, delta } of sideBySide(calls)) {
      chunks.push({ type: "tool-input-delta", toolCallId: call.id, inputTextDelta: delta });
    }
    for (const { id: toolCallId, tool: toolName, input } of calls) {
      chunks.push({ type: "tool-input-available", toolCallId, toolName, input });
    }
    const asked = isNested ? [] : calls.flatMap(({ id: toolCallId, ask }) => (ask ? [{ toolCallId, ...ask }] : []));
    for (const { toolCallId, id: approvalId } of asked) {
      chunks.push({ type: "tool-approval-request", toolCallId, approvalId });
    }
    if (asked.length > 0) {
      chunks.push({ type: "finish-step" }, { type: "finish" }, { type: "start", messageId });
      for (const { toolCallId, id: approvalId, approved, reason } of asked) {
        const response = {
          type: "tool-approval-response",
          approvalId,
          approved,
          ...(reason !== undefined && { reason }),
        };
        chunks.push(response as never);
        if (!approved) chunks.push({ type: "tool-output-denied", toolCallId });
      }
    }
    for (const call of calls) if (isNested || call.ask?.approved !== false) chunks.push(...(await outcomeOf(call)));
    if (asked.length === 0) chunks.push({ type: "finish-step" });
  }
  const count = agent.answers.length;
  const totalUsage = { inputTokens: usage.inputTokens * count, outputTokens: usage.outputTokens * count };
  if (isCancelled) chunks.push({ type: "message-metadata", messageMetadata: { totalUsage } }, { type: "abort" });
  else chunks.push({ type: "finish", messageMetadata: { totalUsage } });
  return chunks;
}

async function outcomeOf({
  id: toolCallId,
  partialOutput = [],
  agent,
  output,
  error,
}: CallScript): Promise<UIMessageChunk[]> {
  const chunks: UIMessageChunk[] = partialOutput.map((_, index) => {
    const shown = partialOutput.slice(0, index + 1).join("");
    return { type: "tool-output-available", toolCallId, output: shown, preliminary: true };
  });
  let result = output;
  if (agent) {
    // As the SDK's documentation has it: the tool yields the sub-agent's whole message, again and again.
    for (const message of await messagesOf(agent)) {
      result = message;
      chunks.push({ type: "tool-output-available", toolCallId, output: message, preliminary: true });
    }
  }
  if (error !== undefined) chunks.push({ type: "tool-output-error", toolCallId, errorText: error });
  else if (result !== undefined) chunks.push({ type: "tool-output-available", toolCallId, output: result });
  return chunks;
}

async function messagesOf(agent: AgentScript): Promise<UIMessage[]> {
  const chunks = await tellAgent(agent, `answer-${agent.name}`);
  const stream = new ReadableStream<UIMessageChunk>({
    start(controller) {
      for (const chunk of chunks) controller.enqueue(structuredClone(chunk));
      controller.close();
    },
  });
  const messages: UIMessage[] = [];
  for await (const message of readUIMessageStream({ stream })) messages.push(structuredClone(message));
  return messages;
}
