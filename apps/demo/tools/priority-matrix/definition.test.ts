import { captureTool } from "@callboard/core/testing";
import { describe, expect, it } from "vitest";
import type { prioritise } from "./prioritise.ts";

const matrix = await captureTool(() => import("./definition.ts"));

async function run(input: object) {
  const { output, error } = await matrix.run(input);
  expect(error).toBeNull();
  return output as ReturnType<typeof prioritise>;
}

const corners = [
  { name: "sink", impact: 1, effort: 10 },
  { name: "win", impact: 10, effort: 1 },
  { name: "filler", impact: 1, effort: 1 },
  { name: "project", impact: 10, effort: 10 },
];

describe("priority-matrix", () => {
  it("puts the four corners in their quadrants, scored by the weight of impact", async () => {
    const { summary, ranking } = await run({ items: corners, impactWeight: 60 });
    expect(ranking.map(({ rank, label, score, quadrant }) => [rank, label, score, quadrant])).toEqual([
      [1, "win", 100, "Quick win"],
      [2, "project", 60, "Major project"],
      [3, "filler", 40, "Fill-in"],
      [4, "sink", 0, "Time sink"],
    ]);
    expect(summary).toEqual({ startWith: "win", quickWins: 1, majorProjects: 1, fillIns: 1, timeSinks: 1 });
  });

  // Impact 7 is 6/9 of the way, effort 4 leaves 6/9: 2/3 whatever the weight.
  it("scores between the corners by straight lines", async () => {
    const { ranking } = await run({ items: [{ name: "a", impact: 7, effort: 4 }], impactWeight: 35 });
    expect(ranking[0]!.score).toBe(66.7);
  });

  it("splits at 5.5, or at the median of the list", async () => {
    const items = [
      { name: "a", impact: 6, effort: 2 },
      { name: "b", impact: 8, effort: 3 },
      { name: "c", impact: 9, effort: 4 },
    ];
    const quadrants = async (split: string) =>
      Object.fromEntries((await run({ items, split })).ranking.map(({ label, quadrant }) => [label, quadrant]));
    expect(await quadrants("scale")).toEqual({ a: "Quick win", b: "Quick win", c: "Quick win" });
    expect(await quadrants("median")).toEqual({ a: "Fill-in", b: "Fill-in", c: "Major project" });
  });

  it("gives equals one rank and the next the one after both", async () => {
    const { ranking } = await run({
      items: [
        { name: "low", impact: 1, effort: 9 },
        { name: "x", impact: 5, effort: 5 },
        { name: "y", impact: 5, effort: 5 },
      ],
    });
    expect(ranking.map(({ rank, label }) => [rank, label])).toEqual([
      [1, "x"],
      [1, "y"],
      [3, "low"],
    ]);
  });

  it("names the rating that is off the scale", async () => {
    expect(await matrix.run({ items: [{ name: "a", impact: 11, effort: 1 }] })).toMatchObject({
      code: "invalid_input",
      issues: [{ path: "/items/0/impact" }],
    });
  });

  it("says in words what a call was about", () => {
    expect(matrix.tool.summary?.({ items: corners })).toMatchObject({
      values: { count: 4, first: "sink", last: "project" },
    });
  });
});
