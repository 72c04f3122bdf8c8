import { defineTool, type Condition } from "@callboard/core";
import { z } from "zod";
import type { ToolServices } from "../../src/server/services.ts";
import { NO_PRODUCT, pick, productField, productsOf } from "../_shared/catalogue.ts";
import { amount } from "../_shared/money.ts";
import { cover } from "./cover.ts";
import { messages } from "./messages.ts";

const size = (title: string) => z.number().positive().max(100_000).optional().meta({ title });
const NEEDED = { rectangle: ["length", "width"], circle: ["diameter"], area: ["area"] } as const;
const isShape = (value: string): Condition => ({ field: "shape", operator: "eq", value });
const within = (key: string, unit: string, digits?: number) => ({
  key,
  format: { type: "number" as const, unit: { key: unit }, ...(digits !== undefined && { digits }) },
});

export default ({ entities }: ToolServices) =>
  defineTool({
    slug: "ims-coverage-estimator",
    name: "Coverage & Order Estimator",
    userDescription: "Calculates the bags, pallets, weight and cost of a mulch project.",
    messages,
    description:
      "Bags, pallets, weight and cost of covering beds with a mulch. Use it once the product and the sizes are known: ask for " +
      "the sizes, and leave out the depth unless the person names one. To choose a product first use ims-product-selector. " +
      "Freight is not in it.",
    category: "products",
    icon: "package",
    origin: "custom",
    tenantSlugs: ["ims"],
    examples: [
      "How many bags of mulch for a bed of 6 by 3 metres?",
      "What does mulch for 200 square feet cost?",
      "Wie viele Säcke Mulch brauche ich für 20 Quadratmeter?",
    ],
    aliases: ["coverage-estimator", "mulch-calculator"],
    inputSchema: z.object({
      product: productField,
      units: z.enum(["metric", "imperial"]).default("metric").meta({ title: "Units" }),
      beds: z
        .array(
          z
            .object({
              name: z.string().min(1).max(60).meta({ title: "Bed" }),
              shape: z.enum(["rectangle", "circle", "area"]).default("rectangle").meta({ title: "Shape" }),
              length: size("Length"),
              width: size("Width"),
              diameter: size("Diameter"),
              area: size("Area"),
            })
            .superRefine((bed, context) => {
              for (const key of NEEDED[bed.shape]) {
                if (bed[key] !== undefined) continue;
                const message = `Give the ${key} of this bed: without it nobody knows how large it is.`;
                context.addIssue({ code: "custom", path: [key], message });
              }
            }),
        )
        .min(1)
        .max(40)
        .meta({
          title: "Beds",
          description: "What is to be covered. Lengths are in metres or feet, as chosen above.",
        }),
      depth: z.number().positive().max(100).optional().meta({
        title: "Depth",
        description: "In centimetres or inches; the depth that the product is made for unless given.",
      }),
      waste: z
        .number()
        .min(0)
        .max(50)
        .default(5)
        .meta({ title: "For settling and spilling", description: "Per cent more than the beds take." }),
    }),
    outputSchema: z.object({
      currency: z.string().meta({ title: "Currency" }),
      volumeUnit: z.string().meta({ title: "Unit of volumes" }),
      weightUnit: z.string().meta({ title: "Unit of weights" }),
      depthUnit: z.string().meta({ title: "Unit of depths" }),
      areaUnit: z.string().meta({ title: "Unit of areas" }),
      summary: z.object({
        product: z.string().meta({ title: "Product" }),
        bags: z.int().meta({ title: "Bags" }),
        pallets: z.int().meta({ title: "Pallets" }),
        looseBags: z.int().meta({ title: "Bags beside full pallets" }),
        volume: z.number().meta({ title: "Volume" }),
        weight: z.number().meta({ title: "Weight with pallets" }),
        cost: z.number().meta({ title: "Cost" }),
        saved: z.number().meta({ title: "Saved by full pallets" }),
        depth: z.number().meta({ title: "Depth" }),
        area: z.number().meta({ title: "Area" }),
      }),
      beds: z.array(
        z.object({
          bed: z.string().meta({ title: "Bed" }),
          area: z.number().meta({ title: "Area" }),
          litres: z.number().meta({ title: "Litres" }),
          bags: z.number().meta({ title: "Bags" }),
          share: z.number().meta({ title: "Share (%)" }),
        }),
      ),
    }),
    summary: ({ product: name, beds: { length: count } }) => ({
      template: count === 1 ? "{name}, one bed" : "{name}, {count} beds",
      values: { name, count },
    }),
    phrases: ["{name}, one bed", "{name}, {count} beds", NO_PRODUCT],
    async execute({ product, units, beds, depth, waste }, { tenantSlug }) {
      return cover(
        pick(await productsOf(entities, tenantSlug), product, { path: "/product" }),
        beds,
        depth,
        waste,
        units,
      );
    },
    outputSections: [
      { key: "summary", label: "The order", type: "summary" },
      { key: "beds", label: "By bed", type: "table" },
    ],
    formSpec: {
      submitLabel: "Estimate",
      sample: {
        product: "protoast-original",
        units: "metric",
        beds: [
          { name: "Front bed", shape: "rectangle", length: 12, width: 4 },
          { name: "Around the tree", shape: "circle", diameter: 3 },
        ],
      },
      sections: [
        {
          title: "What is laid",
          columns: 2,
          fields: [
            { key: "product" },
            {
              key: "units",
              variant: "segmented",
              options: [
                { value: "metric", label: "Metric" },
                { value: "imperial", label: "Imperial" },
              ],
            },
            { key: "depth" },
            { key: "waste", unit: "%" },
          ],
        },
        {
          fields: [
            {
              key: "beds",
              type: "array",
              item: {
                type: "object",
                fields: [
                  { key: "name", placeholder: "Front bed" },
                  {
                    key: "shape",
                    variant: "segmented",
                    options: [
                      { value: "rectangle", label: "Rectangle" },
                      { value: "circle", label: "Circle" },
                      { value: "area", label: "Known area" },
                    ],
                  },
                  { key: "length", required: true, visibleWhen: isShape("rectangle") },
                  { key: "width", required: true, visibleWhen: isShape("rectangle") },
                  { key: "diameter", required: true, visibleWhen: isShape("circle") },
                  { key: "area", required: true, visibleWhen: isShape("area") },
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
          label: "The order",
          config: {
            fields: [
              "product",
              "bags",
              "pallets",
              "looseBags",
              amount("cost", "Cost"),
              amount("saved", "Saved by full pallets"),
              within("weight", "weightUnit", 0),
              within("volume", "volumeUnit", 2),
              within("area", "areaUnit", 2),
              within("depth", "depthUnit", 1),
            ],
          },
        },
        {
          type: "table",
          key: "beds",
          label: "By bed",
          config: {
            columns: [
              "bed",
              within("area", "areaUnit", 2),
              "litres",
              { key: "bags", digits: 1 },
              { key: "share", digits: 1 },
            ],
          },
        },
      ],
    },
  });
