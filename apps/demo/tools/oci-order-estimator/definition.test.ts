import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { captureWith } from "../_shared/captureWith.ts";
import { freightOf, type price } from "./price.ts";

const tool = await captureWith(() => import("./definition.ts"));

async function run(input: unknown) {
  const { output, error } = await tool.run(input);
  expect(error).toBeNull();
  return output as ReturnType<typeof price>;
}

describe("oci-order-estimator", () => {
  // 420 × 9.50 = 3,990 on 7 pallets of 60; 160 × 11.80 = 1,888 on 3 of 54: 5,878 for 580 bags, 10 % off: 587.80.
  // Ten pallets up to 300 km at 95: 4 × 95 = 380, 6 × 80.75 = 484.50: 864.50. Net 6,154.70, tax 8 % 492.38: 6,647.08.
  it("calculates its sample as by hand", async () => {
    expect(await run(tool.tool.formSpec!.sample)).toEqual({
      currency: "USD",
      summary: {
        total: 6647.08,
        goods: 5878,
        discountPercent: 10,
        discount: 587.8,
        freight: 864.5,
        tax: 492.38,
        bags: 580,
        pallets: 10,
        perBag: 10.61,
        nextBracket: "420 more bags for 14%",
      },
      lines: [
        { product: "Protoast Original", bags: 420, pallets: 7, each: 9.5, amount: 3990 },
        { product: "Protoast Slope", bags: 160, pallets: 3, each: 11.8, amount: 1888 },
      ],
      freight: [
        { tier: "1 to 4", pallets: 4, each: 95, cost: 380 },
        { tier: "5 to 11", pallets: 6, each: 80.75, cost: 484.5 },
      ],
    });
  });

  it.each([
    [99, 0, "1 more bags for 5%"],
    [100, 5, "400 more bags for 10%"],
    [500, 10, "500 more bags for 14%"],
    [1000, 14, "1500 more bags for 18%"],
    [2500, 18, "This is the best bracket"],
  ])("gives %i bags %i %%", async (bags, discountPercent, nextBracket) => {
    const { summary } = await run({ lines: [{ product: "protoast-original", bags }], distance: 1 });
    expect(summary).toMatchObject({ discountPercent, nextBracket });
  });

  it.each([
    [0, 60],
    [100, 60],
    [100.5, 95],
    [300, 95],
    [600, 140],
    [601, 190],
  ])("charges the zone of %d km %d a pallet", (distance, each) => {
    expect(freightOf(1, distance)).toEqual([{ tier: "1 to 4", pallets: 1, each, cost: each }]);
  });

  // 30 pallets at 60: 4 × 60 = 240, 7 × 51 = 357, 12 × 42 = 504, 7 × 36 = 252.
  it("charges each pallet by its own tier, and one pallet more never less", () => {
    const cost = (pallets: number, distance: number) =>
      freightOf(pallets, distance).reduce((total, tier) => total + tier.cost, 0);
    expect(freightOf(30, 50).map((tier) => tier.cost)).toEqual([240, 357, 504, 252]);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 0, max: 2000 }), (pallets, distance) => {
        expect(freightOf(pallets, distance).reduce((total, tier) => total + tier.pallets, 0)).toBe(pallets);
        expect(cost(pallets + 1, distance)).toBeGreaterThan(cost(pallets, distance));
      }),
    );
  });
});
