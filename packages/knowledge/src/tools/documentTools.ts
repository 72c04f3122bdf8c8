import { ToolError, type JsonSchema, type ToolDefinition } from "@callboard/core";
import { NO_MEANING } from "../search/corpusSearch.ts";
import { GREP_OVERDUE, type Desk } from "./desk.ts";
import { FAILURES } from "./failures.ts";
import { limitField, objectSchema, offsetField, searchOutput, searchView, tableView } from "./fields.ts";
import {
  idField,
  inDocuments,
  keyOf,
  noteField,
  pathField,
  STILL_READING,
  withNote,
  type DocumentKey,
  type IsReading,
} from "./inDocuments.ts";
import { pathOf, type Library } from "./library.ts";
import { analystTools } from "./analystTools.ts";
import { readerOf } from "./readerOf.ts";
import { sourceTools } from "./sourceTools.ts";

const feedsField: JsonSchema = {
  type: ["array", "null"],
  items: { type: "string", maxLength: 200 },
  maxItems: 50,
  default: null,
  title: "Feeds",
  description: "Names of sources to search in; all unless given.",
};
const globField: JsonSchema = {
  type: "string",
  maxLength: 200,
  default: "",
  title: "Path pattern",
  description: "A glob over the path, such as **/README.md; all documents unless given.",
};

const NOTHING_FITS = "No document's path fits the pattern. Search without it, or widen it.";
const QUERY_IN = "{query} in {paths}";
const FROM_CHARACTER = "{document} from character {offset}";

/** As a search gives it, with a line of each passage, and notes that stand alone or together. */
const documentSearchOutput: JsonSchema = {
  ...searchOutput,
  properties: {
    ...searchOutput.properties,
    results: {
      ...searchOutput.properties.results,
      items: {
        ...searchOutput.properties.results.items,
        properties: {
          ...searchOutput.properties.results.items.properties,
          snippet: { type: "string", title: "Snippet" },
        },
      },
    },
    note: {
      type: "string",
      title: "Note",
      "x-phrases": [
        NO_MEANING,
        NOTHING_FITS,
        STILL_READING,
        `${NO_MEANING} ${STILL_READING}`,
        `${NOTHING_FITS} ${STILL_READING}`,
      ],
    },
  },
};

export interface DocumentToolOptions {
  /** Whether a tenant's documents are being brought in. */
  isReading?: IsReading;
  /** What an analyst of a document has beside the tools that read. */
  analystTools?: readonly string[];
}

