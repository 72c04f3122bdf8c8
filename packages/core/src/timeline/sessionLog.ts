import type { NewEvent, SessionEvent } from "./event.ts";

/** An append-only log of sessions. `append` resolves when the events are durable, with their `seq`, in order and gap-free per session. */
export interface SessionLog {
  append(sessionId: string, events: readonly NewEvent[]): Promise<SessionEvent[]>;
  /** Events with `seq` greater than `after`, in order. */
  read(sessionId: string, after?: number): Promise<SessionEvent[]>;
  /** Told whenever the session has grown; readers re-read by `seq`, so a lost call loses nothing. Returns how to stop. */
  subscribe(sessionId: string, listener: () => void): () => void;
}

/** A log that lives as long as the page or process: for in-page use and tests. */
export function createMemoryLog(now: () => number = Date.now): SessionLog {
  const sessions = new Map<string, SessionEvent[]>();
  const listeners = new Map<string, Set<() => void>>();
  return {
    async append(sessionId, events) {
      // Written out, as any other log does: what is no JSON is refused whole, and nobody can change it afterwards.
      const bodies = events.map((event) => JSON.parse(JSON.stringify(event)) as NewEvent);
      let log = sessions.get(sessionId);
      if (!log) sessions.set(sessionId, (log = []));
      const first = log.length + 1;
      const lines = bodies.map((body, index): SessionEvent => {
        // The place and the time are the log's, whatever a body brings.
        const envelope = { v: 1, seq: first + index, sessionId, at: now() } as const;
        return { ...envelope, ...body, ...envelope };
      });
      log.push(...lines);
      const told = listeners.get(sessionId);
      for (const listener of told ?? []) queueMicrotask(() => told?.has(listener) && listener());
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

/** A session's events in batches, from after `after` on, for as long as `signal` lets it. */
export async function* followLog(
  log: SessionLog,
  sessionId: string,
  after: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<SessionEvent[], void, void> {
  let wake = () => {};
  const woken = () => wake();
  const unsubscribe = log.subscribe(sessionId, woken);
  signal?.addEventListener("abort", woken);
  try {
    while (!signal?.aborted) {
      // Made before the read, so that what grows during it wakes the next one.
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
    signal?.removeEventListener("abort", woken);
  }
}
