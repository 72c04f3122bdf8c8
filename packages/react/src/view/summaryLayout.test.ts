import { toolOutputToBlocks, type JsonSchema, type ViewSpec } from "@callboard/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { areFigures } from "./summaryLayout.ts";

/** How the facts of an output stand: its blocks of facts, each as figures or lines. */
const looksOf = (output: Record<string, unknown>, outputSchema?: JsonSchema, viewSpec?: ViewSpec) =>
  toolOutputToBlocks({ output, ...(outputSchema && { outputSchema }), ...(viewSpec && { viewSpec }) }).flatMap(
    (block) => (block.type === "summary" ? [areFigures(block.items, "en") ? "figures" : "lines"] : []),
  );

const spec: ViewSpec = { blocks: [{ type: "summary", config: { fields: ["score", "note"] } }] };
const schemaWith = (note: JsonSchema): JsonSchema => ({
  type: "object",
  properties: { score: { type: "number" }, note },
  required: ["score", "note"],
});

it("looks alike whatever the length of a text that its schema leaves open", () => {
  const texts = fc
    .string({ minLength: 1, maxLength: 100 })
    .filter((text) => /^[a-z ]+$/i.test(text) && text.trim() !== "");
  for (const viewSpec of [undefined, spec]) {
    fc.assert(
      fc.property(texts, fc.integer(), (note, score) => {
        expect(looksOf({ score, note }, schemaWith({ type: "string" }), viewSpec)).toEqual(["lines"]);
      }),
      {
        examples: [
          ["ok", 1],
          ["a longer sentence than twenty-two letters", 1],
        ],
      },
    );
  }
});

it.each<[string, JsonSchema, unknown]>([
  ["one of some", { type: "string", enum: ["good", "bad"] }, "good"],
  ["one or none", { anyOf: [{ type: "string", enum: ["good"] }, { type: "null" }] }, null],
  ["a few letters", { type: "string", maxLength: 8 }, "A-12"],
  ["a date", { type: "string", format: "date" }, "2026-11-26"],
  ["a number", { type: "number" }, 4],
])("stands as figures where it is %s", (_what, note, value) => {
  expect(looksOf({ score: 1, note: value }, schemaWith(note))).toEqual(["figures"]);
});

it.each<[string, JsonSchema, unknown]>([
  ["an address", { type: "string", format: "uri" }, "short"],
  ["a text or none", { type: ["string", "null"] }, null],
])("stands as lines where it is %s", (_what, note, value) => {
  expect(looksOf({ score: 1, note: value }, schemaWith(note))).toEqual(["lines"]);
});

it("goes by what is there where no schema says more", () => {
  expect(looksOf({ score: 1, note: "good" })).toEqual(["figures"]);
  expect(looksOf({ score: 1, note: "a longer sentence than twenty-two letters" })).toEqual(["lines"]);
});
