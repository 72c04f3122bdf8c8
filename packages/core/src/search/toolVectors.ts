import type { Embedder, EmbedFunction } from "./embedder.ts";
import { createRecent } from "./recent.ts";
import type { SearchableTool } from "./toolText.ts";
import { textsOf } from "./toolText.ts";
import { textHash } from "./textHash.ts";

/** Vectors as plain JSON: of each text's hash its numbers, as the base64 of 32-bit floats in little-endian order. */
export interface SavedVectors {
  embedder: string;
  vectors: Record<string, string>;
}

/** The vectors of tools. */
export interface ToolVectors {
  /** How similar each tool is to a text, from -1 to 1. Asks for the vectors that are not there yet. */
  similarities(tools: readonly SearchableTool[], text: string): Promise<(tool: SearchableTool) => number>;
  save(): SavedVectors;
}

const BATCH = 64;
const KEPT_QUERIES = 64;
/** Models read a few hundred words; what is behind them costs and says nothing. */
const LONGEST_TEXT = 2000;

/** Makes the vectors of tools: each text once, in batches, when they are first asked for. */
export function createToolVectors(embed: Embedder | EmbedFunction, saved?: SavedVectors): ToolVectors {
  const {
    name,
    embed: ask,
    batchSize = BATCH,
  }: Embedder = typeof embed === "function" ? { name: "custom", embed } : embed;
  const byHash = new Map<string, Float32Array>();
  const queries = createRecent<Promise<Float32Array>>(KEPT_QUERIES);
  const hashes = new WeakMap<SearchableTool, string>();
  let working: Promise<void> = Promise.resolve();
  if (saved?.embedder === name) {
    for (const [hash, text] of Object.entries(saved.vectors)) byHash.set(hash, fromBase64(text));
  }

  const hashOf = (tool: SearchableTool) => {
    let hash = hashes.get(tool);
    if (hash === undefined) hashes.set(tool, (hash = textHash(textOf(tool))));
    return hash;
  };
  const vectorsOf = async (texts: string[]) => {
    const vectors = await ask(texts);
    if (vectors.length !== texts.length) {
      throw new Error(`The embedder "${name}" gave ${vectors.length} vectors for ${texts.length} texts.`);
    }
    return Array.from(vectors, (vector) => normalised(name, vector));
  };
  const complete = async (tools: readonly SearchableTool[]) => {
    const missing = new Map<string, string>();
    for (const tool of tools) if (!byHash.has(hashOf(tool))) missing.set(hashOf(tool), textOf(tool));
    const entries = [...missing];
    for (let from = 0; from < entries.length; from += batchSize) {
      const batch = entries.slice(from, from + batchSize);
      const vectors = await vectorsOf(batch.map(([, text]) => text));
      batch.forEach(([hash], place) => byHash.set(hash, vectors[place]!));
    }
  };
  const ofQuery = (text: string) =>
    queries.of(text, () => {
      const asked = vectorsOf([text]).then(([vector]) => vector!);
      asked.catch(() => queries.forget(text));
      return asked;
    });

  return {
    async similarities(tools, text) {
      // One after the other, so that two searches at once do not ask for the same texts twice.
      const run = working.then(() => complete(tools));
      working = run.catch(() => {});
      await run;
      const query = await ofQuery(text);
      return (tool) => {
        const vector = byHash.get(hashOf(tool));
        return vector?.length === query.length ? product(vector, query) : 0;
      };
    },
    save: () => ({
      embedder: name,
      vectors: Object.fromEntries([...byHash].map(([hash, vector]) => [hash, toBase64(vector)])),
    }),
  };
}

/** What an embedder reads of a tool. */
function textOf(tool: SearchableTool): string {
  const { name, aliases, description, examples, keys } = textsOf(tool);
  const lines = [[...name, ...aliases].join(", "), ...description, ...examples, keys.join(", ")];
  return lines.filter(Boolean).join("\n").slice(0, LONGEST_TEXT);
}

function normalised(embedder: string, vector: ArrayLike<number>): Float32Array {
  const numbers = Float32Array.from(vector);
  const length = Math.sqrt(product(numbers, numbers));
  if (!Number.isFinite(length)) throw new Error(`The embedder "${embedder}" gave a vector that is not of numbers.`);
  return length === 0 ? numbers : numbers.map((number) => number / length);
}

function product(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let place = 0; place < one.length; place++) sum += one[place]! * other[place]!;
  return sum;
}

function toBase64(vector: Float32Array): string {
  const view = new DataView(new ArrayBuffer(vector.length * 4));
  vector.forEach((number, place) => view.setFloat32(place * 4, number, true));
  return btoa(Array.from(new Uint8Array(view.buffer), (byte) => String.fromCharCode(byte)).join(""));
}

function fromBase64(text: string): Float32Array {
  const bytes = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Float32Array.from({ length: bytes.length >> 2 }, (_none, place) => view.getFloat32(place * 4, true));
}
