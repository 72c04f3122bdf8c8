import { defineTool } from "@callboard/core";
import { z } from "zod";
import { prioritise, prioritiseTogether, QUADRANTS } from "./prioritise.ts";
import { messages } from "./messages.ts";

const rating = (title: string) => z.number().min(1).max(10).meta({ title });

const matrix = {
  variant: "scatter" as const,
  x: { key: "effort", label: "Effort" },
  series: [{ key: "impact", label: "Impact" }],
  label: "label",
  quadrants: {
    splitX: { key: "split.effort" },
    splitY: { key: "split.impact" },
    topLeft: "Quick wins",
    topRight: "Major projects",
    bottomLeft: "Fill-ins",
    bottomRight: "Time sinks",
  },
};

export default defineTool({
  slug: "priority-matrix",
  name: "Priority Matrix",
  userDescription: "Sorts things to do by impact and effort, and says what to start with.",
  messages,
  description:
    "Sorts things to do by impact and effort into quick wins, major projects, fill-ins and time sinks. Use it when there is " +
    "more to do than time: give each item an impact and an effort from 1 to 10, and it gives a score and an order. Let the " +
    "person rate the items; offer ratings of your own only as a proposal. For one item with many criteria use quick-score; " +
    "for money over years use roi-calculator.",
  category: "analysis",
  icon: "layout-grid",
  origin: "custom",
  examples: [
    "Which of these features should we build first?",
    "Which feature comes first?",
    "Sort this backlog by impact and effort",
    "Rank my to-do list (todo)",
    "Sortiere diese Aufgaben nach Wirkung und Aufwand",
    "Was sollen wir zuerst bauen?",
  ],
  aliases: ["impact-effort-matrix", "prioritise", "prioritize", "ideas-to-do-first"],
  inputSchema: z.object({
    items: z
      .array(
        z.object({
          name: z.string().min(1).max(120).meta({ title: "What" }),
          impact: rating("Impact, 1 to 10"),
          effort: rating("Effort, 1 to 10"),
        }),
      )
      .min(1)
      .max(100)
      .meta({ title: "Items", description: "An impact of 10 changes everything; an effort of 10 takes a year." }),
    impactWeight: z.number().min(0).max(100).default(60).meta({
      title: "Weight of impact",
      description: "Per cent of the score that impact decides; effort decides the rest.",
    }),
    split: z.enum(["scale", "median"]).default("scale").meta({
      title: "Where “high” begins",
      description: "scale: above 5.5, the middle of the scale. median: above the median of this list.",
    }),
  }),
  outputSchema: z.object({
    summary: z.object({
      startWith: z.string().meta({ title: "Start with" }),
      quickWins: z.int().meta({ title: "Quick wins" }),
      majorProjects: z.int().meta({ title: "Major projects" }),
      fillIns: z.int().meta({ title: "Fill-ins" }),
      timeSinks: z.int().meta({ title: "Time sinks" }),
    }),
    split: z
      .object({ impact: z.number().meta({ title: "Impact" }), effort: z.number().meta({ title: "Effort" }) })
      .meta({ title: "Where “high” begins" }),
    ranking: z.array(
      z.object({
        rank: z.int().meta({ title: "Rank" }),
        score: z.number().min(0).max(100).meta({ title: "Score", description: "0 to 100." }),
        label: z.string().meta({ title: "Item" }),
        quadrant: z.enum(QUADRANTS).meta({ title: "Quadrant", "x-phrases": [...QUADRANTS] }),
        impact: rating("Impact"),
        effort: rating("Effort"),
      }),
    ),
  }),
  summary: ({ items }) =>
    items.length === 1
      ? items[0]!.name
      : {
          template: "{count} items, from {first} to {last}",
          values: { count: items.length, first: items[0]!.name, last: items.at(-1)!.name },
        },
  phrases: ["{count} items, from {first} to {last}"],
  execute: ({ items, impactWeight, split }) => prioritise(items, impactWeight, split),
  collaborative: true,
  aggregate: (submissions) => prioritiseTogether(submissions.map(({ input }) => input)),
  aggregateViewSpec: {
    blocks: [
      { type: "summary", key: "summary", label: "Summary" },
      { type: "chart", key: "ranking", label: "Impact and effort", config: matrix },
      { type: "table", key: "ranking", label: "Order" },
    ],
  },
  outputSections: [
    { key: "summary", label: "Summary", type: "summary" },
    { key: "ranking", label: "Impact and effort", type: "chart", config: matrix },
    { key: "ranking", label: "Order", type: "table" },
  ],
  formSpec: {
    submitLabel: "Prioritise",
    sample: {
      items: [
        { name: "Faster checkout", impact: 9, effort: 4 },
        { name: "New data warehouse", impact: 8, effort: 9 },
        { name: "Dark mode", impact: 3, effort: 3 },
        { name: "Rewrite the mailer", impact: 2, effort: 8 },
      ],
    },
    sections: [
      {
        fields: [
          {
            key: "items",
            type: "array",
            item: {
              type: "object",
              fields: [{ key: "name" }, { key: "impact" }, { key: "effort" }],
            },
          },
        ],
      },
      {
        audience: "internal",
        columns: 2,
        fields: [
          { key: "impactWeight", step: 5, unit: "%" },
          {
            key: "split",
            variant: "segmented",
            help: "The middle of the scale is 5.5; the median is that of this list.",
            options: [
              { value: "scale", label: "Middle of the scale" },
              { value: "median", label: "Median of the list" },
            ],
          },
        ],
      },
    ],
  },
  viewSpec: {
    inChat: "open",
    blocks: [
      { type: "summary", key: "summary", label: "Summary" },
      { type: "chart", key: "ranking", label: "Impact and effort", config: matrix },
      {
        type: "table",
        key: "ranking",
        label: "Order",
        config: { columns: ["rank", "label", "quadrant", { key: "score", digits: 1 }, "impact", "effort"] },
      },
    ],
  },
});
