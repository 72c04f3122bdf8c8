import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { SessionEvent } from "../events/event.ts";
import { accept, createSequence, gapsOf, lastSeqOf } from "./sequence.ts";

const event = (seq: unknown, sessionId: unknown = "s1", extra: object = {}) =>
  ({ seq, sessionId, at: 0, type: "message.added", ...extra }) as SessionEvent;

const start = (only?: string) => {
  const sequence = createSequence(only);
  const taken: SessionEvent[] = [];
  const complaints: [code: string, message: string][] = [];
  const feed = (...events: unknown[]) =>
    events.map((one) =>
      accept(
        sequence,
        [one],
        taken,
        (into, next) => into.push(next),
        (_into, _event, code, message) => complaints.push([code, message]),
      ),
    );
  return { sequence, taken, complaints, feed, seqs: () => taken.map((one) => one.seq) };
};

describe("createSequence", () => {
  test("hands on each event once, in order, and says whether it was news", () => {
    const { feed, seqs, sequence } = start();
    expect(feed(event(1), event(1), event(3), event(3), event(2), event(1))).toEqual([
      true,
      false,
      true,
      false,
      true,
      false,
    ]);
    expect(seqs()).toEqual([1, 2, 3]);
    expect(lastSeqOf(sequence)).toBe(3);
  });

  test("any order with any repeats comes out in order", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 60 }),
        fc.array(fc.nat(59)),
        fc.infiniteStream(fc.nat()),
        (n, twice, dice) => {
          const events = Array.from({ length: n }, (_, index) => event(index + 1));
          const extra = twice.map((index) => events[index % n]!);
          const shuffled = [...events, ...extra]
            .map((one): [number, SessionEvent] => [dice.next().value ?? 0, one])
            .sort(([a], [b]) => a - b)
            .map(([, one]) => one);
          const { feed, seqs, sequence, complaints } = start();
          feed(...shuffled);
          expect(seqs()).toEqual(events.map((one) => one.seq));
          expect([gapsOf(sequence), complaints]).toEqual([[], []]);
        },
      ),
    );
  });

  test("of two that claim the same place, the first that came counts", () => {
    const { feed, taken } = start();
    feed(event(2, "s1", { text: "first" }), event(2, "s1", { text: "forged" }), event(1));
    expect(taken[1]).toMatchObject({ seq: 2, text: "first" });
  });

  test("reports gaps, each session's own, and keeps the list while they stand", () => {
    const { feed, sequence } = start();
    feed(event(1), event(5), event(9), event(4, "s2"));
    const gaps = gapsOf(sequence);
    expect(gaps).toEqual([
      { sessionId: "s1", from: 2, to: 4 },
      { sessionId: "s2", from: 1, to: 3 },
    ]);
    expect(gapsOf(sequence)).toBe(gaps);
    feed(event(10));
    expect(gapsOf(sequence)).toBe(gaps);
    feed(event(2));
    expect(gapsOf(sequence)[0]).toEqual({ sessionId: "s1", from: 3, to: 4 });
    feed(event(3), event(4));
    expect(gapsOf(sequence)[0]).toEqual({ sessionId: "s1", from: 6, to: 8 });
  });

  test("10,000 events wait behind a gap; one more, and what is lost is given up and said", () => {
    const { feed, taken, sequence, complaints } = start();
    for (let seq = 5; seq < 10_005; seq++) feed(event(seq));
    expect([taken.length, complaints]).toEqual([0, []]);
    expect(gapsOf(sequence)).toEqual([{ sessionId: "s1", from: 1, to: 4 }]);
    feed(event(10_005));
    expect(complaints).toEqual([["gap_skipped", "Events 1 to 4 of s1 never came."]]);
    expect([taken.length, lastSeqOf(sequence), gapsOf(sequence)]).toEqual([10_001, 10_005, []]);
    expect(feed(event(3))).toEqual([false]);
  });

  test("a gap that closes with 10,000 waiting loses nothing", () => {
    const { feed, taken, complaints } = start();
    for (let seq = 10_001; seq > 1; seq--) feed(event(seq));
    feed(event(1));
    expect(taken).toHaveLength(10_001);
    expect(complaints).toEqual([]);
  });

  test("another session than the one asked for is left out", () => {
    const { feed, taken, complaints, sequence } = start("s1");
    feed(event(1, "s2"), event(1));
    expect(taken).toHaveLength(1);
    expect(complaints[0]?.[0]).toBe("foreign_session");
    expect(lastSeqOf(sequence)).toBe(1);
  });

  test.each([
    undefined,
    null,
    7,
    "event",
    [],
    {},
    { type: 7 },
    event(0),
    event(-1),
    event(1.5),
    event(NaN),
    event(Infinity),
    event(2 ** 60),
    event("1"),
    event(1, 7),
    event(1, null),
  ])("junk %# is complained about and left out", (junk) => {
    const { feed, taken, complaints } = start();
    feed(junk);
    expect(taken).toEqual([]);
    expect(complaints.map(([code]) => code)).toEqual(["invalid_event"]);
  });
});
