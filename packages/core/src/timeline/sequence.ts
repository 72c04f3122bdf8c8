import type { SessionEvent } from "./event.ts";
import type { Notice } from "./state.ts";

/** Events of a session that have not come: from `from` to `to`, both included. */
export interface Gap {
  sessionId: string;
  from: number;
  to: number;
}

interface Cursor {
  last: number;
  waiting: Map<number, SessionEvent>;
  /** The lowest `seq` that waits, where it is known. */
  firstWaiting: number | null;
}

type Take = (event: SessionEvent) => void;
type Complain = (event: object, code: Notice["code"], message: string) => void;

/** Puts events into the order of their `seq`, each once. */
export interface Sequence {
  /** Hands on what is next; answers whether the event was any news. */
  accept(event: unknown, take: Take, complain: Complain): boolean;
  /** Of the first session seen. */
  lastSeq(): number;
  /** The same list until a gap opens, changes or closes. */
  gaps(): Gap[];
}

/** How many events may wait behind a gap before it is given up. */
const WAITING_LIMIT = 10_000;

/** Makes the gate before the fold: duplicates are dropped, events after a gap wait for it. */
export function createSequence(onlySession: string | undefined): Sequence {
  const cursors = new Map<string, Cursor>();
  let current: Cursor | null = null;
  let currentId: string | undefined;
  let gapsSeen: Gap[] = [];

  const cursorOf = (sessionId: string): Cursor => {
    if (current && sessionId === currentId) return current;
    let cursor = cursors.get(sessionId);
    if (!cursor) cursors.set(sessionId, (cursor = { last: 0, waiting: new Map(), firstWaiting: null }));
    current = cursor;
    currentId = sessionId;
    return cursor;
  };
  const drain = (cursor: Cursor, take: Take) => {
    for (let next = cursor.waiting.get(cursor.last + 1); next; next = cursor.waiting.get(cursor.last + 1)) {
      cursor.waiting.delete(next.seq);
      cursor.last = next.seq;
      cursor.firstWaiting = null;
      take(next);
    }
  };

  return {
    accept(event, take, complain) {
      const problem = problemOf(event, onlySession);
      if (problem) {
        complain(typeof event === "object" && event ? event : {}, problem.code, problem.message);
        return true;
      }
      const { seq, sessionId } = event as SessionEvent;
      const cursor = cursorOf(sessionId);
      if (seq <= cursor.last || cursor.waiting.has(seq)) return false;
      if (seq === cursor.last + 1) {
        cursor.last = seq;
        take(event as SessionEvent);
        if (cursor.waiting.size > 0) drain(cursor, take);
        return true;
      }
      cursor.waiting.set(seq, event as SessionEvent);
      if (cursor.firstWaiting !== null && seq < cursor.firstWaiting) cursor.firstWaiting = seq;
      if (cursor.waiting.size <= WAITING_LIMIT) return true;
      const first = firstWaiting(cursor);
      complain(event as object, "gap_skipped", `Events ${cursor.last + 1} to ${first - 1} of ${sessionId} never came.`);
      cursor.last = first - 1;
      drain(cursor, take);
      return true;
    },
    lastSeq: () => cursors.values().next().value?.last ?? 0,
    gaps() {
      const now = [...cursors]
        .filter(([, cursor]) => cursor.waiting.size > 0)
        .map(([sessionId, cursor]) => ({ sessionId, from: cursor.last + 1, to: firstWaiting(cursor) - 1 }));
      const same = (gap: Gap, index: number) => {
        const before = gapsSeen[index];
        return gap.sessionId === before?.sessionId && gap.from === before.from && gap.to === before.to;
      };
      if (now.length !== gapsSeen.length || !now.every(same)) gapsSeen = now;
      return gapsSeen;
    },
  };
}

function firstWaiting(cursor: Cursor): number {
  if (cursor.firstWaiting !== null) return cursor.firstWaiting;
  let first = Infinity;
  for (const seq of cursor.waiting.keys()) if (seq < first) first = seq;
  return (cursor.firstWaiting = first);
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
