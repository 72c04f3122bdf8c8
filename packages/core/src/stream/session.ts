import { ToolClientError, type ConnectionState } from "../client/toolClient.ts";
import type { SessionEvent } from "../timeline/event.ts";
import { linkAbort, unlessAborted } from "../tool/abort.ts";
import { createEventStream } from "./eventStream.ts";

export interface SessionStreamOptions {
  /** The address of the session's events; `after` is added to it. */
  url: string;
  sessionId: string;
  /** Opens one connection: `fetch`, with whatever credentials it takes. Any rejection is tried again but a `ToolClientError` of a status that stays what it is. */
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
  let refetched = 0;
  try {
    while (!signal?.aborted) {
      onState("connecting");
      let liveSince = Infinity;
      const onLive = () => {
        liveSince = Date.now();
        onState("live");
      };
      try {
        for await (const batch of connect(options, after, onLive)) {
          const { events, gap } = takeInOrder(batch, after, refetched);
          const last = events.at(-1);
          if (last) {
            after = last.seq;
            failures = 0;
            yield events;
          }
          refetched = gap || refetched;
          if (gap > 0 || signal?.aborted) break;
        }
      } catch (error) {
        if (error instanceof ToolClientError && !mayPass(error.status)) throw error;
      }
      if (signal?.aborted) break;
      // A quiet connection that held longer than the longest wait is no failure.
      if (Date.now() - liveSince > maxDelay) failures = 0;
      const delay = Math.min(maxDelay, minDelay * 2 ** failures++) * (0.5 + Math.random() / 2);
      onState(isOffline() ? "offline" : "waiting");
      await pause(delay, signal);
    }
  } finally {
    onState("closed");
  }
}

/** Whether the same request may well succeed a little later. Zero stands for a host that was not reached. */
function mayPass(status: number): boolean {
  return status === 0 || status >= 500 || status === 408 || status === 425 || status === 429;
}

/**
 * The events that follow `after` without a hole, and the first place that has to be fetched anew: behind a hole, or where
 * a line cannot be read. It may have been garbled on its way; unreadable a second time, it is what the log has.
 */
function takeInOrder(batch: SessionEvent[], after: number, refetched: number): { events: SessionEvent[]; gap: number } {
  const events: SessionEvent[] = [];
  for (const event of batch) {
    const { seq } = event;
    if (seq <= after) continue;
    const isUnreadable = (event.type as string) === UNREADABLE && seq !== refetched;
    if (seq !== after + 1 || isUnreadable) return { events, gap: seq };
    events.push(event);
    after = seq;
  }
  return { events, gap: 0 };
}

async function* connect(
  options: SessionStreamOptions,
  after: number,
  onLive: () => void,
): AsyncGenerator<SessionEvent[], void, void> {
  const { open, sessionId, silence = 45_000 } = options;
  const stop = new AbortController();
  const unlink = linkAbort(options.signal, stop);
  let watchdog: ReturnType<typeof setTimeout> | undefined;
  const alive = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(() => stop.abort(), silence);
  };
  // A connection across a network that is gone says nothing, and would be taken for a quiet one until the silence is too long.
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
 * The event of one line. A line that cannot be read keeps its place in the order, by its id, as an event of a type that
 * nobody knows; one of another session, or of no known place, is dropped, and a gap then shows.
 */
function toEvent(id: string | undefined, data: string, sessionId: string): SessionEvent | null {
  let event: Partial<SessionEvent> | null = null;
  try {
    event = JSON.parse(data) as Partial<SessionEvent> | null;
  } catch {}
  if (typeof event === "object" && event !== null) {
    if (typeof event.sessionId === "string" && event.sessionId !== sessionId) return null;
    if (isPlace(event.seq) && event.sessionId === sessionId) return event as SessionEvent;
  }
  const seq = Number(id);
  if (id === undefined || !isPlace(seq)) return null;
  return { seq, sessionId, at: 0, type: UNREADABLE } as unknown as SessionEvent;
}

function isPlace(seq: unknown): seq is number {
  return Number.isSafeInteger(seq) && (seq as number) > 0;
}

/** Where a browser tells that the network went and came back; elsewhere nobody tells. */
const network = globalThis as Partial<Pick<EventTarget, "addEventListener" | "removeEventListener">>;

function isOffline(): boolean {
  return (globalThis as { navigator?: { onLine?: boolean } }).navigator?.onLine === false;
}

/** Waits, but not past the moment when the network is back or the caller has gone. */
function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      network.removeEventListener?.("online", done);
      signal?.removeEventListener("abort", done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    if (signal?.aborted) return done();
    network.addEventListener?.("online", done);
    signal?.addEventListener("abort", done);
  });
}
