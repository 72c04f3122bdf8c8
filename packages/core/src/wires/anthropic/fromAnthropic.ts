import { writeAgentEnd, writeAgentStart, writeEvent } from "../eventWriter.ts";
import type { EventError } from "../../events/event.ts";
import { createAdapter, freshId, type Adapter, type AdapterOptions, type Wire } from "../adapter.ts";
import {
  blocksOf,
  createMessageReader,
  promptOf,
  applyToolResult,
  type ContentBlock,
  type MessageEvent,
  type MessageReader,
  type MessageUsage,
} from "./messageReader.ts";
import { createCallNames } from "../callNames.ts";

/** What the Messages API sends, and the messages that an app sends back, as far as a timeline shows them. */
export interface AnthropicChunk extends MessageEvent {
  message?: AnthropicMessage;
  error?: { type?: string; message?: string } | null;
  id?: string;
  role?: string;
  content?: string | ContentBlock[];
  stop_reason?: string | null;
  stop_details?: { explanation?: string | null } | null;
}

interface AnthropicMessage {
  id?: string;
  content?: unknown;
  stop_reason?: string | null;
  stop_details?: { explanation?: string | null } | null;
  usage?: MessageUsage | null;
}

interface Message {
  id: string | undefined;
  reader: MessageReader;
  isOver: boolean;
}

/**
 * Reads Anthropic's Messages API: streamed events, whole messages, and the user messages that an app answers with.
 *
 * Each message is a root agent `agent:<message id>`, with its usage and its end: completed, interrupted where a limit
 * cut it, failed where the API did or the model was stopped. A message that asks for tools leaves its calls `ready`,
 * since the app runs them: push the `{ role: "user", content: [{ type: "tool_result", … }] }` that goes to the model
 * (`is_error` fails the call), or call `end()`, which interrupts what is open. Calls that the provider runs end by the
 * result blocks of the same message or a later one. Signatures, citations and redacted thinking are in the step's
 * `meta`.
 *
 * @example
 * ```ts
 * const adapter = fromAnthropic();
 * for await (const event of client.messages.stream(request)) timeline.apply(adapter.push(event));
 * ```
 */
export function fromAnthropic(options: AdapterOptions = {}): Adapter<AnthropicChunk> {
  return createAdapter(options, (writer): Wire => {
    const names = createCallNames();
    const byId = new Map<string, Message>();
    const agents = new Map<string, number>();
    let current: Message | null = null;
    let { messageId } = options;

    const open = (id: string | undefined): Message => {
      const name = `agent:${id || freshId("message")}`;
      const count = (agents.get(name) ?? 0) + 1;
      agents.set(name, count);
      const agentId = count === 1 ? name : `${name}:${count}`;
      const prefix = agentId.slice("agent:".length);
      writeAgentStart(writer, agentId, { messageId });
      const reader = createMessageReader(writer, { agentId, prefix, names });
      const message: Message = { id: id || undefined, reader, isOver: false };
      if (message.id !== undefined) byId.set(message.id, message);
      return message;
    };
    const close = (message: Message, error?: EventError) => {
      if (message.isOver) return;
      message.isOver = true;
      const { agentId, stopReason, stopExplanation, usage } = message.reader;
      const opaque = message.reader.close(error?.message);
      writeEvent(writer, {
        type: "agent.step_completed",
        agentId,
        step: 1,
        finishReason: error ? "error" : stopReason,
        usage,
        meta: opaque && { anthropic: opaque },
      });
      if (error) writeAgentEnd(writer, agentId, { status: "failed", error, usage });
      else if (stopReason === "refusal") {
        const words =
          stopExplanation ?? "The model's provider stopped this answer. Ask in other words, or another model.";
        writeAgentEnd(writer, agentId, { status: "failed", error: { code: "refusal", message: words }, usage });
      } else if (stopReason === "max_tokens" || stopReason === "model_context_window_exceeded") {
        writeAgentEnd(writer, agentId, { status: "interrupted", reason: stopReason, usage });
      } else writeAgentEnd(writer, agentId, { status: "completed", usage });
    };
    /**
     * A message without its stop was cut off, whether another follows it or nothing, unless its stop reason has come.
     */
    const leave = (reason?: string) => {
      if (!current || current.isOver) return;
      const { reader } = current;
      if (reader.stopReason !== undefined) return close(current);
      current.isOver = true;
      reader.close(reason);
      writeAgentEnd(writer, reader.agentId, { status: "interrupted", reason, usage: reader.usage });
    };
    const begin = (start: AnthropicMessage) => {
      // A gateway may send the start twice in a row.
      const isAgain = current !== null && !current.isOver && current.id === (start.id || undefined);
      if (!isAgain || !current?.reader.isEmpty) {
        leave();
        current = open(start.id);
      }
      current.reader.addUsage(start.usage);
      current.reader.stopReason = start.stop_reason ?? current.reader.stopReason;
      for (const block of blocksOf(start.content)) current.reader.applyBlock(block);
    };
    const applyWhole = (whole: AnthropicMessage) => {
      const known = whole.id ? byId.get(whole.id) : undefined;
      if (known !== current) leave();
      const message = known ?? open(whole.id);
      current = message;
      message.reader.repeat();
      for (const block of blocksOf(whole.content)) message.reader.applyBlock(block);
      if (message.isOver) return;
      message.reader.addUsage(whole.usage);
      message.reader.stopReason = whole.stop_reason ?? "end_turn";
      message.reader.stopExplanation = whole.stop_details?.explanation ?? undefined;
      close(message);
    };
    const applyUser = (chunk: AnthropicChunk) => {
      for (const block of blocksOf(chunk.content)) {
        if (block.type?.endsWith("tool_result")) applyToolResult(writer, names, block);
      }
      const text = promptOf(chunk.content);
      if (text === "") return;
      messageId = chunk.id || freshId("message");
      writeEvent(writer, { type: "message.added", messageId, role: "user", text });
    };

    return {
      apply(raw, sseEvent) {
        const chunk = raw as AnthropicChunk;
        const type = chunk.type ?? sseEvent;
        if (type === "error" || chunk.error) {
          const error = chunk.error ?? {};
          if (!current || current.isOver) current = open(undefined);
          close(current, {
            code: error.type ?? "error",
            message: error.message ?? "The provider failed and does not say why.",
          });
        } else if (type === "message_start") begin(chunk.message ?? {});
        else if (type === "message" || (chunk.role === "assistant" && chunk.content !== undefined)) applyWhole(chunk);
        else if (chunk.role === "user") applyUser(chunk);
        else if (type === "message_stop") {
          if (current) current.reader.stopReason ??= "end_turn";
          if (current) close(current);
        } else if (type?.startsWith("content_block_") || type === "message_delta") {
          if (!current || (current.isOver && type === "content_block_start")) current = open(undefined);
          current.reader.apply(chunk.type ? chunk : { ...chunk, type });
        } else if (type !== "ping") throw new TypeError(String(type));
      },
      end: leave,
    };
  });
}
