import type { ToolDefinition } from "@callboard/core";
import type { DocumentSearch } from "../modules/knowledge/documentSearch.ts";
import { FIND_FAILURES, type Knowledge } from "../modules/knowledge/knowledge.ts";
import { limitField, listing } from "./listing.ts";
import { stillReading } from "./stillReading.ts";
import { joined, messages } from "./messages.ts";
import { hasDocuments } from "../modules/knowledge/module.ts";
import { tenantOf } from "./tenantOf.ts";

/** More documents than this are not told apart by a pattern. */
const MOST_PATHS = 100_000;

interface Input {
  query: string;
  limit: number;
  pathGlob?: string;
}

/** `search_documents`: a tenant's documents by the words in them. It is there where the tenant has documents. */
export function searchDocuments(knowledge: Knowledge, search: DocumentSearch): ToolDefinition<Input> {
  return {
    slug: "search_documents",
    name: "Search Documents",
    userDescription: "Finds the documents that speak of some words, the best first.",
    messages,
    description:
      "Searches the full text of the documents by keywords and gives the best ones with a snippet each. Use it to find which documents say something about a topic. " +
      'Send two to five distinctive words rather than a sentence; word forms do not matter, "a phrase in quotes" stays together, `-word` leaves documents out. ' +
      "Documents with all of the words are preferred; where there are none, those with some of them are given, and `note` says so. " +
      "Then read the best hit with read_document by its `path`: a snippet is not enough to answer from. To find a file by its name use find_by_name instead.",
    category: "documents",
    origin: "platform",
    icon: "search",
    examples: [
      "Which packages explain tree shaking?",
      "Search the documentation for row-level security",
      "What do the docs say about caching?",
      "Was steht in der Doku über Streaming?",
    ],
    available: hasDocuments,
    inputSchema: {
      type: "object",
      properties: {
        query: {
          type: "string",
          minLength: 1,
          maxLength: 300,
          title: "Words",
          description: 'What to search for, such as `tree shaking` or `"server components" -changelog`.',
          examples: ["tree shaking"],
        },
        limit: limitField(20, 5, "How many documents to give."),
        pathGlob: {
          type: "string",
          maxLength: 200,
          title: "Path pattern",
          description: "A glob over the path, such as **/README.md or zod/**; all documents unless given.",
        },
      },
      required: ["query"],
      additionalProperties: false,
    },
    summary: ({ query, pathGlob }) =>
      pathGlob ? { template: "{query} in {paths}", values: { query, paths: pathGlob } } : query,
    phrases: ["{query} in {paths}", ...joined(FIND_FAILURES)],
    async execute({ query, limit = 5, pathGlob }, { tenantId }) {
      const tenant = tenantOf(tenantId);
      // A form sends an empty field as an empty text.
      const within = pathGlob?.trim() ? await knowledge.find(tenant, pathGlob, { limit: MOST_PATHS, offset: 0 }) : null;
      const paths = within?.documents.map((document) => document.path);
      const { results, total, matched } = await search.search(tenant, { query, limit, paths });
      const notes: string[] = [];
      if (within?.total === 0) notes.push(`No document's path fits "${pathGlob}". Search without it, or widen it.`);
      else if (matched === "none") {
        notes.push("The query has only words that are too common to look for. Add a distinctive one.");
      } else if (matched === "any" && total > 0) {
        notes.push("No document has all of these words; these have some of them.");
      }
      const reading = stillReading(knowledge, tenant);
      if (reading !== undefined) notes.push(reading);
      return notes.length > 0 ? { results, total, note: notes.join(" ") } : { results, total };
    },
    formSpec: {
      submitLabel: "Search",
      sections: [
        {
          fields: [
            {
              key: "query",
              variant: "line",
              placeholder: "tree shaking",
              help: "Words in quotes stay together; a word after a minus sign leaves documents out.",
            },
          ],
        },
        { columns: 2, fields: [{ key: "pathGlob", placeholder: "**/README.md" }, { key: "limit" }] },
      ],
    },
    ...listing({
      rows: "results",
      label: "Documents",
      row: {
        id: { type: "string", title: "Id" },
        path: { type: "string", title: "Path" },
        title: { type: "string", title: "Title" },
        snippet: { type: "string", title: "Snippet" },
        score: { type: "number", title: "Score", description: "Relative: the best document has 1." },
      },
      columns: { title: "plain", snippet: "plain", path: "plain", score: { type: "percent", digits: 0 } },
      counts: { total: { title: "Matches" } },
      countsLabel: "Found",
      note: true,
    }),
  };
}
