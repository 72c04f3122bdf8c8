import { diffWordsWithSpace } from "diff/lib/diff/word.js";

/** A stretch of a text that both have, or what one has in the place of what the other had. */
export type WordChange = { same: string } | { before: string; after: string };

/** Two texts that differ more are said as a whole: they are two texts. */
const mostEdits = 1_000;

/**
 * What differs between two texts, word by word and exactly: all of the first is in `same` and `before`, and all of the second in `same` and
 * `after`. Words between which only a blank or a sign is the same are one change.
 */
export function wordChanges(before: string, after: string, locale: string): WordChange[] {
  const intlSegmenter = new Intl.Segmenter(locale, { granularity: "word" });
  const parts = diffWordsWithSpace(before, after, { maxEditLength: mostEdits, intlSegmenter });
  if (!parts) return [{ before, after }];
  const changes: WordChange[] = [];
  for (const [index, { value, added, removed }] of parts.entries()) {
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
export function withoutTheRest(changes: readonly WordChange[]): WordChange[] {
  return changes.map((change, index) => {
    if (!("same" in change)) return change;
    const { same } = change;
    const [isFirst, isLast] = [index === 0, index === changes.length - 1];
    if (same.length <= (isFirst || isLast ? beside : 2 * beside) + 20) return change;
    const start = isFirst ? "" : same.slice(0, beside).replace(/\S*$/, "");
    const end = isLast ? "" : same.slice(-beside).replace(/^\S*/, "");
    return { same: `${start}…${end}` };
  });
}
