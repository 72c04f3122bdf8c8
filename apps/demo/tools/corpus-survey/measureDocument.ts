/** What one Markdown document holds. */
export interface Measures {
  words: number;
  headings: number;
  codeBlocks: number;
  links: number;
  terms: Map<string, number>;
}

const COMMON = new Set(
  (
    "a about after all also an and any are as at be because been before but by can could do does each either for from had has have how i if in into is it its " +
    "just like make may more most must need new no not of on one only or other our out over own same set should so some such than that the their them then there " +
    "these they this those to two up use used using via was way we were what when where which while will with within without would you your"
  ).split(" "),
);

/**
 * Counts a Markdown document: its prose in words, its headings (`#` style), fenced code blocks and links; code is not
 * prose.
 */
export function measureDocument(markdown: string): Measures {
  const prose: string[] = [];
  let headings = 0;
  let codeBlocks = 0;
  let fence: string | null = null;
  for (const line of markdown.split("\n")) {
    const marker = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== null) {
      if (marker?.startsWith(fence) && /^ {0,3}[`~]+\s*$/.test(line)) fence = null;
      continue;
    }
    if (marker !== undefined) {
      fence = marker;
      codeBlocks++;
      continue;
    }
    if (/^ {0,3}#{1,6}\s/.test(line)) headings++;
    prose.push(line);
  }
  const text = prose.join("\n");
  const links = text.match(/\]\([^()\s]+/g)?.length ?? 0;
  const terms = new Map<string, number>();
  let words = 0;
  const readable = text
    .replace(/`[^`\n]*`/g, " ")
    .replace(/\]\([^)\n]*\)/g, "] ")
    .replace(/<[^<>\n]*>|https?:\/\/\S+/g, " ");
  for (const [word] of readable.matchAll(/[\p{L}\p{N}][\p{L}\p{N}'’-]*/gu)) {
    words++;
    const term = word.toLowerCase();
    if (term.length > 2 && !COMMON.has(term) && !/^\d/.test(term)) terms.set(term, (terms.get(term) ?? 0) + 1);
  }
  return { words, headings, codeBlocks, links, terms };
}
