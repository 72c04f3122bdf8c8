import type { ToolListing } from "@callboard/core";
import { createToolSearch } from "@callboard/core/search";
import type { TextMatches } from "./filterTools.ts";

/**
 * Finds tools for what is typed into the library, by the search that models find them with: those that have each of its telling
 * words, or their beginnings.
 */
export function createTextMatches(tools: readonly ToolListing[]): (text: string) => TextMatches {
  const search = createToolSearch(tools);
  return (text) => search.matching({ query: text.trim(), typing: true });
}
