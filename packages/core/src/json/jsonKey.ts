import { isRecord } from "./record.ts";

/**
 * A key for maps: two JSON values have the same one where `sameJson` says that they are equal, so that many are
 * compared in one pass.
 */
export function jsonKey(value: unknown): unknown {
  if (typeof value === "string") return `text ${value}`;
  if (typeof value !== "object" || value === null) return value ?? null;
  return `JSON ${canonicalJson(value)}`;
}

/** JSON whose records have their keys in order, so that equal values are the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, inOrder);
}

const inOrder = (_key: string, value: unknown): unknown =>
  isRecord(value) ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value;
