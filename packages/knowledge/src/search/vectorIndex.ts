/** Vectors of chunks: their signs, by which the likely ones are found, and the vectors, by which these are ranked. */
export interface VectorIndex {
  readonly size: number;
  put(id: string, vector: Float32Array): void;
  remove(id: string): void;
  /** The nearest, best first, with the cosine of each. */
  nearest(query: Float32Array, limit: number, allowed: (id: string) => boolean): { id: string; score: number }[];
}

/** So many of the nearest by their signs are ranked exactly. */
const RERANKED = 200;

interface Entry {
  vector: Float32Array;
  signs: Uint32Array;
}

export function createVectorIndex(): VectorIndex {
  const entries = new Map<string, Entry>();
  return {
    get size() {
      return entries.size;
    },
    put(id, vector) {
      const unit = unitOf(vector);
      if (unit) entries.set(id, { vector: unit, signs: signsOf(unit) });
    },
    remove: (id) => void entries.delete(id),
    nearest(query, limit, allowed) {
      const unit = unitOf(query);
      if (!unit) return [];
      const signs = signsOf(unit);
      const likely: { id: string; entry: Entry; distance: number }[] = [];
      for (const [id, entry] of entries) {
        if (entry.vector.length !== unit.length || !allowed(id)) continue;
        likely.push({ id, entry, distance: distanceOf(signs, entry.signs) });
      }
      return likely
        .sort((one, other) => one.distance - other.distance)
        .slice(0, Math.max(RERANKED, limit))
        .map(({ id, entry }) => ({ id, score: dot(unit, entry.vector) }))
        .sort((one, other) => other.score - one.score)
        .slice(0, limit);
    },
  };
}

function unitOf(vector: Float32Array): Float32Array | undefined {
  const length = Math.sqrt(dot(vector, vector));
  return length > 0 && Number.isFinite(length) ? vector.map((value) => value / length) : undefined;
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

function signsOf(vector: Float32Array): Uint32Array {
  const signs = new Uint32Array(Math.ceil(vector.length / 32));
  vector.forEach((value, at) => {
    if (value > 0) signs[at >> 5] = (signs[at >> 5] ?? 0) | (1 << (at & 31));
  });
  return signs;
}

/** In how many signs two differ. */
function distanceOf(one: Uint32Array, other: Uint32Array): number {
  let distance = 0;
  for (let at = 0; at < one.length; at++) {
    let bits = (one[at] ?? 0) ^ (other[at] ?? 0);
    bits -= (bits >>> 1) & 0x55555555;
    bits = (bits & 0x33333333) + ((bits >>> 2) & 0x33333333);
    distance += (((bits + (bits >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
  }
  return distance;
}
