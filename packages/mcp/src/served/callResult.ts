import type { ResolvedTool } from "@callboard/core/catalog";
import { toStructuredContent } from "@callboard/core/bridge";
import { isCallToolResult, type CallToolResult } from "@modelcontextprotocol/server";
import { isRecord } from "../isRecord.ts";
import { outputWords } from "./outputWords.ts";

/** A call's output as a client takes it: structured as its tool says, with words that people and models read. */
export function resultOf(tool: ResolvedTool | undefined, output: unknown): CallToolResult {
  const parts = partsOf(output);
  if (parts) return { content: parts };
  // A tool that is gone since has no word on its output any more.
  const structured = (tool && toStructuredContent(tool, output)) ?? (isRecord(output) ? output : undefined);
  return {
    content: [{ type: "text", text: outputWords(output) }],
    ...(structured && { structuredContent: structured }),
  };
}

/** A call that has no output: why, so that a model may mend it. */
export const failureOf = (why: string): CallToolResult => ({ isError: true, content: [{ type: "text", text: why }] });

/** The parts of an output that is in the shape of the protocol already, as tools of other servers have it. */
function partsOf(output: unknown): CallToolResult["content"] | undefined {
  if (!isRecord(output) || !Array.isArray(output["content"])) return undefined;
  const isOnlyParts = Object.keys(output).every((key) => key === "content");
  return isOnlyParts && isCallToolResult(output) ? output.content : undefined;
}
