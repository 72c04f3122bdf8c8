import fc from "fast-check";
import { describe, expect, test, vi } from "vitest";
import type { NewEvent, SessionEvent } from "../events/event.ts";
import { createReplay } from "./replay.ts";
import { chatTurn } from "./testing/fixtures/chatTurn.ts";
import { logOf } from "./testing/fixtures/logOf.ts";
import { randomHistory } from "./testing/fixtures/randomHistory.ts";
import { createTimeline } from "./timeline.ts";

const snapshotAt = (log: readonly SessionEvent[], seq: number) => {
  const timeline = createTimeline();
  timeline.apply(log.slice(0, seq));
  return timeline.snapshot();
};
/** A log longer than what lies between two kept states: turns with texts, calls, retractions and sub-agents. */
const longLog = (turns: number) =>
  logOf(
    Array.from({ length: turns }, (_, turn): NewEvent[] => {
      const renamed = JSON.stringify(chatTurn).replaceAll(
        /"(agentId|callId|parentCallId|itemId|messageId|approvalId)":"(\w+)"/g,
        (_whole, field: string, id: string) => `"${field}":"${id}-${turn}"`,
      );
      const events = JSON.parse(renamed) as NewEvent[];
      if (turn % 3 === 0) events.push({ type: "agent.retracted", agentId: `a1-${turn}`, afterItemId: `t1-${turn}` });
      return events;
    }).flat(),
  );

