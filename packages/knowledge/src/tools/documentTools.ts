import {
  delegate,
  needsModel,
  ToolError,
  type JsonSchema,
  type ToolContext,
  type ToolDefinition,
} from "@callboard/core";
import { NO_MEANING } from "../search/corpusSearch.ts";
import type { Desk } from "./desk.ts";
import { FAILURES } from "./failures.ts";
import {
  itemsSchema,
  itemsView,
  limitField,
  objectSchema,
  offsetField,
  searchOutput,
  searchView,
  tableView,
} from "./fields.ts";
import { pathOf, type Library } from "./library.ts";
import { messages } from "./messages.ts";
import { TOO_COMPLEX } from "../paths/namedPaths.ts";
import { readerOf } from "./readerOf.ts";

/** The pack of seed documents tools: an agent has it by name, and one that names no pack has the library instead. */
export const DOCUMENTS = { name: "documents", comesWith: ["knowledge"] } as const;

const isChosen = ({ source, agent }: ToolContext): boolean =>
  source !== "agent" || !!(agent?.toolGroups ?? agent?.customTools ?? agent?.only);
const always = (context: ToolContext): boolean => !!context.tenantId && isChosen(context);
const inSpace = (context: ToolContext): boolean => always(context) && !!context.spaceId;

const shared = {
  category: "knowledge",
  origin: "platform",
  group: DOCUMENTS,
  available: always,
  messages,
  phrases: [...Object.values(FAILURES), TOO_COMPLEX],
} as const;

const pathField: JsonSchema = {
  type: "string",
  maxLength: 1000,
  default: "",
  title: "Path",
  description: "As find_by_name gives it, such as handbook/leave.md.",
  "x-entity-type": "document",
};
const idField: JsonSchema = {
  type: "string",
  maxLength: 100,
  default: "",
  title: "Id",
  description: "In the place of the path.",
};
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
const STILL_READING = "The documents are still being read: there may be more in a moment.";
const QUERY_IN = "{query} in {paths}";
const FROM_CHARACTER = "{document} from character {offset}";
const ABOUT = "{document}: {question}";
const noteField: JsonSchema = { type: "string", title: "Note", "x-phrases": [STILL_READING] };

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

interface DocumentKey {
  path?: string;
  path_part_id?: string;
}
// A form sends an empty field as an empty text.
const keyOf = ({ path, path_part_id }: DocumentKey) => ({
  ...(path_part_id && { id: path_part_id }),
  ...(path && { path }),
});

const ANALYST = [
  "You are a document analyst. Your task names one document by its path, and asks a question about it.",
  "Read the document with read_document, in ranges: begin at offset 0 and go on at `next` until you have what the question needs.",
  "Use grep_documents to find exact words in it, and search_documents only for other documents that this one refers to.",
  "Answer from what you have read and from nothing else. Quote the passages that bear you out, and say so plainly where the document does not answer.",
  "Use a tool that changes or publishes something only where the question asks for it.",
].join("\n");

const TABLE_ANALYST = [
  "You answer a question about tables by SQL.",
  "Look at list_datasets first, then at table_schema of the tables that fit. Write one SELECT in PostgreSQL's dialect and run it with sql.",
  "Where it is refused, mend it by what the refusal says, and run it again.",
  "Answer in a sentence with the result, and then show the SQL that gave it, in a code block. Say so plainly where the tables do not answer.",
].join("\n");

export interface DocumentToolOptions {
  /** Whether a tenant's documents are being brought in. */
  isReading?: (tenantId: string) => boolean;
  /** What an analyst of a document has beside the tools that read. */
  analystTools?: readonly string[];
}

