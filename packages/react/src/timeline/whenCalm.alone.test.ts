import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { disturbCalm, whenCalm } from "./whenCalm.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  // The one pause of all tasks is over before the next test.
  vi.runOnlyPendingTimers();
  vi.useRealTimers();
});

test("what goes on is done to its end, and again only where it is over for now", () => {
  const says = ["goes on", "goes on", "for now", "goes on", "for good"] as const;
  let calls = 0;
  const { stop } = whenCalm(() => says[calls++]!);
  vi.advanceTimersByTime(500);
  expect(calls).toBe(3);
  vi.advanceTimersByTime(5000);
  expect(calls).toBe(5);
  stop();
});

test("what is over for good is done again where it is asked for", () => {
  let calls = 0;
  const work = whenCalm(() => (calls++, "for good"));
  vi.advanceTimersByTime(500);
  work.again();
  work.again();
  vi.advanceTimersByTime(5000);
  expect(calls).toBe(2);
  work.stop();
});

test("what is new does not have the rest done more often", () => {
  let calls = 0;
  const { stop } = whenCalm(() => (calls++, "for now"));
  for (let at = 0; at < 50; at++) {
    whenCalm(() => "for now").stop();
    whenCalm(() => "for good");
    vi.advanceTimersByTime(100);
  }
  // Once at the beginning, and once a second.
  expect(calls).toBeGreaterThan(3);
  expect(calls).toBeLessThan(7);
  stop();
});

test("nothing is done while the reader jumps from place to place", () => {
  let calls = 0;
  const { stop } = whenCalm(() => (calls++ < 3 ? "goes on" : "for good"));
  for (let jump = 0; jump < 20; jump++) {
    disturbCalm();
    vi.advanceTimersByTime(150);
  }
  expect(calls).toBe(0);
  vi.advanceTimersByTime(1000);
  expect(calls).toBe(4);
  stop();
});
