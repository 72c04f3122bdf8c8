import type { ToolContext, ToolDefinition } from "@callboard/core";
import { toolGroups } from "@callboard/core/access";
import type { EntitySummary } from "@callboard/core/client";
import type { FilterCondition } from "@callboard/core/fields";
import { readFilters } from "./contentFilters.ts";
import type { EntityDocuments, FoundPassage } from "./documents.ts";
import type { Entities } from "./entities.ts";
import { said } from "../tools/said.ts";
import { shared } from "./entityTools.ts";
import { filtersField, limitField, summarySchema, typeField } from "./fields.ts";
import { objectSchema } from "../tools/objectSchema.ts";

interface Asked {
  query: string;
  entityTypeSlug: string;
  filters?: readonly FilterCondition[];
  maxEntities?: number;
  documentsPerEntity?: number;
}

interface Researched {
  entity: Pick<EntitySummary, "id" | "title" | "typeSlug" | "href" | "content">;
  findings: FoundPassage[];
  documentCount: number;
}

/** `researchEntities`: what the documents of the entities that meet conditions say to a question. */
export function researchEntities(entities: Entities, documents: EntityDocuments): ToolDefinition {
  const tool: ToolDefinition<Asked> = {
    ...shared,
    group: toolGroups.research,
    slug: "researchEntities",
    name: "Research Entities",
    requiredPermission: toolGroups.research.permissions.researchEntities,
    description:
      "Answers a question over many entities at once: takes those of a type that meet the conditions, and finds in each one's documents the " +
      "passages that answer it best. Entities without documents are there with no findings. Narrow it by filters first.",
    userDescription: "Searches the documents of many entities for an answer.",
    icon: "microscope",
    inputSchema: objectSchema(
      {
        query: { type: "string", minLength: 1, maxLength: 1_000, title: "Question" },
        entityTypeSlug: typeField("As listEntityTypes gives it."),
        filters: filtersField,
        maxEntities: { ...limitField(50, 10), title: "Most entities" },
        documentsPerEntity: { ...limitField(20, 3), title: "Passages for each" },
      },
      ["query", "entityTypeSlug"],
    ),
    outputSchema: {
      type: "object",
      properties: {
        query: { type: "string", title: "Question" },
        entityTypeSlug: { type: "string", title: "Type" },
        results: {
          type: "array",
          title: "Entities",
          items: {
            type: "object",
            properties: {
              entity: { ...summarySchema, required: ["id", "title", "typeSlug", "href", "content"] },
              findings: {
                type: "array",
                title: "Findings",
                items: {
                  type: "object",
                  properties: {
                    content: { type: "string", title: "Text" },
                    score: { type: "number", title: "Score" },
                    documentId: { type: "string", title: "Document" },
                    page: { type: ["integer", "null"], title: "Page" },
                  },
                  required: ["content", "score", "documentId", "page"],
                },
              },
              documentCount: { type: "integer", title: "Documents" },
            },
            required: ["entity", "findings", "documentCount"],
          },
        },
        summary: {
          type: "object",
          title: "Found",
          properties: {
            totalEntities: { type: "integer", title: "Looked at" },
            entitiesWithFindings: { type: "integer", title: "With findings" },
            totalChunks: { type: "integer", title: "Passages" },
            totalMatchedEntities: { type: "integer", title: "In all" },
          },
          required: ["totalEntities", "entitiesWithFindings", "totalChunks", "totalMatchedEntities"],
        },
      },
      required: ["query", "entityTypeSlug", "results", "summary"],
    },
    viewSpec: {
      blocks: [
        {
          type: "summary",
          key: "summary",
          label: "Found",
          config: {
            fields: [
              { key: "totalEntities", label: "Looked at", format: "number" },
              { key: "entitiesWithFindings", label: "With findings", format: "number" },
              { key: "totalChunks", label: "Passages", format: "number" },
              { key: "totalMatchedEntities", label: "In all", format: "number" },
            ],
          },
        },
        {
          type: "table",
          key: "results",
          label: "Entities",
          config: {
            columns: [
              { key: "entity.title", label: "Title", format: "plain" },
              { key: "documentCount", label: "Documents", format: "number" },
              { key: "findings.0.content", label: "Best passage", format: "text" },
            ],
          },
        },
      ],
    },
    summary: ({ query }) => query,
    execute: (input, context) => said(() => research(entities, documents, input, context)),
  };
  return tool as ToolDefinition;
}

async function research(entities: Entities, documents: EntityDocuments, asked: Asked, context: ToolContext) {
  const { query, entityTypeSlug, filters = [], maxEntities = 10, documentsPerEntity = 3 } = asked;
  const { results: found, total } = await entities.executeFilterEntities(context, {
    entityTypeSlug,
    filters: readFilters(filters),
    limit: maxEntities,
  });
  const attached = await entities.documentsOf(
    context,
    found.map(({ id }) => id),
  );
  const ids = [...new Set([...attached.values()].flat())];
  const described = ids.length > 0 ? await documents.describe(context, ids) : [];
  const ready = new Set(described.flatMap(({ documentId, status }) => (status === "ready" ? [documentId] : [])));
  const results = await Promise.all(
    found.map(async ({ id, title, typeSlug, href, content }): Promise<Researched> => {
      const documentIds = (attached.get(id) ?? []).filter((documentId) => ready.has(documentId));
      const passages =
        documentIds.length > 0
          ? await documents.search(context, { query, documentIds, limit: documentsPerEntity })
          : [];
      return {
        entity: { id, title, typeSlug, href, content },
        findings: passages.slice(0, documentsPerEntity),
        documentCount: documentIds.length,
      };
    }),
  );
  return {
    query,
    entityTypeSlug,
    results,
    summary: {
      totalEntities: results.length,
      entitiesWithFindings: results.filter(({ findings }) => findings.length > 0).length,
      totalChunks: results.reduce((sum, { findings }) => sum + findings.length, 0),
      totalMatchedEntities: total,
    },
  };
}
