import type { ToolListing } from "@callboard/core";

/** Letters without case or marks. */
const fold = (text: string) =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase();

/** All tools, or those whose name, slug or alias holds the text: the recently used first, then by name. */
export function listTools(
  tools: readonly ToolListing[],
  text: string,
  { recent = [], locale }: { recent?: readonly string[]; locale: string },
): ToolListing[] {
  const { compare } = new Intl.Collator(locale, { numeric: true });
  const wanted = fold(text).split(/\s+/).filter(Boolean);
  const place = ({ slug }: ToolListing) => (recent.includes(slug) ? recent.indexOf(slug) : recent.length);
  return tools
    .filter(({ name, slug, aliases = [] }) => {
      const names = fold([name, slug, ...aliases].join("\n"));
      return wanted.every((word) => names.includes(word));
    })
    .sort((one, other) => place(one) - place(other) || compare(one.name, other.name));
}
