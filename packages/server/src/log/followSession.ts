import { openCursor, type LogSource } from "./logCursor.ts";
import type { LogLine, SessionKey } from "./logReader.ts";

export interface FollowOptions {
  /** The last `seq` that the reader has. */
  after: number;
  /** Ends the iteration. */
  signal: AbortSignal;
  /**
   * Milliseconds without a line after which an empty batch comes; PostgreSQL is then asked, in case a wake-up was lost.
   */
  heartbeatMs: number;
}

/**
 * A session's committed lines after `after`, then those that follow as they are committed: each once and in order, in
 * batches. An empty batch is a heartbeat. It reads only when it is pulled, and throws where the log cannot be read.
 */
export async function* followSession(
  source: LogSource,
  session: SessionKey,
  { after, signal, heartbeatMs }: FollowOptions,
): AsyncGenerator<readonly LogLine[], void> {
  let wake = () => {};
  const cursor = openCursor(source, session, after, () => wake());
  const onAbort = () => {
    // Here and not only at the end: a reader that stalls may never ask again.
    cursor.close();
    wake();
  };
  signal.addEventListener("abort", onAbort, { once: true });
  try {
    while (!signal.aborted) {
      const lines = await cursor.next();
      if (signal.aborted) return;
      if (lines.length > 0) {
        yield lines;
        continue;
      }
      const isQuiet = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(true), heartbeatMs);
        wake = () => {
          clearTimeout(timer);
          resolve(false);
        };
        if (cursor.isPending) wake();
      });
      wake = () => {};
      if (!isQuiet || signal.aborted) continue;
      // The embedded database has one process, in which no wake-up is lost.
      if (source.database.kind === "postgres") cursor.recheck();
      yield [];
    }
  } finally {
    signal.removeEventListener("abort", onAbort);
    cursor.close();
  }
}
