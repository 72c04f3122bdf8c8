import { isRecord } from "../json/record.ts";
import { readMediaType } from "./fileInfo.ts";
import { parseJsonText } from "./outputText.ts";

/** One A2UI message, of version 0.9 or 1.0, as an agent sends it. */
export type SurfaceMessage = Record<string, unknown>;

const kinds = ["createSurface", "updateComponents", "updateDataModel", "deleteSurface"];

const isMessage = (value: unknown): value is SurfaceMessage =>
  isRecord(value) &&
  typeof value.version === "string" &&
  /^v?(?:0\.9|1\.0)(?:\.\d+)?$/.test(value.version) &&
  kinds.some((kind) => isRecord(value[kind]));

/** Whether a media type is that of A2UI messages. */
export const isSurfaceType = (mediaType: unknown): boolean => readMediaType(mediaType) === "application/a2ui+json";

/** The A2UI messages that a value is, or is the text of; null for anything else, and for messages that open no surface. */
export function readSurfaceMessages(value: unknown): SurfaceMessage[] | null {
  const read = typeof value === "string" ? parseJsonText(value) : value;
  const list = isRecord(read) && Array.isArray(read.messages) ? read.messages : Array.isArray(read) ? read : [read];
  return list.length > 0 && list.every(isMessage) && list.some((one) => isRecord(one.createSurface)) ? list : null;
}
