import { defineTool } from "@callboard/core";
import { z } from "zod";
import type { ToolServices } from "../../src/server/services.ts";
import { NO_PRODUCT, pick, productField, productsOf } from "../_shared/catalogue.ts";
import { amount } from "../_shared/money.ts";
import { sum } from "../_shared/round.ts";
import { messages } from "./messages.ts";
import { BRACKETS, price } from "./price.ts";

export default ({ entities }: ToolServices) =>
  defineTool({
    slug: "oci-order-estimator",
    name: "Commercial Order Estimator",
    userDescription: "Prices a bulk order: volume discount, freight by tier, tax, and what the next bracket takes.",
    messages,
    description:
      "Prices a commercial order of Protoast bags with the volume discount of the whole order and freight by pallet and " +
      "distance, in US dollars. Use it for quotes once bags and distance are known; it is an estimate, not an offer. Say when " +
      "a few more bags reach the next bracket. To compare products use oci-comparison-generator.",
    category: "products",
    icon: "truck",
    origin: "custom",
    tenantSlugs: ["oci"],
    examples: [
      "What do 600 bags of Protoast cost delivered 250 km away?",
      "Quote a bulk order with freight",
      "Was kosten 600 Säcke mit Lieferung?",
    ],
    aliases: ["order-estimator", "bulk-order"],
    inputSchema: z.object({
      lines: z
        .array(
          z.object({
            product: productField,
            bags: z.int().min(1).max(100_000).meta({ title: "Bags" }),
          }),
        )
        .min(1)
        .max(30)
        .meta({ title: "What is ordered" }),
      distance: z.number().min(0).max(5000).meta({ title: "Distance", description: "From the yard, in kilometres." }),
      tax: z.number().min(0).max(50).default(0).meta({ title: "Tax", description: "Per cent, on goods and freight." }),
    }),
    outputSchema: z.object({
      currency: z.string().meta({ title: "Currency" }),
      summary: z.object({
        total: z.number().meta({ title: "Total" }),
        goods: z.number().meta({ title: "Goods" }),
        discountPercent: z.number().meta({ title: "Volume discount" }),
        discount: z.number().meta({ title: "Comes off" }),
        freight: z.number().meta({ title: "Freight" }),
        tax: z.number().meta({ title: "Tax" }),
        bags: z.int().meta({ title: "Bags" }),
        pallets: z.int().meta({ title: "Pallets" }),
        perBag: z.number().meta({ title: "A bag, delivered" }),
        nextBracket: z.string().meta({ title: "Next bracket", "x-phrases": BRACKETS }),
      }),
      lines: z.array(
        z.object({
          product: z.string().meta({ title: "Product" }),
          bags: z.int().meta({ title: "Bags" }),
          pallets: z.int().meta({ title: "Pallets" }),
          each: z.number().meta({ title: "Each" }),
          amount: z.number().meta({ title: "Amount" }),
        }),
      ),
      freight: z.array(
        z.object({
          tier: z.string().meta({ title: "Pallets of the tier" }),
          pallets: z.int().meta({ title: "Pallets" }),
          each: z.number().meta({ title: "Each" }),
          cost: z.number().meta({ title: "Amount" }),
        }),
      ),
    }),
    summary: ({ lines }) => ({ template: "{count} bags", values: { count: sum(lines.map(({ bags }) => bags)) } }),
    phrases: ["{count} bags", NO_PRODUCT],
    async execute({ lines, distance, tax }, { tenantSlug }) {
      const products = await productsOf(entities, tenantSlug);
      const picked = lines.map(({ product, bags }) => ({ product: pick(products, product), bags }));
      return price(picked, distance, tax);
    },
    outputSections: [
      { key: "summary", label: "The order", type: "summary" },
      { key: "lines", label: "Line by line", type: "table" },
      { key: "freight", label: "Freight by tier", type: "table" },
    ],
    formSpec: {
      submitLabel: "Estimate",
      sample: {
        lines: [
          { product: "protoast-original", bags: 420 },
          { product: "protoast-slope", bags: 160 },
        ],
        distance: 250,
        tax: 8,
      },
      sections: [
        {
          fields: [
            {
              key: "lines",
              type: "array",
              item: { type: "object", fields: [{ key: "product", help: "" }, { key: "bags" }] },
            },
          ],
        },
        {
          title: "The delivery",
          columns: 2,
          fields: [
            { key: "distance", unit: "km" },
            { key: "tax", unit: "%", step: 0.1 },
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
              amount("total", "Total"),
              amount("goods", "Goods"),
              { key: "discountPercent", format: { type: "percent", of: 100 } },
              amount("discount", "Comes off"),
              amount("freight", "Freight"),
              amount("tax", "Tax"),
              amount("perBag", "A bag, delivered"),
              "bags",
              "pallets",
              "nextBracket",
            ],
          },
        },
        {
          type: "table",
          key: "lines",
          label: "Line by line",
          config: { columns: ["product", "bags", "pallets", amount("each", "Each"), amount("amount", "Amount")] },
        },
        {
          type: "table",
          key: "freight",
          label: "Freight by tier",
          config: { columns: ["tier", "pallets", amount("each", "Each"), amount("cost", "Amount")] },
        },
      ],
    },
  });
