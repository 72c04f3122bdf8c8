import type { ToolDefinition } from "@callboard/core";
import { toolGroups } from "@callboard/core/access";
import { objectSchema } from "../tools/objectSchema.ts";
import { said } from "../tools/said.ts";
import type { EntityDocuments } from "./documents.ts";
import type { Entities } from "./entities.ts";
import { shared } from "./entityTools.ts";
import { limitField } from "./fields.ts";

/** `searchDocuments`: passages of the documents that whoever asks may read, or of those of one entity. */
export function searchDocuments(entities: Entities, documents: EntityDocuments): ToolDefinition {
  const tool: ToolDefinition<{ query: string; entityId?: string; limit?: number }> = {
    ...shared,
    group: toolGroups.document,
    slug: "searchDocuments",
    name: "Search Documents",
    requiredPermission: "entities.team.read",
    description:
      "Finds the passages of documents that answer a question best; with an `entityId`, of that entity's documents alone. Use researchEntities to ask the " +
      "same of many entities at once, and searchEntities for what is kept in fields.",
    userDescription: "Searches documents for an answer.",
    icon: "file-search",
    inputSchema: objectSchema(
      {
        query: { type: "string", minLength: 1, maxLength: 1_000, title: "Question" },
        entityId: {
          type: "string",
          maxLength: 40,
          title: "Entity",
          description: "Only its documents; all unless given.",
        },
        limit: limitField(20, 5),
      },
      ["query"],
    ),
    outputSchema: {
      type: "object",
      properties: {
        query: { type: "string", title: "Question" },
        results: {
          type: "array",
          title: "Findings",
          items: {
            type: "object",
            properties: {
              content: { type: "string", title: "Text" },
              score: { type: "number", title: "Score" },
              documentId: { type: "string", title: "Document" },
              title: { type: "string", title: "Title" },
              page: { type: ["integer", "null"], title: "Page" },
            },
            required: ["content", "score", "documentId", "title", "page"],
          },
        },
        documentCount: { type: ["integer", "null"], title: "Documents" },
      },
      required: ["query", "results", "documentCount"],
    },
    viewSpec: {
      blocks: [
        {
          type: "table",
          key: "results",
          label: "Findings",
          config: {
            columns: [
              { key: "title", label: "Document", format: "plain" },
              { key: "content", label: "Text", format: "text" },
            ],
          },
        },
      ],
      only: true,
    },
    summary: ({ query }) => query,
    execute: ({ query, entityId, limit = 5 }, context) =>
      said(async () => {
        const within = entityId ? (await entities.get(context, entityId)).documents : undefined;
        const ready = within?.flatMap(({ documentId, status }) => (status === "ready" ? [documentId] : []));
        const found =
          ready?.length === 0
            ? []
            : await documents.search(context, { query, limit, ...(ready && { documentIds: ready }) });
        const ids = [...new Set(found.map(({ documentId }) => documentId))];
        const described = ids.length > 0 ? await documents.describe(context, ids) : [];
        const titles = new Map(described.map(({ documentId, title }) => [documentId, title]));
        const results = found
          .slice(0, limit)
          .map((passage) => ({ ...passage, title: titles.get(passage.documentId) ?? passage.documentId }));
        return { query, results, documentCount: ready?.length ?? null };
      }),
  };
  return tool as ToolDefinition;
}
