import { describe, expect, it } from "vitest";
import { captureWith } from "../_shared/captureWith.ts";
import type { compare } from "./compare.ts";

const tool = await captureWith(() => import("./definition.ts"));

async function run(input: unknown) {
  const { output, error } = await tool.run(input);
  expect(error).toBeNull();
  return output as ReturnType<typeof compare>;
}

describe("oci-comparison-generator", () => {
  // Weights 3, 3, 1, 2, 1, 2: 12. Slope 8, 9, 9, 9, 6, 6: 24 + 27 + 9 + 18 + 6 + 12 = 96 ÷ 12 = 8: 80 of 100.
  // Cedar 5, 7, 7, 6, 8, 5: 15 + 21 + 7 + 12 + 8 + 10 = 73 ÷ 12 = 6.0833: 60.8. Ahead most in fire: 3 × 3 = 9.
  it("calculates its sample as by hand", async () => {
    const { summary, categories } = await run(tool.tool.formSpec!.sample);
    expect(summary).toEqual({
      better: "Protoast Slope",
      product: "Protoast Slope",
      productScore: 80,
      competitor: "Cedar mulch",
      competitorScore: 60.8,
      strongestPoint: "Fire resistance",
      weakestPoint: "Appearance",
    });
    expect(categories[0]).toEqual({
      category: "Fire resistance",
      product: 8,
      competitor: 5,
      difference: 3,
      better: "Protoast Slope",
      weight: 25,
    });
    expect(categories.map(({ difference }) => difference)).toEqual([3, 2, 2, 3, -2, 1]);
  });

  it("says where the competitor is better, by their name and ratings", async () => {
    const weights = { fireResistance: 0, longevity: 1, drainage: 0, slipResistance: 0, appearance: 0, value: 0 };
    const input = { product: "protoast-fine", competitor: "rubber", competitorName: " PlayTop ", weights };
    expect((await run(input)).summary).toMatchObject({
      better: "PlayTop",
      productScore: 60,
      competitorScore: 100,
      strongestPoint: "None",
      weakestPoint: "Longevity",
    });
    const level = await run({ ...input, ratings: { longevity: 6 } });
    expect(level.summary).toMatchObject({
      better: "Neither: they are level",
      strongestPoint: "None",
      weakestPoint: "None",
    });
  });

  it("needs something that counts", async () => {
    const weights = { fireResistance: 0, longevity: 0, drainage: 0, slipResistance: 0, appearance: 0, value: 0 };
    expect(await tool.run({ product: "protoast-fine", competitor: "cedar", weights })).toMatchObject({
      code: "invalid_input",
      issues: [{ path: "/weights/fireResistance" }],
    });
  });
});
