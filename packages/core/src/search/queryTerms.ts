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

/** The terms that a word is the beginning of; where there are none, those that are one slip away. In the order of their letters. */
function guess(sealed: SealedIndex, word: string, isTyped: boolean): { number: number; weight: number }[] {
  const near = sealed.termsFrom(word[0] ?? "");
  if (word.length >= (isTyped ? SHORTEST_TYPED : SHORTEST_BEGINNING)) {
    const longer = near.filter(([term]) => term.startsWith(word));
    if (longer.length > 0) {
      return inOrder(longer).map(([term, number]) => ({ number, weight: (GUESS * word.length) / term.length }));
    }
  }
  if (word.length < SHORTEST_SLIP) return [];
  return inOrder(near.filter(([term]) => isSlip(word, term))).map(([, number]) => ({ number, weight: GUESS }));
}

function inOrder<Term extends readonly [string, number]>(terms: Term[]): Term[] {
  return terms.sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Whether two words differ by one letter that was left out, added, mistaken or swapped with its neighbour. */
export function isSlip(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  if (long.length - short.length > 1) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at++;
  if (long.length > short.length) return hasSameEnd(short, at, long, at + 1);
  if (hasSameEnd(short, at + 1, long, at + 1)) return true;
  return short[at] === long[at + 1] && short[at + 1] === long[at] && hasSameEnd(short, at + 2, long, at + 2);
}

function hasSameEnd(one: string, from: number, other: string, otherFrom: number): boolean {
  for (let at = 0; from + at < one.length; at++) if (one[from + at] !== other[otherFrom + at]) return false;
  return true;
}
