/** A run of visible text, or one character that is invisible or reorders its neighbours. */
export type VisiblePart = { text: string } | { escape: string; character: string };

/**
 * Characters that draw nothing, look like a plain space, or reorder their neighbours: controls but for tab and newline,
 * bidi marks, zero-width and other ignorable characters, unusual spaces, private and unassigned ones, halves of a pair.
 */
const unseen = /[\p{Default_Ignorable_Code_Point}\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]|(?![\n\t])\p{Cc}|(?! )\p{Zs}/gu;

/**
 * Splits a text into visible runs and single invisible characters, which carry their code. The parts joined are the
 * text.
 */
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

/** The text with its invisible characters as codes, as one string. */
export function visibleText(text: string): string {
  return visibleParts(text)
    .map((part) => ("text" in part ? part.text : part.escape))
    .join("");
}

/** Letters whose scripts are written with joiners. */
const joined = String.raw`(?![\p{sc=Latin}\p{sc=Greek}\p{sc=Cyrillic}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Hebrew}\p{sc=Zinh}])[\p{L}\p{M}]`;
/** What belongs to a word or an emoji, and is seen in its shape. */
const shaping = [
  String.raw`(?<=${joined})[\u200c\u200d](?=${joined})`,
  String.raw`(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}\ufe0f])\u200d(?=\p{Extended_Pictographic})`,
  String.raw`(?<=[\p{Emoji}\p{Ideographic}])[\ufe00-\ufe0f\u{e0100}-\u{e01ef}]`,
  String.raw`(?<=\p{sc=Mongolian})[\u180b-\u180d\u180f]`,
  String.raw`(?<=\u{1f3f4}[\u{e0061}-\u{e007a}]*)[\u{e0061}-\u{e007a}]+\u{e007f}`,
].join("|");
const hidden = String.raw`[\p{Default_Ignorable_Code_Point}\p{Cs}\p{Zl}\p{Zp}]|(?![\n\t\r])\p{Cc}`;
const hiding = new RegExp(hidden, "u");
const hidingOrShaping = new RegExp(`(${shaping})|${hidden}`, "gu");

/**
 * A text that is read and not approved: bidi marks, zero-width and control characters as codes, but for those that a
 * script or an emoji is written with. Unusual spaces stay.
 */
export function readableText(text: string): string {
  if (!hiding.test(text)) return text;
  return text.replace(hidingOrShaping, (character: string, shape?: string) =>
    shape === undefined ? codeOf(character) : character,
  );
}

/** `U+202E` in brackets. */
function codeOf(character: string): string {
  return `⟨U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}⟩`;
}
