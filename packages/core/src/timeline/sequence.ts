import type { SessionEvent } from "./event.ts";
import type { Notice } from "./state.ts";

/** Events of a session that have not come: from `from` to `to`, both included. */
export interface Gap {
  sessionId: string;
  from: number;
  to: number;
}

interface Cursor {
  readonly sessionId: string;
  last: number;
  waiting: Map<number, SessionEvent>;
  /** The lowest `seq` that waits, where it is known. */
  firstWaiting: number | null;
}

/** What has come of each session, and what waits for its turn. */
export interface Sequence {
  readonly onlySession: string | undefined;
  readonly cursors: Map<string, Cursor>;
  /** The session of the last event. */
  current: Cursor | null;
  gapsSeen: Gap[];
}

/** How many events may wait behind a gap before it is given up. */
const WAITING_LIMIT = 10_000;

/** Makes the gate before the fold: duplicates are dropped, events after a gap wait for it. */
export function createSequence(onlySession: string | undefined): Sequence {
  return { onlySession, cursors: new Map(), current: null, gapsSeen: [] };
}

type Take<Into> = (into: Into, event: SessionEvent) => void;
type Complain<Into> = (into: Into, event: object, code: Notice["code"], message: string) => void;

/**
 * Hands on, in the order of their `seq` and each once, the events whose turn it is; answers whether any was news. It and
 * what it hands them to are functions of the module, over records: what the engine compiles for the closures of a timeline
 * goes with the timeline.
 */
export function accept<Into>(
  sequence: Sequence,
  events: unknown,
  into: Into,
  take: Take<Into>,
  complain: Complain<Into>,
): boolean {
  if (!Array.isArray(events)) return acceptOne(sequence, events, into, take, complain);
  let news = false;
  for (const event of events) news = acceptOne(sequence, event, into, take, complain) || news;
  return news;
}

function acceptOne<Into>(
  sequence: Sequence,
  event: unknown,
  into: Into,
  take: Take<Into>,
  complain: Complain<Into>,
): boolean {
  const problem = problemOf(event, sequence.onlySession);
  if (problem) {
    complain(into, typeof event === "object" && event ? event : {}, problem.code, problem.message);
    return true;
  }
  const { seq, sessionId } = event as SessionEvent;
  const cursor = cursorOf(sequence, sessionId);
  if (seq === cursor.last + 1) {
    cursor.last = seq;
    take(into, event as SessionEvent);
    if (cursor.waiting.size > 0) drain(cursor, into, take);
    return true;
  }
  if (seq <= cursor.last || cursor.waiting.has(seq)) return false;
  cursor.waiting.set(seq, event as SessionEvent);
  if (cursor.firstWaiting !== null && seq < cursor.firstWaiting) cursor.firstWaiting = seq;
  if (cursor.waiting.size <= WAITING_LIMIT) return true;
  const first = firstWaiting(cursor);
  const lost = `Events ${cursor.last + 1} to ${first - 1} of ${sessionId} never came.`;
  complain(into, event as object, "gap_skipped", lost);
  cursor.last = first - 1;
  drain(cursor, into, take);
  return true;
}

function cursorOf(sequence: Sequence, sessionId: string): Cursor {
  const { current, cursors } = sequence;
  if (current?.sessionId === sessionId) return current;
  let cursor = cursors.get(sessionId);
  if (!cursor) cursors.set(sessionId, (cursor = { sessionId, last: 0, waiting: new Map(), firstWaiting: null }));
  sequence.current = cursor;
  return cursor;
}

function drain<Into>(cursor: Cursor, into: Into, take: Take<Into>): void {
  for (let next = cursor.waiting.get(cursor.last + 1); next; next = cursor.waiting.get(cursor.last + 1)) {
    cursor.waiting.delete(next.seq);
    cursor.last = next.seq;
    cursor.firstWaiting = null;
    take(into, next);
  }
}

/** The last `seq` of the first session seen. */
export function lastSeqOf(sequence: Sequence): number {
  return sequence.cursors.values().next().value?.last ?? 0;
}

/** The same list until a gap opens, changes or closes. */
export function gapsOf(sequence: Sequence): Gap[] {
  const before = sequence.gapsSeen;
  const now: Gap[] = [];
  for (const cursor of sequence.cursors.values()) {
    if (cursor.waiting.size > 0)
      now.push({ sessionId: cursor.sessionId, from: cursor.last + 1, to: firstWaiting(cursor) - 1 });
  }
  const same = (gap: Gap, index: number) => {
    const { sessionId, from, to } = before[index]!;
    return gap.sessionId === sessionId && gap.from === from && gap.to === to;
  };
  if (now.length !== before.length || !now.every(same)) sequence.gapsSeen = now;
  return sequence.gapsSeen;
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
