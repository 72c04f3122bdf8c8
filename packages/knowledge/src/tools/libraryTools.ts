import type { ToolDefinition, ViewSpec } from "@callboard/core";
import {
  chunkSchema,
  itemsSchema,
  itemsView,
  limitField,
  objectSchema,
  offsetField,
  partField,
  scopeField,
  searchOutput,
  searchView,
} from "./fields.ts";
import { FAILURES } from "./failures.ts";
import type { SearchMode } from "../search/corpusSearch.ts";
import type { Library } from "./library.ts";
import { messages } from "./messages.ts";
import { hasKnowledge, readerOf } from "./readerOf.ts";

/** The pack that these tools are: an agent has them by it, so that none has two tools of one intent. */
export const LIBRARY = { name: "library" } as const;

const shared = {
  group: LIBRARY,
  category: "knowledge",
  origin: "platform",
  available: hasKnowledge,
  messages,
  phrases: Object.values(FAILURES),
} as const;

/** A reader, which is open at the passage where there is one. */
const readerView: ViewSpec = { blocks: [{ type: "custom", label: "Document" }] };

const CITE =
  "Cite what you use by copying a result's `cite`, a Markdown link to the passage, into your answer right after the statement.";

interface Listing {
  limit: number;
  offset: number;
}
interface Searching {
  query: string;
  top_k: number;
  parent_path_part_ids: string[] | null;
}

