import { toolGroups } from "@callboard/core/access";
import { ToolError, type JsonSchema, type ToolContext, type ToolDefinition } from "@callboard/core";
import type { EntitySummary } from "@callboard/core/client";
import { objectSchema } from "../tools/objectSchema.ts";
import { said } from "../tools/said.ts";
import type { Entities } from "./entities.ts";
import {
  contentField,
  entityOutput,
  entitySchema,
  entityView,
  limitField,
  listView,
  offsetField,
  summarySchema,
  typeField,
} from "./fields.ts";
import { readEntityChanges, readEntityDraft } from "./readEntity.ts";
import { messages } from "./words.ts";
import { readKind } from "./routes.ts";

const { permissions } = toolGroups.entity;

/** What the tools of entities have in common: agents have them by their group, and people have pages. */
export const shared = {
  group: toolGroups.entity,
  category: "entities",
  origin: "platform",
  available: ({ tenantId, source }: ToolContext) => !!tenantId && source !== "web",
  messages,
} as const;

const idField: JsonSchema = {
  type: "string",
  maxLength: 40,
  title: "Id",
  description: "As a search or a filter gives it.",
};

/** What of an entity a list of a card needs. */
const listed = ({ results, total }: { results: EntitySummary[]; total: number }) => ({ results, total });