describe("createReplay", () => {
  test("stands at the end of its log, and before its first event at 0", () => {
    const log = logOf(chatTurn);
    const replay = createReplay(log);
    expect([replay.seq, replay.lastSeq]).toEqual([log.length, log.length]);
    expect(replay.snapshot()).toEqual(snapshotAt(log, log.length));
    replay.seek(0);
    expect(replay.seq).toBe(0);
    expect(replay.snapshot()).toEqual(snapshotAt([], 0));
    replay.seek(Infinity);
    expect(replay.seq).toBe(log.length);
    replay.seek(-5);
    expect(replay.seq).toBe(0);
  });

  test("has the state of every place of any log, in whatever order the places are gone to", () => {
    fc.assert(
      fc.property(randomHistory, fc.array(fc.nat(), { maxLength: 12 }), (history, wanted) => {
        const log = logOf(history);
        const replay = createReplay(log);
        for (const place of wanted.map((one) => one % (log.length + 1))) {
          replay.seek(place);
          expect(replay.snapshot()).toEqual(snapshotAt(log, place));
          for (const id of ["a0", "c1", "c2", "t3"]) replay.getNode(id);
        }
      }),
    );
  });

  test("over kept states too: what one place goes on with changes no other", () => {
    const log = longLog(400);
    expect(log.length).toBeGreaterThan(8000);
    const replay = createReplay(log);
    const places = [1, 1024, 1023, 1025, 5000, 2048, 8000, 4096, 4097, 3, 7000, log.length, 1024, 5000, 0];
    for (const place of places) {
      replay.seek(place);
      expect(JSON.stringify(replay.snapshot())).toBe(JSON.stringify(snapshotAt(log, place)));
    }
  });

  test("going anywhere in a long log folds the events after the nearest kept state, and copies no other record", () => {
    let reads = 0;
    const log = longLog(1500).map((event) => ({
      ...event,
      get type() {
        reads++;
        return event.type;
      },
    })) as SessionEvent[];
    expect(log.length).toBeGreaterThan(30_000);
    const replay = createReplay(log);
    const whole = reads / log.length;
    for (const place of [15_000, 29_999, 2, 20_479]) {
      reads = 0;
      replay.seek(place);
      expect(reads).toBeLessThanOrEqual(1024 * whole);
    }
  });

  test("arguments that streamed can be read at every place of theirs, again and again", () => {
    const text = JSON.stringify({ query: "refund policy", tags: ["a", "b"] });
    const log = logOf([
      { type: "tool.requested", callId: "c1", tool: "search" },
      ...[...text].map((delta): NewEvent => ({ type: "tool.input_appended", callId: "c1", delta })),
    ]);
    const replay = createReplay(log);
    for (const place of [10, 30, 12, 5, log.length, 20]) {
      replay.seek(place);
      const timeline = createTimeline();
      timeline.apply(log.slice(0, place));
      expect(replay.getNode("c1")).toEqual(timeline.getNode("c1"));
    }
  });

  test("tells the readers of what is another at the new place, and nobody else; the rest keeps its identity", () => {
    const log = longLog(2);
    const replay = createReplay(log, { schedule: () => {} });
    const [same, other, all] = [vi.fn(), vi.fn(), vi.fn()];
    replay.seek(log.length - 3);
    const before = replay.getNode("a1-0");
    replay.subscribeNode("a1-0", same);
    replay.subscribeNode("a1-1", other);
    replay.subscribe(all);
    replay.seek(log.length);
    replay.flush();
    expect([same, other, all].map((listener) => listener.mock.calls.length)).toEqual([0, 1, 1]);
    replay.seek(log.length);
    replay.flush();
    expect(all).toHaveBeenCalledTimes(1);
    replay.seek(log.length - 4);
    replay.flush();
    expect(other).toHaveBeenCalledTimes(2);
    expect(all).toHaveBeenCalledTimes(2);
    expect(replay.getNode("a1-0")).toBe(before);
    expect(replay.getRoot()).toBe(replay.getRoot());
  });

  test("what has not changed since a kept place is the same object for whoever comes back", () => {
    const log = longLog(400);
    const replay = createReplay(log);
    const ids = ["a1-1", "c1-1", "t1-1"];
    const at = (place: number) => {
      replay.seek(place);
      return ids.map((id) => replay.getNode(id));
    };
    const before = at(4100);
    expect(before).not.toContain(undefined);
    at(8000);
    at(2000);
    at(4100).forEach((view, index) => expect(view).toBe(before[index]));
  });

  test("readers of what is not there yet are told when it comes and when it goes", () => {
    const replay = createReplay(logOf(chatTurn));
    const seen: unknown[] = [];
    replay.subscribeNode("c2", () => seen.push(replay.getNode("c2")?.kind));
    for (const place of [3, 20, 3, chatTurn.length]) {
      replay.seek(place);
      replay.flush();
    }
    expect(seen).toEqual([undefined, "call", undefined, "call"]);
  });

  test("a log may grow: who stands at the end follows, who looks back stays", () => {
    const log = logOf(chatTurn);
    const replay = createReplay(log.slice(0, 10));
    replay.apply(log.slice(8, 15));
    expect([replay.seq, replay.lastSeq]).toEqual([15, 15]);
    replay.seek(5);
    replay.apply(log);
    expect([replay.seq, replay.lastSeq]).toEqual([5, log.length]);
    expect(replay.snapshot()).toEqual(snapshotAt(log, 5));
    replay.seek(log.length);
    expect(replay.snapshot()).toEqual(snapshotAt(log, log.length));
  });

  test("doubled, moved and broken lines are no matter; a gap shows at the end alone, an unknown event where it stands", () => {
    const log = logOf(chatTurn);
    const odd = { ...log[3]!, type: "tool.danced" } as unknown as SessionEvent;
    const lines = log.map((event) => (event.seq === 4 ? odd : event));
    const replay = createReplay([...lines.slice(6, 10), ...lines.slice(0, 8), null as never, ...lines.slice(11)]);
    expect([replay.seq, replay.getRoot().gaps]).toEqual([10, [{ sessionId: "s1", from: 11, to: 11 }]]);
    expect(replay.snapshot().notices.map((notice) => notice.code)).toEqual(["unknown_type", "invalid_event"]);
    replay.seek(3);
    expect(replay.snapshot()).toEqual(snapshotAt(lines, 3));
    replay.seek(4);
    expect(replay.snapshot()).toEqual(snapshotAt(lines, 4));
  });

  test("an end has its place: before it the calls are as they were", () => {
    const log = logOf(chatTurn.slice(0, 9));
    const replay = createReplay(log);
    replay.end("gone");
    expect(replay.getNode("c1")).toMatchObject({ status: "interrupted", reason: "gone" });
    replay.seek(8);
    expect(replay.snapshot()).toEqual(snapshotAt(log, 8));
    replay.seek(9);
    expect(replay.getNode("c1")).toMatchObject({ status: "interrupted" });
    replay.apply(logOf(chatTurn));
    expect(replay.snapshot()).toEqual(snapshotAt(logOf(chatTurn), chatTurn.length));
  });

  test("two sessions: the place is the first one's", () => {
    const [one, two] = [logOf(chatTurn, "tap"), logOf(chatTurn, "host")];
    const replay = createReplay([...one.slice(0, 4), ...two, ...one.slice(4)]);
    const agents = createTimeline();
    agents.apply(two);
    replay.seek(4);
    expect(replay.snapshot()).toMatchObject({ agents: agents.snapshot().agents, lastSeq: 4 });
    replay.seek(3);
    expect(replay.snapshot()).toEqual(snapshotAt(one, 3));
  });
});
