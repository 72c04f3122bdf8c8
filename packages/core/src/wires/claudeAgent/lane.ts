import {
  blocksOf,
  createMessageReader,
  type MessageEvent,
  type MessageReader,
  type MessageUsage,
} from "../anthropic/messageReader.ts";
import type { CallNames } from "../callNames.ts";
import { stateOf, writeEvent, writeRetraction, type EventWriter } from "../eventWriter.ts";

/** A whole message of the Messages API; the Agent SDK often sends it one block at a time. */
export interface WholeMessage {
  id?: string;
  content?: unknown;
  stop_reason?: string | null;
  usage?: MessageUsage | null;
}

/** One agent of a Claude Agent session, and the messages that it writes. */
export interface Lane {
  readonly agentId: string;
  /** Whether no text of it has come. */
  readonly isSilent: boolean;
  /** Applies an event of a message that streams. */
  stream(event: MessageEvent & { message?: WholeMessage }): void;
  /** Applies a message, or some of its blocks, whole; what has streamed of it is not written again. */
  applyWhole(message: WholeMessage, uuid?: string): void;
  /** Withdraws the messages of these uuids; others replace them, before or after. */
  withdraw(uuids: readonly string[]): void;
  /** The agent writes no more; a message that is open is closed as cut off. */
  close(reason?: string): void;
}

/** Makes the reader of one agent's messages, streamed and whole. */
export function createLane(writer: EventWriter, agentId: string, names: Pick<CallNames, "name" | "find">): Lane {
  const readers = new Map<string, MessageReader>();
  const stepped = new Set<MessageReader>();
  /** All messages in order, each with the uuids it came under. */
  const uuidsOf = new Map<MessageReader, Set<string>>();
  let current: MessageReader | null = null;
  let messages = 0;
  let steps = 0;
  let isSilent = true;

  const step = (reader: MessageReader | null, reason?: string) => {
    if (!reader || stepped.has(reader)) return;
    stepped.add(reader);
    const opaque = reader.close(reason);
    const { stopReason, usage } = reader;
    writeEvent(writer, {
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
      reader = createMessageReader(writer, { agentId, prefix, names, answer: id });
      uuidsOf.set(reader, new Set());
      if (id) readers.set(id, reader);
    }
    if (reader !== current) step(current);
    return (current = reader);
  };
  const noteText = (delta: unknown) => {
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
      noteText(event.delta?.text ?? event.content_block?.text);
      (current ?? readerOf(undefined)).apply(event);
    },
    applyWhole(message, uuid) {
      const reader = readerOf(message.id);
      if (uuid) uuidsOf.get(reader)?.add(uuid);
      for (const block of blocksOf(message.content)) {
        noteText(block.text);
        reader.applyBlock(block);
      }
      if (stepped.has(reader)) return;
      reader.addUsage(message.usage);
      reader.stopReason = message.stop_reason ?? reader.stopReason;
    },
    withdraw(uuids) {
      const all = [...uuidsOf];
      const isWithdrawn = (uses: Set<string>) => uuids.some((uuid) => uses.has(uuid));
      const first = all.findIndex(([, uses]) => isWithdrawn(uses));
      if (first < 0) return;
      const after = all.slice(first);
      const kept = after.flatMap(([reader, uses]) => (isWithdrawn(uses) ? [] : [reader]));
      // The outcome of a call cannot be written again: better to leave a message too many than to lose it.
      const hasEnded = (reader: MessageReader) =>
        reader.shown().some(({ id, isCall }) => isCall && stateOf(writer, id) === "ended");
      if (kept.some(hasEnded)) return;
      const before = all.slice(0, first).flatMap(([reader]) => reader.shown());
      const calls = after.flatMap(([reader]) => reader.shown().flatMap(({ id, isCall }) => (isCall ? [id] : [])));
      writeRetraction(writer, agentId, before.at(-1)?.id ?? null, calls);
      for (const [reader, uses] of after) if (isWithdrawn(uses)) uuidsOf.delete(reader);
      for (const reader of kept) reader.rewrite();
    },
    close(reason) {
      step(current, reason);
      current = null;
      readers.clear();
      stepped.clear();
      uuidsOf.clear();
    },
  };
}
