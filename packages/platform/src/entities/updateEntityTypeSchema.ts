import type { ToolDefinition } from "@callboard/core";
import { toolGroups } from "@callboard/core/access";
import { objectSchema } from "../tools/objectSchema.ts";
import { said } from "../tools/said.ts";
import type { Entities } from "./entities.ts";
import { shared } from "./entityTools.ts";
import { typeField } from "./fields.ts";
import { readTypeDraft } from "./readEntity.ts";

interface Asked {
  entityTypeSlug: string;
  jsonSchema: Record<string, unknown>;
  revision?: string;
}

/** `updateEntityTypeSchema`: what a type's entities say becomes another; those that no longer fit are named. */
export function updateEntityTypeSchema(entities: Entities): ToolDefinition {
  const tool: ToolDefinition<Asked> = {
    ...shared,
    group: toolGroups.admin,
    slug: "updateEntityTypeSchema",
    name: "Update Entity Type Schema",
    requiredPermission: "entity_types.team.update",
    permissionPolicy: "always_ask",
    description:
      "Changes the JSON Schema of a type of entities: read it with listEntityTypes, change that, and send it whole. What is there stays as it is, and the " +
      "answer names the entities that the new schema refuses, so that they can be mended with updateEntity. Each schema is kept as a version. " +
      "The person approves each call.",
    userDescription: "Changes the fields of a type of entities.",
    icon: "braces",
    inputSchema: objectSchema(
      {
        entityTypeSlug: typeField("As listEntityTypes gives it."),
        jsonSchema: { type: "object", title: "Schema", description: "Whole: it takes the place of the one before." },
        revision: {
          type: "string",
          maxLength: 40,
          title: "Revision",
          description: "As read: refused where it has changed since.",
        },
      },
      ["entityTypeSlug", "jsonSchema"],
    ),
    outputSchema: {
      type: "object",
      properties: {
        type: {
          type: "object",
          title: "Type",
          properties: {
            name: { type: "string", title: "Name" },
            slug: { type: "string", title: "Slug" },
            revision: { type: "string", title: "Revision" },
            jsonSchema: { type: "object", title: "Schema" },
          },
          required: ["name", "slug", "revision", "jsonSchema"],
        },
        misfits: {
          type: "array",
          title: "No longer fit",
          items: {
            type: "object",
            properties: {
              id: { type: "string", title: "Id" },
              title: { type: "string", title: "Title" },
              href: { type: "string", title: "Page" },
              why: { type: "string", title: "Why" },
            },
            required: ["id", "title", "href", "why"],
          },
        },
        count: { type: "integer", title: "No longer fit" },
        tried: { type: "integer", title: "Looked at" },
        total: { type: "integer", title: "In all" },
      },
      required: ["type", "misfits", "count", "tried", "total"],
    },
    viewSpec: {
      blocks: [
        {
          type: "summary",
          label: "Changed",
          config: {
            fields: [
              { key: "type.name", label: "Type", format: "plain" },
              { key: "count", label: "No longer fit", format: "number" },
              { key: "tried", label: "Looked at", format: "number" },
              { key: "total", label: "In all", format: "number" },
            ],
          },
        },
        {
          type: "table",
          key: "misfits",
          label: "No longer fit",
          config: {
            columns: [
              { key: "title", label: "Title", format: "plain" },
              { key: "why", label: "Why", format: "text" },
            ],
          },
        },
      ],
      only: true,
    },
    summary: ({ entityTypeSlug }) => entityTypeSlug,
    execute: async ({ entityTypeSlug, jsonSchema, revision }, context) =>
      said(async () => {
        const changes = readTypeDraft({ jsonSchema }, { isNew: false });
        const editor = { context, ifMatch: revision || "*" };
        const { name, slug, ...type } = await entities.updateType(entityTypeSlug, changes, editor);
        const unfit = await entities.misfits(context, slug);
        return { type: { name, slug, revision: type.revision, jsonSchema: type.jsonSchema }, ...unfit };
      }),
  };
  return tool as ToolDefinition;
}
