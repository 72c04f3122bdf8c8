import { captureTool } from "@callboard/core/testing";
import { describe, expect, it } from "vitest";
import { DIMENSIONS, dimensions, type assess } from "./assess.ts";

const tool = await captureTool(() => import("./definition.ts"));

async function run(input: unknown) {
  const { output, error } = await tool.run(input);
  expect(error).toBeNull();
  return output as ReturnType<typeof assess>;
}

const all = (rating: number) => ({
  organisation: "x",
  ...Object.fromEntries(dimensions.map((dimension) => [dimension, rating])),
});

describe("ai-readiness-assessment", () => {
  it("weighs its dimensions to 100 in all", () => {
    expect(dimensions.reduce((total, dimension) => total + DIMENSIONS[dimension].weight, 0)).toBe(100);
  });

  // Data 25 × 1/4 = 6.25, strategy 20 × 3/4 = 15, technology 15 × 2/4 = 7.5, people 7.5, governance 15 × 1/4 = 3.75,
  // processes 10 × 3/4 = 7.5: 47.5. To gain, most: data 18.75, governance 11.25, then technology and people 7.5.
  it("calculates its sample as by hand", async () => {
    const { summary, gaps, profile } = await run(tool.tool.formSpec!.sample);
    expect(summary).toEqual({
      organisation: "Harbour Logistics",
      score: 47.5,
      level: "Preparing",
      strongest: "Strategy",
      heldBackBy: "Data",
      firstStep: "List the data that exists and who owns it",
    });
    expect(gaps.map(({ dimension, toGain }) => [dimension, toGain])).toEqual([
      ["Data", 18.8],
      ["Governance", 11.3],
      ["Technology", 7.5],
      ["People", 7.5],
      ["Strategy", 5],
      ["Processes", 2.5],
    ]);
    expect(profile).toHaveLength(6);
  });

  it.each([
    [1, 0, "Exploring"],
    [2, 25, "Preparing"],
    [3, 50, "Ready for a pilot"],
    [4, 75, "Ready to scale"],
    [5, 100, "Ready to scale"],
  ])("gives all %i the score %i: %s", async (rating, score, level) => {
    expect((await run(all(rating))).summary).toMatchObject({ score, level });
  });

  it("is held back by its lowest, unless nothing is below the middle", async () => {
    expect((await run({ ...all(4), people: 2, processes: 2 })).summary.heldBackBy).toBe("People");
    expect((await run(all(3))).summary.heldBackBy).toBe("Nothing");
  });

  // All at 5 but governance at 1: 100 − 15 = 85 points, and no pilot without rules.
  it("is held back by whatever stands at 1", async () => {
    const { summary } = await run({ ...all(5), governance: 1 });
    expect(summary).toMatchObject({ score: 85, level: "Preparing", heldBackBy: "Governance" });
    expect((await run({ ...all(1), data: 2 })).summary).toMatchObject({ level: "Exploring" });
    expect((await run(all(5))).gaps.map(({ nextStep }) => nextStep)).toEqual(Array(6).fill("Keep it there"));
  });
});
