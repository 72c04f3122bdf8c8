import { captureTool } from "@callboard/core/testing";
import { describe, expect, it } from "vitest";
import type { fteImpact } from "./impact.ts";

const tool = await captureTool(() => import("./definition.ts"));

async function run(input: unknown) {
  const { output, error } = await tool.run(input);
  expect(error).toBeNull();
  return output as ReturnType<typeof fteImpact>;
}

describe("fte-impact-calculator", () => {
  // A position has 40 × 44 × 0.8 = 1,408 h. 48,000 cases a year × 12 min = 9,600 h: 6.8182 positions. Then 9 min for 75
  // % of them: 6.75 min, 5,400 h: 3.8352. Freed 2.9830, × 62,000 = 184,943.18; with 10 % growth × (1 + 1.1 + 1.21) =
  // 612,161.93.
  it("calculates its sample as by hand", async () => {
    const output = await run(tool.tool.formSpec!.sample);
    expect(output).toEqual({
      currency: "EUR",
      summary: {
        fteToday: 6.82,
        fteThen: 3.84,
        fteFreed: 2.98,
        fteFreedLastYear: 3.61,
        capacity: 1408,
        valueFirstYear: 184_943.18,
        valueAllYears: 612_161.93,
      },
      years: [
        { year: 1, cases: 48_000, without: 6.82, withChange: 3.84, freed: 2.98 },
        { year: 2, cases: 52_800, without: 7.5, withChange: 4.22, freed: 3.28 },
        { year: 3, cases: 58_080, without: 8.25, withChange: 4.64, freed: 3.61 },
      ],
    });
  });

  // 1,000 h capacity: 25 h × 40 weeks, all productive. 1,000 cases a month × 5 min = 1,000 h a year: one position.
  it("counts one position as one, and more where the change takes longer", async () => {
    const shape = { casesPerMonth: 1000, hoursPerWeek: 25, weeksPerYear: 40, productive: 100, years: 1 };
    const { summary } = await run({ ...shape, minutesToday: 5, minutesThen: 6 });
    expect(summary).toEqual({ fteToday: 1, fteThen: 1.2, fteFreed: -0.2, fteFreedLastYear: -0.2, capacity: 1000 });
    expect((await run({ ...shape, minutesToday: 5, minutesThen: 6, automatedShare: 100 })).summary.fteThen).toBe(0);
  });
});
