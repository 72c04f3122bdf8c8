import { createTimeline, type NewEvent } from "@callboard/core";
import { describe, expect, test, vi } from "vitest";
import { asLog } from "../testing/fixtures/callEvents.ts";
import { ask, begin, manyCalls, nestedAsk, note, turn } from "../testing/fixtures/chatEvents.ts";
import { askIndexOf } from "./askIndex.ts";

const follow = (events: NewEvent[]) => {
  const timeline = createTimeline({ schedule: (run) => run() });
  const log = asLog(events);
  const index = askIndexOf(timeline);
  const told = vi.fn();
  const stop = index.subscribe(told);
  return { timeline, log, index, told, stop };
};

describe("askIndex", () => {
  test("finds an ask three agents deep, live, with all that stands above it", () => {
    const { timeline, log, index, told } = follow(nestedAsk);
    for (const event of log) timeline.apply(event);
    expect(index.asks().map(({ callId, id, path }) => ({ callId, id, path }))).toEqual([
      { callId: "c6", id: "approval-c6", path: ["a2", "c2", "s1", "c4", "s2", "c5", "s3"] },
    ]);
    expect(index.waitingBelow("s1")).toBe("approval");
    expect(index.waitingBelow("c3")).toBe(null);
    // Once for the ask, and not for the rest.
    expect(told).toHaveBeenCalledTimes(1);
  });

  test("finds what was there before it began, and keeps still when an answer has come", () => {
    const { timeline, log, index, stop } = follow([
      ...nestedAsk,
      { type: "tool.denied", callId: "c6", approvalId: "approval-c6" },
    ]);
    stop();
    timeline.apply(log.slice(0, -1));
    const again = index.subscribe(() => {});
    expect(index.asks()).toHaveLength(1);
    timeline.apply(log.at(-1)!);
    expect(index.asks()).toEqual([]);
    expect(index.waitingBelow("a2")).toBe(null);
    again();
  });

  test("says what waits below an agent, an approval before a question before a link", () => {
    const question = { type: "tool.needs_input", callId: "q1", message: "Which?" } as const;
    const { timeline, log, index } = follow([
      ...turn(1, "Publish"),
      ...begin("a1", "q1", "order", {}),
      { ...question, askId: "link", url: "https://example.com" },
      { ...question, askId: "size" },
      ...ask("a1", "p1", note),
    ]);
    const kinds = log.map((event) => {
      timeline.apply(event);
      return index.waitingBelow("a1");
    });
    expect([...new Set(kinds)]).toEqual([null, "link", "question", "approval"]);
  });

  test("forgets what is withdrawn, and finds what comes in its place", () => {
    const { timeline, log, index } = follow([
      ...turn(1, "Publish"),
      ...begin("a1", "c1", "analyze_document", {}),
      { type: "agent.started", agentId: "s", parentCallId: "c1" },
      ...ask("s", "p1", note),
      { type: "agent.retracted", agentId: "s", afterItemId: null },
      ...ask("s", "p2", note),
    ]);
    timeline.apply(log.slice(0, -4));
    expect(index.asks().map((one) => one.callId)).toEqual(["p1"]);
    timeline.apply(log.slice(-4));
    expect(index.asks().map((one) => one.callId)).toEqual(["p2"]);
  });

  test("reads a call's change once, however many calls there are", () => {
    const { timeline, index } = follow([]);
    timeline.apply(asLog(manyCalls(1000)));
    const read = vi.spyOn(timeline, "getNode");
    const more = asLog([...manyCalls(1000), ...ask("a3", "p1", note)]).slice(-3);
    for (const event of more) timeline.apply(event);
    expect(index.asks()).toHaveLength(1);
    expect(read.mock.calls.length).toBeLessThan(20);
  });
});
