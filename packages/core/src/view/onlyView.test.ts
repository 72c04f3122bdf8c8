import { expect, it } from "vitest";
import { toolOutputToBlocks } from "./toolOutputToBlocks.ts";
import { viewSpecProblem } from "./viewSpecProblem.ts";

const output = {
  sum: { total: 5, secret: "s1" },
  rows: [{ a: 1, secret: "s2" }],
  ranks: [{ name: "a", score: 1, secret: "s3" }],
  secret: "s4",
};
const blocks = [
  { type: "summary" as const, key: "sum", config: { fields: ["total"] } },
  { type: "table" as const, key: "rows", config: { columns: ["a"] } },
  { type: "ranking" as const, key: "ranks" },
];

it("has nothing that its blocks do not name, and an error all the same", () => {
  const shown = toolOutputToBlocks({ output, viewSpec: { blocks, only: true } });
  expect(shown.map(({ type }) => type)).toEqual(["summary", "table", "ranking"]);
  const drawn = shown.map(({ value: _value, ...block }) => ("rows" in block ? block.columns : block));
  expect(JSON.stringify(drawn)).not.toMatch(/s\d|secret/);
  expect(JSON.stringify(toolOutputToBlocks({ output, viewSpec: { blocks } }))).toMatch(/s4/);
  const failed = { ...output, error: "no more" };
  expect(toolOutputToBlocks({ output: failed, viewSpec: { blocks, only: true } })[0]).toMatchObject({ type: "error" });
  expect(viewSpecProblem({ blocks, only: "yes" })).toContain("true or false");
});
