import { ToolError, type ToolDefinition } from "@callboard/core";
import { FIND_FAILURES, READ_FAILURES, type Knowledge } from "../modules/knowledge/knowledge.ts";
import { limitField, listing } from "./listing.ts";
import { stillReading } from "./stillReading.ts";
import { joined, messages } from "./messages.ts";
import { stretchFields } from "./stretchFields.ts";
import { hasDocuments } from "../modules/knowledge/module.ts";
import { tenantOf } from "./tenantOf.ts";

const UNNAMED = 'Say which document: give its "path", such as zod/README.md, or its "id", as find_by_name lists them.';

/**
 * The platform's tools over a tenant's documents: `find_by_name` and `read_document`. They are there where the tenant has
 * documents.
 */
export function createDocumentTools(knowledge: Knowledge): ToolDefinition[] {
  const shared = { category: "documents", origin: "platform", available: hasDocuments } as const;

  const findByName: ToolDefinition<{ name: string; limit: number; offset: number }> = {
    ...shared,
    slug: "find_by_name",
    name: "Find Documents by Name",
    userDescription: "Lists the documents whose path fits a pattern or holds some words.",
    messages,
    description:
      "Finds documents by their name: a glob, or a part of the path. Use it first when you know, or can guess, part of a path and want to know which documents exist. " +
      "`name` is a glob over the path (`**/README.md`, `zod/**`, `*.mdx`), or plain text that the path has to contain, whole or word by word (`react readme`); case does not matter. " +
      "It looks at paths only, never at contents. Then read what you found with read_document, by `id` or `path`. " +
      "`total` says how many match in all: when there are more than you got, narrow the pattern or go on with `offset`.",
    icon: "file-search",
    examples: ["**/README.md", "zod/**", "changelog"],
    inputSchema: {
      type: "object",
      properties: {
        name: {
          type: "string",
          minLength: 1,
          maxLength: 200,
          title: "Name or pattern",
          description: "A glob such as **/README.md, or a part of the path.",
          examples: ["**/README.md"],
        },
        limit: limitField(100, 20, "How many documents to list."),
        offset: {
          type: "integer",
          minimum: 0,
          default: 0,
          title: "Skip",
          description: "How many matches to leave out before the first.",
        },
      },
      required: ["name"],
      additionalProperties: false,
    },
    summary: ({ name }) => name,
    phrases: joined(FIND_FAILURES),
    async execute({ name, limit = 20, offset = 0 }, { tenantId }) {
      const tenant = tenantOf(tenantId);
      const found = await knowledge.find(tenant, name, { limit, offset });
      const note =
        stillReading(knowledge, tenant) ??
        (found.total > 0 && found.documents.length === 0
          ? `Offset ${offset} is past the last of ${found.total} matches.`
          : undefined);
      return note === undefined ? found : { ...found, note };
    },
    formSpec: {
      submitLabel: "Find",
      sections: [
        {
          fields: [{ key: "name", placeholder: "**/README.md", help: "Such as **/README.md, or a part of the path." }],
        },
        { columns: 2, fields: [{ key: "limit" }, { key: "offset" }] },
      ],
    },
    ...listing({
      rows: "documents",
      label: "Documents",
      row: {
        id: { type: "string", title: "Id" },
        path: { type: "string", title: "Path" },
        title: { type: "string", title: "Title" },
        characters: { type: "integer", title: "Characters" },
      },
      columns: { path: "plain", title: "plain", characters: "number", id: "plain" },
      counts: { total: { title: "Matches" } },
      countsLabel: "Found",
      note: true,
    }),
  };

  const readDocument: ToolDefinition<{ id?: string; path?: string; offset: number; length: number }> = {
    ...shared,
    slug: "read_document",
    name: "Read Document",
    userDescription: "Shows the text of one document, a stretch at a time.",
    messages,
    description:
      "Reads a stretch of one document. Use it when you know the document's `path` or `id`; find it with find_by_name first, do not guess. " +
      "It gives `length` characters from `offset`. Begin at 0; while `next` is not null there is more: call again with `offset` set to it. " +
      "Read only as much as you need: headings and the beginning usually tell whether the rest matters.",
    icon: "file-text",
    examples: ["zod/README.md", "Read zod/README.md"],
    inputSchema: {
      type: "object",
      properties: {
        path: {
          type: "string",
          maxLength: 1000,
          title: "Path",
          description: "As find_by_name gives it, such as zod/README.md.",
          "x-entity-type": "document",
        },
        id: { type: "string", maxLength: 100, title: "Id", description: "In the place of the path." },
        ...stretchFields(4000),
      },
      additionalProperties: false,
    },
    outputSchema: {
      type: "object",
      properties: {
        path: { type: "string", title: "Path" },
        title: { type: "string", title: "Title" },
        text: { type: "string", title: "Text" },
        offset: { type: "integer", title: "From character" },
        length: { type: "integer", title: "Characters read" },
        total: { type: "integer", title: "Characters in all" },
        next: { type: ["integer", "null"], title: "Next offset" },
      },
      required: ["path", "title", "text", "offset", "length", "total", "next"],
    },
    summary: ({ path, id, offset }) =>
      offset > 0
        ? { template: "{document} from character {offset}", values: { document: path || id || "", offset } }
        : path || id || "",
    phrases: ["{document} from character {offset}", UNNAMED, ...joined(READ_FAILURES)],
    execute({ path, id, offset = 0, length = 4000 }, { tenantId }) {
      // A form sends an empty field as an empty text.
      const key = { path: path || undefined, id: id || undefined };
      if (!key.path && !key.id) {
        throw new ToolError({ template: UNNAMED });
      }
      return knowledge.read(tenantOf(tenantId), key, { offset, length });
    },
    formSpec: {
      submitLabel: "Read",
      sections: [
        {
          fields: [{ key: "path", placeholder: "zod/README.md", help: "As the list of documents shows it." }],
        },
        { columns: 2, fields: [{ key: "offset" }, { key: "length" }] },
        { title: "By id", fields: [{ key: "id", help: "In the place of the path." }] },
      ],
    },
    viewSpec: {
      blocks: [
        {
          type: "summary",
          label: "Document",
          config: {
            fields: [
              { key: "title", label: "Title", format: "plain" },
              { key: "path", label: "Path", format: "plain" },
              { key: "offset", label: "From character", format: "number" },
              { key: "length", label: "Characters read", format: "number" },
              { key: "total", label: "Characters in all", format: "number" },
              { key: "next", label: "Next offset", format: "number" },
            ],
          },
        },
        { type: "text", key: "text", label: "Text" },
      ],
    },
  };

  return [findByName, readDocument];
}
