import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import type { Block } from "./block.ts";
import { scaleOf } from "./scale.ts";
import { toolOutputToBlocks } from "./toolOutputToBlocks.ts";
import type { BlockSpec } from "./viewSpec.ts";

describe("a scale", () => {
  it.each([
    [[2, 4, 3], { minimum: 1, maximum: 5 }, true, [1, 2, 3, 4, 5]],
    [[9, 2], { minimum: 1, maximum: 10 }, false, [1, 4, 7, 10]],
    [[80, 30], { minimum: 0, maximum: 100 }, true, [0, 20, 40, 60, 80, 100]],
    [[7], { minimum: 1, maximum: 5 }, true, [1, 7]],
    [[-70_000, -69_600], {}, true, [-80_000, -60_000, -40_000, -20_000, 0]],
    [[-70_000, -69_600], {}, false, [-70_000, -69_900, -69_800, -69_700, -69_600]],
    [[20.5, 22], {}, true, [0, 5, 10, 15, 20, 25]],
    [[], {}, true, [0, 0.2, 0.4, 0.6, 0.8, 1]],
    [[3, 3], {}, true, [0, 1, 2, 3]],
  ])("of %j within %j (zero: %s) is %j", (values, bounds, zero, ticks) => {
    const scale = scaleOf(values, bounds, zero);
    expect([scale.ticks[0], scale.ticks.at(-1)]).toEqual([ticks[0], ticks.at(-1)]);
    if (ticks.length > 2) expect(scale.ticks).toEqual(ticks);
  });

  const amount = fc.double({ min: -1e8, max: 1e8, noNaN: true }).map((one) => Math.round(one * 1e4) / 1e4);
  it("holds every value, says both of its ends, and rises in at most seven steps", () =>
    fc.assert(
      fc.property(
        fc.array(fc.option(amount)),
        fc.record({ minimum: fc.option(amount, { nil: undefined }), maximum: fc.option(amount, { nil: undefined }) }),
        fc.boolean(),
        (values, bounds, zero) => {
          const { minimum, maximum, ticks } = scaleOf(values, bounds, zero);
          const slack = Math.abs(maximum - minimum) * 1e-6;
          for (const value of values) {
            if (value === null) continue;
            expect(value).toBeGreaterThanOrEqual(minimum - slack);
            expect(value).toBeLessThanOrEqual(maximum + slack);
          }
          expect(maximum).toBeGreaterThan(minimum);
          expect([ticks[0], ticks.at(-1)]).toEqual([minimum, maximum]);
          expect(ticks).toEqual(ticks.toSorted((a, b) => a - b));
          expect(new Set(ticks).size).toBe(ticks.length);
          expect(ticks.length).toBeLessThanOrEqual(9);
          if (zero && (bounds.minimum ?? 0) <= 0 && (bounds.maximum ?? 0) >= 0) {
            expect(minimum).toBeLessThanOrEqual(0);
            expect(maximum).toBeGreaterThanOrEqual(0);
          }
        },
      ),
    ));
});

const ratings = [
  { area: "Data", rating: 2 },
  { area: "People", rating: 4 },
  { area: "Tools", rating: 3 },
];
const ratingSchema = {
  type: "array",
  items: { type: "object", properties: { rating: { type: "number", minimum: 1, maximum: 5 } } },
};

const draw = <Type extends Block["type"]>(
  spec: BlockSpec & { type: Type },
  outputSchema?: JsonSchema,
  output: unknown = ratings,
) => {
  const [block] = toolOutputToBlocks({
    output,
    viewSpec: { blocks: [spec] },
    ...(outputSchema ? { outputSchema } : {}),
  });
  expect(block!.type).toBe(spec.type);
  return block as Extract<Block, { type: Type }>;
};

