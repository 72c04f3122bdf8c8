import { defineTool, type Said } from "@callboard/core";
import { z } from "zod";
import { amount, currencyField } from "../_shared/money.ts";
import { messages } from "./messages.ts";
import { saveTime } from "./saveTime.ts";

const hours = { type: "number" as const, digits: 1, unit: "hours" };

export default defineTool({
  slug: "time-savings-calculator",
  name: "Time Savings Calculator",
  userDescription: "Calculates how many hours a change saves, task by task, and when it has paid for itself.",
  messages,
  description:
    "Hours that a change saves a week and in its first year, by task. Use it where work recurs and each task has a time " +
    "today and a time afterwards. Ask the person for both; do not guess them. `setupHours` is the one-time effort, and " +
    "with `hourlyCost` the hours get a value. For money over years use roi-calculator; for which steps can be automated " +
    "at all use process-automation-scoper; for staff numbers use fte-impact-calculator.",
  category: "analysis",
  icon: "clock",
  origin: "custom",
  examples: [
    "How much time do we save with text templates?",
    "How many hours a week would a faster report save?",
    "Wie viel Zeit sparen wir damit?",
    "Wie viele Stunden pro Woche spart die neue Vorlage?",
  ],
  aliases: ["time-savings", "time-saved"],
  inputSchema: z.object({
    tasks: z
      .array(
        z.object({
          name: z.string().min(1).max(80).meta({ title: "Task" }),
          minutesToday: z.number().min(0).max(10_000).meta({ title: "Minutes today" }),
          minutesThen: z.number().min(0).max(10_000).meta({ title: "Minutes then" }),
          timesPerWeek: z.number().positive().max(100_000).meta({ title: "Times a week" }),
          people: z.int().min(1).max(1_000_000).default(1).meta({ title: "People" }),
        }),
      )
      .min(1)
      .max(50)
      .meta({ title: "Tasks", description: "What is done again and again, as it is today and as it would be." }),
    weeksPerYear: z.number().min(1).max(52).default(46).meta({ title: "Working weeks a year" }),
    hoursPerDay: z.number().min(1).max(24).default(8).meta({ title: "Hours of a working day" }),
    setupHours: z.number().min(0).max(1e6).default(0).meta({
      title: "Effort of the change",
      description: "Hours, once: setting it up, learning it.",
    }),
    hourlyCost: z.number().min(0).max(1e6).optional().meta({
      title: "Cost of an hour",
      description: "With it the hours are given a value.",
    }),
    currency: currencyField,
  }),
  outputSchema: z.object({
    currency: z.string().optional().meta({ title: "Currency" }),
    summary: z.object({
      hoursPerWeek: z.number().meta({ title: "Saved a week" }),
      hoursFirstYear: z.number().meta({ title: "Saved in the first year" }),
      daysFirstYear: z.number().meta({ title: "In working days" }),
      share: z.number().meta({ title: "Of the time today" }),
      breakEvenWeeks: z.number().nullable().meta({ title: "Effort made up after", description: "Null: never." }),
      valueFirstYear: z.number().optional().meta({ title: "Worth in the first year" }),
    }),
    tasks: z.array(
      z.object({
        task: z.string().meta({ title: "Task" }),
        today: z.number().meta({ title: "Hours a week, today" }),
        then: z.number().meta({ title: "Hours a week, then" }),
        saved: z.number().meta({ title: "Saved a week (hours)" }),
        savedYear: z.number().meta({ title: "Saved a year (hours)" }),
      }),
    ),
  }),
  summary: ({ tasks }): Said =>
    tasks.length === 1
      ? { template: "{name}, {count} times a week", values: { name: tasks[0]!.name, count: tasks[0]!.timesPerWeek } }
      : {
          template: "{count} tasks, from {first} to {last}",
          values: { count: tasks.length, first: tasks[0]!.name, last: tasks.at(-1)!.name },
        },
  phrases: ["{name}, {count} times a week", "{count} tasks, from {first} to {last}"],
  execute: ({ tasks, ...working }) => saveTime(tasks, working),
  outputSections: [
    { key: "summary", label: "Summary", type: "summary" },
    {
      key: "tasks",
      label: "Where it is saved",
      type: "ranking",
      config: { label: "task", score: { key: "saved", label: "Saved a week (hours)" } },
    },
    { key: "tasks", label: "All tasks", type: "table" },
  ],
  formSpec: {
    submitLabel: "Calculate",
    sample: {
      tasks: [
        { name: "Weekly report", minutesToday: 90, minutesThen: 20, timesPerWeek: 1, people: 4 },
        { name: "Answer a standard question", minutesToday: 12, minutesThen: 4, timesPerWeek: 30, people: 2 },
        { name: "File an invoice", minutesToday: 6, minutesThen: 2, timesPerWeek: 45, people: 1 },
      ],
      setupHours: 60,
      hourlyCost: 48,
      currency: "EUR",
    },
    sections: [
      { title: "The tasks", fields: [{ key: "tasks" }] },
      {
        title: "The change",
        columns: 3,
        fields: [{ key: "setupHours", unit: "hours" }, { key: "hourlyCost" }, { key: "currency" }],
      },
      {
        audience: "internal",
        columns: 2,
        fields: [
          { key: "weeksPerYear", unit: "weeks" },
          { key: "hoursPerDay", unit: "hours", step: 0.5 },
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
            { key: "hoursPerWeek", format: hours },
            { key: "hoursFirstYear", format: hours },
            { key: "daysFirstYear", format: { type: "number", digits: 1, unit: "days" } },
            { key: "share", format: { type: "percent", of: 100, digits: 1 } },
            { key: "breakEvenWeeks", format: { type: "number", digits: 1, unit: "weeks" } },
            amount("valueFirstYear", "Worth in the first year"),
          ],
        },
      },
      {
        type: "chart",
        key: "tasks",
        label: "Hours a week",
        config: {
          variant: "bar",
          x: "task",
          series: [
            { key: "today", label: "Hours a week, today" },
            { key: "then", label: "Hours a week, then" },
          ],
        },
      },
      {
        type: "table",
        key: "tasks",
        label: "All tasks",
        config: {
          columns: [
            "task",
            { key: "today", digits: 2 },
            { key: "then", digits: 2 },
            { key: "saved", digits: 2 },
            { key: "savedYear", digits: 1 },
          ],
        },
      },
    ],
  },
});
