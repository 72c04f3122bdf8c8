import { UNKNOWN, type Query, type QueryTerm, type QueryWord } from "./queryTerms.ts";
import { bitOf, type IndexedTool, type SealedIndex } from "./toolIndex.ts";
import { FIELDS, type Field } from "./toolText.ts";

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
  /** The scores of the tools in `found`, in that order. */
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
    full_text: scores(),
    keyword: scores(),
    schema: scores(),
    lead: scores(),
    sentence: scores(),
    best: scores(),
    fused: scores(),
    // The last place is written to while the tools are gone through, and read by nobody.
    found: new Int32Array(count + 1),
  };
}

/** Computes the three channels of words over all tools. What it returns is true until the next query. */
export function scoreWords(sealed: SealedIndex, query: Query, room: Workspace): WordChannels {
  room.full_text.fill(0);
  room.keyword.fill(0);
  room.schema.fill(0);
  room.lead.fill(0);
  room.best.fill(0);
  let highest = 0;
  for (const { terms } of query.words)
    for (const term of terms) highest = Math.max(highest, addTerm(sealed, term, room));
  for (const phrase of query.phrases) addPhrase(sealed, phrase, room.keyword);
  for (const words of query.sentences) addSentence(sealed, words, room);
  const { full_text, keyword, schema, lead } = room;
  const found = room.found.subarray(0, findScored(full_text, room.found));
  for (let place = 0; place < found.length; place++) {
    const tool = found[place]!;
    lead[tool] = full_text[tool]! / highest + SENTENCE * room.best[tool]!;
  }
  return { full_text, keyword, schema, lead, found };
}

// The loops over postings and tools stand in functions of their own, count places and have no branch that they could do without:
// `for of` over a typed array takes the engine many times as long before it compiles it, and a branch that goes either way as long
// as all the rest.

/** Adds what a term says to the three channels; returns the highest score that came of it in `full_text`. */
function addTerm(sealed: SealedIndex, { number, weight }: QueryTerm, room: Workspace): number {
  const { toolOf, impacts, fields } = sealed;
  const { full_text, keyword, schema } = room;
  const { from, to, rarity } = sealed.postings(number);
  const each = weight * rarity;
  let highest = 0;
  for (let at = from; at < to; at++) {
    const tool = toolOf[at]!;
    const bits = fields[at]!;
    const score = full_text[tool]! + each * impacts[at]!;
    full_text[tool] = score;
    keyword[tool]! += weight * landings[bits]!;
    schema[tool]! += each * inKeys[bits]!;
    if (score > highest) highest = score;
  }
  return highest;
}

/** Writes the places of the tools with a score to `found`; returns how many they are. */
function findScored(scores: Float32Array, found: Int32Array): number {
  let count = 0;
  for (let tool = 0; tool < scores.length; tool++) {
    found[count] = tool;
    count += Number(scores[tool]! > 0);
  }
  return count;
}

/**
 * Somebody who asks for several things says each in a sentence: a tool that answers one of them counts as if only that had been asked.
 * Keeps in `best` how well each tool answers a sentence, where that is better than the ones before.
 */
function addSentence(sealed: SealedIndex, words: readonly QueryWord[], { sentence, best }: Workspace): void {
  sentence.fill(0);
  const terms = words.flatMap((word) => word.terms);
  let highest = 0;
  for (const term of terms) highest = Math.max(highest, addToSentence(sealed, term, sentence));
  for (const term of terms) keepBest(sealed, term, sentence, best, highest);
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
  highest: number,
): void {
  const { toolOf } = sealed;
  const { from, to } = sealed.postings(number);
  for (let at = from; at < to; at++) {
    const tool = toolOf[at]!;
    const before = best[tool]!;
    const share = sentence[tool]! / highest;
    // The larger of the two.
    best[tool] = (before + share + Math.abs(before - share)) / 2;
  }
}

/** Adds to the tools in which the words of a phrase stand side by side. */
function addPhrase(sealed: SealedIndex, numbers: readonly number[], scores: Float32Array): void {
  if (numbers.length === 0 || numbers.includes(UNKNOWN)) return;
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

/** The highest score of some tools. */
export function highestOf(scores: Float32Array, tools: Int32Array): number {
  let highest = 0;
  for (let place = 0; place < tools.length; place++) {
    const score = scores[tools[place]!]!;
    if (score > highest) highest = score;
  }
  return highest;
}
