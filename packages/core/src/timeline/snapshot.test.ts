import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SessionEvent } from "../events/event.ts";
import { chatTurn } from "./testing/fixtures/chatTurn.ts";
import { logOf } from "./testing/fixtures/logOf.ts";
import { randomHistory } from "./testing/fixtures/randomHistory.ts";
import { createReplay } from "./replay.ts";
import { createTimeline } from "./timeline.ts";

const clean = (log: readonly SessionEvent[]) => {
  const timeline = createTimeline();
  timeline.apply(log);
  return timeline.snapshot();
};

/** The log as a bad wire gives it: some lines twice, lines moved, cut into batches anywhere. */
const disturbed = (log: readonly SessionEvent[], dice: Iterator<number>): SessionEvent[][] => {
  const roll = () => dice.next().value ?? 0;
  const lines = log.flatMap((line) => (roll() % 4 === 0 ? [line, line] : [line]));
  const moved = lines
    .map((line, index): [number, SessionEvent] => [index + (roll() % 12), line])
    .sort(([a], [b]) => a - b)
    .map(([, line]) => line);
  const batches: SessionEvent[][] = [];
  while (moved.length > 0) batches.push(moved.splice(0, roll() % 5));
  return batches;
};

describe("snapshot()", () => {
  test("is the same however the log came: doubled, moved, in pieces, read between them", () => {
    let histories = 0;
    let calls = 0;
    fc.assert(
      fc.property(randomHistory, fc.infiniteStream(fc.nat(0xffff)), fc.boolean(), (history, dice, looks) => {
        const log = logOf(history);
        const timeline = createTimeline();
        for (const batch of disturbed(log, dice)) {
          timeline.apply(batch);
          if (looks) for (const id of ["c1", "c2", "c3", "a0"]) timeline.getNode(id);
        }
        const expected = clean(log);
        expect(timeline.snapshot()).toEqual(expected);
        expect(expected).toMatchObject({ lastSeq: log.length, gaps: [], notices: [] });
        histories++;
        calls += expected.agents.flatMap((agent) => agent.items).filter((item) => item.kind === "call").length;
      }),
    );
    expect(calls).toBeGreaterThan(histories);
  });

  test("is the same over any number of connections: each is cut somewhere, and the next begins at or before that", () => {
    fc.assert(
      fc.property(randomHistory, fc.infiniteStream(fc.nat(0xffff)), (history, dice) => {
        const log = logOf(history);
        const roll = (below: number) => (dice.next().value ?? 0) % below;
        const timeline = createTimeline();
        while (timeline.snapshot().lastSeq < log.length) {
          const { lastSeq, gaps } = timeline.snapshot();
          const from = Math.max(0, lastSeq - roll(8));
          const connection = log.slice(from, from + 8 + roll(30));
          for (const batch of disturbed(connection, dice)) timeline.apply(batch);
          // A gap names the first event that is missing, and what to ask for again.
          for (const gap of gaps) expect(gap.from).toBe(lastSeq + 1);
        }
        expect(timeline.snapshot()).toEqual(clean(log));
      }),
    );
  });

  test("of any beginning of a log can be taken, and goes on to the same end", () => {
    fc.assert(
      fc.property(randomHistory, fc.nat(), (history, cut) => {
        const log = logOf(history);
        const timeline = createTimeline();
        timeline.apply(log.slice(0, cut % log.length));
        expect(timeline.snapshot()).toEqual(clean(log.slice(0, cut % log.length)));
        timeline.apply(log);
        expect(timeline.snapshot()).toEqual(clean(log));
      }),
    );
  });

  test("with a line missing waits there, and is whole when the line comes", () => {
    fc.assert(
      fc.property(randomHistory, fc.nat(), (history, which) => {
        const log = logOf(history);
        const lost = which % log.length;
        const timeline = createTimeline();
        timeline.apply(log.filter((_, index) => index !== lost));
        const snapshot = timeline.snapshot();
        const isLast = lost === log.length - 1;
        expect(snapshot.gaps).toEqual(isLast ? [] : [{ sessionId: "s1", from: lost + 1, to: lost + 1 }]);
        expect({ ...snapshot, gaps: [] }).toEqual(clean(log.slice(0, lost)));
        timeline.apply(log[lost]!);
        expect(timeline.snapshot()).toEqual(clean(log));
      }),
    );
  });

  test("is plain JSON, and keeps nothing that a later event changes", () => {
    const log = logOf(chatTurn);
    const timeline = createTimeline();
    const kept = log.map((event) => {
      timeline.apply(event);
      const snapshot = timeline.snapshot();
      return [snapshot, JSON.stringify(snapshot)] as const;
    });
    for (const [snapshot, text] of kept) {
      expect(JSON.stringify(snapshot)).toBe(text);
      expect(JSON.parse(text)).toEqual(snapshot);
    }
  });

  test("never fails, whatever comes, from one session or from two", () => {
    const types = [
      ...new Set(chatTurn.map((event) => event.type)),
      "agent.retracted",
      "tool.failed",
      "tool.denied",
      "no.type",
    ];
    const id = fc.constantFrom("you", "a1", "c1", "c2", "__proto__", "constructor", "t1", "");
    const value = fc.oneof(id, fc.jsonValue({ maxDepth: 2 }), fc.constant(JSON.parse('{"toString":1,"valueOf":1}')));
    const junk = fc.record(
      {
        type: fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...types) }, { weight: 1, arbitrary: value }),
        seq: fc.oneof({ weight: 9, arbitrary: fc.integer({ min: 1, max: 30 }) }, { weight: 1, arbitrary: value }),
        sessionId: fc.oneof(
          { weight: 9, arbitrary: fc.constantFrom("s1", "s1", "s2") },
          { weight: 1, arbitrary: value },
        ),
        at: fc.oneof({ weight: 9, arbitrary: fc.nat() }, { weight: 1, arbitrary: value }),
        v: fc.constantFrom(1, undefined, 2),
        agentId: fc.oneof({ weight: 5, arbitrary: id }, { weight: 1, arbitrary: value }),
        callId: fc.oneof({ weight: 5, arbitrary: id }, { weight: 1, arbitrary: value }),
        parentCallId: fc.oneof(id, value),
        approvalId: fc.oneof(id, value),
        itemId: fc.oneof(id, value),
        afterItemId: fc.oneof(id, value),
        messageId: fc.oneof(id, value),
        kind: value,
        role: value,
        tool: fc.oneof(id, value),
        delta: fc.oneof(fc.string(), value),
        input: value,
        output: value,
        error: value,
        usage: value,
        progress: value,
        outputRef: value,
        durationMs: value,
      },
      { requiredKeys: ["type", "seq", "sessionId", "at"] },
    );
    fc.assert(
      fc.property(fc.array(fc.oneof({ weight: 20, arbitrary: junk }, fc.anything()), { maxLength: 40 }), (events) => {
        const timeline = createTimeline();
        for (const event of events) {
          timeline.apply(event as SessionEvent);
          for (const name of ["you", "a1", "c1", "t1", "__proto__"]) timeline.getNode(name);
        }
        timeline.end("over");
        const replay = createReplay(events as SessionEvent[]);
        for (const place of [3, 1, replay.lastSeq]) replay.seek(place);
        expect(() => JSON.stringify(timeline.snapshot())).not.toThrow();
        for (const agent of timeline.snapshot().agents) expect(typeof agent.id).toBe("string");
        expect(timeline.getRoot()).toBe(timeline.getRoot());
      }),
    );
    expect(Object.keys(Object.prototype)).toEqual([]);
  });
});
