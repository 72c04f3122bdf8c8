import { NO_MEANING } from "../search/corpusSearch.ts";
import type { JsonSchema, ValueFormatType, ViewSpec } from "@callboard/core";

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

/** The schema of an input, with nothing in it that is not named. */
export const objectSchema = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

/** A view that is one table. */
export const tableView = (
  key: string,
  label: string,
  columns: readonly (readonly [key: string, label: string, format: ValueFormatType])[],
): ViewSpec => ({
  blocks: [
    {
      type: "table",
      key,
      label,
      config: { columns: columns.map(([name, title, format]) => ({ key: name, label: title, format })) },
    },
  ],
});

export const itemsView: ViewSpec = {
  blocks: [
    {
      type: "custom",
      key: "items",
      label: "Entries",
      config: {
        columns: [
          { key: "name", label: "Name", format: "plain" },
          { key: "kind", label: "Kind", format: "badge" },
          { key: "title", label: "Title", format: "plain" },
          { key: "characters", label: "Characters", format: "number" },
          { key: "children", label: "Entries", format: "number" },
          { key: "path", label: "Path", format: "plain" },
        ],
      },
    },
    { type: "summary", label: "In all", config: { fields: [{ key: "total", label: "In all", format: "number" }] } },
  ],
};
export const searchOutput = {
  type: "object",
  properties: {
    results: {
      type: "array",
      title: "Passages",
      items: {
        type: "object",
        properties: {
          document: { type: "string", title: "Document" },
          path: { type: "string", title: "Path" },
          breadcrumb: { type: "string", title: "Place" },
          text: { type: "string", title: "Text" },
          excerpt: {
            type: "array",
            items: { type: "string" },
            title: "Excerpt",
            description: "As plain text; every second piece is a word that was found.",
          },
          words: { type: "array", items: { type: "string" }, title: "Matched words" },
          score: { type: "number", title: "Score", description: "Relative: the best passage has 1." },
          has_image: { type: "boolean", title: "Has an image" },
          cite: { type: "string", title: "Citation" },
          document_id: { type: "string", title: "Document id" },
          path_part_id: { type: "string", title: "Id" },
        },
        required: [
          "path_part_id",
          "document_id",
          "document",
          "breadcrumb",
          "text",
          "excerpt",
          "words",
          "score",
          "cite",
        ],
      },
    },
    total: { type: "integer", title: "Matches" },
    method: { type: "string", enum: ["lexical", "hybrid", "vector"], title: "Searched by" },
    note: { type: "string", title: "Note", "x-phrases": [NO_MEANING] },
  },
  required: ["results", "total", "method"],
} satisfies JsonSchema;
export const searchView: ViewSpec = {
  blocks: [
    {
      type: "custom",
      key: "results",
      label: "Passages",
      config: {
        columns: [
          { key: "breadcrumb", label: "Place", format: "plain" },
          { key: "text", label: "Text", format: "text" },
          { key: "words", label: "Matched words", format: "plain" },
          { key: "score", label: "Score", format: { type: "percent", digits: 0 } },
        ],
      },
    },
    {
      type: "summary",
      label: "Found",
      config: {
        fields: [
          { key: "total", label: "Matches", format: "number" },
          { key: "method", label: "Searched by", format: "badge" },
        ],
      },
    },
  ],
};
