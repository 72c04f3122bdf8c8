import { ToolClientError } from "../tool/toolClientError.ts";
import type { ConnectionState } from "./toolClient.ts";
import type { SessionEvent } from "../events/event.ts";
import { delayAfter, network, pause } from "./pause.ts";
import { linkAbort, unlessAborted } from "../calls/abort.ts";
import { createEventStream } from "../wires/eventStream.ts";

export interface SessionStreamOptions {
  /** The address of the session's events; `after` is added to it. */
  url: string;
  sessionId: string;
  /**
   * Opens a connection: `fetch` with credentials. Every rejection is retried except a `ToolClientError` with a
   * permanent status.
   */
  open: (url: string, init: { headers: Record<string, string>; signal: AbortSignal }) => Promise<Response>;
  /** The last `seq` already seen. */
  after?: number;
  signal?: AbortSignal;
  onState?: (state: ConnectionState) => void;
  /** Milliseconds; a connection without a byte for so long is taken as dead. */
  silence?: number;
  /** Milliseconds; events that overtook another wait so long for it, and then it is fetched anew. */
  patience?: number;
  /** Milliseconds before the first retry; doubles up to `maxDelay`, each jittered by half. */
  minDelay?: number;
  maxDelay?: number;
}

/** So many events wait for the one that they overtook. */
const MOST_WAITING = 10_000;

/** So many connections in a row may leave out the same event; then the host has not got it. */
const MOST_HOLES = 6;

/**
 * A session's events over SSE, in batches, each event once and in order, whatever happens to the connection. It ends
 * when `signal` aborts, and throws only errors that a retry cannot mend: a refusal, or an event that the host leaves
 * out each time.
 */
export async function* streamSession(options: SessionStreamOptions): AsyncGenerator<SessionEvent[], void, void> {
  const { signal, onState = () => {}, patience = 1_000, minDelay = 500, maxDelay = 20_000 } = options;
  let after = options.after ?? 0;
  let failures = 0;
  let holes = 0;
  let refetched = 0;
  try {
    while (!signal?.aborted) {
      onState("connecting");
      let liveSince = Infinity;
      let asked = 0;
      const onLive = () => {
        liveSince = Date.now();
        onState("live");
      };
      const waiting = new Map<number, SessionEvent>();
      const stop = new AbortController();
      let deadline: ReturnType<typeof setTimeout> | undefined;
      try {
        for await (const batch of connect(options, after, onLive, stop)) {
          const { events, garbled } = takeInOrder(batch, waiting, after, refetched);
          const last = events.at(-1);
          if (last) {
            after = last.seq;
            failures = holes = 0;
          }
          // What is waited for from here on is another event than before, or none.
          if (last) deadline = void clearTimeout(deadline);
          if (waiting.size > 0) deadline ??= setTimeout(() => stop.abort(), patience);
          if (last) yield events;
          refetched = garbled || refetched;
          if (garbled > 0 || waiting.size > MOST_WAITING || signal?.aborted) break;
        }
      } catch (error) {
        if (error instanceof ToolClientError) {
          if (error.mend !== "again") throw error;
          asked = Math.min(error.retryAfter ?? 0, maxDelay);
        }
      } finally {
        clearTimeout(deadline);
      }
      if (signal?.aborted) break;
      if (waiting.size > 0 && ++holes === MOST_HOLES) throw holeError(after, Math.min(...waiting.keys()));
      // A quiet connection that held longer than the longest wait is no failure.
      if (Date.now() - liveSince > maxDelay) failures = 0;
      onState(isOffline() ? "offline" : "waiting");
      await pause(Math.max(asked, delayAfter(failures++, { minDelay, maxDelay })), signal);
    }
  } finally {
    onState("closed");
  }
}

function holeError(after: number, next: number): ToolClientError {
  const message =
    `The host told event ${next} of this session ${MOST_HOLES} times, and never event ${after + 1}, so what follows ` +
    "cannot be shown. Reload the page; if that changes nothing, events are missing in the host's log.";
  return new ToolClientError(message, { code: "missing_event", status: 200 });
}

/**
 * The events that follow `after` without a hole; those behind one are put with what is `waiting`. A line that cannot be
 * read may have been garbled by the transport, so its place is fetched anew; if it is unreadable a second time, the log
 * itself holds it so.
 */
