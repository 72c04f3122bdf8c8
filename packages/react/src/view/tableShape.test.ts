import { expect, it } from "vitest";
import { tableShape } from "./tableShape.ts";

const column = { key: "cash", label: "Cash", format: { type: "currency" as const, currency: "EUR" } };
const shapeOf = (cash: unknown[], own = column) =>
  tableShape(
    [own],
    cash.map((one) => ({ cash: one })),
  ).formats[0];

it("writes whole amounts of money without places, and all of them with places where one has some", () => {
  expect(shapeOf([24_000, null, -6_000])).toEqual({ ...column.format, digits: 0 });
  expect(shapeOf([24_000, 6_000.5])).toEqual(column.format);
});

it("leaves the places that a spec asks for", () => {
  const own = { ...column, format: { ...column.format, digits: 2 } };
  expect(shapeOf([24_000], own)).toEqual(own.format);
});
