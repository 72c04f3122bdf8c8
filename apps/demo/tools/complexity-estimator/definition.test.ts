import { captureTool } from "@callboard/core/testing";
import { describe, expect, it } from "vitest";
import type { estimate } from "./estimate.ts";

const tool = await captureTool(() => import("./definition.ts"));

async function run(input: unknown) {
  const { output, error } = await tool.run(input);
  expect(error).toBeNull();
  return output as ReturnType<typeof estimate>;
}

describe("complexity-estimator", () => {
  // 12 × 2 + 3 × 6 + 8 × 1.5 + 20 × 1 + 4 × 1.5 = 24 + 18 + 12 + 20 + 6 = 80 days at average difficulty. × 1.1 partly
  // new × 1.15 some rules × 1 mixed team × 1.25 legacy = 1.58125: likely 126.5. From 0.75 to 1.5 of it: 94.875 to
  // 189.75. Expected (94.875 + 4 × 126.5 + 189.75) ÷ 6 = 131.771; deviation 94.875 ÷ 6.
  it("calculates its sample as by hand", async () => {
    const { summary, drivers, factors } = await run(tool.tool.formSpec!.sample);
    expect(summary).toEqual({
      project: "Customer portal",
      size: "L",
      expectedDays: 131.8,
      from: 94.9,
      to: 189.8,
      deviation: 15.8,
      factor: 1.58,
      biggestDriver: "Screens",
    });
    // 24 × 1.58125 = 37.95 days, 24 of 80 are 30 %.
    expect(drivers[0]).toEqual({ driver: "Screens", count: 12, days: 38, share: 30 });
    expect(drivers.map(({ share }) => share)).toEqual([30, 25, 22.5, 15, 7.5]);
    expect(factors.map(({ value }) => value)).toEqual([1.1, 1.15, 1, 1.25]);
  });

  // Known work by a mixed team takes 0.9 of its days, expected (0.85 + 4 + 1.25) ÷ 6 = 1.01667 of that.
  it.each([
    [13, "S", 23.8],
    [41, "M", 75],
    [42, "L", 76.9],
    [110, "XL", 201.3],
  ])("calls %i screens of a known kind %s: %d days", async (screens, size, expectedDays) => {
    expect((await run({ project: "x", screens, novelty: "known" })).summary).toMatchObject({ size, expectedDays });
  });

  it("asks for something to build", async () => {
    expect(await tool.run({ project: "x" })).toMatchObject({
      code: "invalid_input",
      issues: [{ path: "/screens", message: expect.stringContaining("at least one count") }],
    });
  });
});
