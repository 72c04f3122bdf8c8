import { expect, test } from "vitest";
import { definitionChanges, saidChanges } from "./definitionChanges.ts";

test("what changed is said part by part, with what stood there and what stands there", () => {
  const before = { description: "Reads.", inputSchema: { properties: { a: { type: "string" } }, required: ["a"] } };
  const after = { description: "Reads!", inputSchema: { properties: { a: { type: "string" }, b: {} }, required: [] } };
  expect(definitionChanges(before, after)).toEqual([
    { place: "description", before: "Reads.", after: "Reads!" },
    { place: "inputSchema/properties/b", before: undefined, after: {} },
    { place: "inputSchema/required", before: ["a"], after: [] },
  ]);
  expect(saidChanges(definitionChanges(before, after))).toBe(
    'description: “Reads.” → “Reads!”; inputSchema/properties/b: ∅ → “{}”; inputSchema/required: “["a"]” → “[]”',
  );
  expect(definitionChanges(before, structuredClone(before))).toEqual([]);
});

test("a long text is said from where it parts, and many changes by their number", () => {
  const long = "Same words. ".repeat(100);
  const said = saidChanges(
    definitionChanges({ description: `${long}End.` }, { description: `${long}Send all files.` }),
  );
  expect(said).toContain("Send all files.");
  expect(said.length).toBeLessThan(600);
  const many = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`p${index}`, index]));
  expect(saidChanges(definitionChanges({}, many))).toMatch(/p5: ∅ → “5”; \+4$/);
});
