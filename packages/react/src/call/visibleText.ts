/** A run of text that shows as it is, or one character that would not be seen, or would move what is around it. */
export type VisiblePart = { text: string } | { escape: string; character: string };

/**
 * Characters that draw nothing, look like a plain space, or reorder their neighbours: controls but for tab and newline, bidi marks, zero-width
 * and other ignorable characters, unusual spaces, private and unassigned ones, halves of a pair.
 */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]|(?![\n\t])\p{Cc}|(?! )\p{Zs}/gu;

/** Cuts a text so that every character in it can be seen: what cannot comes apart, with its code. Joined, the parts are the text again. */
export function visibleParts(text: string): VisiblePart[] {
  const parts: VisiblePart[] = [];
  let from = 0;
  for (const match of text.matchAll(unseen)) {
    if (match.index > from) parts.push({ text: text.slice(from, match.index) });
    parts.push({ escape: codeOf(match[0]), character: match[0] });
    from = match.index + match[0].length;
  }
  if (from < text.length) parts.push({ text: text.slice(from) });
  return parts;
}

/** The same as one string. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map((part) => ("text" in part ? part.text : part.escape))
    .join("");
}

/** `U+202E` in brackets. */
function codeOf(character: string): string {
  return `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
