import { defineTool } from "@callboard/core";
import { z } from "zod";
import type { ToolServices } from "../../src/server/services.ts";
import { productsOf } from "../_shared/catalogue.ts";
import { attributes, USES, type Use } from "../_shared/imsProductData.ts";
import { messages } from "./messages.ts";
import { select } from "./select.ts";

const question = (title: string) => z.enum(["no", "little", "much", "most"]).default("little").meta({ title });
const answers = [
  { value: "no", label: "Not at all" },
  { value: "little", label: "A little" },
  { value: "much", label: "Much" },
  { value: "most", label: "Most of all" },
];
const ranking = { label: "product", score: { key: "score", label: "Score", digits: 1 }, reason: "reason" };
const radar = { x: { key: "attribute", label: "Attribute" } };
const PLACES: Readonly<Record<Use, string>> = {
  bed: "for a bed",
  slope: "for a slope",
  play: "for a playground",
  path: "for a path",
  planter: "for a planter",
};

export default ({ entities }: ToolServices) =>
  defineTool({
    slug: "ims-product-selector",
    name: "Product Selector",
    userDescription: "Six questions, and the mulch that fits the answers best.",
    messages,
    description:
      "Recommends a mulch by six questions on what matters, each weighed 0, 1, 2 or 4, against the products' ratings. Use it " +
      "where the person does not know which product to take: ask the place first, then only what they care about. Give its " +
      "`slug` to ims-coverage-estimator for the amount.",
    category: "products",
    icon: "target",
    origin: "custom",
    tenantSlugs: ["ims"],
    examples: [
      "Which mulch is best for a slope?",
      "Recommend a mulch for the playground",
      "Welcher Mulch passt zu meinem Beet?",
    ],
    aliases: ["product-selector", "mulch-quiz"],
    inputSchema: z
      .object({
        use: z.enum(USES).meta({ title: "Where it is laid" }),
        fireResistance: question("… it does not catch fire easily"),
        longevity: question("… it lasts for years"),
        drainage: question("… water runs through it"),
        slipResistance: question("… nobody slips on it"),
        appearance: question("… it looks good"),
        value: question("… it costs little"),
      })
      .superRefine((input, context) => {
        if (attributes.some((attribute) => input[attribute] !== "no")) return;
        const message = "Something has to matter, or every product is as good as any other. Raise at least one answer.";
        context.addIssue({ code: "custom", path: [attributes[0]!], message });
      }),
    outputSchema: z.object({
      summary: z.object({
        recommended: z.string().meta({ title: "Recommended" }),
        slug: z.string().meta({ title: "Slug" }),
        score: z.number().meta({ title: "Score out of 100" }),
        because: z.string().meta({ title: "Carried by" }),
        ahead: z.number().nullable().meta({ title: "Ahead of the next (points)" }),
        madeForIt: z.boolean().meta({ title: "Made for this place" }),
      }),
      ranking: z.array(
        z.object({
          product: z.string().meta({ title: "Product" }),
          score: z.number().meta({ title: "Score" }),
          reason: z.string().meta({ title: "Why" }),
        }),
      ),
      profile: z.array(z.record(z.string(), z.union([z.string(), z.number()]))),
      weights: z.array(
        z.object({
          attribute: z.string().meta({ title: "Attribute" }),
          weight: z.number().meta({ title: "Weight (%)" }),
        }),
      ),
    }),
    summary: ({ use }) => ({ template: PLACES[use] }),
    phrases: Object.values(PLACES),
    async execute({ use, ...given }, { tenantSlug }) {
      return select(await productsOf(entities, tenantSlug), use, given);
    },
    outputSections: [
      { key: "summary", label: "Recommended", type: "summary" },
      { key: "ranking", label: "All products", type: "ranking", config: ranking },
      { key: "profile", label: "The best three", type: "radar", config: radar },
      { key: "weights", label: "What your answers weigh", type: "table" },
    ],
    formSpec: {
      submitLabel: "Recommend",
      sample: {
        use: "slope",
        fireResistance: "much",
        longevity: "most",
        drainage: "much",
        slipResistance: "much",
        appearance: "little",
        value: "no",
      },
      sections: [
        {
          fields: [
            {
              key: "use",
              variant: "radio",
              options: [
                { value: "bed", label: "A bed" },
                { value: "slope", label: "A slope" },
                { value: "play", label: "A playground" },
                { value: "path", label: "A path" },
                { value: "planter", label: "A planter" },
              ],
            },
          ],
        },
        {
          title: "How much does it matter that …",
          columns: 1,
          fields: attributes.map((key) => ({ key, variant: "segmented", options: answers })),
        },
      ],
    },
    viewSpec: {
      inChat: "open",
      blocks: [
        {
          type: "summary",
          key: "summary",
          label: "Recommended",
          config: {
            fields: ["recommended", { key: "score", digits: 1 }, "because", { key: "ahead", digits: 1 }, "madeForIt"],
          },
        },
        { type: "ranking", key: "ranking", label: "All products", config: ranking },
        { type: "radar", key: "profile", label: "The best three", config: radar },
        {
          type: "table",
          key: "weights",
          label: "What your answers weigh",
          config: { columns: ["attribute", { key: "weight", digits: 1 }] },
        },
      ],
    },
  });
