import { expect, it } from "vitest";
import { outputSummary } from "./outputSummary.ts";

it.each([
  ["a\nb", "a text of 3 characters in 2 lines"],
  [[], "an empty list"],
  [
    [{ id: 1, tags: ["x"] }],
    'a list of 1, of which the first is a record { "id": a number, "tags": a list of 1, of which the first is a string }',
  ],
  [
    { rows: [[1]], total: null },
    'a record { "rows": a list of 1, of which the first is a list of 1, of which the first is a number, "total": null }',
  ],
  [true, "a boolean"],
])("%j is %s", (value, words) => expect(outputSummary(value)).toBe(words));

it("is short, whatever the output", () => {
  const wide = Object.fromEntries(
    Array.from({ length: 90_000 }, (_, index) => [`key${index}`.repeat(50), "x".repeat(9)]),
  );
  expect(outputSummary(wide).length).toBeLessThan(4_000);
  expect(outputSummary(wide)).toContain("and 89976 more");
  let deep: unknown = 1;
  for (let depth = 0; depth < 100_000; depth++) deep = [deep];
  expect(outputSummary(deep).length).toBeLessThan(200);
});
