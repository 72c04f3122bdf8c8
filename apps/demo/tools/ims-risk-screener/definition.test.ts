import { captureTool } from "@callboard/core/testing";
import { describe, expect, it } from "vitest";
import { COVERS, type screen } from "./screen.ts";

const tool = await captureTool(() => import("./definition.ts"));

async function run(input: unknown) {
  const { output, error } = await tool.run(input);
  expect(error).toBeNull();
  return output as ReturnType<typeof screen>;
}

const scores = async (input: unknown) =>
  Object.fromEntries((await run(input)).profile.map(({ risk, score }) => [risk, score]));

describe("ims-risk-screener", () => {
  // Rubber 80, 75, 15, 20, 30. Fire + 20 near a wall + 15 dry = 115, at most 100. Off-gassing + 15 in the sun = 90.
  // Breakdown stays 15: rubber does not rot. Drainage + 25 clay = 45. Slip + 10 sloping + 20 busy = 60. Mean (100 + 90
  // + 15 + 45 + 60) ÷ 5 = 62; in all 0.6 × 100 + 0.4 × 62 = 84.8.
  it("calculates its sample as by hand", async () => {
    const { summary, risks } = await run(tool.tool.formSpec!.sample);
    expect(summary).toEqual({
      groundCover: "Rubber mulch",
      overall: 84.8,
      level: "Severe",
      highest: "Fire",
      highRisks: 3,
      doFirst: "Keep 1.5 m along walls clear, or lay a toasted mulch there",
    });
    expect(risks.map(({ risk, score, level }) => [risk, score, level])).toEqual([
      ["Fire", 100, "Severe"],
      ["Off-gassing", 90, "Severe"],
      ["Slip", 60, "High"],
      ["Drainage", 45, "Moderate"],
      ["Breakdown", 15, "Low"],
    ]);
    expect(risks[0]!.because).toBe("Rubber mulch; closer than 1.5 m to a wall; dry climate");
    expect(risks[4]!.whatHelps).toBe("Nothing to do");
  });

  // Hardwood 45, 10, 55, 25, 30; in a damp place + 10 breakdown. Two years: + 25 breakdown, + 10 drainage. 20 % steep:
  // − 5, + 25.
  it("adds age, damp and slope to what rots", async () => {
    expect(await scores({ cover: "hardwood" })).toEqual({
      Fire: 45,
      "Off-gassing": 10,
      Breakdown: 65,
      Drainage: 25,
      Slip: 30,
    });
    expect(await scores({ cover: "hardwood", age: 24, slope: 20 })).toEqual({
      Fire: 45,
      "Off-gassing": 10,
      Breakdown: 90,
      Drainage: 30,
      Slip: 55,
    });
    expect(await scores({ cover: "hardwood", age: 23, dry: true })).toMatchObject({ Fire: 60, Breakdown: 70 });
  });

  it("adds no fire to gravel, and nothing falls below zero", async () => {
    expect(await scores({ cover: "gravel", distance: 0, dry: true, soil: "sandy", slope: 30 })).toEqual({
      Fire: 5,
      "Off-gassing": 0,
      Breakdown: 5,
      Drainage: 0,
      Slip: 65,
    });
    expect(Object.keys(COVERS)).toHaveLength(7);
  });
});
