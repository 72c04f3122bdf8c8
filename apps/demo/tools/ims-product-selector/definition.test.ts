import { toolOutputToBlocks } from "@callboard/core";
import { describe, expect, it } from "vitest";
import { captureWith } from "../_shared/captureWith.ts";
import { attributes } from "../_shared/imsProductData.ts";
import type { select } from "./select.ts";

const tool = await captureWith(() => import("./definition.ts"));

async function run(input: unknown) {
  const { output, error } = await tool.run(input);
  expect(error).toBeNull();
  return output as ReturnType<typeof select>;
}

const only = (attribute: string, use: string) => ({
  ...Object.fromEntries(attributes.map((each) => [each, each === attribute ? "much" : "no"])),
  use,
});

describe("ims-product-selector", () => {
  // Weights 2, 4, 2, 2, 1, 0: 11. Slope: (2×8 + 4×9 + 2×9 + 2×9 + 1×6) ÷ 11 × 10 = 94 ÷ 11 × 10 = 85.45.
  // Original: 14 + 32 + 16 + 12 + 8 = 82, not for slopes: 74.55 ÷ 2 = 37.27. Play: 14 + 28 + 18 + 18 + 6 = 84: 38.18.
  // Planter: 18 + 28 + 14 + 10 + 10 = 80: 36.36. Fine: 12 + 24 + 12 + 14 + 9 = 71: 32.27.
  it("calculates its sample as by hand", async () => {
    const { summary, ranking, weights } = await run(tool.tool.formSpec!.sample);
    expect(summary).toEqual({
      recommended: "Protoast Slope",
      slug: "protoast-slope",
      score: 85.5,
      because: "Longevity, Drainage",
      ahead: 47.3,
      madeForIt: true,
    });
    expect(ranking.map(({ product, score }) => [product, score])).toEqual([
      ["Protoast Slope", 85.5],
      ["Protoast Play", 38.2],
      ["Protoast Original", 37.3],
      ["Protoast Planter", 36.4],
      ["Protoast Fine", 32.3],
    ]);
    expect(ranking[1]!.reason).toMatch(/Not made for this place/);
    expect(weights.map(({ weight }) => weight)).toEqual([18.2, 36.4, 18.2, 18.2, 9.1, 0]);
  });

  it.each([
    ["value", "bed", "Protoast Original", 90],
    ["appearance", "bed", "Protoast Fine", 90],
    ["appearance", "planter", "Protoast Planter", 100],
    ["slipResistance", "play", "Protoast Play", 90],
  ])("takes the best in %s for a %s: %s", async (attribute, use, recommended, score) => {
    expect((await run(only(attribute, use))).summary).toMatchObject({ recommended, score });
  });

  it("draws the best three products over the six attributes", async () => {
    const output = await run(only("value", "bed"));
    const radar = toolOutputToBlocks({ output, viewSpec: tool.tool.viewSpec }).find(({ type }) => type === "radar");
    expect(radar).toMatchObject({ series: [{ label: "Protoast Original" }, {}, {}] });
  });

  it("asks for something that matters", async () => {
    expect(await tool.run(only("nothing", "bed"))).toMatchObject({
      code: "invalid_input",
      issues: [{ path: "/fireResistance", message: expect.stringContaining("Something has to matter") }],
    });
  });
});
