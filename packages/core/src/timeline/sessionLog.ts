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
    append(sessionId, events) {
      let log = sessions.get(sessionId);
      if (!log) sessions.set(sessionId, (log = []));
      const appended: SessionEvent[] = [];
      for (const event of events) {
        const line: SessionEvent = { v: 1, seq: log.length + 1, sessionId, at: now(), ...event };
        log.push(line);
        appended.push(line);
      }
      for (const listener of [...(listeners.get(sessionId) ?? [])]) listener();
      return Promise.resolve(appended);
    },
    read(sessionId, after = 0) {
      return Promise.resolve(sessions.get(sessionId)?.slice(after) ?? []);
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
