import type { ToolDefinition } from "@callboard/core";
import type { DocumentSearch } from "../modules/knowledge/documentSearch.ts";
import type { Knowledge } from "../modules/knowledge/knowledge.ts";
import { limitField, listing } from "./listing.ts";
import { stillReading } from "./stillReading.ts";
import { messages } from "./messages.ts";
import { hasDocuments } from "../modules/knowledge/module.ts";
import { tenantOf } from "./tenantOf.ts";

/** `list_sources`: where a space's documents come from. It is there where a space is known and its tenant has documents. */
export function listSources(
  knowledge: Knowledge,
  search: DocumentSearch,
): ToolDefinition<{ name: string; limit: number }> {
  return {
    slug: "list_sources",
    name: "List Sources",
    userDescription: "Shows which packages the documents come from, the largest first.",
    messages,
    description:
      "Shows where the documents of this space come from: each source is a package, with how many documents and characters it has, the largest first. " +
      "It is the overview to begin with when nobody said which package is meant. `name` narrows to sources whose name contains it. " +
      "It lists no documents: go on with find_by_name (`zod/**`) or search_documents.",
    category: "documents",
    origin: "platform",
    icon: "library",
    examples: [
      "Which sources do you have?",
      "Which packages are documented here?",
      "Which packages do we have documentation for?",
    ],
    aliases: ["packages", "documentation-packages"],
    available: (context) => !!context.spaceId && hasDocuments(context),
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
        limit: limitField(200, 50, "How many sources to list."),
      },
      additionalProperties: false,
    },
    summary: ({ name }) => name || { template: "all sources" },
    phrases: ["all sources"],
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
    ...listing({
      rows: "sources",
      label: "Sources",
      row: {
        name: { type: "string", title: "Source" },
        documents: { type: "integer", title: "Documents" },
        characters: { type: "integer", title: "Characters" },
      },
      columns: { name: "plain", documents: "number", characters: "number" },
      counts: { total: { title: "Sources" }, documents: { title: "Documents in all", label: "Documents" } },
      countsLabel: "In all",
      note: true,
    }),
  };
}
