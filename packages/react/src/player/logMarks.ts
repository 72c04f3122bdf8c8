import type { SessionEvent } from "@callboard/core";

/** What a reader may jump to. */
export type MarkKind = "ask" | "error" | "agent" | "call";

/** A place in a log where something begins that a reader looks for, and the node that it is about. */
export interface Mark {
  kind: MarkKind;
  seq: number;
  id: string;
}

/** A call as a stretch of the log. */
export interface Span {
  from: number;
  to: number;
  failed: boolean;
}

/** One agent's calls along the log. */
export interface Lane {
  agentId: string;
  depth: number;
  from: number;
  to: number;
  calls: Span[];
}

/** A log as a player needs it. Times are milliseconds from its first event. */
export interface LogMarks {
  marks: Record<MarkKind, Mark[]>;
  lanes: Lane[];
  /** When the event at each place happened; place 0 is before the first. */
  times: Float64Array;
  /** The same without long pauses, for playing. */
  playTimes: Float64Array;
}

/** The longest pause of a log that is played, in milliseconds. */
const LONGEST_PAUSE = 1000;

/** The agent of calls that name none. */
const PERSON = "you";

/** Reads a log once: its marks, its lanes and its times. */
export function marksOf(events: readonly SessionEvent[]): LogMarks {
  const marks: LogMarks["marks"] = { ask: [], error: [], agent: [], call: [] };
  const lanes = new Map<string, Lane>();
  const spans = new Map<string, { span: Span; lane: Lane }>();
  const times = new Float64Array(events.length + 1);
  const playTimes = new Float64Array(events.length + 1);
  const begun = events[0]?.at ?? 0;

  const laneOf = (agentId: string, seq: number, depth = 0): Lane => {
    let lane = lanes.get(agentId);
    if (!lane) lanes.set(agentId, (lane = { agentId, depth, from: seq, to: events.length, calls: [] }));
    return lane;
  };
  events.forEach((event, index) => {
    const seq = index + 1;
    times[seq] = Math.max(times[index]!, event.at - begun);
    playTimes[seq] = playTimes[index]! + Math.min(LONGEST_PAUSE, times[seq]! - times[index]!);
    switch (event.type) {
      case "agent.started": {
        const parent = event.parentCallId ? spans.get(event.parentCallId) : undefined;
        laneOf(event.agentId, seq, parent ? parent.lane.depth + 1 : 0);
        marks.agent.push({ kind: "agent", seq, id: event.agentId });
        return;
      }
      case "tool.requested":
      case "tool.started": {
        if (spans.has(event.callId)) return;
        const lane = laneOf(event.agentId ?? PERSON, seq);
        const span: Span = { from: seq, to: events.length, failed: false };
        lane.calls.push(span);
        spans.set(event.callId, { span, lane });
        marks.call.push({ kind: "call", seq, id: event.callId });
        return;
      }
      case "tool.needs_approval":
      case "tool.needs_input":
        marks.ask.push({ kind: "ask", seq, id: event.callId });
        return;
      case "tool.failed":
        marks.error.push({ kind: "error", seq, id: event.callId });
        return endSpan(event.callId, seq, true);
      case "tool.completed":
      case "tool.cancelled":
      case "tool.denied":
      case "tool.approval_expired":
      case "tool.input_expired":
      case "tool.interrupted":
        return endSpan(event.callId, seq, false);
      case "agent.failed":
        marks.error.push({ kind: "error", seq, id: event.agentId });
        return void (laneOf(event.agentId, seq).to = seq);
      case "agent.completed":
      case "agent.cancelled":
      case "agent.interrupted":
        return void (laneOf(event.agentId, seq).to = seq);
    }
  });
  function endSpan(callId: string, seq: number, failed: boolean): void {
    const entry = spans.get(callId);
    if (entry) Object.assign(entry.span, { to: seq, failed });
  }
  return { marks, lanes: [...lanes.values()], times, playTimes };
}

/** The next mark after a place, or the last before it; undefined where there is none. */
export function markFrom(marks: readonly Mark[], place: number, direction: 1 | -1): Mark | undefined {
  // The first mark that is not before the place; after it, for the next one.
  let [low, high] = [0, marks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (marks[middle]!.seq < (direction === 1 ? place + 1 : place)) low = middle + 1;
    else high = middle;
  }
  return marks[direction === 1 ? low : low - 1];
}

/** The last place whose time is not after this one. */
export function placeAt(times: Float64Array, time: number): number {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (times[middle]! <= time) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}
