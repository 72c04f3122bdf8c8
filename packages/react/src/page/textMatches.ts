import type { ToolListing } from "@callboard/core";
import { createToolSearch } from "@callboard/core/search";
import type { TextMatches } from "./filterTools.ts";

/**
 * Finds tools for what is typed into the library, by the search that models find them with: those that have each of its telling
 * words, or their beginnings. A single letter of which nothing is known asks for nothing yet.
 */
export function createTextMatches(tools: readonly ToolListing[]): (text: string) => TextMatches {
  const search = createToolSearch(tools);
  return (text) => {
    const query = text.trim();
    if (query === "" || query === "*") return null;
    const matches = search.matching({ query, typing: true });
    return matches.length === 0 && query.length === 1 ? null : matches;
  };
}
