import { describe, expect, it } from "vitest";
import type { Entity } from "../../src/server/entities.ts";
import { captureWith } from "../_shared/captureWith.ts";
import { PRODUCT_DATA, PRODUCT_NAMES, PRODUCT_SLUGS } from "../_shared/imsProductData.ts";
import type { cover } from "./cover.ts";

const load = () => import("./definition.ts");
const tool = await captureWith(load);

async function run(input: unknown, of = tool) {
  const { output, error } = await of.run(input);
  expect(error).toBeNull();
  return output as ReturnType<typeof cover>;
}

describe("ims-coverage-estimator", () => {
  // 12 × 4 = 48 m² and π × 1.5² = 7.0686 m², 7.5 cm deep, 5 % more: 3,780 + 556.65 = 4,336.65 l. ÷ 56 = 77.44: 78 bags
  // on two pallets, one of them full. 78 × 14 + 2 × 20 = 1,132 kg. 78 × 9.50 = 741, less 5 % of 60 × 9.50 = 28.50:
  // 712.50.
  it("calculates its sample as by hand", async () => {
    expect(await run(tool.tool.formSpec!.sample)).toEqual({
      currency: "USD",
      volumeUnit: "m³",
      weightUnit: "kg",
      depthUnit: "cm",
      areaUnit: "m²",
      summary: {
        product: "Protoast Original",
        bags: 78,
        pallets: 2,
        looseBags: 18,
        volume: 4.34,
        weight: 1132,
        cost: 712.5,
        saved: 28.5,
        depth: 7.5,
        area: 55.07,
      },
      beds: [
        { bed: "Front bed", area: 48, litres: 3780, bags: 67.5, share: 87.2 },
        { bed: "Around the tree", area: 7.07, litres: 557, bags: 9.9, share: 12.8 },
      ],
    });
  });

  // 324 ft² × 1 in = 27 ft³: exactly one cubic yard, 764.55 l, in bags of 56 l: 13.65, so 14; 14 × 14 + 20 = 216 kg =
  // 476.2 lb.
  it("calculates in feet and inches: 324 square feet an inch deep are a cubic yard", async () => {
    const beds = [{ name: "x", shape: "area", area: 324 }];
    const { summary, weightUnit } = await run({
      product: "protoast-original",
      units: "imperial",
      beds,
      depth: 1,
      waste: 0,
    });
    expect(summary).toMatchObject({ volume: 1, bags: 14, weight: 476, cost: 133 });
    expect(weightUnit).toBe("lb");
    // 7.5 cm are 2.95 in.
    expect((await run({ product: "Protoast Original", units: "imperial", beds })).summary.depth).toBe(3);
  });

  it("buys no bag for what is no more than an error of rounding, and always one", async () => {
    const beds = (area: number) => [{ name: "x", shape: "area", area }];
    // 5.6 m² × 1 cm = 56 l: one bag of 56 l, where 5.6 × 10 is 56.000000000000001.
    expect((await run({ product: "protoast-original", beds: beds(5.6), depth: 1, waste: 0 })).summary.bags).toBe(1);
    expect((await run({ product: "protoast-original", beds: beds(5.61), depth: 1, waste: 0 })).summary.bags).toBe(2);
    expect((await run({ product: "protoast-original", beds: beds(0.01), depth: 1 })).summary.bags).toBe(1);
  });

  it("asks for the size that the shape needs, and names the products there are", async () => {
    const round = { product: "protoast-original", beds: [{ name: "x", shape: "circle", length: 2 }] };
    expect(await tool.run(round)).toMatchObject({ code: "invalid_input", issues: [{ path: "/beds/0/diameter" }] });
    const beds = [{ name: "x", shape: "area", area: 1 }];
    expect((await tool.run({ product: "bark", beds })).error).toMatch(
      /no product "bark".*protoast-original, protoast-fine/,
    );
  });

  it("prefers the tenant's own products where there are whole ones", async () => {
    const { slug: _slug, name: _name, ...data } = PRODUCT_DATA["protoast-original"];
    const live: Entity[] = [
      { type: "product", slug: "summer", name: "Summer Mulch", data: { ...data, bag: { ...data.bag, price: 20 } } },
      { type: "product", slug: "half", name: "Half a product", data: { color: "#000000" } },
    ];
    const entities = { list: async (_tenant: string, type: string) => live.filter((one) => one.type === type) };
    const captured = await captureWith(load, { entities });
    const beds = [{ name: "x", shape: "area", area: 5.6 }];
    expect((await run({ product: "summer", beds, depth: 1, waste: 0 }, captured)).summary.cost).toBe(20);
    expect((await captured.run({ product: "protoast-original", beds })).error).toMatch(/Choose one of summer\.$/);
  });
});

describe("the canonical catalogue", () => {
  it("names each product by its slug, with ratings from 0 to 10", () => {
    expect(Object.keys(PRODUCT_DATA)).toEqual([...PRODUCT_SLUGS]);
    for (const slug of PRODUCT_SLUGS) {
      expect(PRODUCT_DATA[slug]).toMatchObject({ slug, name: PRODUCT_NAMES[slug] });
      for (const rating of Object.values(PRODUCT_DATA[slug].ratings)) expect(rating >= 0 && rating <= 10).toBe(true);
    }
  });
});
