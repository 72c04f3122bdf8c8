import { expect, test } from "vitest";
import { asLog } from "../testing/fixtures/callEvents.ts";
import { nestedAsk } from "../testing/fixtures/chatEvents.ts";
import { markFrom, marksOf, placeAt } from "./logMarks.ts";

test("a log's agents, calls and asks have their places, and each agent a lane as deep as it stands", () => {
  const log = asLog(nestedAsk);
  const { marks, lanes } = marksOf(log);
  expect(marks.ask.map(({ id }) => id)).toEqual(["c6"]);
  expect(log[marks.ask[0]!.seq - 1]!.type).toBe("tool.needs_approval");
  expect(marks.agent.map(({ id }) => id)).toEqual(["a2", "s1", "s2", "s3"]);
  expect(lanes.map(({ agentId, depth }) => [agentId, depth])).toEqual([
    ["a2", 0],
    ["s1", 1],
    ["s2", 2],
    ["s3", 3],
  ]);
});

test("jumps to the next and the last before, and nowhere where there is none", () => {
  const marks = [3, 8, 9].map((seq) => ({ kind: "call" as const, seq, id: `c${seq}` }));
  expect(markFrom(marks, 3, 1)?.seq).toBe(8);
  expect(markFrom(marks, 8, -1)?.seq).toBe(3);
  expect(markFrom(marks, 9, 1)).toBeUndefined();
  expect(markFrom(marks, 3, -1)).toBeUndefined();
});

test("long pauses are shortened for playing, and a time has its place", () => {
  const log = asLog(nestedAsk).map((event, index) => ({ ...event, at: 5_000 + (index < 4 ? index : index + 60_000) }));
  const { times, playTimes } = marksOf(log);
  expect(times[5]! - times[4]!).toBe(60_001);
  expect(playTimes[5]! - playTimes[4]!).toBe(1000);
  expect(placeAt(playTimes, 0)).toBe(1);
  expect(placeAt(playTimes, playTimes[5]! - 1)).toBe(4);
  expect(placeAt(playTimes, Infinity)).toBe(log.length);
});
