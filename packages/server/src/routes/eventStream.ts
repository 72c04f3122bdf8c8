import type { Store } from "../db/store.ts";
import { readPage } from "../log/logReader.ts";

const encoder = new TextEncoder();

export interface EventStreamOptions {
  store: Store;
  tenantId: string;
  sessionId: string;
  /** The last `seq` that the reader has. */
  after: number;
  signal: AbortSignal;
  /** A comment line after this long without an event: keeps proxies from closing, and re-reads in case a wake-up was lost. */
  heartbeatMs: number;
}

/**
 * A session's events as Server-Sent Events: all after `after`, then each as it is committed. It reads only when it is
 * pulled, so a reader that stalls costs its cursor and one chunk, however much the session grows meanwhile.
 */
export function eventStream(options: EventStreamOptions): ReadableStream<Uint8Array> {
  const { store, tenantId, sessionId, signal, heartbeatMs } = options;
  let cursor = options.after;
  let grown = true;
  let ended = false;
  let wake = () => {};
  let unsubscribe = () => {};
  const end = () => {
    if (ended) return;
    ended = true;
    unsubscribe();
    signal.removeEventListener("abort", end);
    wake();
  };

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        unsubscribe = store.writer.subscribe(sessionId, () => {
          grown = true;
          wake();
        });
        signal.addEventListener("abort", end, { once: true });
        if (signal.aborted) end();
        // Sent at once, so that the reader knows that it is connected before the first event.
        controller.enqueue(encoder.encode("retry: 1000\n\n"));
      },
      async pull(controller) {
        while (!ended) {
          if (grown) {
            grown = false;
            const page = await readPage(store.database, tenantId, sessionId, cursor);
            if (ended) break;
            const last = page.at(-1);
            if (last) {
              cursor = last.seq;
              grown = true;
              controller.enqueue(encoder.encode(page.map(({ seq, json }) => `id: ${seq}\ndata: ${json}\n\n`).join("")));
              return;
            }
            if (grown) continue;
          }
          const beat = await new Promise<boolean>((resolve) => {
            const timer = setTimeout(() => resolve(true), heartbeatMs);
            wake = () => {
              clearTimeout(timer);
              resolve(false);
            };
          });
          wake = () => {};
          if (beat && !ended) {
            grown = true;
            controller.enqueue(encoder.encode(": still here\n\n"));
            return;
          }
        }
        try {
          controller.close();
        } catch {
          // Cancelled meanwhile: closed already.
        }
      },
      cancel: end,
    },
    { highWaterMark: 1 },
  );
}

/** The session's events up to now as one JSON array, read page by page as the reader takes it. */
export function eventArray(options: {
  store: Store;
  tenantId: string;
  sessionId: string;
  after: number;
  until: number;
}) {
  const { store, tenantId, sessionId, after, until } = options;
  let cursor = after;
  let first = true;
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const page = await readPage(store.database, tenantId, sessionId, cursor, { until });
        const last = page.at(-1);
        const lines = page.map((line) => line.json).join(",\n");
        const open = first ? "[" : page.length > 0 ? ",\n" : "";
        first = false;
        if (last) cursor = last.seq;
        const done = !last || cursor >= until;
        controller.enqueue(encoder.encode(`${open}${lines}${done ? "]\n" : ""}`));
        if (done) controller.close();
      },
    },
    { highWaterMark: 0 },
  );
}
