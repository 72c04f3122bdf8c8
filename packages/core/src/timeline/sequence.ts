import type { SessionEvent } from "../events/event.ts";
import type { Notice } from "./state.ts";

/** Missing events of a session: from `from` to `to`, both included. */
export interface Gap {
  sessionId: string;
  from: number;
  to: number;
}

interface Cursor {
  readonly sessionId: string;
  last: number;
  waiting: Map<number, SessionEvent>;
}

/** The place in each session, and the events that wait for an earlier one. */
export interface Sequence {
  readonly onlySession: string | undefined;
  readonly cursors: Map<string, Cursor>;
  /** The session of the last event. */
  current: Cursor | null;
  lastGaps: Gap[];
}

/** The most events that wait behind a gap; one more skips the gap. */
const WAITING_LIMIT = 10_000;

/** Creates the gate before the fold: it drops duplicates and holds events back that come after a gap. */
export function createSequence(onlySession: string | undefined): Sequence {
  return { onlySession, cursors: new Map(), current: null, lastGaps: [] };
}

type Handle<Into> = (into: Into, event: SessionEvent) => void;
type Report<Into> = (into: Into, event: object, code: Notice["code"], message: string) => void;

/**
 * Calls `handle` with each event once, in the order of `seq`; returns whether anything changed. This function and
 * `handle` are functions of their modules, not closures of a timeline: the engine drops a closure's compiled code with
 * its timeline.
 */
export function accept<Into>(
  sequence: Sequence,
  events: unknown,
  into: Into,
  handle: Handle<Into>,
  report: Report<Into>,
): boolean {
  if (!Array.isArray(events)) return acceptOne(sequence, events, into, handle, report);
  let hasChanged = false;
  for (const event of events) hasChanged = acceptOne(sequence, event, into, handle, report) || hasChanged;
  return hasChanged;
}

function acceptOne<Into>(
  sequence: Sequence,
  event: unknown,
  into: Into,
  handle: Handle<Into>,
  report: Report<Into>,
): boolean {
  const problem = problemOf(event, sequence.onlySession);
  if (problem) {
    report(into, typeof event === "object" && event ? event : {}, problem.code, problem.message);
    return true;
  }
  const { seq, sessionId } = event as SessionEvent;
  const cursor = cursorOf(sequence, sessionId);
  if (seq === cursor.last + 1) {
    cursor.last = seq;
    handle(into, event as SessionEvent);
    if (cursor.waiting.size > 0) drain(cursor, into, handle);
    return true;
  }
  if (seq <= cursor.last || cursor.waiting.has(seq)) return false;
  cursor.waiting.set(seq, event as SessionEvent);
  if (cursor.waiting.size <= WAITING_LIMIT) return true;
  const first = firstWaiting(cursor);
  const skipped = `Events ${cursor.last + 1} to ${first - 1} of ${sessionId} never came.`;
  report(into, event as object, "gap_skipped", skipped);
  cursor.last = first - 1;
  drain(cursor, into, handle);
  return true;
}

function cursorOf(sequence: Sequence, sessionId: string): Cursor {
  const { current, cursors } = sequence;
  if (current?.sessionId === sessionId) return current;
  let cursor = cursors.get(sessionId);
  if (!cursor) cursors.set(sessionId, (cursor = { sessionId, last: 0, waiting: new Map() }));
  sequence.current = cursor;
  return cursor;
}

function drain<Into>(cursor: Cursor, into: Into, handle: Handle<Into>): void {
  for (let next = cursor.waiting.get(cursor.last + 1); next; next = cursor.waiting.get(cursor.last + 1)) {
    cursor.waiting.delete(next.seq);
    cursor.last = next.seq;
    handle(into, next);
  }
}

/** The last `seq` of the first session. */
export function lastSeqOf(sequence: Sequence): number {
  return sequence.cursors.values().next().value?.last ?? 0;
}

/** The open gaps: the same list until a gap opens, changes or closes. */
export function gapsOf(sequence: Sequence): Gap[] {
  const before = sequence.lastGaps;
  const now: Gap[] = [];
  for (const cursor of sequence.cursors.values()) {
    if (cursor.waiting.size > 0)
      now.push({ sessionId: cursor.sessionId, from: cursor.last + 1, to: firstWaiting(cursor) - 1 });
  }
  if (now.length + before.length > 0 && JSON.stringify(now) !== JSON.stringify(before)) sequence.lastGaps = now;
  return sequence.lastGaps;
}

const firstWaiting = ({ waiting }: Cursor): number => Math.min(...waiting.keys());

function problemOf(event: unknown, onlySession: string | undefined): { code: Notice["code"]; message: string } | null {
  const { seq, sessionId } = (event ?? {}) as SessionEvent;
  if (!Number.isSafeInteger(seq) || seq < 1 || typeof sessionId !== "string") {
    return { code: "invalid_event", message: "It has no seq or sessionId." };
  }
  if (onlySession !== undefined && sessionId !== onlySession) {
    return { code: "foreign_session", message: "An event of another session was left out." };
  }
  return null;
}
