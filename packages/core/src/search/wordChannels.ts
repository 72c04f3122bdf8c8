import type { Query, QueryTerm, QueryWord } from "./queryTerms.ts";
import { bitOf, type IndexedTool, type SealedIndex } from "./toolIndex.ts";
import { FIELDS, type Field } from "./toolText.ts";

/** What the words of a query say of the tools that were found, in the order of `found`; 0 where they say nothing. */
export interface WordChannels {
  /**
   * The places of the tools in the index, in no order: those that have a word of the query, and the others that were
   * handed in.
   */
  readonly found: Int32Array;
  readonly full_text: Float32Array;
  readonly keyword: Float32Array;
  readonly schema: Float32Array;
  /** What the ranking follows: `full_text`, and in a query of several sentences how well a tool answers one of them. */
  readonly lead: Float32Array;
}

/** Room for the scores of one query, which the next one uses again. */
export interface Workspace {
  /**
   * The scores of all tools, by their places in the index: by the whole query, by one sentence, and the best share of
   * any sentence.
   */
  readonly all: Readonly<Record<"full_text" | "keyword" | "schema" | "sentence" | "best", Float32Array>>;
  /** The same of those that were found, side by side, as what follows goes through them several times. */
  readonly channels: WordChannels;
  /** What becomes of the channels. */
  readonly fused: Float32Array;
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
const inKeys = Float32Array.from({ length: 1 << FIELDS.length }, (_none, bits) => (bits & bitOf("keys") ? 1 : 0));

export function createWorkspace(count: number): Workspace {
  const scores = () => new Float32Array(count);
  return {
    all: { full_text: scores(), keyword: scores(), schema: scores(), sentence: scores(), best: scores() },
    channels: {
      // The last place is written to once all tools are found, and read by nobody.
      found: new Int32Array(count + 1),
      full_text: scores(),
      keyword: scores(),
      schema: scores(),
      lead: scores(),
    },
    fused: scores(),
  };
}

/**
 * Computes the channels of words over all tools, `others` among those that were found. What it returns is true until
 * the next query.
 */
export function scoreWords(
  sealed: SealedIndex,
  query: Query,
  others: Iterable<number>,
  { all, channels }: Workspace,
): WordChannels {
  for (const scores of Object.values(all)) scores.fill(0);
  let count = 0;
  for (const { terms } of query.words) {
    for (const term of terms) count = addTerm(sealed, term, all, channels.found, count);
  }
  for (const tool of others) if (all.full_text[tool] === 0) channels.found[count++] = tool;
  for (const phrase of query.phrases) addPhrase(sealed, phrase, all.keyword);
  for (const words of query.sentences) addSentence(sealed, words, all);
  const scored = { ...channels, found: channels.found.subarray(0, count) };
  gather(all, scored);
  if (query.sentences.length === 0) return { ...scored, lead: scored.full_text };
  addSentences(all, scored);
  return scored;
}

// The loops over postings and tools stand in functions of their own, count places and have no branch that they could do
// without: `for of` over a typed array takes the engine many times as long before it compiles it, and a branch that
// goes either way as long as all the rest.

/**
 * Adds what a term says to the three channels, and the tools that have none of the terms before to the first `count` of
 * `found`; returns how many they are then.
 */
function addTerm(
  sealed: SealedIndex,
  { number, weight }: QueryTerm,
  { full_text, keyword, schema }: Workspace["all"],
  found: Int32Array,
  count: number,
): number {
  const { toolOf, impacts, fields } = sealed;
  const { from, to, rarity } = sealed.postings(number);
  const each = weight * rarity;
  for (let at = from; at < to; at++) {
    const tool = toolOf[at]!;
    const bits = fields[at]!;
    const before = full_text[tool]!;
    found[count] = tool;
    count += Number(before === 0);
    full_text[tool] = before + each * impacts[at]!;
    keyword[tool]! += weight * landings[bits]!;
    schema[tool]! += each * inKeys[bits]!;
  }
  return count;
}

function gather(all: Workspace["all"], { found, full_text, keyword, schema }: WordChannels): void {
  for (let place = 0; place < found.length; place++) {
    const tool = found[place]!;
    full_text[place] = all.full_text[tool]!;
    keyword[place] = all.keyword[tool]!;
    schema[place] = all.schema[tool]!;
  }
}

/** A tool leads by the whole query and by the sentence that it answers best. */
function addSentences({ best }: Workspace["all"], { found, full_text, lead }: WordChannels): void {
  const scale = 1 / highestOf(full_text, found.length);
  for (let place = 0; place < found.length; place++) {
    lead[place] = full_text[place]! * scale + SENTENCE * best[found[place]!]!;
  }
}

/**
 * Somebody who asks for several things says each in a sentence: a tool that answers one of them counts as if only that
 * had been asked. Keeps in `best` how well each tool answers a sentence, where that is better than the ones before.
 */
function addSentence(sealed: SealedIndex, words: readonly QueryWord[], { sentence, best }: Workspace["all"]): void {
  sentence.fill(0);
  let highest = 0;
  for (const { terms } of words) {
    for (const term of terms) highest = Math.max(highest, addToSentence(sealed, term, sentence));
  }
  for (const { terms } of words) for (const term of terms) keepBest(sealed, term, sentence, best, 1 / highest);
}

/** Adds what a term says to the scores of a sentence; returns the highest that came of it. */
function addToSentence(sealed: SealedIndex, { number, weight }: QueryTerm, sentence: Float32Array): number {
  const { toolOf, impacts } = sealed;
  const { from, to, rarity } = sealed.postings(number);
  const each = weight * rarity;
  let highest = 0;
  for (let at = from; at < to; at++) {
    const tool = toolOf[at]!;
    const score = sentence[tool]! + each * impacts[at]!;
    sentence[tool] = score;
    if (score > highest) highest = score;
  }
  return highest;
}

function keepBest(
  sealed: SealedIndex,
  { number }: QueryTerm,
  sentence: Float32Array,
  best: Float32Array,
  scale: number,
): void {
  const { toolOf } = sealed;
  const { from, to } = sealed.postings(number);
  for (let at = from; at < to; at++) {
    const tool = toolOf[at]!;
    best[tool] = larger(best[tool]!, sentence[tool]! * scale);
  }
}

/** Without a branch, as which it is cannot be foretold. */
const larger = (one: number, other: number) => (one + other + Math.abs(one - other)) / 2;

/** Adds to the tools in which the words of a phrase stand side by side. */
function addPhrase(sealed: SealedIndex, numbers: readonly number[], scores: Float32Array): void {
  if (numbers.length === 0) return;
  const ranges = numbers.map((number) => sealed.postings(number));
  const { from, to } = ranges.toSorted((one, other) => one.to - one.from - (other.to - other.from))[0]!;
  for (let at = from; at < to; at++) {
    const tool = sealed.toolOf[at]!;
    // A tool that none of the telling words found is not found by the others.
    if (scores[tool] !== 0 && hasPhrase(sealed.tools[tool]!, numbers)) scores[tool]! += PHRASE * numbers.length;
  }
}

function hasPhrase({ terms }: IndexedTool, numbers: readonly number[]): boolean {
  for (let at = 0; at + numbers.length <= terms.length; at++) {
    let same = 0;
    while (same < numbers.length && terms[at + same] === numbers[same]) same++;
    if (same === numbers.length) return true;
  }
  return false;
}

/** The highest of the first `count` scores. */
export function highestOf(scores: Float32Array, count: number): number {
  let highest = 0;
  for (let place = 0; place < count; place++) if (scores[place]! > highest) highest = scores[place]!;
  return highest;
}
