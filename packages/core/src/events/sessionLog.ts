import type { NewEvent, SessionEvent } from "./event.ts";

/**
 * An append-only log of sessions. `append` resolves when the events are durable, with their `seq`, in order and
 * gap-free per session.
 */
export interface SessionLog {
  append(sessionId: string, events: readonly NewEvent[]): Promise<SessionEvent[]>;
  /** Events with `seq` greater than `after`, in order. */
  read(sessionId: string, after?: number): Promise<SessionEvent[]>;
  /**
   * Calls `listener` when the session has grown. Readers read on by `seq`, so a missed call loses no event. Returns the
   * function that unsubscribes.
   */
  subscribe(sessionId: string, listener: () => void): () => void;
}

/** Creates a log in memory, for use in a page and for tests. */
export function createMemoryLog(now: () => number = Date.now): SessionLog {
  const sessions = new Map<string, SessionEvent[]>();
  const listeners = new Map<string, Set<() => void>>();
  return {
    async append(sessionId, events) {
      // Copied through JSON, as a durable log does: a value that is no JSON rejects the whole append, and no caller can
      // change the log.
      const bodies = events.map((event) => JSON.parse(JSON.stringify(event)) as NewEvent);
      let log = sessions.get(sessionId);
      if (!log) sessions.set(sessionId, (log = []));
      const first = log.length + 1;
      const lines = bodies.map((body, index): SessionEvent => {
        // The envelope is the log's, whatever envelope fields a body has.
        const envelope = { v: 1, seq: first + index, sessionId, at: now() } as const;
        return { ...envelope, ...body, ...envelope };
      });
      log.push(...lines);
      const current = listeners.get(sessionId);
      for (const listener of current ?? []) queueMicrotask(() => current?.has(listener) && listener());
      return lines;
    },
    async read(sessionId, after = 0) {
      return sessions.get(sessionId)?.slice(after) ?? [];
    },
    subscribe(sessionId, listener) {
      let set = listeners.get(sessionId);
      if (!set) listeners.set(sessionId, (set = new Set()));
      set.add(listener);
      return () => {
        set.delete(listener);
        if (set.size === 0 && listeners.get(sessionId) === set) listeners.delete(sessionId);
      };
    },
  };
}

/** A session's events after `after`, in batches, until `signal` aborts. */
export async function* followLog(
  log: SessionLog,
  sessionId: string,
  after: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<SessionEvent[], void, void> {
  let wake = () => {};
  const onGrown = () => wake();
  const unsubscribe = log.subscribe(sessionId, onGrown);
  signal?.addEventListener("abort", onGrown);
  try {
    while (!signal?.aborted) {
      // Created before the read: events that arrive during the read wake the next round.
      const grown = new Promise<void>((resolve) => (wake = resolve));
      const events = await log.read(sessionId, after);
      if (signal?.aborted) return;
      if (events.length > 0) {
        after = events[events.length - 1]!.seq;
        yield events;
      } else await grown;
    }
  } finally {
    unsubscribe();
    signal?.removeEventListener("abort", onGrown);
  }
}
