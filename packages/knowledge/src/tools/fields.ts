import type { JsonSchema } from "@callboard/core";

/** The fields that several tools have, with the limits of the seeds. */
export const partField = (description: string) =>
  ({ type: "string", maxLength: 100, title: "Id", description }) as const;

export const limitField = (maximum: number, fallback: number, title: string) =>
  ({ type: "integer", minimum: 1, maximum, default: fallback, title }) as const;

export const offsetField: JsonSchema = {
  type: "integer",
  minimum: 0,
  maximum: 2_000_000_000,
  default: 0,
  title: "Skip",
};

export const scopeField: JsonSchema = {
  type: ["array", "null"],
  items: { type: "string", maxLength: 100 },
  maxItems: 50,
  default: null,
  title: "Only in",
  description: "Ids of folders, documents or sections to search in; everywhere unless given.",
};

export const itemsSchema: JsonSchema = {
  type: "object",
  properties: {
    items: {
      type: "array",
      title: "Entries",
      items: {
        type: "object",
        properties: {
          kind: { type: "string", title: "Kind" },
          name: { type: "string", title: "Name" },
          title: { type: "string", title: "Title" },
          path: { type: "string", title: "Path" },
          characters: { type: "integer", title: "Characters" },
          children: { type: "integer", title: "Entries" },
          state: { type: "string", title: "State" },
          path_part_id: { type: "string", title: "Id" },
        },
        required: ["path_part_id", "kind", "name", "path"],
      },
    },
    total: { type: "integer", title: "In all" },
    offset: { type: "integer", title: "From" },
    next_offset: { type: ["integer", "null"], title: "Next offset" },
  },
  required: ["items", "total", "offset", "next_offset"],
};

export const chunkSchema: JsonSchema = {
  type: "object",
  properties: {
    section: { type: "string", title: "Section" },
    text: { type: "string", title: "Text" },
    has_image: { type: "boolean", title: "Has an image" },
    path_part_id: { type: "string", title: "Id" },
  },
  required: ["path_part_id", "section", "text", "has_image"],
};
