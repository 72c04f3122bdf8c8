import { stemmer } from "stemmer";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import { createExactNames, type ExactNames } from "./exactNames.ts";
import { FIELDS, parametersOf, textsOf, type Field, type SearchableTool } from "./toolText.ts";
import { splitWords } from "./words.ts";

/** How much a word counts by the field where it stands. */
export type FieldWeights = Readonly<Record<Field, number>>;

/** The weights that rank best, measured: docs/search.md. */
export const FIELD_WEIGHTS: FieldWeights = {
  name: 4,
  aliases: 3,
  examples: 2,
  description: 2,
  keys: 1,
  parameters: 1,
};
/** Name, description and parameters at three to two to one, for a fusion by ranks. */
export const PLAIN_WEIGHTS: FieldWeights = { ...FIELD_WEIGHTS, name: 3 };

/** How much less a word counts in a field that is longer than most. */
const LENGTH_SHARE = 0.4;
/** How soon a word that stands several times counts no more. */
const SATURATION = 1.2;

/** A tool and the words of it, as numbers of the vocabulary: those of the first field, then those of the next. */
export interface IndexedTool {
  readonly tool: SearchableTool;
  /** Its input as JSON Schema. */
  readonly parameters: JsonSchema;
  readonly terms: Int32Array;
  /** Where each field ends in `terms`. */
  readonly ends: readonly number[];
}

/** What can be looked up, made once for all that was added and removed before. */
export interface SealedIndex {
  readonly tools: readonly IndexedTool[];
  /** The place of a tool in `tools`, by its slug. */
  readonly placeOf: ReadonlyMap<string, number>;
  /**
   * Of each posting: the tool, in ascending order within a term, how much the term says of it, and the fields where it
   * stands, a bit each.
   */
  readonly toolOf: Int32Array;
  readonly impacts: Float32Array;
  readonly fields: Uint8Array;
  /** Whether a tool has a term; none has one that is not known. */
  has(term: number | undefined): term is number;
  /** The postings of a term, and how rare it is. */
  postings(term: number): { from: number; to: number; rarity: number };
  /** The rarity of a word that no tool has. */
  readonly unknownRarity: number;
  /** The terms that a tool has and that begin with a letter, in the order of their letters. */
  termsFrom(letter: string): readonly KnownTerm[];
}

export interface KnownTerm {
  readonly text: string;
  readonly number: number;
}

export interface ToolIndex {
  /** Adds a tool, or puts it in the place of the one with its slug. */
  add(tool: SearchableTool): void;
  remove(slug: string): void;
  /** The places of the tools that a text names exactly, and how exactly. `words` are those of the text. */
  named(text: string, words: readonly string[]): ReadonlyMap<number, number>;
  /** The form of a word that its other forms share. */
  stemOf(word: string): string;
  /** The number of the term that is a word's stem; undefined where no tool ever had it. */
  numberOf(word: string): number | undefined;
  sealed(): SealedIndex;
}

/** The bit of a field in `SealedIndex.fields`. */
export const bitOf = (field: Field): number => 1 << FIELDS.indexOf(field);

const stemOf = (word: string) => (/^[a-z]{3,}$/.test(word) ? stemmer(word) : word);

/** The inverted index of tools for BM25F: which words stand where, and how much each says of a tool. */
export function createToolIndex(weights: FieldWeights = FIELD_WEIGHTS): ToolIndex {
  const numbers = new Map<string, number>();
  const terms: string[] = [];
  const learnt = new Map<string, number>();
  const bySlug = new Map<string, IndexedTool>();
  const names: ExactNames = createExactNames();
  let made: SealedIndex | undefined;

  const learn = (word: string) => {
    const known = learnt.get(word);
    if (known !== undefined) return known;
    const stem = stemOf(word.toLowerCase());
    let number = numbers.get(stem);
    if (number === undefined) {
      number = terms.length;
      terms.push(stem);
      numbers.set(stem, number);
    }
    learnt.set(word, number);
    return number;
  };

  const remove = (slug: string) => {
    const indexed = bySlug.get(slug);
    if (!indexed) return;
    bySlug.delete(slug);
    names.remove(indexed.tool);
    made = undefined;
  };
  const sealed = () => (made ??= seal([...bySlug.values()], terms, weights));

  return {
    add(tool) {
      remove(tool.slug);
      const parameters = parametersOf(tool);
      const texts = textsOf(tool, parameters);
      const found: number[] = [];
      const ends = FIELDS.map((field) => {
        for (const text of texts[field]) for (const word of splitWords(text)) found.push(learn(word));
        return found.length;
      });
      bySlug.set(tool.slug, { tool, parameters, terms: Int32Array.from(found), ends });
      names.add(tool);
      made = undefined;
    },
    remove,
    stemOf(word) {
      // Working a stem out takes longer than a whole short search.
      const number = learnt.get(word);
      return number === undefined ? stemOf(word) : terms[number]!;
    },
    named(text, words) {
      const { placeOf } = sealed();
      return new Map([...names.find(text, words)].map(([slug, level]) => [placeOf.get(slug)!, level]));
    },
    numberOf: (word) => learnt.get(word) ?? numbers.get(stemOf(word)),
    sealed,
  };
}