/** The eight tools over one id space: browse, find, inspect, read, search and look at pictures. */
export function libraryTools(library: Library): ToolDefinition[] {
  const listContents: ToolDefinition<Listing & { path_part_id: string | null }> = {
    ...shared,
    slug: "list_contents",
    name: "List Contents",
    userDescription: "Lists what is in a folder, or all sources.",
    description:
      "Lists the contents of a folder: its folders and documents, each with its `path_part_id`. Without an id it lists the root folders. " +
      "Documents and sections are not listed but read: use read for them.",
    icon: "folder-open",
    examples: ["What documents are there?", "List the root folders"],
    inputSchema: objectSchema({
      path_part_id: {
        type: ["string", "null"],
        maxLength: 100,
        default: null,
        title: "Folder",
        description: "The folder's id; the root folders unless given.",
      },
      limit: limitField(100, 20, "Number of results"),
      offset: offsetField,
    }),
    outputSchema: itemsSchema,
    viewSpec: itemsView,
    execute: ({ path_part_id = null, limit = 20, offset = 0 }, context) =>
      // A form sends an empty field as an empty text.
      library.listContents(readerOf(context), path_part_id || null, { limit, offset }),
  };

  const find: ToolDefinition<Listing & { name: string; kind: "FOLDER" | "DOCUMENT" | null }> = {
    ...shared,
    slug: "find",
    name: "Find by Name",
    userDescription: "Finds folders and documents by a part of their name.",
    description:
      "Finds folders and documents by a part of their name, in whatever case. Use it when you know the name, or part of it; " +
      "to find what documents say, use search_knowledge or search_keyword. Then read a document, or list a folder, by its `path_part_id`.",
    icon: "file-search",
    examples: ["Find the folder reports", "Find documents named README"],
    inputSchema: objectSchema(
      {
        name: { type: "string", minLength: 1, maxLength: 200, title: "Part of the name" },
        kind: {
          type: ["string", "null"],
          enum: ["FOLDER", "DOCUMENT", null],
          default: null,
          title: "Kind",
          description: "FOLDER or DOCUMENT; both unless given.",
        },
        limit: limitField(100, 20, "Number of results"),
        offset: offsetField,
      },
      ["name"],
    ),
    outputSchema: itemsSchema,
    viewSpec: itemsView,
    summary: ({ name }) => name,
    execute: ({ name, kind = null, limit = 20, offset = 0 }, context) =>
      library.find(readerOf(context), name, kind || null, { limit, offset }),
  };

  const getInfo: ToolDefinition<{ path_part_id: string }> = {
    ...shared,
    slug: "get_info",
    name: "Get Info",
    userDescription: "Shows what a folder, document or passage is, and where it stands.",
    description:
      "Says what a `path_part_id` is and where it stands: kind, sizes, and the breadcrumb from its source, such as shared > reports > Q4 Analysis. " +
      "`parent_id` leads up: list it with list_contents.",
    icon: "info",
    inputSchema: objectSchema({ path_part_id: partField("A folder, document, section or chunk.") }, ["path_part_id"]),
    outputSchema: {
      type: "object",
      properties: {
        name: { type: "string", title: "Name" },
        kind: { type: "string", title: "Kind" },
        breadcrumb: { type: "string", title: "Place" },
        title: { type: "string", title: "Title" },
        media_type: { type: "string", title: "Media type" },
        bytes: { type: "integer", title: "Size" },
        modified_at: { type: "string", format: "date-time", title: "Modified" },
        state: { type: "string", title: "State" },
        problem: { type: "string", title: "Problem" },
        chunks: { type: ["integer", "null"], title: "Chunks" },
        characters: { type: ["integer", "null"], title: "Characters" },
        children: { type: "integer", title: "Entries" },
        path: { type: "array", items: { type: "object" }, title: "Path" },
        parent_id: { type: ["string", "null"], title: "Parent" },
        document_id: { type: ["string", "null"], title: "Document id" },
        path_part_id: { type: "string", title: "Id" },
      },
      required: ["path_part_id", "kind", "name", "breadcrumb", "path", "parent_id"],
    },
    execute: ({ path_part_id }, context) => library.info(readerOf(context), path_part_id),
  };

  const read: ToolDefinition<Listing & { path_part_id: string }> = {
    ...shared,
    slug: "read",
    name: "Read",
    userDescription: "Reads a document, a section or a passage, as much as is good at once.",
    description:
      "Reads a document, section or chunk by its `path_part_id`. You need not know how long it is: what is small comes whole; a long document " +
      "comes as its table of contents, whose sections you then read by their ids; a long section comes in pages, and `next_offset` says how to go on. " +
      CITE.replace(
        "a result's `cite`, a Markdown link to the passage,",
        "`[name](/knowledge/<path_part_id>)` of a chunk",
      ),
    icon: "book-open",
    inputSchema: objectSchema(
      {
        path_part_id: partField("A document, section or chunk."),
        limit: limitField(100, 20, "Chunks a page"),
        offset: offsetField,
      },
      ["path_part_id"],
    ),
    outputSchema: {
      type: "object",
      properties: {
        name: { type: "string", title: "Name" },
        kind: { type: "string", title: "Kind" },
        breadcrumb: { type: "string", title: "Place" },
        mode: { type: "string", enum: ["inline", "contents", "page", "chunk"], title: "Shown as" },
        note: { type: "string", title: "Note" },
        chunks: { type: "array", items: chunkSchema, title: "Text" },
        sections: {
          type: "array",
          title: "Contents",
          items: {
            type: "object",
            properties: {
              title: { type: "string", title: "Section" },
              depth: { type: "integer", title: "Level" },
              chunks: { type: ["integer", "null"], title: "Chunks" },
              characters: { type: ["integer", "null"], title: "Characters" },
              path_part_id: { type: "string", title: "Id" },
            },
            required: ["path_part_id", "title", "depth", "chunks", "characters"],
          },
        },
        total: { type: "integer", title: "In all" },
        offset: { type: "integer", title: "From" },
        next_offset: { type: ["integer", "null"], title: "Next offset" },
        path_part_id: { type: "string", title: "Id" },
      },
      required: ["path_part_id", "kind", "name", "breadcrumb", "mode", "chunks", "sections", "total", "next_offset"],
    },
    viewSpec: readerView,
    execute: ({ path_part_id, limit = 20, offset = 0 }, context) =>
      library.read(readerOf(context), path_part_id, { limit, offset }),
  };

  const readAround: ToolDefinition<{ chunk_id: string; window: number }> = {
    ...shared,
    slug: "read_around",
    name: "Read Around",
    userDescription: "Shows what stands before and after a passage.",
    description:
      "Shows the chunks before and after one that a search gave, within its section. `anchor_position` says where it stands among them; " +
      "`is_whole_section` says that the section has no more.",
    icon: "unfold-vertical",
    inputSchema: objectSchema(
      {
        chunk_id: {
          type: "string",
          maxLength: 100,
          title: "Chunk",
          description: "The path_part_id of a search result.",
        },
        window: limitField(10, 1, "Chunks before and after"),
      },
      ["chunk_id"],
    ),
    outputSchema: {
      type: "object",
      properties: {
        breadcrumb: { type: "string", title: "Place" },
        anchor: chunkSchema,
        chunks: { type: "array", items: chunkSchema, title: "Text" },
        anchor_position: { type: "integer", title: "Place of the passage" },
        is_whole_section: { type: "boolean", title: "The whole section" },
      },
      required: ["anchor", "chunks", "anchor_position", "is_whole_section", "breadcrumb"],
    },
    viewSpec: readerView,
    execute: ({ chunk_id, window = 1 }, context) => library.readAround(readerOf(context), chunk_id, window),
  };

  const searching = (query: string) =>
    objectSchema(
      {
        query: { type: "string", minLength: 1, maxLength: 1000, title: query },
        top_k: limitField(20, 5, "Number of results"),
        parent_path_part_ids: scopeField,
      },
      ["query"],
    );
  const run =
    (mode: SearchMode) =>
    ({ query, top_k = 5, parent_path_part_ids }: Searching, context: Parameters<typeof readerOf>[0]) =>
      library.search(readerOf(context), { query, limit: top_k, within: parent_path_part_ids ?? [], mode });

  const searchKnowledge: ToolDefinition<Searching> = {
    ...shared,
    slug: "search_knowledge",
    aliases: ["search", "retrieve_documents"],
    name: "Search Knowledge",
    userDescription: "Finds the passages that answer a question.",
    description:
      "Finds the passages that a question or topic is about. Best for concepts and explanations, such as “How does authentication work?”. " +
      "For exact terms, such as error codes, file names or settings, use search_keyword. `method` says how it searched. " +
      "Widen a result with read_around. " +
      CITE,
    icon: "search",
    examples: ["How does authentication work?", "What is the data retention policy?"],
    inputSchema: searching("Question or topic"),
    outputSchema: searchOutput,
    viewSpec: searchView,
    summary: ({ query }) => query,
    execute: run("hybrid"),
  };

  const searchKeyword: ToolDefinition<Searching> = {
    ...shared,
    slug: "search_keyword",
    name: "Search Keywords",
    userDescription: "Finds the passages with exact words, codes or names.",
    description:
      "Finds the passages with exact terms, by BM25: identifiers, error codes, file names, settings, such as ERROR-4021, config.yaml or RETENTION_DAYS. " +
      "For questions in plain language use search_knowledge. Widen a result with read_around. " +
      CITE,
    icon: "text-search",
    examples: ["Find references to ERROR-4021", "Where is config.yaml mentioned?", "Search for RETENTION_DAYS"],
    inputSchema: searching("Keywords or phrases"),
    outputSchema: searchOutput,
    viewSpec: searchView,
    summary: ({ query }) => query,
    execute: run("keyword"),
  };

  const viewChunkImage: ToolDefinition<{ chunk_id: string }> = {
    ...shared,
    slug: "view_chunk_image",
    name: "View Image",
    userDescription: "Shows the picture of a passage that has one.",
    description: "Shows the image of a chunk that has one: results say so in `has_image`.",
    icon: "image",
    inputSchema: objectSchema(
      { chunk_id: { type: "string", maxLength: 100, title: "Chunk", description: "A chunk with has_image." } },
      ["chunk_id"],
    ),
    outputSchema: {
      type: "object",
      properties: {
        caption: { type: "string", title: "Caption" },
        media_type: { type: "string", title: "Media type" },
        image: {
          type: "object",
          properties: { url: { type: "string" }, name: { type: "string" } },
          required: ["url", "name"],
          title: "Image",
        },
        path_part_id: { type: "string", title: "Id" },
      },
      required: ["path_part_id", "caption", "media_type", "image"],
    },
    viewSpec: {
      inChat: "open",
      blocks: [
        { type: "image", key: "image", label: "Image" },
        {
          type: "summary",
          label: "Caption",
          config: { fields: [{ key: "caption", label: "Caption", format: "plain" }] },
        },
      ],
    },
    execute: ({ chunk_id }, context) => library.image(readerOf(context), chunk_id),
  };

  return [listContents, find, getInfo, read, readAround, searchKnowledge, searchKeyword, viewChunkImage];
}
