import { describe, expect, it } from "vitest";
import { blocksAs, outputKinds, type OutputKind } from "./outputKinds.ts";
import { toolOutputToBlocks, type ToolOutputRequest } from "./toolOutputToBlocks.ts";

const kinds = (output: unknown, more: Partial<ToolOutputRequest> = {}) =>
  outputKinds(output, toolOutputToBlocks({ output, ...more }));
const as = (kind: OutputKind, output: unknown, more: Partial<ToolOutputRequest> = {}) =>
  blocksAs(kind, output, toolOutputToBlocks({ output, ...more }));

const years = [
  { year: "2024-01-01", cost: 3, id: 71 },
  { year: "2025-01-01", cost: 5, id: 12 },
  { year: "2026-01-01", cost: 4, id: 90 },
];

describe("the kinds of an output", () => {
  it.each<[string, unknown, OutputKind[]]>([
    ["plain text is raw already", "It was done.", ["blocks"]],
    ["nothing", null, ["blocks"]],
    ["a number", 5, ["blocks"]],
    ["Markdown", "# Title\n\nWords", ["blocks", "raw"]],
    ["facts", { a: 1, b: "x" }, ["blocks", "tree", "raw"]],
    ["rows over time", years, ["blocks", "chart", "tree", "raw"]],
    ["rows in a text", JSON.stringify(years), ["blocks", "chart", "tree", "raw"]],
    ["CSV", "month,cost,tax\nMay,1,2\nJune,3,4\nJuly,2,3", ["blocks", "chart", "raw"]],
    ["rows of words", [{ a: "x" }, { a: "y" }, { a: "z" }], ["blocks", "tree", "raw"]],
    [
      "ids measure nothing",
      [
        { name: "a", id: 4 },
        { name: "b", id: 9 },
        { name: "c", id: 1 },
      ],
      ["blocks", "tree", "raw"],
    ],
    [
      "names that repeat are no axis",
      [
        { kind: "a", n: 4 },
        { kind: "a", n: 9 },
        { kind: "b", n: 1 },
      ],
      ["blocks", "tree", "raw"],
    ],
    ["a list", ["a", "b"], ["blocks", "table", "tree", "raw"]],
  ])("%s", (_, output, expected) => expect(kinds(output)).toEqual(expected));

  it("draws the table's own amounts against its names, and ids not at all", () => {
    const [chart] = as("chart", { items: years, note: "n" }).filter((block) => block.type === "chart");
    expect(chart).toMatchObject({ variant: "line", x: { key: "year" }, series: [{ key: "cost" }] });
    expect(as("chart", { items: years, note: "n" }).map((block) => block.type)).toEqual(["summary", "chart"]);
    const [csv] = as("chart", "month,cost,tax\nMay,1,2\nJune,3,4\nJuly,2,3");
    expect(csv).toMatchObject({ variant: "bar", x: { label: "month" }, series: [{ label: "cost" }, { label: "tax" }] });
  });

  it("shows charts and rankings as tables", () => {
    const viewSpec = { blocks: [{ type: "chart" as const, config: { variant: "bar" as const } }] };
    expect(kinds(years, { viewSpec })).toEqual(["blocks", "table", "tree", "raw"]);
    expect(as("table", years, { viewSpec })[0]).toMatchObject({ type: "table", rows: years });
    const ranked = { blocks: [{ type: "ranking" as const }] };
    expect(as("table", [{ name: "a", score: 1, why: { x: 1 } }], { viewSpec: ranked })[0]!.type).toBe("table");
  });
});
