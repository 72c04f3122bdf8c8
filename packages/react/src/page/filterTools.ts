import type { ToolListing } from "@callboard/core";

export type Facet = "origin" | "kind" | "category";
export const facets: readonly Facet[] = ["origin", "kind", "category"];

/** A search text and the chosen facets; an empty text matches every tool. */
export type ToolFilter = Record<Facet, string> & { text: string };

export const noFilter: ToolFilter = { text: "", origin: "", kind: "", category: "" };

/** Letters without case or marks, so that "cafe" finds "Café". */
function fold(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLocaleLowerCase("en");
}

const words = (text: string): string[] => fold(text).split(/\s+/).filter(Boolean);

function textScore(tool: ToolListing, terms: readonly string[]): number {
  if (terms.length === 0) return 1;
  const name = fold(tool.name);
  const all = `${name} ${fold(tool.slug)} ${fold(tool.category)} ${fold(tool.userDescription ?? "")} ${fold(tool.description)}`;
  if (!terms.every((term) => all.includes(term))) return 0;
  const first = terms[0]!;
  return name.startsWith(first) ? 4 : terms.every((term) => name.includes(term)) ? 3 : name.includes(first) ? 2 : 1;
}

/** The tools that match: best match first with a text, else by name in the reader's collation. */
export function filterTools(tools: readonly ToolListing[], filter: ToolFilter, locale = "en"): ToolListing[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const terms = words(filter.text);
  return tools
    .filter((tool) => facets.every((facet) => filter[facet] === "" || tool[facet] === filter[facet]))
    .map((tool) => ({ tool, score: textScore(tool, terms) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compare(a.tool.name, b.tool.name))
    .map(({ tool }) => tool);
}

/** The values of a facet, each with the number of tools that match it and the other filters. A chosen value stays in the list at 0. */
export function countFacet(
  tools: readonly ToolListing[],
  filter: ToolFilter,
  facet: Facet,
  locale = "en",
): [string, number][] {
  const counts = new Map(tools.map((tool) => [tool[facet] as string, 0]));
  if (filter[facet] !== "" && !counts.has(filter[facet])) counts.set(filter[facet], 0);
  for (const tool of filterTools(tools, { ...filter, [facet]: "" }))
    counts.set(tool[facet], counts.get(tool[facet])! + 1);
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return [...counts].sort(([a], [b]) => compare(a, b));
}
