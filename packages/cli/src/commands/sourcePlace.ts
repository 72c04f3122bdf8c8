import { placeOf } from "./jsonText.ts";

/**
 * Where in a module's text a tool stands: its slug, and from there on the names that lead to a place in it. Where a
 * schema comes from another file, as far as this one shows.
 */
export function sourcePlace(
  text: string,
  slug: string,
  names: readonly string[],
): { line: number; column: number } | undefined {
  const literal = /["'`]/.source;
  let at = text.search(new RegExp(`${literal}${escaped(slug)}${literal}`));
  if (at < 0) return undefined;
  for (const name of names) {
    const found = new RegExp(`(?<![\\w$.])["']?${escaped(name)}["']?\\s*:`).exec(text.slice(at));
    if (!found) break;
    at += found.index;
  }
  return placeOf(text, at);
}

const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&");
