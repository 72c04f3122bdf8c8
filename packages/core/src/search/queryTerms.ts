import { stopWords } from "./stopWords.ts";
import type { KnownTerm, SealedIndex, ToolIndex } from "./toolIndex.ts";
import { wordsOf } from "./words.ts";

/** A term of tools, and how much it counts for a word of a query. */
export interface QueryTerm {
  readonly number: number;
  readonly weight: number;
}

/** A word of a query, and the terms of tools that it stands for. */
export interface QueryWord {
  readonly word: string;
  /** How rare it is; the most where no tool has it. */
  readonly rarity: number;
  readonly terms: readonly QueryTerm[];
}

/** A query as the index reads it: its words, and which of them stand together in one sentence. */
export interface Query {
  readonly words: readonly QueryWord[];
  /** The words of each sentence that asks for something; none where there is one sentence. */
  readonly sentences: readonly (readonly QueryWord[])[];
  /** The terms of the whole query and of each keyword, side by side as they are written; `UNKNOWN` for a word that no tool ever had. */
  readonly phrases: readonly (readonly number[])[];
  /** Whether any of its words says what is wanted. */
  readonly isTelling: boolean;
}

export const UNKNOWN = -1;

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

/** What ends a sentence; a full stop within a number or a name does not. */
const SENTENCE_END = /[.!?;。！？；\n]+(?:\s|$)|[。！？；]/u;

/** Reads a query. Each word counts once, however often it is written; words that say nothing count only where there are no others. */
export function readQuery(index: ToolIndex, sealed: SealedIndex, query: string, options: QueryOptions = {}): Query {
  const { keywords = [], typing = false } = options;
  const written = query.split(SENTENCE_END).map(wordsOf);
  const phrases = [written.flat(), ...keywords.map(wordsOf)];
  const all = phrases.flat();
  const telling = all.filter(isTelling);
  const last = typing && /[\p{L}\p{M}]$/u.test(query) ? phrases[0]!.at(-1) : undefined;
  const byStem = new Map<string, QueryWord>();
  const byWord = new Map<string, QueryWord>();
  for (const word of telling.length > 0 ? telling : all) {
    if (byWord.has(word)) continue;
    const stem = index.stemOf(word);
    const read = byStem.get(stem) ?? readWord(index, sealed, { word, stem, isTyped: word === last });
    byStem.set(stem, read);
    byWord.set(word, read);
  }
  const sentences = telling.length > 0 ? sentencesOf(written, byWord) : [];
  if (last !== undefined && telling.length > 0 && !telling.includes(last)) {
    // "w" and "for" may become a telling word.
    const typed = readWord(index, sealed, { word: last, stem: last, isTyped: true });
    if (typed.terms.length > 0) byStem.set(last, typed);
  }
  return {
    words: [...byStem.values()],
    sentences: sentences.length > 1 ? sentences : [],
    phrases: phrases.map((words) => words.map((word) => index.numberOfWord(word) ?? UNKNOWN)),
    isTelling: telling.length > 0,
  };
}

/** The telling words of each sentence that asks for something. */
function sentencesOf(written: readonly (readonly string[])[], byWord: ReadonlyMap<string, QueryWord>): QueryWord[][] {
  return written
    .map((words) => [...new Set(words.flatMap((word) => byWord.get(word) ?? []))])
    .filter((words) => words.length >= SHORTEST_SENTENCE);
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
  const rarest = terms.reduce((most, term) => Math.max(most, sealed.postings(term.number).rarity), 0);
  return { word, rarity: rarest || sealed.unknownRarity, terms };
}

/** The terms that a word is the beginning of; where there are none, those that are one slip away. In the order of their letters. */
function guess(sealed: SealedIndex, word: string, isTyped: boolean): QueryTerm[] {
  const near = sealed.termsFrom(word[0] ?? "");
  if (word.length >= (isTyped ? SHORTEST_TYPED : SHORTEST_BEGINNING)) {
    const longer = beginningWith(near, word);
    if (longer.length > 0) {
      return longer.map(({ text, number }) => ({ number, weight: (GUESS * word.length) / text.length }));
    }
  }
  if (word.length < SHORTEST_SLIP) return [];
  return near.filter(({ text }) => isSlip(word, text)).map(({ number }) => ({ number, weight: GUESS }));
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

/** Whether two words differ by one letter that was left out, added, mistaken or swapped with its neighbour. */
export function isSlip(one: string, other: string): boolean {
  const more = one.length - other.length;
  if (more > 1 || more < -1) return false;
  const at = sharedStart(one, other);
  if (more > 0) return hasSameEnd(one, at + 1, other, at);
  if (more < 0) return hasSameEnd(other, at + 1, one, at);
  if (hasSameEnd(one, at + 1, other, at + 1)) return true;
  const isSwapped = one[at] === other[at + 1] && one[at + 1] === other[at];
  return isSwapped && hasSameEnd(one, at + 2, other, at + 2);
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