function takeInOrder(
  batch: readonly SessionEvent[],
  waiting: Map<number, SessionEvent>,
  after: number,
  refetched: number,
): { events: SessionEvent[]; garbled: number } {
  const events: SessionEvent[] = [];
  const take = (event: SessionEvent): void => {
    events.push(event);
    after = event.seq;
  };
  for (const event of batch) {
    const { seq } = event;
    if (seq <= after) continue;
    if ((event.type as string) === UNREADABLE && seq !== refetched) return { events, garbled: seq };
    if (seq !== after + 1) {
      waiting.set(seq, event);
      continue;
    }
    take(event);
    for (let next = waiting.get(after + 1); next; next = waiting.get(after + 1)) {
      waiting.delete(next.seq);
      take(next);
    }
  }
  return { events, garbled: 0 };
}

async function* connect(
  options: SessionStreamOptions,
  after: number,
  onLive: () => void,
  stop: AbortController,
): AsyncGenerator<SessionEvent[], void, void> {
  const { open, sessionId, silence = 45_000 } = options;
  const unlink = linkAbort(options.signal, stop);
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => stop.abort(), silence);
  };
  // A connection over a lost network looks idle until the silence limit, so it is reopened at once.
  const cut = () => stop.abort();
  network.addEventListener?.("offline", cut);
  const url = `${options.url}${options.url.includes("?") ? "&" : "?"}after=${after}`;
  const headers = { accept: "text/event-stream", ...(after > 0 && { "last-event-id": String(after) }) };
  try {
    alive();
    const response = await unlessAborted(stop.signal, () => open(url, { headers, signal: stop.signal }));
    if (!response) return;
    if (!response.ok) {
      const message = `The host answered ${response.status} instead of the session's events.`;
      throw new ToolClientError(message, { code: "bad_answer", status: response.status });
    }
    const reader = response.body?.getReader();
    if (!reader) return;
    // Cancelling ends a read that waits, also where the body does not heed the signal it was opened with.
    stop.signal.addEventListener("abort", () => void reader.cancel().catch(() => {}), { once: true });
    onLive();
    let batch: SessionEvent[] = [];
    const reading = createEventStream(
      ({ id, data }) => {
        const event = toEvent(id, data, sessionId);
        if (event) batch.push(event);
      },
      () => {
        throw new Error(`A line of more than ${LONGEST_LINE} characters`);
      },
      LONGEST_LINE,
    );
    const decoder = new TextDecoder();
    for (;;) {
      alive();
      const chunk = await reader.read();
      if (chunk.done) return;
      reading.feed(decoder.decode(chunk.value, { stream: true }));
      if (batch.length === 0) continue;
      clearTimeout(watchdog);
      yield batch;
      batch = [];
    }
  } finally {
    clearTimeout(watchdog);
    network.removeEventListener?.("offline", cut);
    unlink();
    stop.abort();
  }
}

/** The type of an event whose line could not be read. */
const UNREADABLE = "unreadable";

/** Characters; a line beyond it ends the connection, so that no host can fill the page's memory. */
const LONGEST_LINE = 64 * 1024 * 1024;

/**
 * The event of one line. A line that cannot be read keeps its place in the order, by its id, as an event of an
 * unknown type. A line of another session or without an id is dropped, which leaves a gap.
 */
function toEvent(id: string | undefined, data: string, sessionId: string): SessionEvent | null {
  let event: Partial<SessionEvent> | null = null;
  try {
    event = JSON.parse(data) as Partial<SessionEvent> | null;
  } catch {}
  if (typeof event === "object" && event !== null) {
    if (typeof event.sessionId === "string" && event.sessionId !== sessionId) return null;
    const isEvent = isPlace(event.seq) && event.sessionId === sessionId && typeof event.type === "string";
    if (isEvent) return event as SessionEvent;
  }
  const seq = Number(id);
  if (id === undefined || !isPlace(seq)) return null;
  return { seq, sessionId, at: 0, type: UNREADABLE } as unknown as SessionEvent;
}

function isPlace(seq: unknown): seq is number {
  return Number.isSafeInteger(seq) && (seq as number) > 0;
}

function isOffline(): boolean {
  return (globalThis as { navigator?: { onLine?: boolean } }).navigator?.onLine === false;
}
