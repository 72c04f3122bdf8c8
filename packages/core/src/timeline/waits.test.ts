import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { NewEvent, SessionEvent } from "../events/event.ts";
import type { Wait } from "./node.ts";
import { createReplay } from "./replay.ts";
import { randomHistory } from "./testing/fixtures/randomHistory.ts";
import { createTimeline, type Timeline } from "./timeline.ts";
import { workedTime } from "./waits.ts";

/** Events with the times at which they happened, in milliseconds. */
const at = (...events: readonly [at: number, ...bodies: NewEvent[]][]): SessionEvent[] =>
  events
    .flatMap(([time, ...bodies]) => bodies.map((body) => ({ ...body, at: time })))
    .map((event, index) => ({ ...event, v: 1, seq: index + 1, sessionId: "s" }) as SessionEvent);

const requested = (callId: string, agentId: string): NewEvent[] => [
  { type: "tool.requested", callId, tool: "t", agentId, source: "agent" },
  { type: "tool.input_ready", callId, input: {} },
];
const started = (callId: string, agentId: string): NewEvent[] => [
  ...requested(callId, agentId),
  { type: "tool.started", callId, tool: "t", agentId, input: {} },
];
const agent = (agentId: string, parentCallId?: string): NewEvent => ({
  type: "agent.started",
  agentId,
  name: agentId,
  ...(parentCallId !== undefined && { parentCallId }),
});
const asks = (callId: string): NewEvent => ({
  type: "tool.needs_approval",
  callId,
  approvalId: `p-${callId}`,
  input: {},
});
const approved = (callId: string): NewEvent => ({ type: "tool.approved", callId, approvalId: `p-${callId}` });
const done = (callId: string): NewEvent => ({ type: "tool.completed", callId, output: 1 });

/** A call c0 with an agent a1 below it. */
const below: readonly [number, ...NewEvent[]][] = [
  [0, agent("a0"), ...started("c0", "a0")],
  [10, agent("a1", "c0")],
];
const waitOf = (timeline: Timeline, id: string) => (timeline.getNode(id) as { wait: Wait | null }).wait;
const turnsOf = (wait: Wait | null): number[] => (wait ? [...turnsOf(wait.before), wait.at] : []);
/** The times at which each began and ceased to wait, by turns. */
const waitsOf = (timeline: Timeline, ...ids: string[]) => ids.map((id) => turnsOf(waitOf(timeline, id)));
const waitAt = (...times: number[]): Wait | null =>
  times.reduce<Wait | null>((before, time, index) => ({ at: time, begins: index % 2 === 0, before }), null);
const folded = (log: readonly SessionEvent[]) => {
  const timeline = createTimeline();
  timeline.apply(log);
  return timeline;
};

