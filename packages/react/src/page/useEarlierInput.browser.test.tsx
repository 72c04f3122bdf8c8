import { expect, test } from "vitest";
import { renderHook } from "vitest-browser-react";
import { useEarlierInput } from "./useEarlierInput.ts";

/** A value that counts how often somebody looks into it. */
const counted = () => {
  const counts = { reads: 0 };
  const value = Object.defineProperty({}, "n", { enumerable: true, get: () => ++counts.reads });
  return { counts, value };
};
const frame = () => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));

test("a form that is typed into beside a result is compared once a frame", async () => {
  const { result, act } = await renderHook(() => useEarlierInput());
  const [, beside] = result.current;
  const { counts, value } = counted();
  await act(() => {
    beside.begin("x", { n: 0 });
    beside.end("x");
    for (let typed = 0; typed < 50; typed++) beside.hold(value);
    expect(counts.reads).toBe(0);
  });
  await act(frame);
  expect(result.current[0]).toBe("x");
  const once = counts.reads;
  await act(() => beside.refill(value));
  expect(counts.reads).toBe(2 * once);
});

test("the run that was started last is compared whenever it is shown; one that is read, from the next change on", async () => {
  const { result, act } = await renderHook(() => useEarlierInput());
  const [, beside] = result.current;
  await act(() => {
    beside.begin("x", { n: 1 });
    beside.end("x", { n: 1 });
    beside.hold({ n: 2 });
  });
  await act(frame);
  expect(result.current[0]).toBe("x");
  await act(() => beside.end("y", { n: 3 }));
  expect(result.current[0]).toBeNull();
  await act(() => beside.end("x", { n: 1 }));
  expect(result.current[0]).toBe("x");
  await act(() => beside.end("y", { n: 3 }));
  await act(() => beside.hold({ n: 2 }));
  await act(frame);
  expect(result.current[0]).toBe("y");
  await act(() => beside.refill({ n: 3 }));
  expect(result.current[0]).toBeNull();
  await act(() => beside.end("x", { n: 1 }));
  expect(result.current[0]).toBe("x");
  // What is told keeps its identity, for effects that tell it.
  expect(result.current[1]).toBe(beside);
});