describe("a block's scale", () => {
  it("is the schema's, in a radar, a ranking and bars", () => {
    expect(draw({ type: "radar" }, ratingSchema).scale).toMatchObject({ minimum: 1, maximum: 5 });
    expect(draw({ type: "ranking", config: { score: "rating" } }, ratingSchema)).toMatchObject({
      scale: { minimum: 1, maximum: 5 },
      items: [{ share: 0.75 }, { share: 0.5 }, { share: 0.25 }],
    });
    expect(draw({ type: "chart", config: { variant: "bar" } }, ratingSchema).scale).toMatchObject({
      minimum: 0,
      maximum: 5,
    });
  });

  it("is the spec's before the schema's", () => {
    const config = { minimum: 0, maximum: 10, score: "rating" };
    expect(draw({ type: "radar", config }, ratingSchema).scale).toMatchObject({ minimum: 0, maximum: 10 });
    expect(draw({ type: "ranking", config }, ratingSchema).items[0]!.share).toBe(0.4);
  });

  it("is a share's whole, where nothing is beyond it", () => {
    const score = { key: "rating", format: { type: "percent", of: 100 } } as const;
    expect(draw({ type: "ranking", config: { score } }).scale).toEqual({ minimum: 0, maximum: 100 });
  });

  it("reaches to the greatest where nobody knows more, from zero, and says so", () => {
    expect(draw({ type: "radar" }).scale).toMatchObject({ minimum: 0, maximum: 4 });
    expect(draw({ type: "ranking", config: { score: "rating" } }).scale).toEqual({ minimum: 0, maximum: 4 });
    const whole = {
      type: "array",
      items: {
        type: "object",
        properties: { rating: { type: "integer", minimum: -9007199254740991, maximum: 9007199254740991 } },
      },
    };
    expect(draw({ type: "radar" }, whole).scale).toMatchObject({ minimum: 0, maximum: 4 });
  });

  it("has zero on the axis of a line, unless it is told not to", () => {
    const flow = [-70_000, -69_800, -69_600].map((cash, year) => ({ year: `Year ${year}`, cash }));
    expect(draw({ type: "chart" }, undefined, flow).scale).toMatchObject({ minimum: -80_000, maximum: 0 });
    expect(draw({ type: "chart", config: { zero: false } }, undefined, flow).scale!.maximum).toBe(-69_600);
    // Bars and areas lie about their size without it.
    expect(draw({ type: "chart", config: { zero: false, variant: "bar" } }, undefined, flow).scale!.maximum).toBe(0);
  });

  it("holds what is stacked", () => {
    const rows = [1, 2, 3].map((at) => ({ name: `n${at}`, a: 10 * at, b: 20 * at }));
    const { scale } = draw({ type: "chart", config: { variant: "bar", stacked: true } }, undefined, rows);
    expect(scale!.maximum).toBeGreaterThanOrEqual(90);
  });
});

describe("a scatter with quadrants", () => {
  const rows = [
    { what: "Checkout", impact: 9, effort: 4 },
    { what: "Mailer", impact: 2, effort: 8 },
  ];
  const config = {
    variant: "scatter" as const,
    x: "effort",
    series: ["impact"],
    label: "what",
    quadrants: { splitX: { key: "split.effort" }, splitY: 5.5, topLeft: "Quick wins" },
  };
  const item = { type: "number", minimum: 1, maximum: 10 };
  const outputSchema = {
    type: "object",
    properties: { rows: { type: "array", items: { type: "object", properties: { impact: item, effort: item } } } },
  };

  it("has its points' names, its lines where the output has them, and both scales", () => {
    const output = { rows, split: { effort: 6, impact: 5.5 } };
    const block = draw({ type: "chart", key: "rows", config }, outputSchema, output);
    expect(block).toMatchObject({
      points: [
        { x: 4, values: [9], name: "Checkout" },
        { x: 8, values: [2], name: "Mailer" },
      ],
      quadrants: { x: 6, y: 5.5, topLeft: "Quick wins" },
      nameColumn: { key: "what" },
      scale: { minimum: 1, maximum: 10 },
      xScale: { minimum: 1, maximum: 10 },
    });
  });

  it("has none where the output has no place for them", () => {
    expect(draw({ type: "chart", key: "rows", config }, outputSchema, { rows }).quadrants).toBeUndefined();
  });
});
