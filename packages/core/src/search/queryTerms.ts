import { stopWords } from "./stopWords.ts";
import type { KnownTerm, SealedIndex, ToolIndex } from "./toolIndex.ts";
import { partsOf, wordsOf } from "./words.ts";

/** A term of tools, and how much it counts for a word of a query. */
export interface QueryTerm {
  readonly number: number;
  readonly weight: number;
}

/** A word of a query, and the terms of tools that it stands for. */
export interface QueryWord {
  readonly word: string;
  /** Its place among the words of the query. */
  readonly place: number;
  /** How rare it is; the most where no tool has it. */
  readonly rarity: number;
  readonly terms: readonly QueryTerm[];
}

/** A query as the index reads it: its words, and which of them stand together in one sentence. */
export interface Query {
  readonly words: readonly QueryWord[];
  /** The words of each sentence that asks for something; none where there is one sentence. */
  readonly sentences: readonly (readonly QueryWord[])[];
  /** The words of the query as they are written, without the keywords. */
  readonly written: readonly string[];
  /**
   * The terms of the whole query and of each keyword, side by side as they are written; none where no tool ever had one
   * of the words.
   */
  readonly phrases: readonly (readonly number[])[];
  /** Whether any of its words says what is wanted. */
  readonly isTelling: boolean;
}

/** A word that no tool has counts less by the word of a tool that it is the beginning of, or that is one slip away. */
const GUESS = 0.7;
const SHORTEST_BEGINNING = 4;
const SHORTEST_SLIP = 6;
/** While a word is typed, fewer letters will do; one that is no word itself asks for nothing yet. */
export const SHORTEST_TYPED = 2;
/** A sentence of fewer telling words is no request of its own. */
const SHORTEST_SENTENCE = 3;

export interface QueryOptions {
  /** Phrases that count beside the query. */
  keywords?: readonly string[];
  /** Whether the last word may be the beginning of one. */
  typing?: boolean;
}

/**
 * What ends a request: the end of a sentence, though no full stop within a number or a name, and a "then" (English,
 * German, Arabic).
 */
const SENTENCE_END = /[.!?;\n]+(?:\s|$)|[。！？；]|\s(?:then|dann|ثم)\s/iu;

/**
 * Reads a query. Each word counts once, however often it is written; words that say nothing count only where there are
 * no others.
 */
export function readQuery(index: ToolIndex, sealed: SealedIndex, query: string, options: QueryOptions = {}): Query {
  const { keywords = [], typing = false } = options;
  /** A name such as "5km" that no tool has is a number and a word. */
  const known = (text: string) =>
    wordsOf(text).flatMap((word) => (sealed.has(index.numberOf(word)) ? [word] : partsOf(word)));
  const written = query.split(SENTENCE_END).map(known);
  const whole: string[] = [];
  for (const words of written) whole.push(...words);
  const numbers = new Map<string, number | undefined>();
  const phraseOf = (words: readonly string[]) => {
    for (const word of words) if (!numbers.has(word)) numbers.set(word, index.numberOf(word));
    const phrase = words.map((word) => numbers.get(word));
    return phrase.includes(undefined) ? [] : [phrase as number[]];
  };
  const phrases = [whole, ...keywords.map(known)].flatMap(phraseOf);
  const words = [...numbers.keys()];
  const telling = words.filter(isTelling);
  const last = typing && /[\p{L}\p{M}]$/u.test(query) ? whole.at(-1) : undefined;
  const byTerm = new Map<number | string, QueryWord>();
  const byWord = new Map<string, QueryWord>();
  for (const word of telling.length > 0 ? telling : words) {
    const number = numbers.get(word);
    const term = number ?? index.stemOf(word);
    let read = byTerm.get(term);
    if (!read)
      byTerm.set(term, (read = readWord(index, sealed, { word, number, place: byTerm.size, isTyped: word === last })));
    byWord.set(word, read);
  }
  const sentences = telling.length > 0 ? sentencesOf(written, byWord) : [];
  const isWhole = last !== undefined && stopWords.has(last) && last.length > 2 && telling.length > 1;
  if (last !== undefined && telling.length > 0 && !telling.includes(last) && !isWhole) {
    // "w" and "for" may become a telling word; at the end of a sentence that tells enough "for" is itself.
    const typed = readWord(index, sealed, { word: last, number: numbers.get(last), place: byTerm.size, isTyped: true });
    if (typed.terms.length > 0) byTerm.set(last, typed);
  }
  return {
    written: whole,
    words: [...byTerm.values()],
    sentences: sentences.length > 1 ? sentences : [],
    phrases,
    isTelling: telling.length > 0,
  };
}

