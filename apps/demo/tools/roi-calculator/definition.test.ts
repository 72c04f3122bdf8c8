import { toolOutputToBlocks } from "@callboard/core";
import { captureTool } from "@callboard/core/testing";
import { describe, expect, it } from "vitest";
import type { calculateRoi, Investment } from "./calculateRoi.ts";
import { internalRateOfReturn, netPresentValue, paybackYears } from "./cashFlow.ts";

const roi = await captureTool(() => import("./definition.ts"));

const sample = roi.tool.formSpec?.sample as Investment;

async function run(input: Partial<Investment>) {
  const { output, error } = await roi.run(input);
  expect(error).toBeNull();
  return output as ReturnType<typeof calculateRoi>;
}

describe("roi-calculator", () => {
  it("is listed as the library expects it", () => {
    expect(roi.tool).toMatchObject({
      slug: "roi-calculator",
      name: "ROI Calculator",
      category: "analysis",
      icon: "calculator",
      origin: "custom",
    });
    expect(roi.tool.outputSections).toEqual([
      { key: "summary", label: "Summary", type: "summary" },
      { key: "yearlyResults", label: "Year-by-Year", type: "table" },
    ]);
  });

  // 4,000 a year for four years at 10 %: 3,636.36 + 3,305.79 + 3,005.26 + 2,732.05 = 12,679.46.
  it("calculates an annuity as by hand", async () => {
    const { summary, yearlyResults } = await run({
      initialInvestment: 10_000,
      annualBenefit: 4000,
      annualCost: 0,
      years: 4,
      discountRate: 10,
    });
    expect(summary).toEqual({
      netPresentValue: 2679.46,
      internalRateOfReturn: 21.86,
      paybackYears: 2.5,
      discountedPaybackYears: 3.02,
      returnOnInvestment: 60,
      netGain: 6000,
    });
    expect(yearlyResults.map(({ presentValue }) => presentValue)).toEqual([
      -10_000, 3636.36, 3305.79, 3005.26, 2732.05,
    ]);
    expect(yearlyResults.map(({ cumulativeCashFlow }) => cumulativeCashFlow)).toEqual([
      -10_000, -6000, -2000, 2000, 6000,
    ]);
  });

  // Benefit 1,000 then 1,100; cost 200 then 210; sold for 500: 800, then 890 + 500.
  it("grows benefit and cost, and adds the residual value on the last day", async () => {
    const { summary, yearlyResults } = await run({
      initialInvestment: 2000,
      annualBenefit: 1000,
      annualCost: 200,
      years: 2,
      discountRate: 0,
      benefitGrowth: 10,
      costGrowth: 5,
      residualValue: 500,
    });
    expect(yearlyResults).toEqual([
      {
        year: 0,
        benefit: 0,
        cost: 2000,
        netCashFlow: -2000,
        cumulativeCashFlow: -2000,
        presentValue: -2000,
        cumulativePresentValue: -2000,
      },
      {
        year: 1,
        benefit: 1000,
        cost: 200,
        netCashFlow: 800,
        cumulativeCashFlow: -1200,
        presentValue: 800,
        cumulativePresentValue: -1200,
      },
      {
        year: 2,
        benefit: 1600,
        cost: 210,
        netCashFlow: 1390,
        cumulativeCashFlow: 190,
        presentValue: 1390,
        cumulativePresentValue: 190,
      },
    ]);
    expect(summary.paybackYears).toBe(2);
    expect(summary.returnOnInvestment).toBe(9.5);
  });

  it("says never where it never pays back", async () => {
    const { summary } = await run({
      initialInvestment: 1000,
      annualBenefit: 100,
      annualCost: 150,
      years: 3,
      discountRate: 8,
    });
    expect(summary).toMatchObject({ internalRateOfReturn: null, paybackYears: null, discountedPaybackYears: null });
    expect(summary.netGain).toBe(-1150);
  });

  it("rounds only what leaves it: a third of a cent a year is not lost", async () => {
    const { summary } = await run({
      initialInvestment: 1,
      annualBenefit: 0.335,
      annualCost: 0,
      years: 3,
      discountRate: 0,
    });
    expect(summary.netGain).toBe(0.01);
  });

  it("runs on its sample", async () => {
    const { summary } = await run(sample);
    // 18,000 a year for five years at 8 %: 18,000 × 3.99271 − 50,000.
    expect(summary.netPresentValue).toBe(21_868.78);
    expect(summary.paybackYears).toBe(2.78);
  });

  it("names the field that is wrong", async () => {
    expect(await roi.run({ ...sample, initialInvestment: 0 })).toMatchObject({
      code: "invalid_input",
      issues: [{ path: "/initialInvestment" }],
    });
    expect(await roi.run({ ...sample, years: 2.5 })).toMatchObject({
      code: "invalid_input",
      issues: [{ path: "/years" }],
    });
  });

  it.each(["EUR", undefined])("writes each amount in the currency of its input: %s", async (currency) => {
    const { output } = await roi.run({ ...sample, currency });
    const blocks = toolOutputToBlocks({ output, viewSpec: roi.tool.viewSpec });
    expect(blocks.map(({ type }) => type)).toEqual(["summary", "chart", "table"]);
    const currencies = blocks.flatMap((block) => {
      const drawn = block.type === "summary" ? block.items : block.type === "table" ? block.columns : [];
      return drawn.flatMap(({ format }) => (format?.type === "currency" ? [format.currency] : []));
    });
    expect(currencies).toEqual(Array(7).fill(currency));
  });

  it("says in words what a call was about", () => {
    expect(roi.tool.summary?.({ initialInvestment: 50_000, years: 1 })).toEqual({
      template: "{amount} over 1 year",
      values: { amount: 50_000, count: 1 },
    });
  });
});

describe("cash flow", () => {
  it("has a present value of zero at its internal rate of return", () => {
    const cashFlows = [-70_000, 12_000, 15_000, 18_000, 21_000, 26_000];
    const rate = internalRateOfReturn(cashFlows)!;
    expect(rate).toBeCloseTo(0.0866, 4);
    expect(netPresentValue(rate, cashFlows)).toBeCloseTo(0, 6);
  });

  it("finds exact, negative and very large rates", () => {
    expect(internalRateOfReturn([-100, 110])).toBeCloseTo(0.1, 12);
    expect(internalRateOfReturn([-100, 100])).toBeCloseTo(0, 12);
    expect(internalRateOfReturn([-100, 40])).toBeCloseTo(-0.6, 12);
    expect(internalRateOfReturn([-1, 101])).toBeCloseTo(100, 9);
  });

  it("answers null where no rate or more than one fits", () => {
    expect(internalRateOfReturn([-100, -5])).toBeNull();
    // 25 % and 400 % both fit this one.
    expect(internalRateOfReturn([-1600, 10_000, -10_000])).toBeNull();
  });

  it("interpolates payback within the year, and a lump at the end counts only at the end", () => {
    expect(paybackYears(100, [40, 40, 40])).toBe(2.5);
    expect(paybackYears(100, [100])).toBe(1);
    expect(paybackYears(100, [40, 40], 20)).toBe(2);
    expect(paybackYears(100, [40, 40], 19)).toBeNull();
    expect(paybackYears(100, [-20, 60, 60])).toBe(3);
  });
});
