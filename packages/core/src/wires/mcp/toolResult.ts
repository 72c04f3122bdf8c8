import { isRecord } from "../../json/record.ts";

/** What a `tools/call` came to: the output of the call, or why it failed. */
export type McpToolResult = { output: unknown; failure?: undefined } | { output?: undefined; failure: string };

/**
 * Reads the result of a `tools/call`: its structured content, else its parts of any kind, as results are shown; the
 * words of a result that is marked as an error.
 * @example
 * ```ts
 * const { output, failure } = readToolResult(await client.callTool({ name: "forecast", arguments: { city: "Oslo" } }));
 * ```
 */
export function readToolResult(result: {
  structuredContent?: unknown;
  content?: unknown;
  isError?: unknown;
}): McpToolResult {
  const { structuredContent, content, isError } = result;
  if (isError === true) return { failure: textOf(content) || "The tool failed and did not say why." };
  return { output: structuredContent ?? { content: content ?? [] } };
}

function textOf(content: unknown): string {
  if (!Array.isArray(content)) return "";
  return content
    .map((part) => (isRecord(part) && typeof part["text"] === "string" ? part["text"] : ""))
    .filter(Boolean)
    .join("\n\n");
}
