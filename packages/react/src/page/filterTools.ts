import type { ToolListing } from "@callboard/core";

export type Facet = "origin" | "kind" | "category";
export const facets: readonly Facet[] = ["origin", "kind", "category"];

/** A search text and the chosen facets. */
export type ToolFilter = Record<Facet, string> & { text: string };

export const noFilter: ToolFilter = { text: "", origin: "", kind: "", category: "" };

/** The slugs of the tools that a text finds, best first; null where it asks for nothing. */
export type TextMatches = readonly string[] | null;

/** What is asked of the tools beside the facets, and the language by whose collation they are sorted. */
export interface FilterOptions {
  matches: TextMatches;
  locale?: string;
}

/**
 * The tools that match: those that a text finds in the order that it finds them in, else by name in the reader's
 * collation.
 */
export function filterTools(
  tools: readonly ToolListing[],
  filter: ToolFilter,
  { matches, locale = "en" }: FilterOptions,
): ToolListing[] {
  const left = tools.filter((tool) => facets.every((facet) => filter[facet] === "" || tool[facet] === filter[facet]));
  if (!matches) {
    const { compare } = new Intl.Collator(locale, { numeric: true });
    return left.sort((one, other) => compare(one.name, other.name));
  }
  const bySlug = new Map(left.map((tool) => [tool.slug, tool]));
  return matches.flatMap((slug) => bySlug.get(slug) ?? []);
}

/**
 * The values of a facet, each with the number of tools that match it and the other filters. A chosen value stays in the
 * list at 0.
 */
export function countFacet(
  tools: readonly ToolListing[],
  filter: ToolFilter,
  facet: Facet,
  options: FilterOptions,
): [string, number][] {
  const counts = new Map(tools.map((tool) => [tool[facet] as string, 0]));
  if (filter[facet] !== "" && !counts.has(filter[facet])) counts.set(filter[facet], 0);
  for (const tool of filterTools(tools, { ...filter, [facet]: "" }, options)) {
    counts.set(tool[facet], counts.get(tool[facet])! + 1);
  }
  const { compare } = new Intl.Collator(options.locale, { numeric: true });
  return [...counts].sort(([a], [b]) => compare(a, b));
}
