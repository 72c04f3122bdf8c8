import { isRecord } from "./outputPath.ts";

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

/** What a tool result in the shape of MCP holds: its parts, its structured value and whether it tells of an error. */
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
  if (!known || !content.every(isContentPart)) return null;
  return { parts: content, structured: structuredContent ?? undefined, isError: isError === true };
}

/** The words of a result's text parts, each on its own. */
export function textsOf(result: McpResult): string[] {
  return result.parts.flatMap((part) => (part.type === "text" ? [part.text as string] : []));
}
