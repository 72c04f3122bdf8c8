import { isRecord } from "../json/record.ts";
import { sameJson } from "../json/sameJson.ts";
import { parseJsonText } from "./outputText.ts";

/** One part of an MCP result's `content`. */
export type ContentPart = Record<string, unknown> & { type: string };

const textKeys = new Set(["type", "text", "annotations", "_meta", "meta", "kind", "citations", "cache_control"]);

function isContentPart(value: unknown): value is ContentPart {
  if (!isRecord(value)) return false;
  const { type } = value;
  if (type === "text") return typeof value.text === "string" && Object.keys(value).every((key) => textKeys.has(key));
  if (type === "image" || type === "audio") return typeof value.data === "string" && typeof value.mimeType === "string";
  if (type === "resource") return isRecord(value.resource) && typeof value.resource.uri === "string";
  return type === "resource_link" && typeof value.uri === "string";
}

/** A text without its type, as some servers and logs write it; only a result's own list says that it is one. */
const withType = (part: unknown): unknown =>
  isRecord(part) && part.type === undefined && typeof part.text === "string" ? { ...part, type: "text" } : part;

/** A tool result in the shape of MCP: its parts, its structured value and its error flag. */
export interface McpResult {
  parts: ContentPart[];
  structured: unknown;
  isError: boolean;
}

/** Reads an MCP result, or its `content` alone; null where the output is anything else. */
export function readMcpResult(output: unknown): McpResult | null {
  if (Array.isArray(output)) {
    return output.length > 0 && output.every(isContentPart)
      ? { parts: output, structured: undefined, isError: false }
      : null;
  }
  if (!isRecord(output) || !Array.isArray(output.content)) return null;
  const { content, structuredContent, isError } = output;
  const known = Object.keys(output).every((key) => /^(?:content|structuredContent|isError|_meta|meta)$/.test(key));
  const parts = known ? content.map(withType) : [];
  if (!known || !parts.every(isContentPart)) return null;
  return { parts, structured: structuredContent ?? undefined, isError: isError === true };
}

/** The texts of a result's text parts. */
export function textsOf(result: McpResult): string[] {
  return result.parts.flatMap((part) => (part.type === "text" ? [part.text as string] : []));
}

const longestCompared = 500_000;

/**
 * Whether the texts of a result only repeat its structured content: as its JSON, or, where that is one value under
 * `result` as servers wrap it, as that value or as one text for each of its entries.
 */
export function repeatsStructured(result: McpResult): boolean {
  const { structured } = result;
  const texts = textsOf(result);
  if (structured === undefined || texts.length === 0) return false;
  if (texts.reduce((sum, text) => sum + text.length, 0) > longestCompared) return false;
  const wrapped = isRecord(structured) && Object.keys(structured).length === 1 ? structured.result : undefined;
  const says = (text: string, value: unknown): boolean =>
    typeof value === "object" && value !== null ? sameJson(parseJsonText(text), value) : text === String(value);
  if (texts.length === 1 && (says(texts[0]!, structured) || (wrapped !== undefined && says(texts[0]!, wrapped))))
    return true;
  return (
    Array.isArray(wrapped) &&
    wrapped.length === texts.length &&
    texts.every((text, index) => says(text, wrapped[index]))
  );
}
