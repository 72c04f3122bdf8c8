import { isRecord } from "../json/record.ts";
import { readMediaType } from "./fileInfo.ts";
import { parseJsonParts, parseJsonText } from "./outputText.ts";

/** One A2UI message, of version 0.9 or 1.0, as an agent sends it. */
export type SurfaceMessage = Record<string, unknown>;

const kinds = [
  "createSurface",
  "updateComponents",
  "updateDataModel",
  "deleteSurface",
  // What an agent asks of a page, or answers it; the last two are the drafts' names.
  "callRendererFunction",
  "agentFunctionResponse",
  "callFunction",
  "actionResponse",
];

const isMessage = (value: unknown): value is SurfaceMessage =>
  isRecord(value) &&
  typeof value.version === "string" &&
  /^v?(?:0\.9|1\.0)(?:\.\d+)?$/.test(value.version) &&
  kinds.some((kind) => isRecord(value[kind]));

/** The records that tools wrap messages in: the examples of A2UI, and AG-UI's results. */
const wrappers = ["messages", "a2ui_operations"];

/** Whether a media type is that of A2UI messages. */
export const isSurfaceType = (mediaType: unknown): boolean => readMediaType(mediaType) === "application/a2ui+json";

/**
 * The A2UI messages that a value is, or is the text of; null for anything else, and for messages that open no surface.
 */
export function readSurfaceMessages(value: unknown): SurfaceMessage[] | null {
  const read = typeof value === "string" ? (parseJsonText(value) ?? parseJsonParts(value)?.values) : value;
  const wrapper = isRecord(read) ? wrappers.find((key) => Array.isArray(read[key])) : undefined;
  const list = wrapper ? (read as SurfaceMessage)[wrapper] : read;
  const messages: unknown[] = Array.isArray(list) ? list : [list];
  const isSurface = messages.length > 0 && messages.every(isMessage);
  return isSurface && messages.some((one) => isRecord(one.createSurface)) ? messages : null;
}

/** The messages of a value that holds nothing beside them. */
export const bareSurfaceMessages = (value: object): SurfaceMessage[] | null =>
  Array.isArray(value) || Object.keys(value).length === 1 || isMessage(value) ? readSurfaceMessages(value) : null;
