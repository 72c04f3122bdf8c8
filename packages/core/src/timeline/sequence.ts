import type { SessionEvent } from "./event.ts";
import type { Notice } from "./fold.ts";

/** Events of a session that have not come: from `from` to `to`, both included. */
export interface Gap {
  sessionId: string;
  from: number;
  to: number;
}

interface Cursor {
  last: number;
  waiting: Map<number, SessionEvent>;
}

type Take = (event: SessionEvent) => void;
type Complain = (event: object, code: Notice["code"], message: string) => void;

/** Puts events into the order of their `seq`, each once. */
export interface Sequence {
  accept(event: unknown, take: Take, complain: Complain): void;
  /** Of the first session seen. */
  lastSeq(): number;
  gaps(): Gap[];
}

/** How many events may wait behind a gap before it is given up. */
const WAITING_LIMIT = 10_000;

/** Makes the gate before the fold: duplicates are dropped, events after a gap wait for it. */
export function createSequence(onlySession: string | undefined): Sequence {
  const cursors = new Map<string, Cursor>();
  let current: Cursor | null = null;
  let currentId: string | undefined;

  const cursorOf = (sessionId: string): Cursor => {
    if (current && sessionId === currentId) return current;
    let cursor = cursors.get(sessionId);
    if (!cursor) cursors.set(sessionId, (cursor = { last: 0, waiting: new Map() }));
    current = cursor;
    currentId = sessionId;
    return cursor;
  };
  const drain = (cursor: Cursor, take: Take) => {
    for (let next = cursor.waiting.get(cursor.last + 1); next; next = cursor.waiting.get(cursor.last + 1)) {
      cursor.waiting.delete(next.seq);
      cursor.last = next.seq;
      take(next);
    }
  };

  return {
    accept(event, take, complain) {
      const problem = problemOf(event, onlySession);
      if (problem) return complain(typeof event === "object" && event ? event : {}, problem.code, problem.message);
      const { seq, sessionId } = event as SessionEvent;
      const cursor = cursorOf(sessionId);
      if (seq === cursor.last + 1) {
        cursor.last = seq;
        take(event as SessionEvent);
        if (cursor.waiting.size > 0) drain(cursor, take);
      } else if (seq > cursor.last) {
        cursor.waiting.set(seq, event as SessionEvent);
        if (cursor.waiting.size <= WAITING_LIMIT) return;
        const first = firstWaiting(cursor);
        complain(
          event as object,
          "gap_skipped",
          `Events ${cursor.last + 1} to ${first - 1} of ${sessionId} never came.`,
        );
        cursor.last = first - 1;
        drain(cursor, take);
      }
    },
    lastSeq: () => cursors.values().next().value?.last ?? 0,
    gaps: () =>
      [...cursors]
        .filter(([, cursor]) => cursor.waiting.size > 0)
        .map(([sessionId, cursor]) => ({ sessionId, from: cursor.last + 1, to: firstWaiting(cursor) - 1 })),
  };
}

function firstWaiting(cursor: Cursor): number {
  let first = Infinity;
  for (const seq of cursor.waiting.keys()) if (seq < first) first = seq;
  return first;
}

function problemOf(event: unknown, onlySession: string | undefined): { code: Notice["code"]; message: string } | null {
  if (typeof event !== "object" || event === null || typeof (event as SessionEvent).type !== "string") {
    return { code: "invalid_event", message: "Something that is no event was left out: it has no type." };
  }
  const { seq, sessionId, type } = event as SessionEvent;
  if (!Number.isSafeInteger(seq) || seq < 1 || typeof sessionId !== "string") {
    return { code: "invalid_event", message: `A "${type}" without a proper seq and sessionId was left out.` };
  }
  if (onlySession !== undefined && sessionId !== onlySession) {
    return { code: "foreign_session", message: `A "${type}" of another session was left out.` };
  }
  return null;
}
