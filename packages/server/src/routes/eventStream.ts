import type { Store } from "../db/store.ts";
import { readPage, type LogLine } from "../log/logReader.ts";

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

/** A reader that keeps up gets committed lines from memory, this many characters at most; one that falls behind reads the database. */
const TAIL_CHARACTERS = 65_536;

/**
 * A session's events as Server-Sent Events: all after `after`, then each as it is committed. It reads only when it is
 * pulled, so a reader that stalls costs its cursor and one chunk, however much the session grows meanwhile.
 */
export function eventStream(options: EventStreamOptions): ReadableStream<Uint8Array> {
  const { store, tenantId, sessionId, signal, heartbeatMs } = options;
  let cursor = options.after;
  /** There may be more in the database than the reader has, beyond the tail. */
  let behind = true;
  let reading = false;
  let tail: LogLine[] = [];
  let tailCharacters = 0;
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

  const dropTail = () => {
    tail = [];
    tailCharacters = 0;
  };
  const send = (controller: ReadableStreamDefaultController<Uint8Array>, lines: readonly LogLine[]) => {
    cursor = lines.at(-1)!.seq;
    controller.enqueue(encoder.encode(lines.map(({ seq, json }) => `id: ${seq}\ndata: ${json}\n\n`).join("")));
  };

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        unsubscribe = store.writer.subscribe(sessionId, (lines) => {
          const size = lines?.reduce((sum, line) => sum + line.json.length, 0) ?? 0;
          const follows = lines?.[0]?.seq === (tail.at(-1)?.seq ?? cursor) + 1;
          if (lines && follows && !behind && !reading && tailCharacters + size <= TAIL_CHARACTERS) {
            tail.push(...lines);
            tailCharacters += size;
          } else {
            behind = true;
            dropTail();
          }
          wake();
        });
        signal.addEventListener("abort", end, { once: true });
        if (signal.aborted) end();
        // Sent at once, so that the reader knows that it is connected before the first event.
        controller.enqueue(encoder.encode("retry: 1000\n\n"));
      },
      async pull(controller) {
        while (!ended) {
          if (tail.length > 0) {
            const lines = tail;
            dropTail();
            send(controller, lines);
            return;
          }
          if (behind) {
            behind = false;
            reading = true;
            const page = await readPage(store.database, tenantId, sessionId, cursor);
            reading = false;
            if (ended) break;
            if (page.length > 0) {
              behind = true;
              send(controller, page);
              return;
            }
            if (behind) continue;
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
            behind = true;
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
