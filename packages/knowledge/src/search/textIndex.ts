import { latinLanguageOf, type LatinLanguage } from "./language.ts";
import { createVectorIndex } from "./vectorIndex.ts";
import { queryWords, termsOf } from "./words.ts";

/** A document as an index holds it. */
export interface IndexedDocument {
  id: string;
  title: string;
  language: string;
  sourceId: string;
  /** Null where everybody of the tenant sees it. */
  spaceId: string | null;
  /** Its folders. */
  within: readonly string[];
  chunks: readonly IndexedChunk[];
}

export interface IndexedChunk {
  id: string;
  /** The sections that it stands in, with their headings. */
  within: readonly string[];
  headings: string;
  text: string;
}

export interface TextQuery {
  query: string;
  limit: number;
  spaceId: string | null;
  /** Folders, documents or sections; all where there are none. */
  within: readonly string[];
  /** Sources, by id; all where there are none. */
  sources: readonly string[];
  /** What the query means, by the model of the vectors; by words alone without it. */
  vector?: Float32Array;
  /** By meaning alone, where there is a vector. */
  byMeaningAlone?: boolean;
}

export interface TextHit {
  id: string;
  documentId: string;
  score: number;
  /** The words of the query that it has. */
  words: string[];
}

export interface TextHits {
  hits: TextHit[];
  total: number;
  /** Whether any vector was compared. */
  byMeaning?: boolean;
}

/**
 * What the nearest by meaning counts beside the best by words: it moves what words leave equal, and cannot outweigh
 * them.
 */
const MEANING = 0.35;
/** So many candidates of either are fused. */
const CANDIDATES = 100;

const K1 = 0.9;
const B = 0.4;
/** Below this many dead chunks nothing is made anew. */
const FEW_DEAD = 2_000;

/** The chunks that have a term, with how often. */
interface Postings {
  chunks: Uint32Array;
  counts: Uint8Array;
  length: number;
  /** How many of them are alive. */
  alive: number;
}

interface DocumentEntry extends Omit<IndexedDocument, "chunks"> {
  numbers: number[];
  latin: LatinLanguage;
}

interface ChunkEntry {
  id: string;
  document: DocumentEntry;
  within: readonly string[];
  length: number;
  terms: readonly string[];
}

/** BM25 over the chunks of one tenant, in memory. */
export interface TextIndex {
  readonly size: number;
  put(document: IndexedDocument): void;
  remove(documentId: string): void;
  /** The vector of a chunk that it has; others are left out. */
  putVector(chunkId: string, vector: Float32Array): void;
  search(query: TextQuery): TextHits;
}