/** Writes the postings of all tools one after the other, with all that does not depend on a query worked out. */
function seal(tools: readonly IndexedTool[], terms: readonly string[], weights: FieldWeights): SealedIndex {
  const size = terms.length;
  const starts = countPostings(tools, size);
  const total = starts[size]!;
  const next = starts.slice(0, size);
  const toolOf = new Int32Array(total);
  const impacts = new Float32Array(total);
  const fields = new Uint8Array(total);
  const averages = FIELDS.map((_field, index) => {
    const words = tools.reduce((sum, { ends }) => sum + ends[index]! - (ends[index - 1] ?? 0), 0);
    return Math.max(1, words / Math.max(1, tools.length));
  });
  const amounts = new Float32Array(size);
  const bits = new Uint8Array(size);
  tools.forEach(({ terms: own, ends }, index) => {
    let at = 0;
    FIELDS.forEach((field, place) => {
      const end = ends[place]!;
      const share = weights[field] / (1 - LENGTH_SHARE + (LENGTH_SHARE * (end - at)) / averages[place]!);
      for (; at < end; at++) {
        amounts[own[at]!]! += share;
        bits[own[at]!]! |= 1 << place;
      }
    });
    for (const term of own) {
      const amount = amounts[term]!;
      if (amount === 0) continue;
      const place = next[term]!++;
      toolOf[place] = index;
      impacts[place] = (amount * (SATURATION + 1)) / (amount + SATURATION);
      fields[place] = bits[term]!;
      amounts[term] = 0;
      bits[term] = 0;
    }
  });
  const rarityOf = (having: number) => Math.log(1 + (tools.length - having + 0.5) / (having + 0.5));
  const rarities = new Float64Array(size);
  for (let term = 0; term < size; term++) rarities[term] = rarityOf(starts[term + 1]! - starts[term]!);
  const has = (term: number | undefined): term is number => starts[term! + 1]! > starts[term!]!;
  const byLetter = groupByLetter(terms, has);
  return {
    tools,
    placeOf: new Map(tools.map(({ tool }, place) => [tool.slug, place])),
    toolOf,
    impacts,
    fields,
    unknownRarity: rarityOf(0),
    has,
    postings(term) {
      // A term that was learnt after this was made is in no tool of it.
      const from = starts[term] ?? total;
      const to = starts[term + 1] ?? total;
      return { from, to, rarity: rarities[term] ?? rarityOf(0) };
    },
    termsFrom: (letter) => byLetter.get(letter) ?? [],
  };
}

/** The terms with postings by their first letter. */
function groupByLetter(terms: readonly string[], has: (term: number) => boolean): Map<string, KnownTerm[]> {
  const groups = new Map<string, KnownTerm[]>();
  terms.forEach((text, number) => {
    if (!has(number)) return;
    const group = groups.get(text[0]!);
    if (group) group.push({ text, number });
    else groups.set(text[0]!, [{ text, number }]);
  });
  for (const group of groups.values()) group.sort((one, other) => (one.text < other.text ? -1 : 1));
  return groups;
}

/** Where the postings of each term begin; at the end, how many there are. */
function countPostings(tools: readonly IndexedTool[], size: number): Int32Array {
  const starts = new Int32Array(size + 1);
  const seenIn = new Int32Array(size).fill(-1);
  tools.forEach(({ terms }, index) => {
    for (const term of terms) {
      if (seenIn[term] === index) continue;
      seenIn[term] = index;
      starts[term + 1]!++;
    }
  });
  for (let term = 0; term < size; term++) starts[term + 1]! += starts[term]!;
  return starts;
}

/** How much a term says of a tool, from 0 to 1; 0 where the tool does not have it. */
export function impactOf({ toolOf, impacts, postings }: SealedIndex, term: number, tool: number): number {
  const { from, to } = postings(term);
  let low = from;
  let high = to;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (toolOf[middle]! < tool) low = middle + 1;
    else high = middle;
  }
  return low < to && toolOf[low] === tool ? impacts[low]! / (SATURATION + 1) : 0;
}
