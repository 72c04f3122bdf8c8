import type { ToolDefinition } from "@callboard/core";
import type { Store } from "../store.ts";
import { createDocumentSearch } from "../modules/knowledge/documentSearch.ts";
import type { Knowledge } from "../modules/knowledge/knowledge.ts";
import { createNotes } from "../modules/knowledge/notes.ts";
import { analyzeDocument } from "./analyzeDocument.ts";
import { askPerson } from "./askPerson.ts";
import { listSources } from "./listSources.ts";
import { noteTools } from "./noteTools.ts";
import { readOutput } from "./readOutput.ts";
import { searchDocuments } from "./searchDocuments.ts";

/**
 * The platform's tools for agents, beside those of `createDocumentTools`: `search_documents`, `list_sources`,
 * `analyze_document`, `publish_note`, `list_notes`, `ask_person` and `read_output`.
 * @example
 * ```ts
 * for (const tool of createAgentTools({ store, knowledge })) registry.register(tool);
 * ```
 */
export function createAgentTools({ store, knowledge }: { store: Store; knowledge: Knowledge }): ToolDefinition[] {
  const search = createDocumentSearch(store.database);
  return [
    searchDocuments(knowledge, search),
    listSources(knowledge, search),
    analyzeDocument(knowledge),
    ...noteTools(createNotes(store.database)),
    askPerson,
    readOutput(store.database),
  ];
}