export function createTextIndex(): TextIndex {
  let postings = new Map<string, Postings>();
  let chunks: (ChunkEntry | undefined)[] = [];
  const documents = new Map<string, DocumentEntry>();
  const numbers = new Map<string, number>();
  const vectors = createVectorIndex();
  const languages = new Map<LatinLanguage, number>();
  let alive = 0;
  let words = 0;

  const enter = (chunk: ChunkEntry, counts: ReadonlyMap<string, number>) => {
    const number = chunks.push(chunk) - 1;
    numbers.set(chunk.id, number);
    for (const [term, count] of counts) {
      let posting = postings.get(term);
      if (!posting)
        postings.set(term, (posting = { chunks: new Uint32Array(2), counts: new Uint8Array(2), length: 0, alive: 0 }));
      if (posting.length === posting.chunks.length) grow(posting);
      posting.chunks[posting.length] = number;
      posting.counts[posting.length] = Math.min(255, count);
      posting.length++;
      posting.alive++;
    }
    alive++;
    words += chunk.length;
    return number;
  };

  const index: TextIndex = {
    get size() {
      return alive;
    },
    put({ chunks: parts, ...document }) {
      index.remove(document.id);
      const latin =
        latinLanguageOf(
          `${document.title} ${parts
            .slice(0, 4)
            .map(({ text }) => text)
            .join(" ")}`,
        ) ?? "en";
      const entry: DocumentEntry = { ...document, numbers: [], latin };
      for (const { id, within, headings, text } of parts) {
        const counts = new Map<string, number>();
        let length = 0;
        for (const term of termsOf(`${document.title} ${headings} ${text}`, latin)) {
          counts.set(term, (counts.get(term) ?? 0) + 1);
          length++;
        }
        entry.numbers.push(enter({ id, document: entry, within, length, terms: [...counts.keys()] }, counts));
      }
      documents.set(document.id, entry);
      languages.set(latin, (languages.get(latin) ?? 0) + 1);
    },
    remove(documentId) {
      const entry = documents.get(documentId);
      if (!entry) return;
      documents.delete(documentId);
      const left = (languages.get(entry.latin) ?? 1) - 1;
      if (left > 0) languages.set(entry.latin, left);
      else languages.delete(entry.latin);
      for (const number of entry.numbers) {
        const chunk = chunks[number];
        if (!chunk) continue;
        for (const term of chunk.terms) {
          const posting = postings.get(term);
          if (posting && --posting.alive === 0) postings.delete(term);
        }
        chunks[number] = undefined;
        numbers.delete(chunk.id);
        vectors.remove(chunk.id);
        alive--;
        words -= chunk.length;
      }
      if (chunks.length - alive > Math.max(FEW_DEAD, alive)) tidy();
    },
    putVector(chunkId, vector) {
      if (numbers.has(chunkId)) vectors.put(chunkId, vector);
    },
    search({ query, limit, spaceId, within, sources, vector, byMeaningAlone = false }) {
      if (alive === 0) return { hits: [], total: 0 };
      const sought = queryWords(query, languages.size > 0 ? [...languages.keys()] : ["en"]);
      const scores = new Float64Array(chunks.length);
      const touched: number[] = [];
      const average = words / alive;
      for (const { terms } of sought) {
        const found = terms.map((term) => postings.get(term)).filter((posting) => posting !== undefined);
        if (found.length === 0) continue;
        const documentsWith = Math.max(...found.map((posting) => posting.alive));
        const rarity = Math.log(1 + (alive - documentsWith + 0.5) / (documentsWith + 0.5));
        for (const posting of found) {
          for (let at = 0; at < posting.length; at++) {
            const number = posting.chunks[at] ?? 0;
            const chunk = chunks[number];
            if (!chunk) continue;
            const count = posting.counts[at] ?? 0;
            const weight = (count * (K1 + 1)) / (count + K1 * (1 - B + (B * chunk.length) / average));
            if (scores[number] === 0) touched.push(number);
            scores[number] = (scores[number] ?? 0) + rarity * weight;
          }
        }
      }
      const wanted = new Set(within);
      const fromSources = new Set(sources);
      const allowed = (chunk: ChunkEntry) => {
        const { document } = chunk;
        if (spaceId !== null && document.spaceId !== null && document.spaceId !== spaceId) return false;
        if (fromSources.size > 0 && !fromSources.has(document.sourceId)) return false;
        return (
          wanted.size === 0 ||
          wanted.has(document.id) ||
          document.within.some((id) => wanted.has(id)) ||
          chunk.within.some((id) => wanted.has(id))
        );
      };
      const ranked = touched.filter((number) => {
        const chunk = chunks[number];
        return chunk !== undefined && allowed(chunk);
      });
      const near =
        vector && vectors.size > 0
          ? vectors.nearest(vector, Math.max(CANDIDATES, limit), (id) => {
              const chunk = chunks[numbers.get(id) ?? -1];
              return chunk !== undefined && allowed(chunk);
            })
          : undefined;
      let found = ranked;
      if (near && near.length > 0) found = fuse(ranked, near);
      const total = found.length;
      const best = bestOf(found, scores, limit);
      return {
        total,
        ...(near && { byMeaning: true }),
        hits: best.flatMap((number) => {
          const chunk = chunks[number];
          if (!chunk) return [];
          const has = new Set(chunk.terms);
          const matched = sought.filter(({ terms }) => terms.some((term) => has.has(term))).map(({ word }) => word);
          return [{ id: chunk.id, documentId: chunk.document.id, score: scores[number] ?? 0, words: matched }];
        }),
      };

      /** Puts what a chunk means beside its words, in the same measure: the best by words has 1. */
      function fuse(byWords: readonly number[], byMeaning: readonly { id: string; score: number }[]): number[] {
        const most = byWords.reduce((highest, number) => Math.max(highest, scores[number] ?? 0), 0);
        for (const number of byWords) scores[number] = byMeaningAlone ? 0 : (scores[number] ?? 0) / (most || 1);
        const least = byMeaning.at(-1)?.score ?? 0;
        const span = (byMeaning[0]?.score ?? 0) - least;
        const all = new Set(byMeaningAlone ? [] : byWords);
        for (const { id, score } of byMeaning) {
          const number = numbers.get(id);
          if (number === undefined || score <= 0) continue;
          all.add(number);
          scores[number] =
            (scores[number] ?? 0) + (byMeaningAlone ? score : MEANING * (span > 0 ? (score - least) / span : 1));
        }
        return [...all];
      }
    },
  };

  /** Makes everything anew without the dead. */
  function tidy() {
    const before = { postings, chunks };
    postings = new Map();
    chunks = [];
    const moved = new Map<number, number>();
    numbers.clear();
    before.chunks.forEach((chunk, number) => {
      if (!chunk) return;
      moved.set(number, chunks.push(chunk) - 1);
      numbers.set(chunk.id, chunks.length - 1);
    });
    for (const entry of documents.values()) entry.numbers = entry.numbers.flatMap((number) => moved.get(number) ?? []);
    for (const [term, old] of before.postings) {
      const posting: Postings = {
        chunks: new Uint32Array(old.alive),
        counts: new Uint8Array(old.alive),
        length: 0,
        alive: old.alive,
      };
      for (let at = 0; at < old.length; at++) {
        const number = moved.get(old.chunks[at] ?? 0);
        if (number === undefined) continue;
        posting.chunks[posting.length] = number;
        posting.counts[posting.length++] = old.counts[at] ?? 0;
      }
      postings.set(term, posting);
    }
  }
  return index;
}

function grow(posting: Postings): void {
  const size = posting.chunks.length * 2;
  const chunks = new Uint32Array(size);
  chunks.set(posting.chunks);
  const counts = new Uint8Array(size);
  counts.set(posting.counts);
  posting.chunks = chunks;
  posting.counts = counts;
}

/** The best so many, best first; of equals the one that came first. */
function bestOf(numbers: readonly number[], scores: Float64Array, limit: number): number[] {
  const better = (one: number, other: number) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other;
  if (numbers.length <= limit * 4) return [...numbers].sort(better).slice(0, limit);
  let kept: number[] = [];
  let least = 0;
  for (const number of numbers) {
    if (kept.length >= limit && (scores[number] ?? 0) <= least) continue;
    kept.push(number);
    if (kept.length < limit * 4) continue;
    kept = kept.sort(better).slice(0, limit);
    least = scores[kept.at(-1) ?? 0] ?? 0;
  }
  return kept.sort(better).slice(0, limit);
}
