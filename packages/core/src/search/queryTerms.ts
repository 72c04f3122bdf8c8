import { stopWords } from "./stopWords.ts";
import type { SealedIndex, ToolIndex } from "./toolIndex.ts";
import { wordsOf } from "./words.ts";

/** A word of a query, and the terms of tools that it stands for. */
export interface QueryWord {
  readonly word: string;
  /** How rare it is; the most where no tool has it. */
  readonly rarity: number;
  readonly terms: readonly { readonly number: number; readonly weight: number }[];
}

/** A query as the index reads it: its words, and which of them stand together in one sentence. */
export interface Query {
  readonly words: readonly QueryWord[];
  /** The words of each sentence that asks for something; none where there is one sentence. */
  readonly sentences: readonly (readonly QueryWord[])[];
  /** Whether any of its words says what is wanted. */
  readonly isTelling: boolean;
}

/** A word that no tool has counts less by the word of a tool that it is the beginning of, or that is one slip away. */
const GUESS = 0.7;
const SHORTEST_BEGINNING = 4;
const SHORTEST_SLIP = 6;
/** While a word is typed, fewer letters will do. */
const SHORTEST_TYPED = 2;
/** A sentence of fewer telling words is no request of its own. */
const SHORTEST_SENTENCE = 3;

export interface QueryOptions {
  /** Phrases that count beside the query. */
  keywords?: readonly string[];
  /** Whether the last word may be the beginning of one. */
  typing?: boolean;
}

/** Reads a query. Each word counts once, however often it is written; words that say nothing count only where there are no others. */
export function readQuery(index: ToolIndex, sealed: SealedIndex, query: string, options: QueryOptions = {}): Query {
  const { keywords = [], typing = false } = options;
  const all = [query, ...keywords].flatMap(wordsOf);
  const telling = all.filter(isTelling);
  const last = typing && /[\p{L}\p{M}]$/u.test(query) ? wordsOf(query).at(-1) : undefined;
  const known = new Map<string, QueryWord>();
  for (const word of telling.length > 0 ? telling : all) {
    const stem = index.stemOf(word);
    if (!known.has(stem)) known.set(stem, readWord(index, sealed, { word, stem, isTyped: word === last }));
  }
  if (last !== undefined && telling.length > 0 && !telling.includes(last)) {
    // "w" and "for" may become a telling word.
    const typed = readWord(index, sealed, { word: last, stem: last, isTyped: true });
    if (typed.terms.length > 0) known.set(last, typed);
  }
  const sentences = query
    .split(/[.!?;。！？；\n]+(?:\s|$)|[。！？；]/u)
    .map((sentence) => [...new Set(wordsOf(sentence).filter(isTelling).map(index.stemOf))])
    .filter((stems) => stems.length >= SHORTEST_SENTENCE)
    .map((stems) => stems.flatMap((stem) => known.get(stem) ?? []));
  return {
    words: [...known.values()],
    sentences: sentences.length > 1 ? sentences : [],
    isTelling: telling.length > 0,
  };
}

/** Hiragana joins words and bends them. */
function isTelling(word: string): boolean {
  return !stopWords.has(word) && !/^(\p{N}+|\p{Script=Hiragana}+)$/u.test(word);
}

function readWord(
  index: ToolIndex,
  sealed: SealedIndex,
  { word, stem, isTyped }: { word: string; stem: string; isTyped: boolean },
): QueryWord {
  const number = index.numberOf(stem);
  const own = number === undefined ? undefined : sealed.postings(number);
  const exact = number !== undefined && own && own.to > own.from ? [{ number, weight: 1 }] : [];
  const guessed = isTyped || exact.length === 0 ? guess(sealed, isTyped ? word : stem, isTyped) : [];
  const terms = [...exact, ...guessed.filter((one) => one.number !== number)];
  const rarest = terms.length > 0 ? Math.max(...terms.map((term) => sealed.postings(term.number).rarity)) : 0;
  return { word, rarity: rarest || sealed.unknownRarity, terms };
}

/** The terms that a word is the beginning of; where there are none, those that are one slip away. */
function guess(sealed: SealedIndex, word: string, isTyped: boolean): { number: number; weight: number }[] {
  const sorted = sealed.sortedTerms();
  const found: { number: number; weight: number }[] = [];
  if (word.length >= (isTyped ? SHORTEST_TYPED : SHORTEST_BEGINNING)) {
    for (let place = firstFrom(sorted, word); sorted[place]?.[0].startsWith(word); place++) {
      const [term, number] = sorted[place]!;
      found.push({ number, weight: (GUESS * word.length) / term.length });
    }
  }
  if (found.length > 0 || word.length < SHORTEST_SLIP) return found;
  for (let place = firstFrom(sorted, word[0]!); sorted[place]?.[0].startsWith(word[0]!); place++) {
    const [term, number] = sorted[place]!;
    if (isSlip(word, term)) found.push({ number, weight: GUESS });
  }
  return found;
}

/** The place of the first term that is not before a text. */
function firstFrom(sorted: readonly (readonly [string, number])[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]![0] < text) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Whether two words differ by one letter that was left out, added, mistaken or swapped with its neighbour. */
function isSlip(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let begin = 0;
  while (begin < one.length && one[begin] === other[begin]) begin++;
  let end = 0;
  while (end < Math.min(one.length, other.length) - begin && one.at(-1 - end) === other.at(-1 - end)) end++;
  const [left, right] = [one.slice(begin, one.length - end), other.slice(begin, other.length - end)];
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
