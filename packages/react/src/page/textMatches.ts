import type { ToolListing } from "@callboard/core";
import { createToolSearch } from "@callboard/core/search";
import type { TextMatches } from "./filterTools.ts";
import { finderOver } from "./toolFinder.ts";

/**
 * Finds tools for what is typed into the library, by the search that models find them with: those that have each of its
 * telling words, or their beginnings; of what no tool has all of, what a composer offers for it.
 */
export function createTextMatches(tools: readonly ToolListing[], locale: string): (text: string) => TextMatches {
  const search = createToolSearch(tools);
  const finder = finderOver(search, tools, locale);
  return (text) => {
    const whole = search.matching({ query: text.trim(), typing: true });
    return whole?.length === 0 ? finder.find(text).map(({ slug }) => slug) : whole;
  };
}