/** The telling words of each sentence that asks for something. */
function sentencesOf(written: readonly (readonly string[])[], byWord: ReadonlyMap<string, QueryWord>): QueryWord[][] {
  const sentences: QueryWord[][] = [];
  for (const words of written) {
    const read = new Set<QueryWord>();
    for (const word of words) {
      const telling = byWord.get(word);
      if (telling) read.add(telling);
    }
    if (read.size >= SHORTEST_SENTENCE) sentences.push([...read]);
  }
  return sentences;
}

/** Hiragana joins words and bends them. */
function isTelling(word: string): boolean {
  return !stopWords.has(word) && !/^(\p{N}+|\p{Script=Hiragana}+)$/u.test(word);
}

interface Guessed {
  word: string;
  stem: string;
  isTyped: boolean;
}

function readWord(
  index: ToolIndex,
  sealed: SealedIndex,
  { word, number, place, isTyped }: { word: string; number: number | undefined; place: number; isTyped: boolean },
): QueryWord {
  const terms: QueryTerm[] = sealed.has(number) ? [{ number, weight: 1 }] : [];
  if (isTyped || terms.length === 0) {
    for (const guessed of guess(index, sealed, { word, stem: isTyped ? word : index.stemOf(word), isTyped })) {
      if (guessed.number !== number) terms.push(guessed);
    }
  }
  const rarest = terms.reduce((most, term) => Math.max(most, sealed.postings(term.number).rarity), 0);
  return { word, place, rarity: rarest || sealed.unknownRarity, terms };
}

/** The terms that a stem is the beginning of; where there are none, those that it or its word is one slip away from. */
function guess(index: ToolIndex, sealed: SealedIndex, { word, stem, isTyped }: Guessed): QueryTerm[] {
  const near = sealed.termsFrom(stem[0]!);
  if (stem.length >= (isTyped ? SHORTEST_TYPED : SHORTEST_BEGINNING)) {
    const longer = beginningWith(near, stem);
    if (longer.length > 0) {
      return longer.map(({ text, number }) => ({ number, weight: (GUESS * stem.length) / text.length }));
    }
  }
  if (word.length < SHORTEST_SLIP) return [];
  const numbers = new Set(swapsOf(word).map(index.numberOf));
  if (stem.length >= SHORTEST_SLIP) for (const { text, number } of near) if (isSlip(stem, text)) numbers.add(number);
  return [...numbers].flatMap((number) => (sealed.has(number) ? [{ number, weight: GUESS }] : []));
}

/**
 * A word with each two neighbouring letters swapped. Its stem would not do: the slip may have hidden the ending that a
 * stem leaves out.
 */
function swapsOf(word: string): string[] {
  return Array.from(word.slice(1), (next, at) => word.slice(0, at) + next + word[at]! + word.slice(at + 2));
}

/** Of terms in the order of their letters those that begin with a word. */
function beginningWith(terms: readonly KnownTerm[], word: string): readonly KnownTerm[] {
  let low = 0;
  let high = terms.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (terms[middle]!.text < word) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < terms.length && terms[end]!.text.startsWith(word)) end++;
  return terms.slice(low, end);
}

/** Whether two words differ by one letter that was left out, added or mistaken. */
export function isSlip(one: string, other: string): boolean {
  const more = one.length - other.length;
  if (more > 1 || more < -1) return false;
  const at = sharedStart(one, other);
  if (more > 0) return hasSameEnd(one, at + 1, other, at);
  if (more < 0) return hasSameEnd(other, at + 1, one, at);
  return hasSameEnd(one, at + 1, other, at + 1);
}

function sharedStart(one: string, other: string): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && one.charCodeAt(at) === other.charCodeAt(at)) at++;
  return at;
}

/** Of two texts with equally long ends. */
function hasSameEnd(one: string, from: number, other: string, otherFrom: number): boolean {
  for (let at = 0; from + at < one.length; at++) {
    if (one.charCodeAt(from + at) !== other.charCodeAt(otherFrom + at)) return false;
  }
  return true;
}
