import { expect, it } from "vitest";
import { needsFullForm } from "./needsFullForm.ts";

it("names what a form cannot draw, and nothing that only looks like it", () => {
  const simple = { if: { properties: { a: { const: 1 } } }, then: { properties: { b: {} } } };
  expect(
    needsFullForm({ ...simple, properties: { if: { pattern: "x" }, unevaluatedItems: {} }, default: { if: {} } }),
  ).toEqual([]);
  const hard = { if: { properties: { a: { pattern: "^x" } } }, then: {} };
  expect(needsFullForm({ items: hard, unevaluatedProperties: { type: "number" } })).toEqual([
    "if",
    "unevaluatedProperties",
  ]);
});
