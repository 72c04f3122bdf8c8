import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createPace, heardAgain } from "./pace.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Notes a change at each of some milliseconds; returns when what was new by then was said. */
function saidAt(changes: readonly number[], until = 20_000): number[] {
  const said: number[] = [];
  let isNew = false;
  const pace = createPace(() => {
    if (!isNew) return false;
    isNew = false;
    said.push(now);
    return true;
  });
  let now = 0;
  for (; now <= until; now += 50) {
    if (changes.includes(now)) {
      isNew = true;
      pace.note();
    }
    vi.advanceTimersByTime(50);
  }
  expect(vi.getTimerCount()).toBe(0);
  return said;
}

test("changes that come together are said together, a moment later", () => {
  expect(saidAt([0, 50, 100])).toEqual([200]);
});

test("what comes while one listens is said when that is heard out, and a later change a moment after itself", () => {
  expect(saidAt([0, 300, 1500])).toEqual([200, 2200]);
  expect(saidAt([0, 5000])).toEqual([200, 5200]);
});

test("what turned out to be nothing new takes no time of what follows", () => {
  const said: string[] = [];
  let state = "a";
  let last = "a";
  const pace = createPace(() => state !== last && said.push((last = state)) > 0);
  pace.note();
  vi.advanceTimersByTime(250);
  state = "b";
  pace.note();
  vi.advanceTimersByTime(250);
  expect(said).toEqual(["b"]);
});

test("nothing is said once it is stopped, and it may begin again", () => {
  const say = vi.fn(() => false);
  const pace = createPace(say);
  pace.note();
  pace.stop();
  vi.runAllTimers();
  expect(say).not.toHaveBeenCalled();
  pace.note();
  vi.runAllTimers();
  expect(say).toHaveBeenCalledOnce();
});

test("two who speak in one place let each other be heard out", () => {
  const said: string[] = [];
  const place = { quietAt: -Infinity };
  const news = new Set(["one", "other"]);
  const speaker = (name: string) => createPace(() => news.delete(name) && said.push(name) > 0, place);
  for (const name of news) speaker(name).note();
  vi.advanceTimersByTime(250);
  expect(said).toEqual(["one"]);
  vi.advanceTimersByTime(1999);
  expect(said).toEqual(["one"]);
  vi.advanceTimersByTime(1);
  expect(said).toEqual(["one", "other"]);
  vi.runAllTimers();
  expect(vi.getTimerCount()).toBe(0);
});

test("the same text is another one each time", () => {
  const [once, twice] = [heardAgain("Done", ""), heardAgain("Done", "Done")];
  expect(new Set([once, twice]).size).toBe(2);
  expect(heardAgain("Done", twice)).toBe(once);
});
