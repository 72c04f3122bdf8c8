import type { SessionEvent } from "../events/event.ts";
import { createChunkReader, type Chunk } from "./chunkReader.ts";
import { interruptAll, writeNotice, createEventWriter, type EventWriter } from "./eventWriter.ts";

export interface AdapterOptions {
  /** The session that the events are stamped with; a fresh one unless given. */
  sessionId?: string;
  /** Epoch milliseconds; the clock unless given. */
  now?: () => number;
  /** The host's message that the wire's root agent answers, for wires that do not name it. */
  messageId?: string;
}

/** Turns one wire's stream into session events for `timeline.apply`. It never throws on what a wire brings. */
export interface Adapter<WireChunk> {
  /**
   * Reads a parsed chunk, or raw SSE or NDJSON as text or bytes, cut anywhere. Returns the events that follow from it.
   */
  push(chunk: WireChunk | (WireChunk & Readonly<Record<string, unknown>>) | string | Uint8Array): SessionEvent[];
  /** Ends the stream: what is still open is interrupted. */
  end(reason?: string): SessionEvent[];
}

/** The part of an adapter that is particular to one wire: how a chunk becomes events. */
export interface Wire {
  apply(chunk: Record<string, unknown>, sseEvent: string | undefined): void;
  /** Runs before what is open is closed as interrupted. */
  end?(reason: string | undefined): void;
  /** Approvals that are asked for outlive the stream, and are answered in a later one. */
  keepsAsks?: boolean;
  /** Its `end` closes all that is to be closed. */
  closesItself?: boolean;
  /** A list is one chunk of this wire; elsewhere it is several. */
  readsLists?: boolean;
}

/** An adapter as its wire's module sees it: `run` returns the events of other calls than `push`. */
export interface WireAdapter<WireChunk> extends Adapter<WireChunk> {
  run(work: () => void): SessionEvent[];
}

/** The time that events are stamped with; a wire sets it back while it emits what happened earlier. */
export interface AdapterClock {
  /** That of the push: its events share it, since a chat that is read whole does not tell how long things took. */
  now: number;
}

/** Makes an adapter of a wire: reading, stamping and the end are the same for all. */
export function createAdapter<WireChunk>(
  options: AdapterOptions,
  connect: (writer: EventWriter, clock: AdapterClock) => Wire,
): WireAdapter<WireChunk> {
  const { sessionId = freshId("session"), now = Date.now } = options;
  let seq = 0;
  let events: SessionEvent[] = [];
  const clock: AdapterClock = { now: 0 };
  const reader = createChunkReader();
  const writer = createEventWriter((body) => {
    events.push({ v: 1, seq: ++seq, sessionId, at: clock.now, ...body });
  });
  const wire = connect(writer, clock);

  const emitUnreadable = (value: unknown) => writeNotice(writer, "unreadable", value);
  const apply = (value: unknown, sseEvent: string | undefined) => {
    try {
      wire.apply(value as Record<string, unknown>, sseEvent);
    } catch {
      // Its fields are not those that the wire promises.
      emitUnreadable(value);
    }
  };
  const applyChunk = ({ value, event }: Chunk) => {
    if (Array.isArray(value) && !wire.readsLists) for (const one of value) apply(one, event);
    else if (typeof value === "object" && value !== null) apply(value, event);
    else emitUnreadable(value);
  };
  const read = (chunk: unknown): Chunk[] =>
    typeof chunk === "string" || chunk instanceof Uint8Array ? reader.read(chunk) : [{ value: chunk }];
  const run = (work: () => void): SessionEvent[] => {
    clock.now = now();
    work();
    const written = events;
    events = [];
    return written;
  };

  return {
    run,
    push: (chunk) => run(() => read(chunk).forEach(applyChunk)),
    end: (reason) =>
      run(() => {
        reader.end().forEach(applyChunk);
        wire.end?.(reason);
        if (!wire.closesItself) interruptAll(writer, reason, { keepAsks: wire.keepsAsks ?? false });
      }),
  };
}

/** A unique id, for what a wire leaves without one. */
export function freshId(prefix: string): string {
  const words = crypto.getRandomValues(new Uint32Array(2));
  return `${prefix}:${[...words].map((word) => word.toString(36)).join("")}`;
}
