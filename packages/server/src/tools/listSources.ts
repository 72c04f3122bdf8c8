import type { ToolDefinition } from "@callboard/core";
import type { DocumentSearch } from "../knowledge/documentSearch.ts";
import type { Knowledge } from "../knowledge/knowledge.ts";
import { stillReading } from "./documentList.ts";
import { tenantOf } from "./tenantOf.ts";

/** `list_sources`: where a space's documents come from. It is there where a space is known and its tenant has documents. */
export function listSources(
  knowledge: Knowledge,
  search: DocumentSearch,
): ToolDefinition<{ name: string; limit: number }> {
  return {
    slug: "list_sources",
    name: "List Sources",
    description:
      "Shows where the documents of this space come from: each source is a package, with how many documents and characters it has, the largest first. " +
      "It is the overview to begin with when nobody said which package is meant. `name` narrows to sources whose name contains it. " +
      "It lists no documents: go on with find_by_name (`zod/**`) or search_documents.",
    category: "documents",
    origin: "platform",
    icon: "library",
    examples: ["Which sources do you have?", "Which packages are documented here?"],
    available: ({ spaceId, tenantId }) => !!spaceId && !!tenantId && knowledge.has(tenantId),
    inputSchema: {
      type: "object",
      properties: {
        name: {
          type: "string",
          maxLength: 100,
          default: "",
          title: "Name contains",
          description: "A part of the package's name, such as react; empty lists all.",
        },
        limit: {
          type: "integer",
          minimum: 1,
          maximum: 200,
          default: 50,
          title: "At most",
          description: "How many sources to list.",
        },
      },
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: {
        sources: {
          type: "array",
          items: {
            type: "object",
            properties: {
              name: { type: "string", title: "Source" },
              documents: { type: "integer", title: "Documents" },
              characters: { type: "integer", title: "Characters" },
            },
            required: ["name", "documents", "characters"],
          },
        },
        total: { type: "integer", title: "Sources" },
        documents: { type: "integer", title: "Documents in all" },
        note: { type: "string", title: "Note" },
      },
      required: ["sources", "total", "documents"],
    },
    summary: ({ name }) => name || "all sources",
    async execute({ name = "", limit = 50 }, { tenantId }) {
      const tenant = tenantOf(tenantId);
      const found = await search.sources(tenant, name.trim(), limit);
      const note = stillReading(knowledge, tenant);
      return note === undefined ? found : { ...found, note };
    },
    formSpec: {
      submitLabel: "List",
      sections: [{ columns: 2, fields: [{ key: "name", placeholder: "All sources" }, { key: "limit" }] }],
    },
    outputSections: [{ key: "sources", label: "Sources", type: "table" }],
    viewSpec: {
      blocks: [
        {
          type: "summary",
          label: "In all",
          config: {
            fields: [
              { key: "total", label: "Sources", format: "number" },
              { key: "documents", label: "Documents", format: "number" },
              { key: "note", label: "Note" },
            ],
          },
        },
        {
          type: "table",
          key: "sources",
          label: "Sources",
          config: {
            columns: [
              { key: "name", label: "Source", format: "plain" },
              { key: "documents", label: "Documents", format: "number" },
              { key: "characters", label: "Characters", format: "number" },
            ],
          },
        },
      ],
    },
  };
}
