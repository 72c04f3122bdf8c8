import { defineTool } from "@callboard/core";
import { z } from "zod";
import { amount, currencyField } from "../_shared/money.ts";
import { fteImpact } from "./impact.ts";
import { messages } from "./messages.ts";

const positions = { type: "number" as const, digits: 2, unit: "positions" };
const percent = (title: string, description: string) => z.number().min(0).max(100).meta({ title, description });

export default defineTool({
  slug: "fte-impact-calculator",
  name: "FTE Impact Calculator",
  userDescription:
    "Shows how many full-time positions a volume of work takes, with and without a change, year by year.",
  messages,
  description:
    "Full-time equivalents (FTE) that a volume of cases takes, today and with a change, over the years. Use it for staffing " +
    "questions where cases and minutes are known; ask for both. It counts capacity, not people: never say who should go. " +
    "For hours by task use time-savings-calculator; for the money alone use roi-calculator.",
  category: "analysis",
  icon: "users",
  origin: "custom",
  examples: [
    "How many FTE does this save?",
    "How many people do we need for 4,000 tickets a month?",
    "Wie viele Vollzeitstellen brauchen wir dafür?",
    "Wie viele Mitarbeiter brauchen wir nächstes Jahr?",
  ],
  aliases: ["fte-impact", "headcount-calculator"],
  inputSchema: z.object({
    casesPerMonth: z.number().positive().max(1e9).meta({ title: "Cases a month" }),
    minutesToday: z.number().positive().max(10_000).meta({ title: "Minutes a case, today" }),
    minutesThen: z
      .number()
      .min(0)
      .max(10_000)
      .meta({ title: "Minutes a case, then", description: "For the cases that people still handle." }),
    automatedShare: percent("Handled without people", "Per cent of all cases.").default(0),
    growth: z
      .number()
      .min(-90)
      .max(200)
      .default(0)
      .meta({ title: "Growth of the cases", description: "Per cent a year." }),
    years: z.int().min(1).max(10).default(3).meta({ title: "Years" }),
    annualCost: z
      .number()
      .min(0)
      .max(1e9)
      .optional()
      .meta({ title: "Cost of a position", description: "A year, with everything." }),
    currency: currencyField,
    hoursPerWeek: z.number().positive().max(80).default(40).meta({ title: "Hours a week of a position" }),
    weeksPerYear: z
      .number()
      .min(1)
      .max(52)
      .default(44)
      .meta({ title: "Working weeks a year", description: "After holidays and sickness." }),
    productive: percent("Productive time", "Per cent of the hours; meetings and breaks are the rest.")
      .min(10)
      .default(80),
  }),
  outputSchema: z.object({
    currency: z.string().optional().meta({ title: "Currency" }),
    summary: z.object({
      fteToday: z.number().meta({ title: "Positions today" }),
      fteThen: z.number().meta({ title: "Positions then" }),
      fteFreed: z.number().meta({ title: "Freed in the first year" }),
      fteFreedLastYear: z.number().meta({ title: "Freed in the last year" }),
      capacity: z.number().meta({ title: "Hours of a position a year" }),
      valueFirstYear: z.number().optional().meta({ title: "Worth in the first year" }),
      valueAllYears: z.number().optional().meta({ title: "Worth in all years" }),
    }),
    years: z.array(
      z.object({
        year: z.int().meta({ title: "Year" }),
        cases: z.int().meta({ title: "Cases a year" }),
        without: z.number().meta({ title: "Without the change" }),
        withChange: z.number().meta({ title: "With the change" }),
        freed: z.number().meta({ title: "Freed" }),
      }),
    ),
  }),
  summary: ({ casesPerMonth }) => ({ template: "{count} cases a month", values: { count: casesPerMonth } }),
  phrases: ["{count} cases a month"],
  execute: fteImpact,
  outputSections: [
    { key: "summary", label: "Summary", type: "summary" },
    { key: "years", label: "All years", type: "table" },
  ],
  formSpec: {
    submitLabel: "Calculate",
    sample: {
      casesPerMonth: 4000,
      minutesToday: 12,
      minutesThen: 9,
      automatedShare: 25,
      growth: 10,
      years: 3,
      annualCost: 62_000,
      currency: "EUR",
    },
    sections: [
      {
        title: "The work",
        columns: 2,
        fields: [
          { key: "casesPerMonth" },
          { key: "minutesToday", unit: "minutes" },
          { key: "growth", unit: "%" },
          { key: "years" },
        ],
      },
      {
        title: "The change",
        columns: 2,
        fields: [
          { key: "minutesThen", unit: "minutes" },
          { key: "automatedShare", unit: "%" },
          { key: "annualCost" },
          { key: "currency" },
        ],
      },
      {
        audience: "internal",
        columns: 3,
        fields: [
          { key: "hoursPerWeek", unit: "hours" },
          { key: "weeksPerYear", unit: "weeks" },
          { key: "productive", unit: "%" },
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
            { key: "fteToday", format: positions },
            { key: "fteThen", format: positions },
            { key: "fteFreed", format: positions },
            { key: "fteFreedLastYear", format: positions },
            amount("valueFirstYear", "Worth in the first year"),
            amount("valueAllYears", "Worth in all years"),
            { key: "capacity", format: { type: "number", digits: 0, unit: "hours" } },
          ],
        },
      },
      {
        type: "chart",
        key: "years",
        label: "Positions, year by year",
        config: {
          variant: "bar",
          x: { key: "year", label: "Year", format: "plain" },
          series: [
            { key: "without", label: "Without the change" },
            { key: "withChange", label: "With the change" },
          ],
        },
      },
      {
        type: "table",
        key: "years",
        label: "All years",
        config: {
          columns: [
            { key: "year", format: "plain" },
            "cases",
            { key: "without", digits: 2 },
            { key: "withChange", digits: 2 },
            { key: "freed", digits: 2 },
          ],
        },
      },
    ],
  },
});
