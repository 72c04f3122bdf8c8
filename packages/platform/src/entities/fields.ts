import type { JsonSchema, ViewSpec } from "@callboard/core";
import { operators } from "@callboard/core/form";

export const limitField = (maximum: number, fallback: number): JsonSchema => ({
  type: "integer",
  minimum: 1,
  maximum,
  default: fallback,
  title: "Number of results",
});

export const offsetField: JsonSchema = { type: "integer", minimum: 0, maximum: 1_000_000, default: 0, title: "Skip" };

export const typeField = (description: string): JsonSchema => ({
  type: "string",
  maxLength: 64,
  title: "Type",
  description,
});

export const contentField = (description: string): JsonSchema => ({ type: "object", title: "Content", description });

/** Conditions on fields, as `filterEntities` takes them. */
export const filtersField: JsonSchema = {
  type: "array",
  title: "Conditions",
  maxItems: 50,
  items: {
    type: "object",
    properties: {
      field: { type: "string", minLength: 1, maxLength: 200, title: "Field" },
      operator: { type: "string", enum: [...operators], title: "Comparison" },
      value: {
        title: "Value",
        anyOf: [
          { type: "string" },
          { type: "number" },
          { type: "boolean" },
          { type: "null" },
          { type: "array", items: { anyOf: [{ type: "string" }, { type: "number" }, { type: "boolean" }] } },
        ],
      },
    },
    required: ["field", "operator", "value"],
    additionalProperties: false,
  },
};

export const summarySchema: JsonSchema = {
  type: "object",
  title: "Entity",
  properties: {
    id: { type: "string", title: "Id" },
    slug: { type: "string", title: "Slug" },
    title: { type: "string", title: "Title" },
    type: { type: "string", title: "Type" },
    typeSlug: { type: "string", title: "Type's slug" },
    href: { type: "string", title: "Page" },
    tags: { type: "array", title: "Tags", items: { type: "string" } },
    content: { type: "object", title: "Content" },
  },
  required: ["id", "slug", "title", "type", "typeSlug", "href", "tags", "content"],
};

export const entitySchema: JsonSchema = {
  ...summarySchema,
  properties: {
    ...summarySchema.properties,
    revision: { type: "string", title: "Revision" },
    createdAt: { type: "string", format: "date-time", title: "Created" },
    createdBy: { type: ["string", "null"], title: "Created by" },
    updatedAt: { type: "string", format: "date-time", title: "Changed" },
    updatedBy: { type: ["string", "null"], title: "Changed by" },
    relations: {
      type: "array",
      title: "Relations",
      items: {
        type: "object",
        properties: {
          id: { type: "string", title: "Id" },
          kind: { type: "string", title: "Relation" },
          direction: { type: "string", enum: ["from", "to"], title: "Direction" },
          entity: {
            type: "object",
            title: "Entity",
            properties: {
              id: { type: "string", title: "Id" },
              title: { type: "string", title: "Title" },
              typeSlug: { type: "string", title: "Type" },
              href: { type: "string", title: "Page" },
            },
          },
        },
      },
    },
    documents: {
      type: "array",
      title: "Documents",
      items: {
        type: "object",
        properties: {
          documentId: { type: "string", title: "Id" },
          title: { type: "string", title: "Title" },
          status: { type: "string", enum: ["ready", "reading", "failed", "missing"], title: "State" },
          href: { type: ["string", "null"], title: "Page" },
        },
      },
    },
  },
};

export const entityOutput: JsonSchema = {
  type: "object",
  properties: { entity: entitySchema },
  required: ["entity"],
};

/** An entity on a card: what it is, what it says, and what it is connected with. */
export const entityView: ViewSpec = {
  blocks: [
    {
      type: "summary",
      key: "entity",
      label: "Entity",
      config: {
        fields: [
          { key: "title", label: "Title", format: "plain" },
          { key: "type", label: "Type", format: "plain" },
          { key: "tags", label: "Tags", format: "plain" },
          { key: "updatedAt", label: "Changed", format: "datetime" },
        ],
      },
    },
    { type: "summary", key: "entity.content", label: "Content" },
    {
      type: "table",
      key: "entity.relations",
      label: "Relations",
      config: {
        columns: [
          { key: "kind", label: "Relation", format: "plain" },
          { key: "entity.title", label: "Title", format: "plain" },
        ],
      },
    },
    {
      type: "table",
      key: "entity.documents",
      label: "Documents",
      config: {
        columns: [
          { key: "title", label: "Title", format: "plain" },
          { key: "status", label: "State", format: "badge" },
        ],
      },
    },
  ],
};

/** Entities on a card, as a table. */
export const listView: ViewSpec = {
  blocks: [
    {
      type: "table",
      key: "results",
      label: "Entities",
      config: {
        columns: [
          { key: "title", label: "Title", format: "plain" },
          { key: "type", label: "Type", format: "plain" },
          { key: "tags", label: "Tags", format: "plain" },
        ],
      },
    },
    { type: "summary", label: "Found", config: { fields: [{ key: "total", label: "In all", format: "number" }] } },
  ],
};