/** The eight tools of entities. Each does what REST does, and takes the same permission. */
export function entityTools(entities: Entities): ToolDefinition[] {
  const searchEntities: ToolDefinition<{ query: string; entityTypeSlug?: string; limit?: number; offset?: number }> = {
    ...shared,
    slug: "searchEntities",
    name: "Search Entities",
    requiredPermission: permissions.searchEntities,
    description:
      "Finds entities by words in their titles, tags and contents; without words, the ones that changed last. Use filterEntities where you " +
      "know the field and the value, such as a status or an amount. Take an entity's `id` from here to getEntity or updateEntity.",
    userDescription: "Finds entities by words.",
    icon: "search",
    inputSchema: objectSchema(
      {
        query: { type: "string", maxLength: 200, title: "Words", default: "" },
        entityTypeSlug: typeField("Only of this type; of all unless given."),
        limit: limitField(50, 20),
        offset: offsetField,
      },
      ["query"],
    ),
    outputSchema: listOutput,
    viewSpec: listView,
    summary: ({ query }) => query,
    execute: async ({ query, entityTypeSlug, limit = 20, offset = 0 }, context) =>
      listed(await said(entities.search(context, { query, typeSlug: entityTypeSlug || undefined, limit, offset }))),
  };

  const getEntity: ToolDefinition<{ id?: string; entityTypeSlug?: string; slug?: string }> = {
    ...shared,
    slug: "getEntity",
    name: "Get Entity",
    requiredPermission: permissions.getEntity,
    description: "Reads one entity whole, with its relations and documents: by its `id`, or by its type and slug.",
    userDescription: "Shows one entity with its relations and documents.",
    icon: "package",
    inputSchema: objectSchema({
      id: idField,
      entityTypeSlug: typeField("With a slug, in the place of the id."),
      slug: { type: "string", maxLength: 64, title: "Slug" },
    }),
    outputSchema: entityOutput,
    viewSpec: entityView,
    execute: async ({ id, entityTypeSlug, slug }, context) => {
      if (id) return { entity: await said(entities.get(context, id)) };
      if (entityTypeSlug && slug) return { entity: await said(entities.getBySlug(context, entityTypeSlug, slug)) };
      throw new ToolError("getEntity needs an id, or a type and a slug.", { path: "/id" });
    },
  };

  const createEntity: ToolDefinition<{ entityTypeSlug: string; title: string; content?: object; tags?: string[] }> = {
    ...shared,
    slug: "createEntity",
    name: "Create Entity",
    requiredPermission: permissions.createEntity,
    description:
      "Makes an entity of a type. Read the type's fields with listEntityTypes first: the content has to fit its schema. Search before you " +
      "make one, so that nothing is there twice.",
    userDescription: "Makes an entity.",
    icon: "clipboard-list",
    inputSchema: objectSchema(
      {
        entityTypeSlug: typeField("As listEntityTypes gives it."),
        title: { type: "string", minLength: 1, maxLength: 300, title: "Title" },
        content: contentField("Its fields, as its type's schema says."),
        tags: tagsField,
      },
      ["entityTypeSlug", "title"],
    ),
    outputSchema: entityOutput,
    viewSpec: entityView,
    summary: ({ title }) => title,
    execute: async (input, context) => ({
      entity: await said(async () => entities.create(readEntityDraft(input), { context })),
    }),
  };

  const updateEntity: ToolDefinition<{ id: string; title?: string; content?: object; tags?: string[] }> = {
    ...shared,
    slug: "updateEntity",
    name: "Update Entity",
    requiredPermission: permissions.updateEntity,
    description:
      "Changes an entity: send only what is to change. Of the content, the fields that you send are replaced and null takes one away; the " +
      "others stay. Tags are replaced together. Read it with getEntity first.",
    userDescription: "Changes an entity.",
    icon: "pencil",
    inputSchema: objectSchema(
      {
        id: idField,
        title: { type: "string", minLength: 1, maxLength: 300, title: "Title" },
        content: contentField("The fields that change."),
        tags: tagsField,
        revision: {
          type: "string",
          maxLength: 40,
          title: "Revision",
          description: "As read: refused where it has changed since.",
        },
      },
      ["id"],
    ),
    outputSchema: entityOutput,
    viewSpec: entityView,
    summary: ({ title }) => title ?? "",
    execute: async ({ id, revision, ...changes }: { id: string; revision?: string }, context) => ({
      entity: await said(async () =>
        entities.patch(id, readEntityChanges(changes), { context, ifMatch: revision || "*" }),
      ),
    }),
  };

  const deleteEntity: ToolDefinition<{ id: string }> = {
    ...shared,
    slug: "deleteEntity",
    name: "Delete Entity",
    requiredPermission: permissions.deleteEntity,
    permissionPolicy: "always_ask",
    description:
      "Deletes an entity with its relations, for good. Use it only where the person asks for it; they approve each call.",
    userDescription: "Deletes an entity.",
    icon: "archive",
    inputSchema: objectSchema({ id: idField }, ["id"]),
    outputSchema: {
      type: "object",
      properties: { deleted: summarySchema },
      required: ["deleted"],
    },
    viewSpec: {
      blocks: [
        {
          type: "summary",
          label: "Deleted",
          key: "deleted",
          config: {
            fields: [
              { key: "title", label: "Title", format: "plain" },
              { key: "type", label: "Type", format: "plain" },
            ],
          },
        },
      ],
    },
    execute: async ({ id }, context) => ({ deleted: await said(entities.remove(id, { context, ifMatch: "*" })) }),
  };

  const createRelation: ToolDefinition<{ fromId: string; toId: string; kind: string }> = {
    ...shared,
    slug: "createRelation",
    name: "Create Relation",
    requiredPermission: permissions.createRelation,
    description:
      "Says what one entity is to another, such as an opportunity and its `customer`. Saying it twice makes one. Both are named by their `id`.",
    userDescription: "Connects two entities.",
    icon: "link",
    inputSchema: objectSchema(
      {
        fromId: { ...idField, title: "From" },
        toId: { ...idField, title: "To" },
        kind: {
          type: "string",
          minLength: 1,
          maxLength: 60,
          title: "Relation",
          description: "What the second is to the first.",
        },
      },
      ["fromId", "toId", "kind"],
    ),
    outputSchema: {
      type: "object",
      properties: { relationId: { type: "string", title: "Id" }, entity: entitySchema },
      required: ["relationId", "entity"],
    },
    viewSpec: entityView,
    summary: ({ kind }) => kind,
    execute: ({ fromId, toId, kind }, context) =>
      said(async () => entities.relate(fromId, { entityId: toId, kind: readKind(kind) }, context)),
  };

  const listEntityTypes: ToolDefinition<Record<string, never>> = {
    ...shared,
    slug: "listEntityTypes",
    name: "List Entity Types",
    requiredPermission: permissions.listEntityTypes,
    description:
      "Lists the types of entities here, each with its slug, how many there are, and the JSON Schema of its content. Begin with it: the other " +
      "tools name types by slug and fields by these schemas.",
    userDescription: "Lists the types of entities, with their fields.",
    icon: "layers",
    inputSchema: objectSchema({}),
    outputSchema: {
      type: "object",
      properties: {
        types: {
          type: "array",
          title: "Types",
          items: {
            type: "object",
            properties: {
              name: { type: "string", title: "Name" },
              slug: { type: "string", title: "Slug" },
              description: { type: "string", title: "Description" },
              count: { type: "integer", title: "Entities" },
              jsonSchema: { type: "object", title: "Schema" },
            },
            required: ["name", "slug", "count", "jsonSchema"],
          },
        },
      },
      required: ["types"],
    },
    viewSpec: {
      blocks: [
        {
          type: "table",
          key: "types",
          label: "Types",
          config: {
            columns: [
              { key: "name", label: "Name", format: "plain" },
              { key: "description", label: "Description", format: "plain" },
              { key: "count", label: "Entities", format: "number" },
              { key: "slug", label: "Slug", format: "plain" },
            ],
          },
        },
      ],
    },
    execute: async (_input, context) => ({
      types: (await said(entities.types(context))).map(({ name, slug, description, count, jsonSchema }) => ({
        name,
        slug,
        description,
        count,
        jsonSchema,
      })),
    }),
  };

  const getEntityStats: ToolDefinition<{ entityTypeSlug?: string }> = {
    ...shared,
    slug: "getEntityStats",
    name: "Get Entity Stats",
    requiredPermission: permissions.getEntityStats,
    description:
      "Says how many entities there are of each type, how many changed within seven days, and their most frequent tags.",
    userDescription: "Counts entities by type and tag.",
    icon: "chart-bar",
    inputSchema: objectSchema({ entityTypeSlug: typeField("Only this type; all unless given.") }),
    outputSchema: {
      type: "object",
      properties: {
        total: { type: "integer", title: "In all" },
        byType: {
          type: "array",
          title: "By type",
          items: {
            type: "object",
            properties: {
              type: { type: "string", title: "Type" },
              typeSlug: { type: "string", title: "Slug" },
              count: { type: "integer", title: "Entities" },
              changedThisWeek: { type: "integer", title: "Changed this week" },
            },
            required: ["type", "typeSlug", "count", "changedThisWeek"],
          },
        },
        tags: {
          type: "array",
          title: "Tags",
          items: {
            type: "object",
            properties: { tag: { type: "string", title: "Tag" }, count: { type: "integer", title: "Entities" } },
            required: ["tag", "count"],
          },
        },
      },
      required: ["total", "byType", "tags"],
    },
    viewSpec: {
      blocks: [
        {
          type: "summary",
          label: "Entities",
          config: { fields: [{ key: "total", label: "In all", format: "number" }] },
        },
        {
          type: "table",
          key: "byType",
          label: "By type",
          config: {
            columns: [
              { key: "type", label: "Type", format: "plain" },
              { key: "count", label: "Entities", format: "number" },
              { key: "changedThisWeek", label: "Changed this week", format: "number" },
            ],
          },
        },
        {
          type: "table",
          key: "tags",
          label: "Tags",
          config: {
            columns: [
              { key: "tag", label: "Tag", format: "plain" },
              { key: "count", label: "Entities", format: "number" },
            ],
          },
        },
      ],
    },
    execute: ({ entityTypeSlug }, context) => said(entities.stats(context, entityTypeSlug || undefined)),
  };

  return [
    searchEntities,
    getEntity,
    createEntity,
    updateEntity,
    deleteEntity,
    createRelation,
    listEntityTypes,
    getEntityStats,
  ] as ToolDefinition[];
}

const tagsField: JsonSchema = {
  type: "array",
  title: "Tags",
  maxItems: 50,
  items: { type: "string", minLength: 1, maxLength: 60 },
};

/** A result of entities, as filters and searches give it. */
export const listOutput: JsonSchema = {
  type: "object",
  properties: {
    results: { type: "array", title: "Entities", items: summarySchema },
    total: { type: "integer", title: "In all" },
  },
  required: ["results", "total"],
};
