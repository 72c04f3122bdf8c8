import type { SessionEvent } from "../timeline/event.ts";
import { createChunkReader, type Chunk } from "./chunkReader.ts";
import { createEventWriter, type EventWriter } from "./eventWriter.ts";

export interface AdapterOptions {
  /** The session that the events are stamped with; a fresh one unless given. */
  sessionId?: string;
  /** Epoch milliseconds; the clock unless given. */
  now?: () => number;
  /** The host's message that the wire's root agent answers, where the wire does not say it. */
  messageId?: string;
}

/** Turns one wire's stream into session events, which `timeline.apply` takes. It never throws on what a wire brings. */
export interface Adapter<WireChunk> {
  /** Takes a parsed chunk, or raw SSE or NDJSON, as text or bytes cut anywhere. Answers the events it made. */
  push(chunk: WireChunk | string | Uint8Array): SessionEvent[];
  /** The stream is over: what is still open is interrupted. */
  end(reason?: string): SessionEvent[];
}

/** What one wire knows: how a chunk becomes events. */
export interface Wire {
  take(chunk: Record<string, unknown>, sseEvent: string | undefined): void;
  /** Before what is open is closed as interrupted. */
  end?(reason: string | undefined): void;
  /** Asks for approval outlive the stream, and are answered in a later one. */
  keepsAsks?: boolean;
  /** Its `end` closes what is to be closed, and leaves the rest open. */
  closesItself?: boolean;
  /** A list is one chunk of this wire; elsewhere it is several. */
  takesLists?: boolean;
}

/** An adapter as its wire's own file has it: `run` collects the events of other ways in than `push`. */
export interface WireAdapter<WireChunk> extends Adapter<WireChunk> {
  run(work: () => void): SessionEvent[];
}

/** Makes an adapter of a wire: reading, stamping, and the end are the same for all. */
export function createAdapter<WireChunk>(
  options: AdapterOptions,
  connect: (writer: EventWriter) => Wire,
): WireAdapter<WireChunk> {
  const { sessionId = freshId("session"), now = Date.now } = options;
  let seq = 0;
  let events: SessionEvent[] = [];
  /** One time for all that comes at once: a chat that is read whole says nothing of how long things took. */
  let at = 0;
  const writer = createEventWriter((body) => {
    events.push({ v: 1, seq: ++seq, sessionId, at, ...body });
  });
  const wire = connect(writer);

  const unreadable = (what: unknown) => {
    // A type that no timeline knows: it says so there, instead of being lost here.
    const body = { type: "unreadable", text: textOf(what).slice(0, 200) } as never;
    writer.emit(body);
  };
  const takeOne = (one: unknown, event: string | undefined) => {
    try {
      wire.take(one as Record<string, unknown>, event);
    } catch {
      // A chunk whose fields are not what the wire promises.
      unreadable(one);
    }
  };
  const take = ({ value, event }: Chunk) => {
    if (Array.isArray(value) && !wire.takesLists) for (const one of value) takeOne(one, event);
    else if (typeof value === "object" && value !== null) takeOne(value, event);
    else unreadable(value);
  };
  const reader = createChunkReader(take, unreadable);
  const taken = (): SessionEvent[] => {
    const made = events;
    events = [];
    return made;
  };

  return {
    push(chunk) {
      at = now();
      if (typeof chunk === "string" || chunk instanceof Uint8Array) reader.read(chunk);
      else take({ value: chunk });
      return taken();
    },
    end(reason) {
      at = now();
      reader.end();
      wire.end?.(reason);
      if (!wire.closesItself) writer.interruptAll(reason, { keepAsks: wire.keepsAsks ?? false });
      return taken();
    },
    run(work) {
      at = now();
      work();
      return taken();
    },
  };
}

/** An id that no other has, for what a wire leaves without one. */
export function freshId(prefix: string): string {
  const words = crypto.getRandomValues(new Uint32Array(2));
  return `${prefix}:${[...words].map((word) => word.toString(36)).join("")}`;
}

function textOf(value: unknown): string {
  try {
    return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  } catch {
    return String(value);
  }
}
