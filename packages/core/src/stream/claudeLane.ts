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
  takeWhole(message: WholeMessage, uuid?: string): void;
  /** The messages of these uuids were taken back, for others that stand already or are still to come. */
  withdraw(uuids: readonly string[]): void;
  /** The agent writes no more: what it was in the middle of says so. */
  close(reason?: string): void;
}

/** Makes the reader of one agent's messages, streamed and whole. */
export function createLane(writer: EventWriter, agentId: string, names: CallNames): Lane {
  const readers = new Map<string, MessageReader>();
  const stepped = new Set<MessageReader>();
  /** All messages in order, each with the uuids it came under. */
  const told = new Map<MessageReader, Set<string>>();
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
      finishReason: stopReason,
      usage,
      meta: opaque && { anthropic: opaque },
    });
  };
  const readerOf = (id: string | undefined): MessageReader => {
    let reader = id ? readers.get(id) : undefined;
    if (!reader) {
      const prefix = `${agentId.slice("agent:".length)}:${++messages}`;
      reader = createMessageReader(writer, { agentId, prefix, names });
      told.set(reader, new Set());
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
    takeWhole(message, uuid) {
      const reader = readerOf(message.id);
      if (uuid) told.get(reader)?.add(uuid);
      for (const block of blocksOf(message.content)) {
        listen(block.text);
        reader.takeBlock(block);
      }
      if (stepped.has(reader)) return;
      reader.addUsage(message.usage);
      reader.stopReason = message.stop_reason ?? reader.stopReason;
    },
    withdraw(uuids) {
      const all = [...told];
      const isGone = (uses: Set<string>) => uuids.some((uuid) => uses.has(uuid));
      const first = all.findIndex(([, uses]) => isGone(uses));
      if (first < 0) return;
      const after = all.slice(first);
      const kept = after.flatMap(([reader, uses]) => (isGone(uses) ? [] : [reader]));
      // What has come of a call cannot be said again: better to leave a word too many than to lose it.
      const hasEnded = (reader: MessageReader) =>
        reader.shown().some(({ id, isCall }) => isCall && writer.stateOf(id) === "ended");
      if (kept.some(hasEnded)) return;
      const before = all.slice(0, first).flatMap(([reader]) => reader.shown());
      const calls = after.flatMap(([reader]) => reader.shown().flatMap(({ id, isCall }) => (isCall ? [id] : [])));
      writer.retract(agentId, before.at(-1)?.id ?? null, calls);
      for (const [reader, uses] of after) if (isGone(uses)) told.delete(reader);
      for (const reader of kept) reader.restate();
    },
    close(reason) {
      step(current, reason);
      current = null;
      readers.clear();
      stepped.clear();
      told.clear();
    },
  };
}
