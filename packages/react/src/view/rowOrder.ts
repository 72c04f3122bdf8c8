import { readPath } from "@callboard/core/view";

/** Which rows are shown, and in which order. */
export interface RowQuery {
  /** The paths of the cells that `text` is looked for in. */
  keys: readonly string[];
  /** Rows without it are left out; case does not matter. Empty finds all. */
  text: string;
  sort: { key: string; descending: boolean } | null;
  locale: string;
}

/** Rows that are ordered between two looks at the clock. */
const slice = 2_000;

/** The places of the rows that a query finds, in its order. It yields often, so that whoever runs it can pause. */
export function* orderRows(rows: readonly unknown[], query: RowQuery): Generator<void, readonly number[]> {
  const found = yield* findRows(rows, query);
  return query.sort ? yield* sortRows(rows, found, query.sort, query.locale) : found;
}

function* findRows(rows: readonly unknown[], { keys, text }: RowQuery): Generator<void, number[]> {
  const needle = text.trim().toLowerCase();
  const found: number[] = [];
  for (let index = 0; index < rows.length; index++) {
    if (index % slice === slice - 1) yield;
    if (needle === "" || keys.some((key) => wordsOf(readPath(rows[index], key)).includes(needle))) found.push(index);
  }
  return found;
}

const wordsOf = (value: unknown): string =>
  value === null || value === undefined
    ? ""
    : (typeof value === "object" ? JSON.stringify(value) : String(value)).toLowerCase();

/**
 * Numbers before texts, texts by the reader's collation, and what is empty last in either order; a merge sort, so that
 * equal rows keep their order.
 */
function* sortRows(
  rows: readonly unknown[],
  places: readonly number[],
  { key, descending }: NonNullable<RowQuery["sort"]>,
  locale: string,
): Generator<void, number[]> {
  const collator = new Intl.Collator(locale, { numeric: true, sensitivity: "base" });
  const values: unknown[] = [];
  for (const [index, place] of places.entries()) {
    if (index % slice === slice - 1) yield;
    values[place] = sortable(readPath(rows[place], key));
  }
  const sign = descending ? -1 : 1;
  const compare = (a: number, b: number): number => {
    const [x, y] = [values[a], values[b]];
    if (x === undefined || y === undefined) return Number(x === undefined) - Number(y === undefined);
    if (typeof x === "number" && typeof y === "number") return sign * (x - y);
    if (typeof x === "number") return -sign;
    if (typeof y === "number") return sign;
    return sign * collator.compare(String(x), String(y));
  };
  let from = [...places];
  let to = [...places];
  let steps = 0;
  for (let width = 1; width < from.length; width *= 2) {
    for (let start = 0; start < from.length; start += 2 * width) {
      const middle = Math.min(start + width, from.length);
      const end = Math.min(start + 2 * width, from.length);
      let left = start;
      let right = middle;
      for (let at = start; at < end; at++) {
        if (++steps % slice === 0) yield;
        const takesLeft = left < middle && (right >= end || compare(from[left]!, from[right]!) <= 0);
        to[at] = takesLeft ? from[left++]! : from[right++]!;
      }
    }
    [from, to] = [to, from];
  }
  return from;
}

function sortable(value: unknown): unknown {
  if (value === null || value === undefined || value === "" || (typeof value === "number" && Number.isNaN(value)))
    return undefined;
  return typeof value === "object"
    ? JSON.stringify(Object.keys(value).length)
    : typeof value === "boolean"
      ? Number(value)
      : value;
}
