/** An output's words, from its JSON as it comes: a text without its quotes and escapes, anything else as its JSON. */
export async function* outputText(json: AsyncIterable<string>): AsyncGenerator<string> {
  let isText: boolean | undefined;
  let waiting = "";
  for await (const piece of json) {
    if (piece === "") continue;
    isText ??= piece.startsWith('"');
    if (!isText) {
      yield piece;
      continue;
    }
    waiting += piece;
    const whole = wholeCharacters(waiting);
    yield decoded(waiting.slice(0, whole));
    waiting = waiting.slice(whole);
  }
  if (waiting !== "") yield decoded(waiting);
}

/** Where a stretch of a JSON string may end: not within an escape. */
function wholeCharacters(text: string): number {
  // An escape is six characters at the most, and a backslash before it may itself be escaped.
  for (let at = Math.max(0, text.length - 6); at < text.length; at++) {
    if (text[at] !== "\\") continue;
    let slashes = 0;
    while (text[at - slashes - 1] === "\\") slashes++;
    if (slashes % 2 === 1) continue;
    const length = text[at + 1] === "u" ? 6 : 2;
    if (at + length > text.length) return at;
    at += length - 1;
  }
  return text.length;
}

/** The quotes around a JSON string are the only ones in it without a backslash. */
function decoded(stretch: string): string {
  const body = stretch.replaceAll(/(?<!\\)(?:\\\\)*"/g, (match) => match.slice(0, -1));
  return JSON.parse(`"${body}"`) as string;
}

/** A stretch of an output's words. */
export interface Stretch {
  text: string;
  /** Where the next one begins; null at the end. */
  next: number | null;
}

/** The characters from `offset` on, `length` at the most; pairs stay together. */
export async function readStretch(words: AsyncIterable<string>, offset: number, length: number): Promise<Stretch> {
  let at = 0;
  let text = "";
  for await (const piece of words) {
    const from = Math.max(0, offset - at);
    at += piece.length;
    if (from >= piece.length) continue;
    text += piece.slice(from);
    // One more tells whether anything follows.
    if (text.length > length) break;
  }
  if (text.length <= length) return { text, next: null };
  const code = text.charCodeAt(length - 1);
  const end = code >= 0xd800 && code <= 0xdbff && length > 1 ? length - 1 : length;
  return { text: text.slice(0, end), next: offset + end };
}

/** A place where a text was found, with what stands around it. */
export interface Found {
  offset: number;
  text: string;
}

/** Characters before and after a place that was found. */
const AROUND = 160;

/** The places from `offset` on that have a text, whatever its case; `most` of them, and where to look for more. */
export async function findInOutput(
  words: AsyncIterable<string>,
  text: string,
  offset: number,
  most: number,
): Promise<{ matches: Found[]; next: number | null }> {
  const needle = text.toLowerCase();
  const matches: Found[] = [];
  // What is still needed of what came before, and where it begins.
  let window = "";
  let start = 0;
  let from = offset;
  const look = (isEnd: boolean): number | null => {
    // Lower case may be longer than what it is made from; only equal lengths keep their places.
    const lower = window.toLowerCase();
    const searched = lower.length === window.length ? lower : window;
    for (;;) {
      const found = searched.indexOf(needle, Math.max(0, from - start));
      if (found < 0 || (!isEnd && found + needle.length + AROUND > window.length)) return null;
      if (matches.length === most) return start + found;
      matches.push({
        offset: start + found,
        text: window.slice(Math.max(0, found - AROUND), found + needle.length + AROUND),
      });
      from = start + found + needle.length;
    }
  };
  for await (const piece of words) {
    window += piece;
    const more = look(false);
    if (more !== null) return { matches, next: more };
    const keep = Math.min(window.length, 2 * AROUND + needle.length);
    start += window.length - keep;
    window = window.slice(window.length - keep);
  }
  return { matches, next: look(true) };
}
