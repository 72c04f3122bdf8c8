import { defineTool, ToolError } from "@callboard/core";
import { z } from "zod";
import type { ToolServices } from "../../src/server/services.ts";
import { FALLBACKS } from "../_shared/imageFallbacks.ts";
import { NO_PRODUCT, pick, productField, productsOf, skusOf } from "../_shared/catalogue.ts";
import { messages } from "./messages.ts";

const STAND_IN =
  "No image model is connected: a local stand-in laid the product's colour over the lower part of the photo.";
const BY_MODEL = "An impression by an image model; the real bed may look otherwise.";
const NO_BAG = 'There is no bag of {product} "{wanted}". Choose one of {all}.';
const NONE_SOLD = "No bag of {product} is sold now. Choose another product.";
const NO_PHOTO = "The photo is no file of this workspace. Upload it in the form.";

const picture = (title: string) =>
  z.object({ url: z.string(), name: z.string(), mediaType: z.string(), bytes: z.int() }).meta({ title });

export default ({ entities, files, images }: ToolServices) =>
  defineTool({
    slug: "ims-before-after-visualizer",
    name: "Before & After Visualizer",
    userDescription: "Shows a photo of a planter before, and after with a product laid in it.",
    messages,
    description:
      "Edits a photo of a planter or bed so that it shows a product laid in it, beside the photo as it was. Use it with a " +
      "photo that the person uploaded and a product that they chose; ims-product-selector helps to choose. Where `madeBy` " +
      "is missing no image model edited it: say so. It is an impression and no measurement: amounts come of ims-coverage-estimator.",
    category: "products",
    icon: "wand-sparkles",
    origin: "custom",
    tenantSlugs: ["ims"],
    permissionPolicy: "always_ask",
    available: ({ tenantId }) => !!tenantId,
    examples: [
      "Show my planter with Protoast in it",
      "What would this bed look like with mulch?",
      "Zeig mir mein Beet mit Mulch, vorher und nachher",
    ],
    aliases: ["before-after", "planter-visualizer"],
    inputSchema: z.object({
      photo: z
        .string()
        .min(1)
        .meta({ title: "Photo", description: "The planter as it is now.", contentMediaType: "image/*" }),
      product: productField,
      sku: z.string().max(120).optional().meta({
        title: "Bag",
        description: "A size of the product; its first unless given.",
        "x-entity-type": "protoast-sku",
      }),
      ground: z
        .number()
        .min(5)
        .max(100)
        .default(45)
        .meta({ title: "Ground", description: "How much of the photo's height, from below, is ground." }),
      wishes: z.string().max(500).optional().meta({ title: "Wishes", description: "Such as: leave the stones free." }),
    }),
    outputSchema: z.object({
      before: picture("Before"),
      after: picture("After"),
      summary: z.object({
        product: z.string().meta({ title: "Product" }),
        sku: z.string().meta({ title: "Bag" }),
        madeBy: z.string().optional().meta({ title: "Edited by" }),
      }),
      note: z.string().meta({ title: "Note", "x-phrases": [STAND_IN, BY_MODEL] }),
    }),
    summary: ({ product }) => product,
    phrases: ["editing the photo", NO_PRODUCT, NO_BAG, NONE_SOLD, NO_PHOTO],
    async execute({ photo, product, sku, ground, wishes }, { tenantId, tenantSlug, userId, signal }, { onStatus }) {
      const chosen = pick(await productsOf(entities, tenantSlug), product, { path: "/product" });
      const bags = (await skusOf(entities, tenantSlug)).filter((one) => one.product === chosen.slug);
      if (bags.length === 0)
        throw new ToolError({ template: NONE_SOLD, values: { product: chosen.name } }, { path: "/product" });
      const bag =
        sku === undefined
          ? bags[0]!
          : pick(bags, sku, { template: NO_BAG, path: "/sku", values: { product: chosen.name } });
      const before = await files.read(tenantId!, photo);
      if (!before) throw new ToolError({ template: NO_PHOTO }, { path: "/photo" });
      onStatus({ template: "editing the photo" });
      const { file, madeBy } = await images.make({
        model: FALLBACKS[0].id,
        prompt:
          `Cover the soil of the planter or bed with ${chosen.name}, a toasted wood mulch of the colour ${chosen.color}, ` +
          `about ${chosen.depth} cm deep. Leave plants, edges, walls and light as they are.${wishes ? ` ${wishes}` : ""}`,
        references: [before],
        size: "1024x1024",
        laying: { color: chosen.color, seed: bag.slug, ground },
        signal,
      });
      const after = { ...file, name: `after-${file.name}` };
      return {
        before: { url: photo, name: before.name, mediaType: before.mediaType, bytes: before.bytes.byteLength },
        after: {
          url: await files.write(tenantId!, userId, after),
          name: after.name,
          mediaType: after.mediaType,
          bytes: after.bytes.byteLength,
        },
        summary: {
          product: chosen.name,
          sku: bag.name,
          ...(madeBy !== null && { madeBy }),
        },
        note: madeBy === null ? STAND_IN : BY_MODEL,
      };
    },
    outputSections: [
      { key: "summary", label: "How it was made", type: "summary" },
      { key: "before", label: "Before", type: "custom" },
      { key: "after", label: "After", type: "custom" },
    ],
    formSpec: {
      submitLabel: "Show it",
      sample: { product: "protoast-original", ground: 45 },
      sections: [
        { fields: [{ key: "photo", accept: "image/png,image/jpeg", maxBytes: 10_000_000 }] },
        { columns: 2, fields: [{ key: "product" }, { key: "sku" }] },
        {
          fields: [
            { key: "ground", variant: "slider", unit: "%" },
            { key: "wishes", variant: "multiline" },
          ],
        },
      ],
    },
    viewSpec: {
      inChat: "open",
      blocks: [
        { type: "callout", key: "note" },
        { type: "image", key: "before", label: "Before" },
        { type: "image", key: "after", label: "After" },
        { type: "summary", key: "summary", label: "How it was made" },
      ],
    },
  });
