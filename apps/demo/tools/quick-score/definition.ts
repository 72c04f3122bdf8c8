import { defineTool } from "@callboard/core";
import { z } from "zod";
import { GAINS, REASONS, repeatedNames, scoreCriteria, VERDICTS } from "./scoreCriteria.ts";
import { messages } from "./messages.ts";

export default defineTool({
  slug: "quick-score",
  name: "Quick Score",
  userDescription: "Turns a judgement by weighted criteria into a score out of 100.",
  messages,
  description:
    "Turns a judgement of one thing (a vendor, an idea, a candidate) into a score out of 100. Use it with criteria that have " +
    "weights and scores from 0 to 10: it also says what carries the score and where most is to be gained. Weights are relative, " +
    "so any scale does. Agree the criteria with the person before you score; do not invent scores. To sort many items by " +
    "impact and effort use priority-matrix instead.",
  category: "analysis",
  icon: "gauge",
  origin: "custom",
  examples: [
    "Score this vendor on price, support and security",
    "How good is this idea out of 100?",
    "Compare job offers by salary and commute",
    "Bewerte diesen Anbieter",
    "Wie gut ist diese Idee?",
    "Vergleiche diese Angebote nach Preis und Service",
  ],
  aliases: ["weighted-score", "scorecard"],
  inputSchema: z
    .object({
      subject: z.string().min(1).max(120).meta({ title: "What is scored" }),
      criteria: z
        .array(
          z.object({
            name: z.string().min(1).max(60).meta({ title: "Criterion" }),
            weight: z.number().positive().max(100).default(1).meta({ title: "Weight" }),
            score: z.number().min(0).max(10).meta({ title: "Score, 0 to 10" }),
          }),
        )
        .min(1)
        .max(24)
        .meta({ title: "Criteria", description: "Weights count relative to one another; a score of 10 is best." }),
      target: z
        .number()
        .min(0)
        .max(100)
        .default(70)
        .meta({ title: "Target", description: "The score that is good enough, out of 100." }),
    })
    .superRefine(({ criteria }, context) => {
      for (const index of repeatedNames(criteria)) {
        context.addIssue({
          code: "custom",
          path: ["criteria", index, "name"],
          message: `There is a criterion “${criteria[index]!.name.trim()}” already. Rename or remove one of them.`,
        });
      }
    }),
  outputSchema: z.object({
    summary: z.object({
      subject: z.string().meta({ title: "Subject" }),
      score: z.number().meta({ title: "Score out of 100" }),
      verdict: z.string().meta({ title: "Verdict", "x-phrases": VERDICTS }),
      strongest: z.string().meta({ title: "Carries most" }),
      mostToGain: z.string().meta({ title: "Most to gain", "x-phrases": GAINS }),
    }),
    ranking: z.array(
      z.object({
        label: z.string().meta({ title: "Criterion" }),
        points: z.number().meta({ title: "Points" }),
        open: z.number().meta({ title: "Points left open" }),
        weight: z.number().meta({ title: "Weight (%)" }),
        score: z.number().meta({ title: "Score" }),
        reason: z.string().meta({ title: "Why", "x-phrases": REASONS }),
      }),
    ),
    profile: z.array(
      z.object({ criterion: z.string().meta({ title: "Criterion" }), score: z.number().meta({ title: "Score" }) }),
    ),
  }),
  summary: ({ subject, criteria }) => ({
    template: criteria.length === 1 ? "{subject}, one criterion" : "{subject}, {count} criteria",
    values: { subject, count: criteria.length },
  }),
  phrases: ["{subject}, one criterion", "{subject}, {count} criteria"],
  execute: ({ subject, criteria, target }) => scoreCriteria(subject, criteria, target),
  outputSections: [
    { key: "summary", label: "Summary", type: "summary" },
    {
      key: "ranking",
      label: "What carries the score",
      type: "ranking",
      config: { label: "label", score: { key: "points", label: "Points" }, reason: "reason" },
    },
    {
      key: "profile",
      label: "Profile",
      type: "radar",
      config: { x: "criterion", series: [{ key: "score", label: "Score" }] },
    },
  ],
  formSpec: {
    submitLabel: "Score",
    sample: {
      subject: "New CRM",
      criteria: [
        { name: "Fits our process", weight: 4, score: 7 },
        { name: "Cost", weight: 3, score: 5 },
        { name: "Support", weight: 2, score: 8 },
        { name: "Security", weight: 3, score: 9 },
      ],
    },
    fields: [
      { key: "subject", placeholder: "A vendor, an idea, a candidate" },
      {
        key: "criteria",
        type: "array",
        item: {
          type: "object",
          fields: [{ key: "name" }, { key: "weight" }, { key: "score", step: 0.5 }],
        },
      },
      { key: "target", step: 5, unit: "of 100" },
    ],
  },
  viewSpec: {
    inChat: "open",
    blocks: [
      {
        type: "summary",
        key: "summary",
        label: "Summary",
        config: { fields: ["subject", { key: "score", digits: 1 }, "verdict", "strongest", "mostToGain"] },
      },
      {
        type: "ranking",
        key: "ranking",
        label: "What carries the score",
        config: { label: "label", score: { key: "points", label: "Points", digits: 1 }, reason: "reason" },
      },
      {
        type: "radar",
        key: "profile",
        label: "Profile",
        config: { x: "criterion", series: [{ key: "score", label: "Score" }] },
      },
      {
        type: "table",
        key: "ranking",
        label: "All criteria",
        config: {
          columns: [
            { key: "label", label: "Criterion" },
            { key: "weight", label: "Weight", format: { type: "percent", of: 100, digits: 1 } },
            { key: "score", label: "Score", digits: 1 },
            { key: "points", label: "Points", digits: 1 },
            { key: "open", label: "Left open", digits: 1 },
          ],
        },
      },
    ],
  },
});
