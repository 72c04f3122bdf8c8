import {
  blocksOf,
  createMessageReader,
  type MessageEvent,
  type MessageReader,
  type MessageUsage,
} from "./anthropicMessage.ts";
import type { CallNames } from "./callNames.ts";
import type { EventWriter } from "./eventWriter.ts";

/** A whole message of the Messages API, as the Agent SDK hands it on: often one block of it at a time. */
export interface WholeMessage {
  id?: string;
  content?: unknown;
  stop_reason?: string | null;
  usage?: MessageUsage | null;
}

/** One agent of a Claude Agent session, and the messages that it writes. */
export interface Lane {
  readonly agentId: string;
  /** Whether nobody has heard a text from it. */
  readonly isSilent: boolean;
  /** An event of a message that streams. */
  stream(event: MessageEvent & { message?: WholeMessage }): void;
  /** A message, or some of its blocks, whole; what has streamed of it already is left out. */
  takeWhole(message: WholeMessage): void;
  /** The agent writes no more: what it was in the middle of says so. */
  close(reason?: string): void;
}

/** Makes the reader of one agent's messages, streamed and whole. */
export function createLane(writer: EventWriter, agentId: string, names: CallNames): Lane {
  const readers = new Map<string, MessageReader>();
  const stepped = new Set<MessageReader>();
  let current: MessageReader | null = null;
  let messages = 0;
  let steps = 0;
  let isSilent = true;

  const step = (reader: MessageReader | null, reason?: string) => {
    if (!reader || stepped.has(reader)) return;
    stepped.add(reader);
    const opaque = reader.close(reason);
    const { stopReason, usage } = reader;
    writer.emit({
      type: "agent.step_completed",
      agentId,
      step: ++steps,
      ...(stopReason !== undefined && { finishReason: stopReason }),
      ...(usage && { usage }),
      ...(opaque && { meta: { anthropic: opaque } }),
    });
  };
  const readerOf = (id: string | undefined): MessageReader => {
    let reader = id ? readers.get(id) : undefined;
    if (!reader) {
      const prefix = `${agentId.slice("agent:".length)}:${++messages}`;
      reader = createMessageReader(writer, { agentId, prefix, names });
      if (id) readers.set(id, reader);
    }
    if (reader !== current) step(current);
    return (current = reader);
  };
  const listen = (delta: unknown) => {
    if (typeof delta === "string" && delta !== "") isSilent = false;
  };

  return {
    agentId,
    get isSilent() {
      return isSilent;
    },
    stream(event) {
      if (event.type === "message_start") {
        const reader = readerOf(event.message?.id);
        reader.addUsage(event.message?.usage);
        return;
      }
      if (event.type === "message_stop") return step(current);
      listen(event.delta?.text ?? event.content_block?.text);
      (current ?? readerOf(undefined)).take(event);
    },
    takeWhole(message) {
      const reader = readerOf(message.id);
      for (const block of blocksOf(message.content)) {
        listen(block.text);
        reader.takeBlock(block);
      }
      if (stepped.has(reader)) return;
      reader.addUsage(message.usage);
      reader.stopReason = message.stop_reason ?? reader.stopReason;
    },
    close(reason) {
      step(current, reason);
      current = null;
      readers.clear();
      stepped.clear();
    },
  };
}
