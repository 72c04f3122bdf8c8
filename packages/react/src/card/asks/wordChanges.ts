import { diffArrays } from "diff/lib/diff/array.js";

/** A stretch of a text that both have, or what one has in the place of what the other had. */
export type WordChange = { same: string } | { before: string; after: string };

/** Two texts that differ more are said as a whole: they are two texts. */
const mostEdits = 1_000;

/**
 * What differs between two texts, word by word and exactly: all of the first is in `same` and `before`, and all of the
 * second in `same` and `after`. Words between which only a blank or a sign is the same are one change.
 */
export function wordChanges(before: string, after: string, locale: string): WordChange[] {
  const segmenter = new Intl.Segmenter(locale, { granularity: "word" });
  const [from, to] = [before, after].map((text) => Array.from(segmenter.segment(text), ({ segment }) => segment));
  const parts = from && to && diffArrays(from, to, { maxEditLength: mostEdits });
  if (!parts) return [{ before, after }];
  const changes: WordChange[] = [];
  for (const [index, { value: words, added, removed }] of parts.entries()) {
    const value = words.join("");
    const last = changes.at(-1);
    const isBetween =
      !/[\p{L}\p{N}]/u.test(value) && index < parts.length - 1 && last !== undefined && "before" in last;
    if (!added && !removed && !isBetween) {
      changes.push({ same: value });
      continue;
    }
    const change = last && "before" in last ? last : { before: "", after: "" };
    if (change !== last) changes.push(change);
    if (!added) change.before += value;
    if (!removed) change.after += value;
  }
  return changes;
}

/** Letters of a text that did not change which are left beside a change. */
const beside = 60;

/** The changes with no more around them than tells where they are. */
export function withoutTheRest(changes: readonly WordChange[], locale: string): WordChange[] {
  return changes.map((change, index) => {
    if (!("same" in change)) return change;
    const { same } = change;
    const [isFirst, isLast] = [index === 0, index === changes.length - 1];
    if (same.length <= (isFirst || isLast ? beside : 2 * beside) + 20) return change;
    const start = isFirst ? "" : same.slice(0, cutIn(same, beside, locale).start);
    const end = isLast ? "" : same.slice(cutIn(same, same.length - beside, locale).end);
    return { same: `${start}…${end}` };
  });
}

/**
 * Where the word at a cut begins and ends, so that the cut goes round it. A word that reaches an end of the text is
 * cut between two of its letters.
 */
function cutIn(text: string, at: number, locale: string): { start: number; end: number } {
  const ends = (granularity: "word" | "grapheme") => {
    const { index = at, segment = "" } = new Intl.Segmenter(locale, { granularity }).segment(text).containing(at) ?? {};
    return { start: index, end: index === at ? at : index + segment.length };
  };
  const word = ends("word");
  return word.start === 0 || word.end === text.length ? ends("grapheme") : word;
}
