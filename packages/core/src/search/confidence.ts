import type { Query, QueryWord } from "./queryTerms.ts";
import { impactOf, type SealedIndex } from "./toolIndex.ts";

/** How much each word of a query says of one tool, from 0 to 1, in the order of the words. */
export type WordStrengths = readonly number[];

export function strengthsOf(sealed: SealedIndex, { words }: Query, tool: number): WordStrengths {
  return words.map(({ terms }) => {
    let most = 0;
    for (const { number, weight } of terms) most = Math.max(most, weight * impactOf(sealed, number, tool));
    return most;
  });
}

/** Below it no tool is said to fit. */
export const LOW_CONFIDENCE = 0.4;

// Fitted on half of the queries of three public sets and half of a hundred sentences that ask for nothing;
// docs/search.md says how it does on the others.
const MIDDLE = 0.55;
const STEEPNESS = 8;
/**
 * How much the amount of what matched counts beside its share: a few rare words of a long text tell as much as a short
 * query that matches.
 */
const AMOUNT = 0.5;

/**
 * How likely it is that a tool fits a query, by its words: how much of the query the tool has, rare words before common
 * ones. Of several sentences the one that it fits best counts.
 */
export function confidenceOfWords(
  { unknownRarity }: SealedIndex,
  { words, sentences, isTelling }: Query,
  strengths: WordStrengths,
): number {
  if (!isTelling) return 0;
  const fit = Math.max(...[words, ...sentences].map((some) => fitOf(some, strengths, unknownRarity)));
  return fit > 0 ? sigmoid(STEEPNESS * (fit - MIDDLE)) : 0;
}

function fitOf(words: readonly QueryWord[], strengths: WordStrengths, unknownRarity: number): number {
  let asked = 0;
  let matched = 0;
  for (const word of words) {
    asked += word.rarity;
    matched += word.rarity * strengths[word.place]!;
  }
  return asked === 0 ? 0 : matched / asked + (AMOUNT * matched) / unknownRarity;
}

/**
 * How likely it is that a tool fits a query, by its meaning: how far its similarity stands out from those of all tools,
 * beyond what the best of so many would by chance. Embedders differ in what a cosine means, but not in this.
 */
export function confidenceOfMeaning(similarities: Float32Array, tool: number): number {
  const count = similarities.length;
  if (count < 3) return 0;
  const mean = similarities.reduce((sum, value) => sum + value, 0) / count;
  const spread = Math.sqrt(similarities.reduce((sum, value) => sum + (value - mean) ** 2, 0) / count);
  if (spread === 0) return 0;
  const byChance = Math.sqrt(2 * Math.log(count));
  return sigmoid(3 * ((similarities[tool]! - mean) / spread - byChance));
}

function sigmoid(value: number): number {
  return 1 / (1 + Math.exp(-value));
}
