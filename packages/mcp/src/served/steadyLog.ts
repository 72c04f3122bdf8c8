import { setTimeout as pause } from "node:timers/promises";
import type { SessionLog } from "@callboard/core";

/** How often the database is asked in case a wake-up was lost. */
const HEARTBEAT_MS = 15_000;
/** How long to wait before a log that could not be read is read again. */
const RETRY_MS = 500;

/** A log for who follows it until a signal: a lost wake-up or a read that fails only makes its events later. */
export const steadyLog = (log: SessionLog, signal: AbortSignal): SessionLog => ({
  append: (sessionId, events) => log.append(sessionId, events),
  async read(sessionId, after) {
    while (!signal.aborted) {
      try {
        return await log.read(sessionId, after);
      } catch {
        await pause(RETRY_MS, undefined, { ref: false, signal }).catch(() => undefined);
      }
    }
    return [];
  },
  subscribe(sessionId, listener) {
    const unsubscribe = log.subscribe(sessionId, listener);
    const heart = setInterval(listener, HEARTBEAT_MS);
    heart.unref();
    return () => {
      clearInterval(heart);
      unsubscribe();
    };
  },
});
