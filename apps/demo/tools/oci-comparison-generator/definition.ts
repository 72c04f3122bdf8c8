import { defineTool } from "@callboard/core";
import { z } from "zod";
import type { ToolServices } from "../../src/server/services.ts";
import { NO_PRODUCT, pick, productField, productsOf } from "../_shared/catalogue.ts";
import { ATTRIBUTES, attributes } from "../_shared/imsProductData.ts";
import { compare, competitorOf, COMPETITORS, type CompetitorKey } from "./compare.ts";
import { messages } from "./messages.ts";

const competitors = Object.keys(COMPETITORS) as [CompetitorKey, ...CompetitorKey[]];
const rating = (title: string) => z.number().min(0).max(10).optional().meta({ title });
const weight = (title: string) => z.number().min(0).max(100).default(1).meta({ title });
const radar = {
  x: "category",
  series: [
    { key: "product", label: "Product" },
    { key: "competitor", label: "Competitor" },
  ],
};

export default ({ entities }: ToolServices) =>
  defineTool({
    slug: "oci-comparison-generator",
    name: "Product Comparison Generator",
    userDescription: "Sets a Protoast product and a competitor's side by side, category by category.",
    messages,
    description:
      "Compares one Protoast product with a competitor's in six categories, each scored from 0 to 10, and both out of 100. Use " +
      "it for a customer who weighs the two. The competitor's ratings are house figures: replace those that the person knows " +
      "better in `ratings`, and say where ours is behind. For a price use oci-order-estimator.",
    category: "products",
    icon: "chart-bar",
    origin: "custom",
    tenantSlugs: ["oci"],
    examples: [
      "Compare Protoast with rubber mulch",
      "How does Protoast Slope stand against cedar?",
      "Vergleiche Protoast mit Gummimulch",
    ],
    aliases: ["product-comparison", "comparison-generator"],
    inputSchema: z
      .object({
        product: productField,
        competitor: z.enum(competitors).meta({ title: "Compared with" }),
        competitorName: z
          .string()
          .max(80)
          .optional()
          .meta({ title: "Its name", description: "As the customer calls it." }),
        weights: z
          .object({
            fireResistance: weight(ATTRIBUTES.fireResistance),
            longevity: weight(ATTRIBUTES.longevity),
            drainage: weight(ATTRIBUTES.drainage),
            slipResistance: weight(ATTRIBUTES.slipResistance),
            appearance: weight(ATTRIBUTES.appearance),
            value: weight(ATTRIBUTES.value),
          })
          .prefault({})
          .meta({
            title: "What counts",
            description: "Weights count relative to one another; 0 leaves a category out.",
          }),
        ratings: z
          .object({
            fireResistance: rating(ATTRIBUTES.fireResistance),
            longevity: rating(ATTRIBUTES.longevity),
            drainage: rating(ATTRIBUTES.drainage),
            slipResistance: rating(ATTRIBUTES.slipResistance),
            appearance: rating(ATTRIBUTES.appearance),
            value: rating(ATTRIBUTES.value),
          })
          .prefault({})
          .meta({ title: "Their ratings, 0 to 10", description: "Where you know better than our figures." }),
      })
      .superRefine(({ weights }, context) => {
        if (attributes.some((attribute) => weights[attribute] > 0)) return;
        const message = "Every weight is 0, so nothing counts. Give at least one category a weight.";
        context.addIssue({ code: "custom", path: ["weights", attributes[0]!], message });
      }),
    outputSchema: z.object({
      summary: z.object({
        better: z.string().meta({ title: "Better" }),
        product: z.string().meta({ title: "Product" }),
        productScore: z.number().meta({ title: "Product's score" }),
        competitor: z.string().meta({ title: "Competitor" }),
        competitorScore: z.number().meta({ title: "Competitor's score" }),
        strongestPoint: z.string().meta({ title: "Strongest point" }),
        weakestPoint: z.string().meta({ title: "Weakest point" }),
      }),
      categories: z.array(
        z.object({
          category: z.string().meta({ title: "Category" }),
          product: z.number().meta({ title: "Product" }),
          competitor: z.number().meta({ title: "Competitor" }),
          difference: z.number().meta({ title: "Difference" }),
          better: z.string().meta({ title: "Better" }),
          weight: z.number().meta({ title: "Weight (%)" }),
        }),
      ),
    }),
    summary: ({ product, competitor, competitorName }) => ({
      template: "{product} and {competitor}",
      values: { product, competitor: competitorName?.trim() || COMPETITORS[competitor].name },
    }),
    phrases: ["{product} and {competitor}", NO_PRODUCT],
    async execute({ product, competitor, competitorName, ratings, weights }, { tenantSlug }) {
      const ours = pick(await productsOf(entities, tenantSlug), product, { path: "/product" });
      return compare(ours, competitorOf(competitor, competitorName, ratings), weights);
    },
    outputSections: [
      { key: "summary", label: "Summary", type: "summary" },
      { key: "categories", label: "Side by side", type: "radar", config: radar },
      { key: "categories", label: "All categories", type: "table" },
    ],
    formSpec: {
      submitLabel: "Compare",
      sample: {
        product: "protoast-slope",
        competitor: "cedar",
        weights: { fireResistance: 3, longevity: 3, drainage: 1, slipResistance: 2, appearance: 1, value: 2 },
      },
      sections: [
        {
          columns: 2,
          fields: [
            { key: "product" },
            { key: "competitor", options: competitors.map((value) => ({ value, label: COMPETITORS[value].name })) },
            { key: "competitorName" },
          ],
        },
        { fields: [{ key: "weights" }] },
        { audience: "internal", fields: [{ key: "ratings" }] },
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
              "better",
              { key: "productScore", digits: 1 },
              { key: "competitorScore", digits: 1 },
              "strongestPoint",
              "weakestPoint",
              "product",
              "competitor",
            ],
          },
        },
        { type: "radar", key: "categories", label: "Side by side", config: radar },
        {
          type: "table",
          key: "categories",
          label: "All categories",
          config: {
            columns: ["category", "product", "competitor", "difference", "better", { key: "weight", digits: 1 }],
          },
        },
      ],
    },
  });
