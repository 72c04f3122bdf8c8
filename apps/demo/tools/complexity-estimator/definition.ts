import { defineTool } from "@callboard/core";
import { z } from "zod";
import { estimate, estimateTogether, SIZES } from "./estimate.ts";
import { messages } from "./messages.ts";

const count = (title: string, most: number, description?: string) =>
  z
    .int()
    .min(0)
    .max(most)
    .default(0)
    .meta({ title, ...(description !== undefined && { description }) });
const pick = ({ expectedDays, from, to }: { expectedDays: number; from: number; to: number }) => ({
  expectedDays,
  from,
  to,
});
const drivers = { label: "driver", score: { key: "days", label: "Days, likely", digits: 1 } };

export default defineTool({
  slug: "complexity-estimator",
  name: "Complexity Estimator",
  userDescription: "Estimates how large a software project is, in person-days with a range, and what drives it.",
  messages,
  description:
    "A three-point estimate of a software project in person-days, from its parts and the circumstances. Use it " +
    "for an order of magnitude, never as a promise: say the range, not one figure. Ask for the counts; leave out what " +
    "nobody knows and say so. To sort a backlog use priority-matrix.",
  category: "analysis",
  icon: "layers",
  origin: "custom",
  examples: [
    "How complex is this software project?",
    "How many person-days does a portal with 12 screens take?",
    "Wie aufwendig ist dieses Softwareprojekt?",
    "Schätze den Aufwand in Personentagen",
  ],
  aliases: ["complexity", "effort-estimator"],
  inputSchema: z
    .object({
      project: z.string().min(1).max(120).meta({ title: "Project" }),
      screens: count("Screens", 1000),
      integrations: count("Integrations", 200, "Other systems that it talks to."),
      dataEntities: count("Kinds of data", 1000, "Such as customer, order, invoice."),
      rules: count("Business rules", 5000),
      roles: count("Roles of users", 100),
      novelty: z.enum(["known", "partly", "new"]).default("partly").meta({
        title: "How new it is",
        description: "To this team: the newer, the wider the range.",
      }),
      regulation: z.enum(["none", "some", "strict"]).default("none").meta({ title: "Regulation" }),
      team: z.enum(["seasoned", "mixed", "fresh"]).default("mixed").meta({ title: "Team" }),
      legacy: z.boolean().default(false).meta({
        title: "Legacy systems",
        description: "It has to live with systems that nobody likes to change.",
      }),
    })
    .superRefine(({ screens, integrations, dataEntities, rules, roles }, context) => {
      if (screens + integrations + dataEntities + rules + roles > 0) return;
      const message = "There is nothing to build yet. Give at least one count, such as the number of screens.";
      context.addIssue({ code: "custom", path: ["screens"], message });
    }),
  outputSchema: z.object({
    summary: z.object({
      project: z.string().meta({ title: "Project" }),
      size: z.enum(SIZES).meta({ title: "Size" }),
      expectedDays: z.number().meta({ title: "Expected person-days" }),
      from: z.number().meta({ title: "From (days)" }),
      to: z.number().meta({ title: "To (days)" }),
      deviation: z.number().meta({ title: "Standard deviation (days)" }),
      factor: z.number().meta({ title: "Made harder by (factor)" }),
      biggestDriver: z.string().meta({ title: "Biggest driver" }),
    }),
    drivers: z.array(
      z.object({
        driver: z.string().meta({ title: "Driver" }),
        count: z.int().meta({ title: "Number" }),
        days: z.number().meta({ title: "Days, likely" }),
        share: z.number().meta({ title: "Share (%)" }),
      }),
    ),
    factors: z.array(
      z.object({ factor: z.string().meta({ title: "Circumstance" }), value: z.number().meta({ title: "Factor" }) }),
    ),
  }),
  summary: ({ project }) => project,
  execute: ({ project, novelty, regulation, team, legacy, ...counts }) =>
    estimate(project, counts, { novelty, regulation, team, legacy }),
  collaborative: true,
  aggregate: (submissions) =>
    estimateTogether(
      submissions.flatMap(({ output, user_id, user_display_name }) =>
        output ? [{ name: user_display_name ?? user_id, ...pick(output.summary) }] : [],
      ),
    ),
  aggregateViewSpec: {
    blocks: [
      {
        type: "summary",
        key: "summary",
        label: "Summary",
        config: {
          fields: [
            { key: "people", label: "People" },
            { key: "expectedDays", label: "Expected person-days", digits: 1 },
            { key: "from", label: "From (days)", digits: 1 },
            { key: "to", label: "To (days)", digits: 1 },
            { key: "apart", label: "Apart (days)", digits: 1 },
          ],
        },
      },
      {
        type: "table",
        key: "estimates",
        label: "Estimates",
        config: {
          columns: [
            { key: "name", label: "Person" },
            { key: "expectedDays", label: "Expected person-days", digits: 1 },
            { key: "from", label: "From (days)", digits: 1 },
            { key: "to", label: "To (days)", digits: 1 },
          ],
        },
      },
    ],
  },
  outputSections: [
    { key: "summary", label: "Summary", type: "summary" },
    { key: "drivers", label: "What drives it", type: "ranking", config: drivers },
    { key: "factors", label: "What makes it harder or easier", type: "table" },
  ],
  formSpec: {
    submitLabel: "Estimate",
    sample: {
      project: "Customer portal",
      screens: 12,
      integrations: 3,
      dataEntities: 8,
      rules: 20,
      roles: 4,
      novelty: "partly",
      regulation: "some",
      team: "mixed",
      legacy: true,
    },
    sections: [
      { fields: [{ key: "project", placeholder: "A customer portal" }] },
      {
        title: "What is to be built",
        columns: 2,
        fields: ["screens", "integrations", "dataEntities", "rules", "roles"].map((key) => ({ key })),
      },
      {
        title: "How it is built",
        columns: 2,
        fields: [
          {
            key: "novelty",
            variant: "segmented",
            options: [
              { value: "known", label: "Done before" },
              { value: "partly", label: "Partly new" },
              { value: "new", label: "New" },
            ],
          },
          {
            key: "regulation",
            variant: "segmented",
            options: [
              { value: "none", label: "None" },
              { value: "some", label: "Some" },
              { value: "strict", label: "Strict" },
            ],
          },
          {
            key: "team",
            variant: "segmented",
            options: [
              { value: "seasoned", label: "Seasoned" },
              { value: "mixed", label: "Mixed" },
              { value: "fresh", label: "New together" },
            ],
          },
          { key: "legacy" },
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
            "project",
            "size",
            { key: "expectedDays", digits: 1 },
            { key: "from", digits: 1 },
            { key: "to", digits: 1 },
            { key: "deviation", digits: 1 },
            { key: "factor", digits: 2 },
            "biggestDriver",
          ],
        },
      },
      { type: "ranking", key: "drivers", label: "What drives it", config: drivers },
      {
        type: "table",
        key: "factors",
        label: "What makes it harder or easier",
        config: { columns: ["factor", { key: "value", digits: 2 }] },
      },
    ],
  },
});
