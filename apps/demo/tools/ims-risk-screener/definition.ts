import { defineTool } from "@callboard/core";
import { z } from "zod";
import { COVERS, LEVELS, MEASURES, RISKS, screen } from "./screen.ts";
import { messages } from "./messages.ts";

type Cover = keyof typeof COVERS;
const covers = Object.keys(COVERS) as [Cover, ...Cover[]];
const radar = { x: "risk", series: [{ key: "score", label: "Risk out of 100" }] };
const ranking = { label: "risk", score: { key: "score", label: "Risk out of 100" }, reason: "because" };

export default defineTool({
  slug: "ims-risk-screener",
  name: "Mulch Risk Screener",
  userDescription: "Screens what lies on the ground for fire, off-gassing, breakdown, drainage and slipping.",
  messages,
  description:
    "Five risks of the ground cover that a place has now, each out of 100 with its reasons and what helps. Use it on what is " +
    "there, before anything new is chosen; ask what lies there and how steep and dry it is. It is a screening, no inspection: " +
    "say so. For a replacement use ims-product-selector.",
  category: "products",
  icon: "shield",
  origin: "custom",
  tenantSlugs: ["ims"],
  examples: [
    "Is our rubber mulch a fire risk?",
    "How risky is old bark on a slope?",
    "Wie gefährlich ist Gummimulch auf dem Spielplatz?",
  ],
  aliases: ["risk-screener", "mulch-risk"],
  inputSchema: z.object({
    cover: z.enum(covers).meta({ title: "What lies there" }),
    age: z.number().min(0).max(600).default(0).meta({ title: "Age", description: "In months." }),
    distance: z
      .number()
      .min(0)
      .max(10_000)
      .default(5)
      .meta({ title: "Distance from a wall", description: "Of the nearest building, in metres." }),
    slope: z
      .number()
      .min(0)
      .max(200)
      .default(0)
      .meta({ title: "Slope", description: "Per cent: 10 is a metre of height over ten." }),
    soil: z.enum(["sandy", "loam", "clay"]).default("loam").meta({ title: "Soil below" }),
    traffic: z.enum(["none", "some", "busy"]).default("none").meta({ title: "People walking on it" }),
    dry: z.boolean().default(false).meta({ title: "Dry climate" }),
    sunny: z.boolean().default(false).meta({ title: "Full sun" }),
  }),
  outputSchema: z.object({
    summary: z.object({
      groundCover: z
        .string()
        .meta({ title: "Ground cover", "x-phrases": Object.values(COVERS).map(({ name }) => name) }),
      overall: z.number().meta({ title: "Risk out of 100" }),
      level: z.enum(LEVELS).meta({ title: "Level", "x-phrases": [...LEVELS] }),
      highest: z.enum(RISKS).meta({ title: "Highest", "x-phrases": [...RISKS] }),
      highRisks: z.int().meta({ title: "High risks" }),
      doFirst: z.string().meta({ title: "Do first", "x-phrases": MEASURES }),
    }),
    profile: z.array(
      z.object({ risk: z.enum(RISKS).meta({ title: "Risk" }), score: z.number().meta({ title: "Risk out of 100" }) }),
    ),
    risks: z.array(
      z.object({
        risk: z.enum(RISKS).meta({ title: "Risk", "x-phrases": [...RISKS] }),
        score: z.number().meta({ title: "Risk out of 100" }),
        level: z.enum(LEVELS).meta({ title: "Level", "x-phrases": [...LEVELS] }),
        base: z.number().meta({ title: "Of the cover itself" }),
        because: z.string().meta({ title: "Why" }),
        whatHelps: z.string().meta({ title: "What helps", "x-phrases": MEASURES }),
      }),
    ),
  }),
  summary: ({ cover }) => ({ template: COVERS[cover].name }),
  phrases: Object.values(COVERS).map(({ name }) => name),
  execute: screen,
  outputSections: [
    { key: "summary", label: "Summary", type: "summary" },
    { key: "profile", label: "Risk profile", type: "radar", config: radar },
    { key: "risks", label: "Where it is worst", type: "ranking", config: ranking },
  ],
  formSpec: {
    submitLabel: "Screen",
    sample: {
      cover: "rubber",
      age: 30,
      distance: 1,
      slope: 8,
      soil: "clay",
      traffic: "busy",
      dry: true,
      sunny: true,
    },
    sections: [
      {
        columns: 2,
        fields: [
          { key: "cover", options: covers.map((value) => ({ value, label: COVERS[value].name })) },
          { key: "age", unit: "months" },
        ],
      },
      {
        title: "The place",
        columns: 2,
        fields: [
          { key: "distance", unit: "m", step: 0.5 },
          { key: "slope", unit: "%" },
          {
            key: "soil",
            variant: "segmented",
            options: [
              { value: "sandy", label: "Sandy" },
              { value: "loam", label: "Loam" },
              { value: "clay", label: "Clay" },
            ],
          },
          {
            key: "traffic",
            variant: "segmented",
            options: [
              { value: "none", label: "Nobody" },
              { value: "some", label: "Now and then" },
              { value: "busy", label: "Many" },
            ],
          },
          { key: "dry" },
          { key: "sunny" },
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
          fields: ["groundCover", { key: "overall", digits: 1 }, "level", "highest", "highRisks", "doFirst"],
        },
      },
      { type: "radar", key: "profile", label: "Risk profile", config: radar },
      { type: "ranking", key: "risks", label: "Where it is worst", config: ranking },
      {
        type: "table",
        key: "risks",
        label: "All risks",
        config: { columns: ["risk", "score", { key: "level", format: "badge" }, "base", "whatHelps"] },
      },
    ],
  },
});
