import { followSession } from "../log/followSession.ts";
import { readPage, type SessionKey } from "../log/logReader.ts";
import type { Store } from "../store.ts";

const encoder = new TextEncoder();

export interface EventStreamOptions extends SessionKey {
  store: Store;
  /** The last `seq` that the reader has. */
  after: number;
  signal: AbortSignal;
  /** A comment line after this long without an event: keeps proxies from closing. */
  heartbeatMs: number;
}

/** A session's events as Server-Sent Events: all after `after`, then each as it is committed. */
export function eventStream({ store, signal, ...options }: EventStreamOptions): ReadableStream<Uint8Array> {
  const gone = new AbortController();
  const batches = followSession(store, options, { ...options, signal: AbortSignal.any([signal, gone.signal]) });
  return new ReadableStream<Uint8Array>(
    {
      // Sent at once, so that the reader knows that it is connected before the first event.
      start: (controller) => controller.enqueue(encoder.encode("retry: 1000\n\n")),
      async pull(controller) {
        const { done, value: lines } = await batches.next();
        if (gone.signal.aborted) return;
        if (done) return controller.close();
        const text = lines.map(({ seq, json }) => `id: ${seq}\ndata: ${json}\n\n`).join("");
        controller.enqueue(encoder.encode(text || ": still here\n\n"));
      },
      cancel: () => gone.abort(),
    },
    { highWaterMark: 1 },
  );
}

/** The session's events up to now as one JSON array, read page by page as the reader takes it. */
export function eventArray(options: SessionKey & { store: Store; after: number; until: number }) {
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
