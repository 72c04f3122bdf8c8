import { defineTool, ToolError } from "@callboard/core";
import { z } from "zod";
import type { ToolFile } from "../../src/server/files.ts";
import { FALLBACKS } from "../_shared/imageFallbacks.ts";
import type { ToolServices } from "../../src/server/services.ts";
import { messages } from "./messages.ts";

const STAND_IN =
  "No image model is connected, so {model} was not asked: a local stand-in drew these colours of the request alone.";
const NO_REFERENCE = "A reference picture is no file of this workspace. Upload it in the form.";
const SIZES = ["1024x1024", "1536x1024", "1024x1536"] as const;

export default ({ files, images }: ToolServices) =>
  defineTool({
    slug: "generate-image",
    name: "Generate Image",
    userDescription: "Makes a picture of a description, going by reference pictures where there are some.",
    messages,
    description:
      "Makes one picture of a prompt, or edits the reference pictures by it. Use it only where the person wants a new picture; " +
      "describe subject, style and light in the prompt. It costs money where a provider is connected, so ask before you make " +
      "several. Where `standIn` is there no model drew it: say so. Do not use it for charts: those come of data.",
    category: "media",
    icon: "image",
    // Pictures cost money where a provider is connected: each workspace switches it on, at /admin/tools.
    origin: "system",
    permissionPolicy: "always_ask",
    examples: [
      "Generate an image of a lighthouse at dusk",
      "Draw a picture of a red fox",
      "Erzeuge ein Bild von einem Leuchtturm",
    ],
    aliases: ["image-generator", "draw", "make-a-picture", "illustrate", "photo", "drawing"],
    available: ({ tenantId }) => !!tenantId,
    inputSchema: z.object({
      prompt: z
        .string()
        .min(1)
        .max(4000)
        .meta({ title: "What it shows", description: "Subject, style and light, in words." }),
      model: z
        .string()
        .min(1)
        .max(120)
        .default(FALLBACKS[0]!.id)
        .meta({ title: "Model", "x-entity-type": "image-model" }),
      size: z.enum(SIZES).default("1024x1024").meta({ title: "Size" }),
      references: z
        .array(z.string().meta({ contentMediaType: "image/*" }))
        .max(4)
        .default([])
        .meta({ title: "Reference pictures", description: "Up to four. With one the picture is edited." }),
    }),
    outputSchema: z.object({
      picture: z.object({ url: z.string(), name: z.string(), mediaType: z.string(), bytes: z.int() }),
      standIn: z
        .string()
        .optional()
        .meta({ title: "Stand-in", "x-phrases": [STAND_IN] }),
      summary: z.object({
        madeBy: z.string().optional().meta({ title: "Made by" }),
        prompt: z.string().meta({ title: "What it shows" }),
        references: z.int().meta({ title: "Reference pictures" }),
      }),
    }),
    summary: ({ prompt }) => (prompt.length > 80 ? `${prompt.slice(0, 80)}…` : prompt),
    phrases: ["asking {model}", NO_REFERENCE],
    async execute({ prompt, model, size, references }, { tenantId, userId, signal }, { onStatus }) {
      const pictures: ToolFile[] = [];
      for (const address of references) {
        const picture = await files.read(tenantId!, address);
        if (!picture) throw new ToolError({ template: NO_REFERENCE }, { path: "/references" });
        pictures.push(picture);
      }
      onStatus({ template: "asking {model}", values: { model } });
      const { file, madeBy } = await images.make({ model, prompt, references: pictures, size, signal });
      const url = await files.write(tenantId!, userId, file);
      const { name, mediaType, bytes } = file;
      return {
        picture: { url, name, mediaType, bytes: bytes.byteLength },
        ...(madeBy === null && { standIn: STAND_IN.replace("{model}", model) }),
        summary: { ...(madeBy !== null && { madeBy }), prompt, references: pictures.length },
      };
    },
    outputSections: [
      { key: "picture", label: "The picture", type: "custom" },
      { key: "summary", label: "How it was made", type: "summary" },
    ],
    formSpec: {
      submitLabel: "Generate",
      sample: { prompt: "A lighthouse at dusk, painted in broad strokes, warm light in its windows" },
      sections: [
        { fields: [{ key: "prompt", variant: "multiline" }] },
        {
          columns: 2,
          fields: [
            { key: "model" },
            {
              key: "size",
              variant: "segmented",
              options: [
                { value: "1024x1024", label: "Square" },
                { value: "1536x1024", label: "Wide" },
                { value: "1024x1536", label: "Tall" },
              ],
            },
          ],
        },
        {
          fields: [
            { key: "references", type: "array", item: { type: "media", accept: "image/*", maxBytes: 10_000_000 } },
          ],
        },
      ],
    },
    viewSpec: {
      inChat: "open",
      blocks: [
        { type: "callout", key: "standIn", config: { tone: "warning" } },
        { type: "image", key: "picture", label: "The picture" },
        { type: "summary", key: "summary", label: "How it was made" },
      ],
    },
  });
