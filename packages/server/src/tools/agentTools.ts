import type { ToolDefinition } from "@callboard/core";
import type { Store } from "../store.ts";
import { createNotes } from "../modules/notes/notes.ts";
import { askPerson } from "./askPerson.ts";
import { noteTools } from "./noteTools.ts";
import { readOutput } from "./readOutput.ts";

/**
 * The platform's tools for agents: `publish_note`, `list_notes`, `ask_person` and `read_output`.
 * @example
 * ```ts
 * for (const tool of createAgentTools({ store })) registry.register(tool);
 * ```
 */
export function createAgentTools({ store }: { store: Store }): ToolDefinition[] {
  return [...noteTools(createNotes(store.database)), askPerson, readOutput(store.database)];
}