/** The documents tools of seed 000 over the same corpus. */
export function documentTools(
  library: Library,
  desk: Desk,
  { isReading = () => false, analystTools = [] }: DocumentToolOptions = {},
): ToolDefinition[] {
  /** An answer, with a note where more documents may come. */
  const withNote = <Answer extends object>(
    { note, ...answer }: Answer & { note?: string },
    { tenantId }: ToolContext,
  ) => {
    const notes = [note, tenantId && isReading(tenantId) ? STILL_READING : undefined].filter(
      (one) => one !== undefined,
    );
    return notes.length > 0 ? { ...answer, note: notes.join(" ") } : answer;
  };

  const listSources: ToolDefinition<{ name: string; limit: number }> = {
    ...shared,
    available: inSpace,
    slug: "list_sources",
    name: "List Sources",
    userDescription: "Shows where the documents come from, the largest source first.",
    description:
      "Lists all sources of this space, with how many documents each has, the largest first. Go on with folder_tree or search_documents.",
    icon: "library",
    examples: [
      "Which sources do you have?",
      "Which packages are documented here?",
      "Which packages do we have documentation for?",
    ],
    aliases: ["packages", "documentation-packages"],
    inputSchema: objectSchema({
      name: { type: "string", maxLength: 100, default: "", title: "Part of the name" },
      limit: limitField(200, 50, "Number of results"),
    }),
    outputSchema: {
      type: "object",
      properties: {
        sources: {
          type: "array",
          title: "Sources",
          items: {
            type: "object",
            properties: {
              name: { type: "string", title: "Source" },
              documents: { type: "integer", title: "Documents" },
              characters: { type: "number", title: "Characters" },
              path_part_id: { type: "string", title: "Id" },
            },
            required: ["name", "documents", "characters", "path_part_id"],
          },
        },
        total: { type: "integer", title: "In all" },
        documents: { type: "integer", title: "Documents" },
        note: noteField,
      },
      required: ["sources", "total", "documents"],
    },
    viewSpec: tableView("sources", "Sources", [
      ["name", "Source", "plain"],
      ["documents", "Documents", "number"],
      ["characters", "Characters", "number"],
    ]),
    execute: async ({ name = "", limit = 50 }, context) =>
      withNote(await desk.sources(readerOf(context), name.trim(), limit), context),
  };

  const listFolder: ToolDefinition<{
    source: string;
    path: string;
    path_part_id: string;
    limit: number;
    offset: number;
  }> = {
    ...shared,
    available: inSpace,
    slug: "list_folder_contents",
    name: "List Folder",
    userDescription: "Lists what is in a folder of a source.",
    description:
      "Lists the folders and documents in one folder of a source: by the source's name and a path in it, or by `path_part_id`. For all folders at once use folder_tree.",
    icon: "folder-open",
    inputSchema: objectSchema({
      source: { type: "string", maxLength: 200, default: "", title: "Source" },
      path: {
        type: "string",
        maxLength: 1000,
        default: "",
        title: "Folder",
        description: "From the source; its root unless given.",
      },
      path_part_id: idField,
      limit: limitField(100, 20, "Number of results"),
      offset: offsetField,
    }),
    outputSchema: itemsSchema,
    viewSpec: itemsView,
    async execute({ source = "", path = "", path_part_id = "", limit = 20, offset = 0 }, context) {
      const reader = readerOf(context);
      const folder = await desk.folder(reader, { source, path, ...(path_part_id && { id: path_part_id }) });
      return await library.listContents(reader, folder.id, { limit, offset });
    },
  };

  const folderTree: ToolDefinition<{ source: string; path_part_id: string; depth: number }> = {
    ...shared,
    available: inSpace,
    slug: "folder_tree",
    name: "Folder Tree",
    userDescription: "Shows the folders of a source as a tree.",
    description:
      "Shows the folders of a source as a tree, each with how many documents stand in it. `is_cut` says that there are deeper or more folders.",
    icon: "folder-tree",
    inputSchema: objectSchema({
      source: { type: "string", maxLength: 200, default: "", title: "Source" },
      path_part_id: idField,
      depth: limitField(20, 5, "Levels"),
    }),
    outputSchema: {
      type: "object",
      properties: {
        tree: { type: "string", title: "Tree" },
        folders: {
          type: "array",
          title: "Folders",
          items: {
            type: "object",
            properties: {
              name: { type: "string", title: "Folder" },
              depth: { type: "integer", title: "Level" },
              documents: { type: "integer", title: "Documents" },
              path_part_id: { type: "string", title: "Id" },
            },
            required: ["name", "depth", "documents", "path_part_id"],
          },
        },
        total: { type: "integer", title: "In all" },
        is_cut: { type: "boolean", title: "Cut" },
      },
      required: ["tree", "folders", "total", "is_cut"],
    },
    viewSpec: { blocks: [{ type: "custom", label: "Folders" }] },
    async execute({ source = "", path_part_id = "", depth = 5 }, context) {
      const reader = readerOf(context);
      const folder = await desk.folder(reader, { source, ...(path_part_id && { id: path_part_id }) });
      return await desk.tree(reader, folder, depth);
    },
  };

  const searchDocuments: ToolDefinition<{
    query: string;
    mode: "hybrid" | "vector" | "keyword";
    limit: number;
    feeds: string[] | null;
    pathGlob: string;
  }> = {
    ...shared,
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
    phrases: [...shared.phrases, QUERY_IN],
    async execute({ query, mode = "hybrid", limit = 5, feeds, pathGlob: glob = "" }, context) {
      const reader = readerOf(context);
      const pathGlob = glob.trim();
      const sources = feeds ? await desk.sourceIds(reader, feeds) : [];
      const documents = pathGlob ? await desk.idsByGlob(reader, pathGlob) : [];
      if (pathGlob && documents.length === 0)
        return withNote({ results: [], total: 0, method: "lexical", note: NOTHING_FITS }, context);
      const { results, ...found } = await library.search(reader, { query, mode, limit, sources, documents });
      const withSnippets = results.map((hit) => ({ ...hit, snippet: hit.excerpt.join("") }));
      return withNote({ results: withSnippets, ...found }, context);
    },
  };

  const grepDocuments: ToolDefinition<{
    pattern: string;
    regex: boolean;
    ignoreCase: boolean;
    pathGlob: string;
    limit: number;
  }> = {
    ...shared,
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
        note: { type: "string", title: "Note" },
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
    ...shared,
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
      withNote(await desk.byName(readerOf(context), name, { limit, offset }), context),
  };

  const documentInfo: ToolDefinition<DocumentKey> = {
    ...shared,
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
    ...shared,
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
    phrases: [...shared.phrases, FROM_CHARACTER],
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

  const analyzeDocument: ToolDefinition<DocumentKey & { question: string }> = {
    ...shared,
    available: needsModel(always),
    slug: "analyze_document",
    name: "Analyze Document",
    userDescription: "An analyst reads one document and answers a question from its text.",
    description:
      "Has one document analyzed in depth: an analyst of its own reads it, with tools of its own, and answers your question from its text with quotes. " +
      "It takes several calls; for a short document read_document is faster.",
    icon: "microscope",
    examples: ["Analyze zod/README.md: what does it say about transforms?", "Summarize a document"],
    aliases: ["summarize", "summarise"],
    inputSchema: objectSchema(
      {
        path: pathField,
        path_part_id: idField,
        question: { type: "string", minLength: 1, maxLength: 2000, title: "Question" },
      },
      ["question"],
    ),
    outputSchema: { type: "string", title: "Answer" },
    viewSpec: { blocks: [{ type: "text", label: "Answer" }] },
    summary: ({ path, path_part_id, question }) => ({
      template: ABOUT,
      values: {
        document: path || path_part_id || "",
        question: question.length > 80 ? `${question.slice(0, 79)}…` : question,
      },
    }),
    phrases: [...shared.phrases, ABOUT],
    async execute({ question, ...input }, context) {
      const reader = readerOf(context);
      const document = await desk.document(reader, keyOf(input));
      const { path, title, characters } = await library.info(reader, document.id);
      return delegate({
        name: "Document analyst",
        description: `Reads ${title ?? document.name}`,
        instructions: ANALYST,
        tools: ["read_document", "grep_documents", "search_documents", ...analystTools],
        input: { path: input.path || pathOf(path), question, characters },
      });
    },
  };

  const queryDocuments: ToolDefinition<{ question: string }> = {
    ...shared,
    available: needsModel(always),
    slug: "query_documents",
    name: "Query Documents",
    userDescription: "Answers a question about the tables in your documents, and shows the SQL.",
    description:
      "Answers a question about the tables that documents hold (CSV, Excel), such as sums, counts, comparisons: an analyst writes SQL, runs it, and shows it beside the result.",
    icon: "file-spreadsheet",
    inputSchema: objectSchema({ question: { type: "string", minLength: 1, maxLength: 2000, title: "Question" } }, [
      "question",
    ]),
    outputSchema: { type: "string", title: "Answer" },
    viewSpec: { blocks: [{ type: "text", label: "Answer" }] },
    summary: ({ question }) => question,
    execute: ({ question }) =>
      delegate({
        name: "Table analyst",
        description: "Writes and runs SQL",
        instructions: TABLE_ANALYST,
        tools: ["list_datasets", "table_schema", "random_sample", "sql"],
        input: { question },
      }),
  };

  return [
    listSources,
    listFolder,
    folderTree,
    searchDocuments,
    grepDocuments,
    findByName,
    documentInfo,
    readDocument,
    analyzeDocument,
    queryDocuments,
  ];
}
