import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createListEnd } from "./listEnd.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A list that is written, and how often its reader was told. */
function written(rows: readonly string[]) {
  let tell = () => {};
  const end = createListEnd();
  const list = end.unhurried(
    { read: () => rows, subscribe: (listener) => ((tell = listener), () => (tell = () => {})) },
    (value) => value,
  );
  const told = vi.fn();
  list.read();
  const stop = list.subscribe(told);
  const become = (...next: string[]) => {
    rows = next;
    tell();
  };
  return { end, list, told, become, stop };
}

test("what is added where the end is far is told together, a few times a second", () => {
  const { end, list, told, become } = written(["a", "b"]);
  end.follow(1);
  become("a", "b", "c");
  become("a", "changed", "c", "d");
  expect(told).not.toHaveBeenCalled();
  expect(list.read()).toEqual(["a", "b"]);
  vi.advanceTimersByTime(250);
  expect(told).toHaveBeenCalledTimes(1);
  expect(list.read()).toEqual(["a", "changed", "c", "d"]);
  vi.advanceTimersByTime(5000);
  expect(told).toHaveBeenCalledTimes(1);
});

test.each([
  ["a row before the far ones is another", ["other", "b", "c"]],
  ["rows are gone", ["a"]],
])("is told at once where %s", (_, next) => {
  const { end, list, told, become } = written(["a", "b"]);
  end.follow(1);
  become("a", "b", "c");
  become(...next);
  expect(told).toHaveBeenCalledTimes(1);
  expect(list.read()).toEqual(next);
  vi.advanceTimersByTime(5000);
  expect(told).toHaveBeenCalledTimes(1);
});

test("is told at once where the end is near, and what waits once it comes near", () => {
  const { end, list, told, become } = written(["a"]);
  become("a", "b");
  expect(told).toHaveBeenCalledTimes(1);
  list.read();
  const leave = end.follow(1);
  become("a", "b", "c");
  expect(told).toHaveBeenCalledTimes(1);
  leave();
  end.follow(0);
  expect(told).toHaveBeenCalledTimes(2);
  expect(list.read()).toEqual(["a", "b", "c"]);
});

test("nobody is told who has left", () => {
  const { end, told, become, stop } = written(["a"]);
  end.follow(1);
  become("a", "b");
  stop();
  vi.advanceTimersByTime(5000);
  expect(told).not.toHaveBeenCalled();
});
