import { createParser } from "eventsource-parser";
import { ToolClientError, type ConnectionState } from "../client/toolClient.ts";
import type { SessionEvent } from "../timeline/event.ts";

export interface SessionStreamOptions {
  /** The address of the session's events; `after` is added to it. */
  url: string;
  sessionId: string;
  /** Opens one connection: `fetch`, with whatever credentials it takes. Rejects with `ToolClientError` where trying again is of no use. */
  open: (url: string, init: { headers: Record<string, string>; signal: AbortSignal }) => Promise<Response>;
  /** The last `seq` already seen. */
  after?: number;
  signal?: AbortSignal;
  onState?: (state: ConnectionState) => void;
  /** Milliseconds; a connection without a byte for so long is taken as dead. */
  silence?: number;
  /** Milliseconds before the first retry; doubles up to `maxDelay`, each jittered by half. */
  minDelay?: number;
  maxDelay?: number;
}

/**
 * A session's events over SSE, in batches, each event once and in order, whatever happens to the connection. It ends when
 * `signal` aborts, and throws only what trying again cannot mend.
 */
export async function* streamSession(options: SessionStreamOptions): AsyncGenerator<SessionEvent[], void, void> {
  const { signal, onState = () => {}, minDelay = 500, maxDelay = 20_000 } = options;
  let after = options.after ?? 0;
  let failures = 0;
  try {
    while (!signal?.aborted) {
      onState("connecting");
      try {
        for await (const batch of connect(options, after, () => onState("live"))) {
          const inOrder = takeInOrder(batch, after);
          if (inOrder.events.length > 0) {
            after = inOrder.events[inOrder.events.length - 1]!.seq;
            failures = 0;
            yield inOrder.events;
          }
          if (inOrder.gap) break;
        }
      } catch (error) {
        if (error instanceof ToolClientError && error.status !== 0) throw error;
      }
      if (signal?.aborted) break;
      const delay = Math.min(maxDelay, minDelay * 2 ** failures++) * (0.5 + Math.random() / 2);
      onState(isOffline() ? "offline" : "waiting");
      await pause(delay, signal);
    }
  } finally {
    onState("closed");
  }
}

/** The events that follow `after` without a hole; what comes behind a hole is fetched anew. */
function takeInOrder(batch: SessionEvent[], after: number): { events: SessionEvent[]; gap: boolean } {
  const events: SessionEvent[] = [];
  for (const event of batch) {
    if (event.seq <= after) continue;
    if (event.seq !== after + 1) return { events, gap: true };
    events.push(event);
    after = event.seq;
  }
  return { events, gap: false };
}

async function* connect(
  options: SessionStreamOptions,
  after: number,
  onLive: () => void,
): AsyncGenerator<SessionEvent[], void, void> {
  const { open, sessionId, silence = 45_000 } = options;
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const url = `${options.url}${options.url.includes("?") ? "&" : "?"}after=${after}`;
  const headers = { accept: "text/event-stream", ...(after > 0 && { "last-event-id": String(after) }) };
  let watchdog = setTimeout(() => stop.abort(), silence);
  const alive = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => stop.abort(), silence);
  };
  try {
    const response = await open(url, { headers, signal });
    if (!response.body) return;
    onLive();
    let batch: SessionEvent[] = [];
    const parser = createParser({
      onEvent: ({ id, data }) => batch.push(toEvent(id, data, sessionId)),
    });
    const reader = response.body
      .pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>)
      .getReader();
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      alive();
      parser.feed(chunk.value);
      if (batch.length === 0) continue;
      const ready = batch;
      batch = [];
      yield ready;
    }
  } finally {
    clearTimeout(watchdog);
    stop.abort();
  }
}

/** A line that is not JSON keeps its place in the order, as an event of a type that nobody knows. */
function toEvent(id: string | undefined, data: string, sessionId: string): SessionEvent {
  try {
    return JSON.parse(data) as SessionEvent;
  } catch {
    return { seq: Number(id), sessionId, at: 0, type: "unreadable" } as unknown as SessionEvent;
  }
}

function isOffline(): boolean {
  return (globalThis as { navigator?: { onLine?: boolean } }).navigator?.onLine === false;
}

/** Waits, but not past the moment when the network is back or the caller has gone. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  const events = globalThis as Partial<Pick<EventTarget, "addEventListener" | "removeEventListener">>;
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      events.removeEventListener?.("online", done);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    events.addEventListener?.("online", done);
    signal?.addEventListener("abort", done);
  });
}
