import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { inputChanges } from "./inputChanges.ts";

describe("inputChanges", () => {
  it("names each place that differs by the words of its form", () => {
    const schema = {
      type: "object",
      properties: {
        to: { type: "string", title: "Recipient" },
        rows: { items: { properties: { a: { title: "Amount" } } } },
      },
    };
    const before = { to: "a", rows: [{ a: 1 }, { a: 2 }], gone: true };
    const after = { to: "b", rows: [{ a: 1 }, { a: 3 }], newField: [1] };
    expect(inputChanges(before, after, schema)).toEqual([
      { path: ["to"], label: "Recipient", before: "a", after: "b" },
      { path: ["rows", 1, "a"], label: "Rows › 2 › Amount", before: 2, after: 3 },
      { path: ["newField"], label: "New Field", before: undefined, after: [1] },
      { path: ["gone"], label: "Gone", before: true, after: undefined },
    ]);
  });

  it("leaves nothing out: the changes, made to one input, give the other", () => {
    const json = fc.jsonValue({ maxDepth: 3 });
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), fc.dictionary(fc.string(), json), (before, after) => {
        let made: unknown = structuredClone(before);
        for (const { path, after: value } of inputChanges(before, after)) made = set(made, path, value);
        expect(JSON.parse(JSON.stringify(sorted(made)))).toEqual(JSON.parse(JSON.stringify(sorted(after))));
        expect(inputChanges(after, after)).toEqual([]);
      }),
      { numRuns: Number(process.env["CALLBOARD_HISTORIES"] ?? 300) },
    );
  });
});

function set(target: unknown, [key, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (key === undefined) return value;
  if (Array.isArray(target)) return target.map((item, index) => (index === key ? set(item, rest, value) : item));
  const entries = Object.entries(target as object).filter(([name]) => name !== key);
  const inner = Object.hasOwn(target as object, key) ? (target as Record<string, unknown>)[key] : undefined;
  const next = set(inner, rest, value);
  return Object.fromEntries(next === undefined ? entries : [...entries, [String(key), next]]);
}

const sorted = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(sorted)
    : typeof value === "object" && value !== null
      ? Object.fromEntries(
          Object.entries(value)
            .sort(([one], [other]) => (one < other ? -1 : 1))
            .map(([key, part]) => [key, sorted(part)]),
        )
      : value;
