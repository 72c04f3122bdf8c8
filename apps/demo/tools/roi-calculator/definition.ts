import { defineTool } from "@callboard/core";
import { z } from "zod";
import { calculateRoi } from "./calculateRoi.ts";

const money = (title: string, description: string) => z.number().meta({ title, description });

export default defineTool({
  slug: "roi-calculator",
  name: "ROI Calculator",
  description:
    "Net present value, internal rate of return, payback and yearly cash flow of one investment. Use it when there is a " +
    "cost up front and a benefit each year. All amounts are in one currency; rates are per cent a year (8 means 8 %). Ask for " +
    "the figures you do not have rather than inventing them; growth and residual value may be left out. Do not use it to " +
    "choose between several options by opinion: that is quick-score or priority-matrix.",
  category: "analysis",
  icon: "calculator",
  origin: "custom",
  examples: ["What is the NPV of 50,000 that saves 18,000 a year for five years at 8 %?", "When does this pay back?"],
  aliases: ["npv-calculator", "payback-calculator"],
  inputSchema: z.object({
    initialInvestment: money("Initial investment", "What is paid at the start, before any benefit.")
      .positive()
      .max(1e12)
      .default(50_000),
    annualBenefit: money("Benefit in the first year", "Extra income or saved cost over the first twelve months.")
      .min(0)
      .max(1e12)
      .default(24_000),
    annualCost: money("Running cost in the first year", "Licences, upkeep, staff: what using it costs.")
      .min(0)
      .max(1e12)
      .default(6_000),
    years: z.int().min(1).max(30).default(5).meta({ title: "Years", description: "How long it is used." }),
    discountRate: z.number().min(0).max(100).default(8).meta({
      title: "Discount rate",
      description: "What the money would earn elsewhere, per cent a year.",
    }),
    benefitGrowth: z.number().min(-100).max(100).default(0).meta({
      title: "Growth of the benefit",
      description: "Per cent a year; negative if it fades.",
    }),
    costGrowth: z.number().min(-100).max(100).default(0).meta({
      title: "Growth of the running cost",
      description: "Per cent a year.",
    }),
    residualValue: money("Residual value", "What it can be sold for on the last day.").min(0).max(1e12).default(0),
  }),
  outputSchema: z.object({
    summary: z.object({
      netPresentValue: z.number().meta({ title: "Net present value" }),
      internalRateOfReturn: z.number().nullable().meta({
        title: "Internal rate of return (%)",
        description: "Null where no rate, or more than one, makes the present value zero.",
      }),
      paybackYears: z.number().nullable().meta({ title: "Payback (years)", description: "Null: never." }),
      discountedPaybackYears: z.number().nullable().meta({
        title: "Discounted payback (years)",
        description: "Null: never.",
      }),
      returnOnInvestment: z.number().meta({ title: "Return on investment (%)" }),
      netGain: z.number().meta({ title: "Net gain" }),
    }),
    yearlyResults: z.array(
      z.object({
        year: z.int().meta({ title: "Year", description: "0 is the day of the investment." }),
        benefit: z.number().meta({ title: "Benefit" }),
        cost: z.number().meta({ title: "Cost" }),
        netCashFlow: z.number().meta({ title: "Net cash flow" }),
        cumulativeCashFlow: z.number().meta({ title: "Cumulative" }),
        presentValue: z.number().meta({ title: "Present value" }),
        cumulativePresentValue: z.number().meta({ title: "Cumulative present value" }),
      }),
    ),
  }),
  summary: ({ initialInvestment, years }) =>
    `${initialInvestment.toLocaleString("en")} over ${years} ${years === 1 ? "year" : "years"}`,
  execute: calculateRoi,
  outputSections: [
    { key: "summary", label: "Summary", type: "summary" },
    { key: "yearlyResults", label: "Year-by-Year", type: "table" },
  ],
  formSpec: {
    submitLabel: "Calculate",
    sections: [
      {
        title: "The investment",
        columns: 2,
        fields: [{ key: "initialInvestment" }, { key: "years", unit: "years" }],
      },
      {
        title: "What it brings, a year",
        columns: 2,
        fields: [{ key: "annualBenefit" }, { key: "annualCost" }, { key: "discountRate", unit: "%", step: 0.1 }],
      },
      {
        audience: "internal",
        columns: 2,
        fields: [
          { key: "benefitGrowth", unit: "%", step: 0.1 },
          { key: "costGrowth", unit: "%", step: 0.1 },
          { key: "residualValue" },
        ],
      },
    ],
  },
  viewSpec: {
    blocks: [
      {
        type: "summary",
        key: "summary",
        label: "Summary",
        config: {
          fields: [
            { key: "netPresentValue", label: "Net present value", format: "currency", digits: 2 },
            {
              key: "internalRateOfReturn",
              label: "Internal rate of return",
              format: { type: "percent", of: 100, digits: 2 },
            },
            {
              key: "returnOnInvestment",
              label: "Return on investment",
              format: { type: "percent", of: 100, digits: 1 },
            },
            { key: "paybackYears", label: "Payback", format: { type: "number", unit: "years" } },
            { key: "discountedPaybackYears", label: "Discounted payback", format: { type: "number", unit: "years" } },
            { key: "netGain", label: "Net gain", format: "currency", digits: 2 },
          ],
        },
      },
      {
        type: "chart",
        key: "yearlyResults",
        label: "When it pays back",
        config: {
          variant: "line",
          x: { key: "year", label: "Year" },
          series: [
            { key: "cumulativeCashFlow", label: "Cumulative", format: "currency" },
            { key: "cumulativePresentValue", label: "Cumulative, at present value", format: "currency" },
          ],
        },
      },
      {
        type: "table",
        key: "yearlyResults",
        label: "Year-by-Year",
        config: {
          columns: [
            { key: "year", label: "Year", format: "plain" },
            ...[
              ["benefit", "Benefit"],
              ["cost", "Cost"],
              ["netCashFlow", "Net cash flow"],
              ["cumulativeCashFlow", "Cumulative"],
              ["presentValue", "Present value"],
            ].map(([key = "", label]) => ({ key, label, format: "currency" as const, digits: 2 })),
          ],
        },
      },
    ],
  },
});
