import { readableText } from "./visibleText.ts";

/** What makes more of a line than its words: Markdown, an address, a line's end, or a list's mark at its beginning. */
const mark = /[\\`*_~[\]<>#|&\t@\n]|:\/\/|www\./i;
const opening = /^\s*(?:[-+=]|\d|$)| {4}/;

/** A mark of several characters may be cut by the end of what was there before. */
const LONGEST_MARK = 4;
/** A line's beginning says whether it is a list, a rule or code. */
const OPENING = 64;
/** Longer texts are drawn in pieces. */
const LONGEST = 20_000;

/**
 * Says of a growing text whether it is one line of nothing but words so far, by what was added alone: such a text needs
 * no reading as Markdown. It is said of the same text again, or of a longer one; any other begins anew.
 */
export function createPlainLine(): (text: string) => boolean {
  let known = "";
  let isMarked = false;
  let opensPlain = false;
  return (text) => {
    const grows = text.startsWith(known);
    if (!grows) isMarked = false;
    if (!grows || known.length < OPENING) opensPlain = !opening.test(text.slice(0, OPENING));
    if (!isMarked) {
      const added = text.slice(grows ? Math.max(0, known.length - LONGEST_MARK) : 0);
      isMarked = text.length > LONGEST || mark.test(added) || (isOdd(added) && isOdd(text));
    }
    known = text;
    return opensPlain && !isMarked;
  };
}

/** Whether a character is drawn as its code. A piece of a text may seem so: it may be cut within a character. */
const isOdd = (text: string) => readableText(text) !== text;
