import type { ResolvedTool } from "@callboard/core/catalog";

/** An output in words: a text as it is, anything else as its JSON. */
export function outputWords(_tool: ResolvedTool, output: unknown): string {
  return typeof output === "string" ? output : JSON.stringify(output ?? null, undefined, 2);
}
