import type { ToolDefinition } from "@callboard/core";
import type { Desk } from "./desk.ts";
import { itemsSchema, itemsView, limitField, objectSchema, offsetField, tableView } from "./fields.ts";
import { idField, inDocuments, inSpace, noteField, withNote, type IsReading } from "./inDocuments.ts";
import type { Library } from "./library.ts";
import { readerOf } from "./readerOf.ts";

/** The tools of sources and their folders. */
export function sourceTools(library: Library, desk: Desk, isReading: IsReading): ToolDefinition[] {
  const listSources: ToolDefinition<{ name: string; limit: number }> = {
    ...inDocuments,
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
      withNote(await desk.sources(readerOf(context), name.trim(), limit), context, isReading),
  };

  const listFolder: ToolDefinition<{
    source: string;
    path: string;
    path_part_id: string;
    limit: number;
    offset: number;
  }> = {
    ...inDocuments,
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
    ...inDocuments,
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

  return [listSources, listFolder, folderTree];
}