describe("what waits for a person", () => {
  test("is the call that asks and all above it, from the ask to its answer", () => {
    const log = at(
      ...below,
      [100, ...requested("c1", "a1"), asks("c1")],
      [900, approved("c1")],
      [901, { type: "tool.started", callId: "c1", tool: "t", input: {} }],
      [950, done("c1")],
      [1000, { type: "agent.completed", agentId: "a1" }, done("c0")],
    );
    const timeline = folded(log);
    expect(waitsOf(timeline, "c1", "a1", "c0", "a0")).toEqual(Array.from({ length: 4 }, () => [100, 900]));
    expect(workedTime(waitOf(timeline, "c0"), 0, 1000)).toBe(200);
    // The call that was asked about began after its answer.
    expect(workedTime(waitOf(timeline, "c1"), 901, 950)).toBe(49);
  });

  test.for<[string, NewEvent]>([
    ["denied", { type: "tool.denied", callId: "c1", approvalId: "p-c1" }],
    ["expired", { type: "tool.approval_expired", callId: "c1", approvalId: "p-c1" }],
    ["cancelled", { type: "tool.cancelled", callId: "c1" }],
    ["withdrawn", { type: "agent.retracted", agentId: "a1", afterItemId: null }],
  ])("waits no longer once its ask is %s", ([, end]) => {
    const log = at(...below, [100, ...requested("c1", "a1"), asks("c1")], [700, end]);
    expect(waitsOf(folded(log), "a1", "c0")).toEqual([
      [100, 700],
      [100, 700],
    ]);
  });

  test("is the time of a question too", () => {
    const log = at(
      ...below,
      [100, ...started("c1", "a1"), { type: "tool.needs_input", callId: "c1", askId: "q1", message: "Which?" }],
      [400, { type: "tool.input_given", callId: "c1", askId: "q1", action: "accept", content: 1 }],
    );
    expect(waitsOf(folded(log), "c1", "a1", "c0")).toEqual(Array.from({ length: 3 }, () => [100, 400]));
  });

  test("is not what goes on meanwhile, nor what stands above both", () => {
    const log = at(
      [0, agent("a0"), ...started("c1", "a0"), agent("a1", "c1"), ...started("c2", "a0"), agent("a2", "c2")],
      [100, ...requested("d1", "a1"), asks("d1")],
      [300, done("c2")],
      [800, approved("d1")],
    );
    const timeline = folded(log);
    expect(waitsOf(timeline, "a1", "c1")).toEqual([
      [100, 800],
      [100, 800],
    ]);
    expect(waitsOf(timeline, "c2", "a2")).toEqual([[], []]);
    // Both were at work until c2 was through; then all of it waited.
    expect(waitsOf(timeline, "a0")).toEqual([[300, 800]]);
  });

  test("goes on while it asks, and goes on still after a cut of the stream", () => {
    const log = at(...below, [100, ...requested("c1", "a1"), asks("c1")], [900, approved("c1")]);
    const timeline = folded(log.slice(0, -1));
    expect(waitsOf(timeline, "c0")).toEqual([[100]]);
    expect(workedTime(waitAt(100), 0, 5000)).toBe(100);
    timeline.end("cut");
    timeline.apply(log);
    expect(waitsOf(timeline, "c0")).toEqual([[100, 900]]);
  });
});

test("a call that asks while an agent below it works does not wait until that is through", () => {
  const log = at(
    ...below,
    [100, { type: "tool.needs_input", callId: "c0", askId: "q0", message: "Which?" }],
    [200, ...started("c1", "a1")],
    [500, done("c1")],
    [900, { type: "tool.input_given", callId: "c0", askId: "q0", action: "accept", content: 1 }],
  );
  expect(waitsOf(folded(log), "c0", "a1")).toEqual([[100, 200, 500, 900], []]);
});

test("time between two moments is worked where it is not waited, wherever the waits lie", () => {
  expect(workedTime(null, 10, 30)).toBe(20);
  expect(workedTime(waitAt(0, 5, 12, 14, 20, 25, 40, 50), 10, 30)).toBe(13);
  expect(workedTime(waitAt(0, 100), 10, 30)).toBe(0);
  expect(workedTime(waitAt(5), 10, 30)).toBe(0);
});

test("a replay knows at every place what waited, as a timeline that was never further", () => {
  fc.assert(
    fc.property(randomHistory, fc.nat(), (bodies, place) => {
      const log = at(...bodies.map((body, index): [number, NewEvent] => [index * 10, body]));
      const seq = place % (log.length + 1);
      const replay = createReplay(log);
      replay.seek(seq);
      const timeline = folded(log.slice(0, seq));
      const ids = new Set(
        log.flatMap((event) => ("callId" in event ? [event.callId] : "agentId" in event ? [event.agentId!] : [])),
      );
      for (const id of ids) {
        const [one, other] = [replay.getNode(id), timeline.getNode(id)];
        if (one?.kind !== "call" && one?.kind !== "agent") continue;
        expect(one.wait).toEqual((other as typeof one).wait);
        // It waits where it asks and has nothing below that may be at work; where nothing asks, nothing waits.
        const isOpen = one.wait?.begins === true;
        if (timeline.waitingCalls().has(id) && one.kind === "call" && one.agents.length === 0)
          expect(isOpen).toBe(true);
        if (timeline.waitingCalls().size === 0) expect(isOpen).toBe(false);
      }
    }),
  );
});
