import type { NewEvent } from "@callboard/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { timelineOf } from "../testing/fixtures/callEvents.ts";
import { begin, finish, say, turn } from "../testing/fixtures/chatEvents.ts";
import { compareRuns } from "./compareRuns.ts";

const runOf = (...steps: NewEvent[][]) => timelineOf([...turn(1, "Go"), ...steps.flat()]).snapshot();
const call = (id: string, tool: string, input: object, output: unknown = null) => [
  ...begin("a1", id, tool, input),
  ...finish(id, output),
];
const shape = (rows: ReturnType<typeof compareRuns>) =>
  rows.map(({ one, other, changes }) => [one?.id ?? null, other?.id ?? null, ...changes]);

test("equal steps stand beside each other, and what differs is named", () => {
  const one = runOf(
    call("c1", "search", { q: "a", n: 1 }, [1]),
    call("c2", "read", { page: 1 }, "x"),
    say("a1", "Found it."),
  );
  const other = runOf(
    call("d0", "plan", {}),
    call("d1", "search", { n: 1, q: "a" }, [1, 2]),
    call("d2", "read", { page: 2 }, "x"),
    say("a1", "Not found."),
  );
  expect(shape(compareRuns(one, other))).toEqual([
    [null, "d0"],
    ["c1", "d1", "output"],
    ["c2", "d2", "input"],
    [expect.any(String), expect.any(String), "text"],
  ]);
});

test("what only one run has stands alone, on its side", () => {
  const one = runOf(call("c1", "search", { q: "a" }), call("c2", "delete", {}), call("c3", "read", {}));
  const other = runOf(call("d1", "search", { q: "a" }), call("d3", "read", {}));
  expect(shape(compareRuns(one, other))).toEqual([
    ["c1", "d1"],
    ["c2", null],
    ["c3", "d3"],
  ]);
});

test("of any two runs, every step is there once and in its order; a run is the same as itself", () => {
  const steps = fc.array(fc.tuple(fc.constantFrom("search", "read", "plan"), fc.integer({ min: 0, max: 3 })), {
    maxLength: 20,
  });
  const run = (prefix: string, list: [string, number][]) =>
    runOf(...list.map(([tool, n], index) => call(`${prefix}${index}`, tool, { n })));
  fc.assert(
    fc.property(steps, steps, (left, right) => {
      const [one, other] = [run("c", left), run("d", right)];
      const rows = compareRuns(one, other);
      expect(rows.flatMap((row) => row.one?.id ?? [])).toEqual(left.map((_, index) => `c${index}`));
      expect(rows.flatMap((row) => row.other?.id ?? [])).toEqual(right.map((_, index) => `d${index}`));
      const same = compareRuns(one, run("d", left));
      expect(same.every((row) => row.one && row.other && row.changes.length === 0)).toBe(true);
    }),
  );
});
