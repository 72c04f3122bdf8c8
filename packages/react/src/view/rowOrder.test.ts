import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { orderRows, type RowQuery } from "./rowOrder.ts";

function order(rows: readonly unknown[], query: Partial<RowQuery>): readonly number[] {
  const work = orderRows(rows, { keys: ["a"], text: "", sort: null, locale: "en", ...query });
  let next = work.next();
  while (!next.done) next = work.next();
  return next.value;
}

describe("the order of rows", () => {
  it("puts numbers before texts, texts by collation, and what is empty last either way", () => {
    const rows = [10, "b", null, 9, "", "ä", "z10", "z9", Number.NaN].map((a) => ({ a }));
    const values = (descending: boolean) =>
      order(rows, { sort: { key: "a", descending } }).map((place) => rows[place]!.a);
    expect(values(false)).toEqual([9, 10, "ä", "b", "z9", "z10", null, "", Number.NaN]);
    expect(values(true)).toEqual(["z10", "z9", "b", "ä", 10, 9, null, "", Number.NaN]);
  });

  it("keeps equal rows in their order, and every row once", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 200 }), (numbers) => {
        const rows = numbers.map((a) => ({ a }));
        const expected = rows.map((_, index) => index).toSorted((x, y) => numbers[x]! - numbers[y]!);
        expect(order(rows, { sort: { key: "a", descending: false } })).toEqual(expected);
      }),
    );
  });

  it("finds rows by any of their cells, whatever the case", () => {
    const rows = [{ a: "Rome" }, { a: { city: "ROMA" } }, { a: 2026 }, { b: "rome" }, null];
    expect(order(rows, { text: " rom " })).toEqual([0, 1]);
    expect(order(rows, { text: "202" })).toEqual([2]);
    expect(order(rows, { text: "" })).toHaveLength(5);
  });

  it("yields often enough that no stretch of it holds up a page", () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => ({ a: `name ${(index * 7_919) % 100_003}` }));
    const work = orderRows(rows, { keys: ["a"], text: "name", sort: { key: "a", descending: true }, locale: "en" });
    let turns = 0;
    while (!work.next().done) turns++;
    expect(turns).toBeGreaterThan(500);
  });
});
