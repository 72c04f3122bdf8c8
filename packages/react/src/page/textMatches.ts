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
    const matches: string[] = [];
    for (let offset = 0, total = 1; offset < total;) {
      const page = search.searchWords({ query, limit: 20, offset, typing: true });
      for (const { tool_id, matched_terms } of page.tools) {
        // A name without a word, as "+" is, matches none.
        if (matched_terms.length === page.terms.length) matches.push(tool_id);
      }
      offset += 20;
      total = page.total;
    }
    return matches.length === 0 && query.length === 1 ? null : matches;
  };
}
