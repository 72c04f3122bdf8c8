import { expect, test, vi } from "vitest";
import { timelineOf } from "../testing/fixtures/callEvents.ts";
import { manyCalls } from "../testing/fixtures/chatEvents.ts";
import { createFarWords } from "./farWords.ts";

test("rows that come at each frame are read once a second, to the last of them", () => {
  vi.useFakeTimers();
  const timeline = timelineOf(manyCalls(300));
  const calls = Array.from({ length: 300 }, (_, index) => ({ id: `many${index}` }));
  const far = createFarWords();
  const shown: string[] = [];
  far.change(calls.slice(0, 1));
  const stop = far.follow(
    timeline,
    (tool) => tool,
    (parts) => shown.push(parts.join("\n")),
  );
  for (let count = 1; count <= 300; count++) {
    far.change(calls.slice(0, count));
    vi.advanceTimersByTime(10);
  }
  expect(shown.length).toBeGreaterThan(2);
  expect(shown.length).toBeLessThan(6);
  vi.advanceTimersByTime(2000);
  expect(shown.at(-1)!.split("\n")).toHaveLength(300);
  // All of them are done: nothing is read until others come.
  const read = shown.length;
  vi.advanceTimersByTime(5000);
  expect(shown).toHaveLength(read);
  far.change(calls.slice(0, 10));
  vi.advanceTimersByTime(2000);
  expect(shown.at(-1)!.split("\n")).toHaveLength(10);
  stop();
});
