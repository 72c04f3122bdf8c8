import type { Query, QueryWord } from "./queryTerms.ts";
import { bitOf, type IndexedTool, type SealedIndex, type ToolIndex } from "./toolIndex.ts";
import { FIELDS, type Field } from "./toolText.ts";
import { wordsOf } from "./words.ts";

/** What the words of a query say of each tool, by its place in the index; 0 where they say nothing. */
export interface WordChannels {
  readonly full_text: Float32Array;
  readonly keyword: Float32Array;
  readonly schema: Float32Array;
  /** What the ranking follows: `full_text`, and in a query of several sentences how well a tool answers one of them. */
  readonly lead: Float32Array;
  /** The places of the tools that have a word of the query. */
  readonly found: Int32Array;
}

/** Room for the scores of one query, which the next one uses again. */
export interface Workspace extends WordChannels {
  /** The scores of one sentence, and the best share of any. */
  readonly sentence: Float32Array;
  readonly best: Float32Array;
}

/** How much a word counts in the channel `keyword`, by the most telling field where it stands. */
const LANDING: Readonly<Record<Field, number>> = {
  name: 3,
  aliases: 3,
  examples: 2,
  description: 2,
  keys: 1,
  parameters: 1,
};
/** What a phrase adds for each of its words. */
const PHRASE = 3;
/** How much the best of several sentences counts beside the whole query. */
const SENTENCE = 1;

const landings = Float32Array.from({ length: 1 << FIELDS.length }, (_none, bits) =>
  Math.max(0, ...FIELDS.map((field) => (bits & bitOf(field) ? LANDING[field] : 0))),
);
const keysBit = bitOf("keys");

export function createWorkspace(count: number): Workspace {
  const scores = () => new Float32Array(count);
  return {
    full_text: scores(),
    keyword: scores(),
    schema: scores(),
    lead: scores(),
    sentence: scores(),
    best: scores(),
    found: new Int32Array(count),
  };
}

/** Computes the three channels of words over all tools. What it returns is true until the next query. */
export function scoreWords(
  sealed: SealedIndex,
  index: ToolIndex,
  { query, phrases, room }: { query: Query; phrases: readonly string[]; room: Workspace },
): WordChannels {
  const { full_text, keyword, schema, found } = room;
  full_text.fill(0);
  keyword.fill(0);
  schema.fill(0);
  room.lead.fill(0);
  let count = 0;
  for (const { terms } of query.words) {
    for (const { number, weight } of terms) {
      const { from, to, rarity } = sealed.postings(number);
      const each = weight * rarity;
      for (let at = from; at < to; at++) {
        const tool = sealed.toolOf[at]!;
        const fields = sealed.fields[at]!;
        if (full_text[tool] === 0) found[count++] = tool;
        full_text[tool]! += each * sealed.impacts[at]!;
        keyword[tool]! += weight * landings[fields]!;
        if (fields & keysBit) schema[tool]! += each;
      }
    }
  }
  for (const phrase of phrases) addPhrase(sealed, index, phrase, keyword);
  const channels = { ...room, found: found.subarray(0, count) };
  lead(sealed, query, channels);
  return channels;
}

/** Somebody who asks for several things says each in a sentence: a tool that answers one of them counts as if only that had been asked. */
function lead(sealed: SealedIndex, { sentences }: Query, room: Workspace): void {
  const { sentence, best, found } = room;
  const highest = highestOf(room.full_text, found) || 1;
  for (const tool of found) {
    room.lead[tool] = room.full_text[tool]! / highest;
    best[tool] = 0;
  }
  if (sentences.length === 0) return;
  for (const words of sentences) {
    for (const tool of found) sentence[tool] = 0;
    for (const word of words) addWord(sealed, word, sentence);
    const most = highestOf(sentence, found) || 1;
    for (const tool of found) best[tool] = Math.max(best[tool]!, sentence[tool]! / most);
  }
  for (const tool of found) room.lead[tool]! += SENTENCE * best[tool]!;
}

function addWord(sealed: SealedIndex, { terms }: QueryWord, scores: Float32Array): void {
  const { toolOf, impacts } = sealed;
  for (const { number, weight } of terms) {
    const { from, to, rarity } = sealed.postings(number);
    const each = weight * rarity;
    for (let at = from; at < to; at++) scores[toolOf[at]!]! += each * impacts[at]!;
  }
}

/** Adds to the tools in which the words of a phrase stand side by side. */
function addPhrase(sealed: SealedIndex, index: ToolIndex, phrase: string, scores: Float32Array): void {
  const numbers = wordsOf(phrase).map((word) => index.numberOf(index.stemOf(word)) ?? -1);
  if (numbers.length === 0 || numbers.includes(-1)) return;
  const ranges = numbers.map((number) => sealed.postings(number));
  const { from, to } = ranges.toSorted((one, other) => one.to - one.from - (other.to - other.from))[0]!;
  for (let at = from; at < to; at++) {
    const tool = sealed.toolOf[at]!;
    // A tool that none of the telling words found is not found by the others.
    if (scores[tool] !== 0 && hasPhrase(sealed.tools[tool]!, numbers)) scores[tool]! += PHRASE * numbers.length;
  }
}

function hasPhrase({ terms }: IndexedTool, numbers: readonly number[]): boolean {
  for (let at = terms.indexOf(numbers[0]!); at >= 0; at = terms.indexOf(numbers[0]!, at + 1)) {
    if (numbers.every((number, offset) => terms[at + offset] === number)) return true;
  }
  return false;
}

/** The highest score of some tools. */
export function highestOf(scores: Float32Array, tools: Int32Array): number {
  let highest = 0;
  for (const tool of tools) if (scores[tool]! > highest) highest = scores[tool]!;
  return highest;
}
