import { defineTool } from "@callboard/core";
import { z } from "zod";
import { amount, currencyField } from "../_shared/money.ts";
import { messages } from "./messages.ts";
import { APPROACHES, NOWHERE, scope } from "./scope.ts";

const hours = { type: "number" as const, digits: 1, unit: "hours" };

export default defineTool({
  slug: "process-automation-scoper",
  name: "Process Automation Scoper",
  userDescription: "Shows which steps of a process software can take over, which it can help with, and where to begin.",
  messages,
  description:
    "Which steps of one process can be automated, which only assisted, and the hours a month that saves. Use it where the " +
    "steps are known: each has its minutes, what it is, what comes in, and how often it is an exception. Ask the person to " +
    "walk through the process; do not invent steps. For tasks without steps use time-savings-calculator.",
  category: "analysis",
  icon: "workflow",
  origin: "custom",
  examples: [
    "Which steps of our invoice process can be automated?",
    "Can we automate this workflow?",
    "Was können wir an diesem Ablauf automatisieren?",
    "Welche Schritte lassen sich automatisieren?",
  ],
  aliases: ["process-automation", "automation-scoper"],
  inputSchema: z.object({
    process: z.string().min(1).max(120).meta({ title: "Process" }),
    runsPerMonth: z.number().positive().max(1e7).meta({ title: "Runs a month" }),
    steps: z
      .array(
        z.object({
          name: z.string().min(1).max(80).meta({ title: "Step" }),
          minutes: z.number().min(0).max(10_000).meta({ title: "Minutes each time" }),
          kind: z
            .enum(["transfer", "rule", "communication", "judgement", "physical"])
            .default("rule")
            .meta({ title: "What it is" }),
          input: z
            .enum(["structured", "document", "conversation"])
            .default("structured")
            .meta({ title: "What comes in" }),
          exceptions: z.number().min(0).max(100).default(0).meta({ title: "Exceptions (%)" }),
        }),
      )
      .min(1)
      .max(40)
      .meta({ title: "Steps", description: "In the order in which they are done." }),
    hourlyCost: z.number().min(0).max(1e6).optional().meta({ title: "Cost of an hour" }),
    currency: currencyField,
  }),
  outputSchema: z.object({
    currency: z.string().optional().meta({ title: "Currency" }),
    summary: z.object({
      hoursToday: z.number().meta({ title: "Hours a month, today" }),
      hoursSaved: z.number().meta({ title: "Hours a month, saved" }),
      share: z.number().meta({ title: "Of all of it" }),
      automate: z.int().meta({ title: "Steps to automate" }),
      assist: z.int().meta({ title: "Steps to assist" }),
      beginWith: z.string().meta({ title: "Begin with", "x-phrases": [NOWHERE] }),
      valuePerYear: z.number().optional().meta({ title: "Worth a year" }),
    }),
    steps: z.array(
      z.object({
        step: z.int().meta({ title: "Place" }),
        name: z.string().meta({ title: "Step" }),
        approach: z.enum(APPROACHES).meta({ title: "Approach", "x-phrases": [...APPROACHES] }),
        potential: z.number().meta({ title: "Potential (%)" }),
        hours: z.number().meta({ title: "Hours" }),
        saved: z.number().meta({ title: "Saved" }),
        left: z.number().meta({ title: "Left to people" }),
      }),
    ),
  }),
  summary: ({ process, steps }) => ({
    template: steps.length === 1 ? "{process}, one step" : "{process}, {count} steps",
    values: { process, count: steps.length },
  }),
  phrases: ["{process}, one step", "{process}, {count} steps"],
  execute: ({ steps, runsPerMonth, hourlyCost, currency }) => scope(steps, runsPerMonth, hourlyCost, currency),
  outputSections: [
    { key: "summary", label: "Summary", type: "summary" },
    {
      key: "steps",
      label: "Where hours are saved",
      type: "ranking",
      config: { label: "name", score: { key: "saved", label: "Saved" }, reason: "approach" },
    },
    { key: "steps", label: "All steps", type: "table" },
  ],
  formSpec: {
    submitLabel: "Scope",
    sample: {
      process: "Handling an invoice",
      runsPerMonth: 300,
      hourlyCost: 45,
      currency: "EUR",
      steps: [
        { name: "Type the invoice in", minutes: 6, kind: "transfer", input: "document", exceptions: 10 },
        { name: "Match it with the order", minutes: 4, kind: "rule", input: "structured", exceptions: 15 },
        { name: "Ask about differences", minutes: 5, kind: "communication", input: "conversation", exceptions: 5 },
        { name: "Approve it", minutes: 3, kind: "judgement", input: "document", exceptions: 0 },
      ],
    },
    sections: [
      {
        title: "The process",
        columns: 2,
        fields: [
          { key: "process", placeholder: "Handling an invoice" },
          { key: "runsPerMonth" },
          { key: "hourlyCost" },
          { key: "currency" },
        ],
      },
      {
        fields: [
          {
            key: "steps",
            type: "array",
            item: {
              type: "object",
              fields: [
                { key: "name" },
                { key: "minutes" },
                {
                  key: "kind",
                  options: [
                    { value: "transfer", label: "Moving data" },
                    { value: "rule", label: "Following a rule" },
                    { value: "communication", label: "Communicating" },
                    { value: "judgement", label: "Using judgement" },
                    { value: "physical", label: "Work by hand" },
                  ],
                },
                {
                  key: "input",
                  options: [
                    { value: "structured", label: "Fields and tables" },
                    { value: "document", label: "Documents" },
                    { value: "conversation", label: "Conversation" },
                  ],
                },
                { key: "exceptions" },
              ],
            },
          },
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
            { key: "hoursToday", format: hours },
            { key: "hoursSaved", format: hours },
            { key: "share", format: { type: "percent", of: 100, digits: 1 } },
            "automate",
            "assist",
            "beginWith",
            amount("valuePerYear", "Worth a year"),
          ],
        },
      },
      {
        type: "chart",
        key: "steps",
        label: "Hours a month",
        config: {
          variant: "bar",
          stacked: true,
          x: "name",
          series: [
            { key: "saved", label: "Saved" },
            { key: "left", label: "Left to people" },
          ],
        },
      },
      {
        type: "table",
        key: "steps",
        label: "All steps",
        config: {
          columns: [
            { key: "step", format: "plain" },
            "name",
            { key: "approach", format: "badge" },
            { key: "potential", digits: 1 },
            { key: "hours", digits: 1 },
            { key: "saved", digits: 1 },
            { key: "left", digits: 1 },
          ],
        },
      },
    ],
  },
});
