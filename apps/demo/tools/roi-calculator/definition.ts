import { defineTool } from "@callboard/core";
import { z } from "zod";
import { amount, CURRENCIES } from "../_shared/money.ts";
import { calculateRoi } from "./calculateRoi.ts";
import { messages } from "./messages.ts";

const percent = { type: "percent" as const, of: 100 as const, digits: 2 };
const payback = { type: "number" as const, digits: 2, unit: "years", none: "Not within these years" };

const money = (title: string, description: string) => z.number().meta({ title, description });

export default defineTool({
  slug: "roi-calculator",
  name: "ROI Calculator",
  userDescription: "Shows whether and when an investment pays off: present value, rate of return and payback.",
  messages,
  description:
    "Net present value, internal rate of return, payback and yearly cash flow of one investment. Use it when there is a " +
    "cost up front and a benefit each year. All amounts are in one currency, which `currency` names where the person did; rates are per cent a year (8 means 8 %). Ask for " +
    "the figures you do not have rather than inventing them; growth and residual value may be left out. Do not use it to " +
    "choose between several options by opinion: that is quick-score or priority-matrix.",
  category: "analysis",
  icon: "calculator",
  origin: "custom",
  examples: [
    "What is the NPV of 50,000 that saves 18,000 a year for five years at 8 %?",
    "What is the ROI of a machine that saves 9,000 a year?",
    "When does this pay back?",
    "How long until a solar roof pays for itself?",
    "Should we buy a machine that costs 12k?",
    "Lohnt sich diese Investition?",
    "Welche Rendite bringt diese Maschine?",
    "Wann zahlt sich das aus?",
    "Rechnet sich eine neue Heizung oder Wärmepumpe?",
  ],
  aliases: ["npv-calculator", "irr", "internal-rate-of-return", "payback-calculator"],
  inputSchema: z.object({
    initialInvestment: money("Initial investment", "What is paid at the start, before any benefit.")
      .positive()
      .max(1e12),
    annualBenefit: money("Benefit in the first year", "Extra income or saved cost over the first twelve months.")
      .min(0)
      .max(1e12),
    annualCost: money("Running cost in the first year", "Licences, upkeep, staff: what using it costs.")
      .min(0)
      .max(1e12)
      .default(0),
    currency: z.enum(CURRENCIES).optional().meta({
      title: "Currency",
      description: "What all amounts are in; they are not converted.",
    }),
    years: z.int().min(1).max(30).meta({ title: "Years", description: "How long it is used." }),
    discountRate: z.number().min(0).max(100).meta({
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
    currency: z.string().optional().meta({ title: "Currency" }),
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
  summary: ({ initialInvestment: amount, years: count }) => ({
    template: count === 1 ? "{amount} over 1 year" : "{amount} over {count} years",
    values: { amount, count },
  }),
  phrases: ["{amount} over 1 year", "{amount} over {count} years"],
  execute: calculateRoi,
  outputSections: [
    { key: "summary", label: "Summary", type: "summary" },
    { key: "yearlyResults", label: "Year-by-Year", type: "table" },
  ],
  formSpec: {
    submitLabel: "Calculate",
    sample: {
      initialInvestment: 50_000,
      currency: "EUR",
      years: 5,
      annualBenefit: 24_000,
      annualCost: 6_000,
      discountRate: 8,
    },
    sections: [
      {
        title: "The investment",
        columns: 2,
        fields: [
          { key: "initialInvestment" },
          { key: "currency" },
          { key: "years" },
          { key: "discountRate", unit: "%", step: 0.1 },
        ],
      },
      {
        title: "What it brings, a year",
        columns: 2,
        fields: [{ key: "annualBenefit" }, { key: "annualCost" }],
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
    inChat: "open",
    blocks: [
      {
        type: "summary",
        key: "summary",
        label: "Summary",
        config: {
          fields: [
            amount("netPresentValue", "Net present value"),
            { key: "internalRateOfReturn", label: "Internal rate of return", format: percent },
            { key: "returnOnInvestment", label: "Return on investment", format: percent },
            { key: "paybackYears", label: "Payback", format: payback },
            { key: "discountedPaybackYears", label: "Discounted payback", format: payback },
            amount("netGain", "Net gain"),
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
            amount("cumulativeCashFlow", "Cumulative"),
            amount("cumulativePresentValue", "Cumulative, at present value"),
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
            amount("benefit", "Benefit"),
            amount("cost", "Cost"),
            amount("netCashFlow", "Net cash flow"),
            amount("cumulativeCashFlow", "Cumulative"),
            amount("presentValue", "Present value"),
          ],
        },
      },
    ],
  },
});