/** The documents tools of seed 000 over the same corpus. */
export function documentTools(
  library: Library,
  desk: Desk,
  { isReading = () => false, analystTools: beside = [] }: DocumentToolOptions = {},
): ToolDefinition[] {
  const searchDocuments: ToolDefinition<{
    query: string;
    mode: "hybrid" | "vector" | "keyword";
    limit: number;
    feeds: string[] | null;
    pathGlob: string;
  }> = {
    ...inDocuments,
    slug: "search_documents",
    name: "Search Documents",
    userDescription: "Finds the passages that speak of something, the best first.",
    description:
      "Searches the documents and gives the best passages: by meaning and words (hybrid), by meaning alone (vector) or by words alone (keyword). `method` says how it " +
      "searched, since meaning takes an embedder. `feeds` narrows to sources, `pathGlob` to paths. Read on with read_document.",
    icon: "search",
    examples: [
      "Which packages explain tree shaking?",
      "Search the documentation for row-level security",
      "What do the docs say about caching?",
      "Was steht in der Doku über Streaming?",
    ],
    inputSchema: objectSchema(
      {
        query: { type: "string", minLength: 1, maxLength: 1000, title: "Question or words" },
        mode: { type: "string", enum: ["hybrid", "vector", "keyword"], default: "hybrid", title: "Search by" },
        limit: limitField(20, 5, "Number of results"),
        feeds: feedsField,
        pathGlob: globField,
      },
      ["query"],
    ),
    outputSchema: documentSearchOutput,
    viewSpec: searchView,
    summary: ({ query, pathGlob }) => (pathGlob ? { template: QUERY_IN, values: { query, paths: pathGlob } } : query),
    phrases: [...inDocuments.phrases, QUERY_IN],
    async execute({ query, mode = "hybrid", limit = 5, feeds, pathGlob: glob = "" }, context) {
      const reader = readerOf(context);
      const pathGlob = glob.trim();
      const sources = feeds ? await desk.sourceIds(reader, feeds) : [];
      const documents = pathGlob ? await desk.idsByGlob(reader, pathGlob) : [];
      if (pathGlob && documents.length === 0)
        return withNote({ results: [], total: 0, method: "lexical", note: NOTHING_FITS }, context, isReading);
      const { results, ...found } = await library.search(reader, { query, mode, limit, sources, documents });
      const withSnippets = results.map((hit) => ({ ...hit, snippet: hit.excerpt.join("") }));
      return withNote({ results: withSnippets, ...found }, context, isReading);
    },
  };

  const grepDocuments: ToolDefinition<{
    pattern: string;
    regex: boolean;
    ignoreCase: boolean;
    pathGlob: string;
    limit: number;
  }> = {
    ...inDocuments,
    slug: "grep_documents",
    name: "Grep Documents",
    userDescription: "Finds exact text or a pattern, with the line and place of each match.",
    description:
      "Finds exact text, or a regular expression (RE2: no look-around, no back-references), in the documents as they stand, with the line and column of each match. " +
      "For topics use search_documents. `is_cut` says that there are more.",
    icon: "regex",
    inputSchema: objectSchema(
      {
        pattern: { type: "string", minLength: 1, maxLength: 500, title: "Text or pattern" },
        regex: { type: "boolean", default: false, title: "Regular expression" },
        ignoreCase: { type: "boolean", default: false, title: "Ignore case" },
        pathGlob: globField,
        limit: limitField(200, 50, "Number of results"),
      },
      ["pattern"],
    ),
    outputSchema: {
      type: "object",
      properties: {
        matches: {
          type: "array",
          title: "Matches",
          items: {
            type: "object",
            properties: {
              path: { type: "string", title: "Path" },
              line: { type: "integer", title: "Line" },
              column: { type: "integer", title: "Column" },
              text: { type: "string", title: "Text" },
              path_part_id: { type: "string", title: "Id" },
            },
            required: ["path", "line", "column", "text", "path_part_id"],
          },
        },
        documents: { type: "integer", title: "Documents" },
        is_cut: { type: "boolean", title: "Cut" },
        note: { type: "string", title: "Note", "x-phrases": [GREP_OVERDUE] },
      },
      required: ["matches", "documents", "is_cut"],
    },
    viewSpec: tableView("matches", "Matches", [
      ["path", "Path", "plain"],
      ["line", "Line", "number"],
      ["text", "Text", "plain"],
    ]),
    summary: ({ pattern }) => pattern,
    async execute({ pattern, regex = false, ignoreCase = false, pathGlob = "", limit = 50 }, context) {
      try {
        return await desk.grep(
          readerOf(context),
          { pattern, isRegex: regex, ignoresCase: ignoreCase, glob: pathGlob || undefined, limit },
          context.signal,
        );
      } catch (error) {
        if (!(error instanceof Error) || !/error parsing regexp|RE2JS/i.test(`${error.name} ${error.message}`))
          throw error;
        throw new ToolError(
          { template: FAILURES.badPattern, values: { problem: error.message } },
          { path: "/pattern" },
        );
      }
    },
  };

  const findByName: ToolDefinition<{ name: string; limit: number; offset: number }> = {
    ...inDocuments,
    slug: "find_by_name",
    name: "Find Documents by Name",
    userDescription: "Lists the documents whose path fits a pattern or holds some words.",
    description:
      "Finds documents by their name: a glob, or a part of the path. Use it first when you know, or can guess, part of a path and want to know which documents exist. " +
      "`name` is a glob over the path (`**/README.md`, `zod/**`, `*.mdx`), or plain text that the path has to contain, whole or word by word (`react readme`); case does not matter. " +
      "It looks at paths only, never at contents. Then read what you found with read_document, by `path`.",
    icon: "file-search",
    examples: ["**/README.md", "zod/**", "changelog"],
    inputSchema: objectSchema(
      {
        name: {
          type: "string",
          minLength: 1,
          maxLength: 200,
          title: "Name or pattern",
          description: "A glob such as **/README.md, or a part of the path.",
        },
        limit: limitField(100, 20, "Number of results"),
        offset: offsetField,
      },
      ["name"],
    ),
    outputSchema: {
      type: "object",
      properties: {
        documents: {
          type: "array",
          title: "Documents",
          items: {
            type: "object",
            properties: {
              path: { type: "string", title: "Path" },
              title: { type: "string", title: "Title" },
              characters: { type: "integer", title: "Characters" },
              id: { type: "string", title: "Id" },
            },
            required: ["id", "path", "title", "characters"],
          },
        },
        total: { type: "integer", title: "In all" },
        note: noteField,
      },
      required: ["documents", "total"],
    },
    viewSpec: tableView("documents", "Documents", [
      ["path", "Path", "plain"],
      ["title", "Title", "plain"],
      ["characters", "Characters", "number"],
    ]),
    summary: ({ name }) => name,
    execute: async ({ name, limit = 20, offset = 0 }, context) =>
      withNote(await desk.byName(readerOf(context), name, { limit, offset }), context, isReading),
  };

  const documentInfo: ToolDefinition<DocumentKey> = {
    ...inDocuments,
    slug: "document_info",
    name: "Document Info",
    userDescription: "Shows what is known of a document.",
    description:
      "Shows what was extracted of a document: title, type, size, sections, and how it was read. Give its `path` or `path_part_id`.",
    icon: "info",
    inputSchema: objectSchema({ path: pathField, path_part_id: idField }),
    outputSchema: {},
    async execute(input, context) {
      const reader = readerOf(context);
      const document = await desk.document(reader, keyOf(input));
      return await library.info(reader, document.id);
    },
  };

  const readDocument: ToolDefinition<DocumentKey & { offset: number; length: number }> = {
    ...inDocuments,
    slug: "read_document",
    name: "Read Document",
    userDescription: "Shows the text of one document, a stretch at a time.",
    description:
      "Reads a stretch of one document, by its `path` or `path_part_id`: `length` characters from `offset`. Begin at 0; while `next` is not null there is more: call again with `offset` set to it.",
    icon: "file-text",
    examples: ["zod/README.md", "Read zod/README.md"],
    inputSchema: objectSchema({
      path: pathField,
      path_part_id: idField,
      offset: { type: "integer", minimum: 0, maximum: 2_000_000_000, default: 0, title: "From character" },
      length: limitField(20_000, 4_000, "Characters"),
    }),
    outputSchema: {
      type: "object",
      properties: {
        path: { type: "string", title: "Path" },
        title: { type: "string", title: "Title" },
        text: { type: "string", title: "Text" },
        offset: { type: "integer", title: "From character" },
        length: { type: "integer", title: "Characters" },
        total: { type: "integer", title: "In all" },
        next: { type: ["integer", "null"], title: "Next offset" },
        path_part_id: { type: "string", title: "Id" },
      },
      required: ["path", "title", "text", "offset", "length", "total", "next"],
    },
    viewSpec: { blocks: [{ type: "text", key: "text", label: "Text" }] },
    summary: ({ path, path_part_id, offset }) =>
      offset > 0
        ? { template: FROM_CHARACTER, values: { document: path || path_part_id || "", offset } }
        : path || path_part_id || "",
    phrases: [...inDocuments.phrases, FROM_CHARACTER],
    async execute({ offset = 0, length = 4_000, ...input }, context) {
      const reader = readerOf(context);
      const document = await desk.document(reader, keyOf(input));
      const { text, total } = await desk.stretch(reader, document, offset, length);
      if (offset > 0 && offset >= total)
        throw new ToolError({ template: FAILURES.past, values: { offset, total } }, { path: "/offset" });
      const read = [...text].length;
      const info = await library.info(reader, document.id);
      return {
        path: pathOf(info.path),
        title: info.title ?? document.name,
        text,
        offset,
        length: read,
        total,
        next: offset + read < total ? offset + read : null,
        path_part_id: document.id,
      };
    },
  };

  return [
    ...sourceTools(library, desk, isReading),
    searchDocuments,
    grepDocuments,
    findByName,
    documentInfo,
    readDocument,
    ...analystTools(library, desk, beside),
  ];
}
