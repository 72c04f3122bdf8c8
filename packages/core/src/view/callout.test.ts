import { expect, it } from "vitest";
import { toolOutputToBlocks } from "./toolOutputToBlocks.ts";
import { viewSpecProblem } from "./viewSpecProblem.ts";

const words = { "Drawn by {name}": { other: "Gezeichnet von {name}" } };
const outputSchema = {
  type: "object" as const,
  properties: { note: { type: "string" as const, title: "Note", "x-phrases": words } },
};
const viewSpec = {
  blocks: [
    { type: "callout" as const, key: "note", config: { tone: "warning" as const } },
    { type: "summary" as const, config: { fields: ["size"] } },
  ],
};

it("is a text with its tone and phrases, and no heading that its spec does not give", () => {
  const [callout, ...others] = toolOutputToBlocks({ output: { note: "Drawn by X", size: 3 }, viewSpec, outputSchema });
  expect(callout).toEqual({
    id: "callout:note",
    type: "callout",
    path: "note",
    value: "Drawn by X",
    text: "Drawn by X",
    tone: "warning",
    format: { type: "text", words },
  });
  expect(others).toHaveLength(1);
});

it.each([{ size: 3 }, { note: null, size: 3 }, { note: "", size: 3 }])("is nothing without a text: %j", (output) => {
  const blocks = toolOutputToBlocks({ output, viewSpec, outputSchema });
  expect(blocks.map(({ type }) => type)).toEqual(["summary"]);
});

it("leaves an output that has nothing else as empty", () => {
  const blocks = toolOutputToBlocks({ output: {}, viewSpec: { blocks: [{ type: "callout", key: "note" }] } });
  expect(blocks.map(({ type }) => type)).toEqual(["empty"]);
});

it("shows whatever else is there by its shape, and has the tones that there are", () => {
  const [first] = toolOutputToBlocks({ output: { note: { a: 1 }, size: 3 }, viewSpec, outputSchema });
  expect(first).toMatchObject({ type: "summary", path: "note" });
  const loud = { blocks: [{ type: "callout", config: { tone: "loud" } }] };
  expect(viewSpecProblem(loud)).toContain("info, warning, danger");
  expect(viewSpecProblem(viewSpec)).toBeUndefined();
});
