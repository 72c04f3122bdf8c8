import type { JsonSchema, ToolContext } from "@callboard/core";
import { TOO_COMPLEX } from "../paths/namedPaths.ts";
import { FAILURES } from "./failures.ts";
import { messages } from "./messages.ts";

/** The pack of seed documents tools: an agent has it by name, and one that names no pack has the library instead. */
export const DOCUMENTS = { name: "documents", comesWith: ["knowledge"] } as const;

const isChosen = ({ source, agent }: ToolContext): boolean =>
  source !== "agent" || !!(agent?.toolGroups ?? agent?.customTools ?? agent?.only);
export const always = (context: ToolContext): boolean => !!context.tenantId && isChosen(context);
export const inSpace = (context: ToolContext): boolean => always(context) && !!context.spaceId;

export const inDocuments = {
  category: "knowledge",
  origin: "platform",
  group: DOCUMENTS,
  available: always,
  messages,
  phrases: [...Object.values(FAILURES), TOO_COMPLEX],
} as const;

export const pathField: JsonSchema = {
  type: "string",
  maxLength: 1000,
  default: "",
  title: "Path",
  description: "As find_by_name gives it, such as handbook/leave.md.",
  "x-entity-type": "document",
};
export const idField: JsonSchema = {
  type: "string",
  maxLength: 100,
  default: "",
  title: "Id",
  description: "In the place of the path.",
};
export const STILL_READING = "The documents are still being read: there may be more in a moment.";
export const noteField: JsonSchema = { type: "string", title: "Note", "x-phrases": [STILL_READING] };

/** What names a document. */
export interface DocumentKey {
  path?: string;
  path_part_id?: string;
}
/** A form sends an empty field as an empty text. */
export const keyOf = ({ path, path_part_id }: DocumentKey) => ({
  ...(path_part_id && { id: path_part_id }),
  ...(path && { path }),
});

/** Whether a tenant's documents are being brought in. */
export type IsReading = (tenantId: string) => boolean;

/** An answer, with a note where more documents may come. */
export function withNote<Answer extends object>(
  { note, ...answer }: Answer & { note?: string },
  { tenantId }: ToolContext,
  isReading: IsReading,
) {
  const notes = [note, tenantId && isReading(tenantId) ? STILL_READING : undefined].filter((one) => one !== undefined);
  return notes.length > 0 ? { ...answer, note: notes.join(" ") } : answer;
}
