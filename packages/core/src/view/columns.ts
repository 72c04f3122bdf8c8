import type { ColumnConfig, ValueFormat } from "./viewSpec.ts";
import type { Column } from "./block.ts";
import { isRecord } from "../json/record.ts";
import { isIsoDate } from "./isoDate.ts";
import { formatOfKey } from "./keyFormat.ts";
import { readPath } from "./outputPath.ts";
import { labelOfKey, labelOfPath } from "./labelOfKey.ts";
import { schemaAtPath, schemaFormat, schemaOf, titleOf, type SchemaPart } from "./schemaPart.ts";

const mostKeysRead = 400_000;
const mostColumns = 200;

/**
 * The union of the rows' keys, in order of first appearance; lists give their indices. After about 400,000 keys it
 * stops with `complete: false`.
 */
export function keysOfRows(rows: readonly unknown[], limit = mostKeysRead): { keys: string[]; complete: boolean } {
  const keys = new Set<string>();
  let read = 0;
  for (const row of rows) {
    if (read > limit || keys.size > mostColumns) return { keys: [...keys].slice(0, mostColumns), complete: false };
    if (typeof row !== "object" || row === null) continue;
    for (const key of Object.keys(row)) keys.add(key);
    read += 1 + keys.size;
  }
  return { keys: [...keys], complete: true };
}

const sampled = 200;

/** What the first 200 rows have at a key. */
export const valuesAt = (rows: readonly unknown[], key: string): unknown[] =>
  rows.slice(0, sampled).map((row) => readPath(row, key));

/** The column of a key that the rows have, with its words and format from the schema, else from the key. */
export function columnOfKey(key: string, items: SchemaPart | undefined, rows: readonly unknown[]): Column {
  return { ...toColumn(key, items, rows), label: titleOf(schemaOf(items, key)) ?? labelOfKey(key) };
}

/**
 * One column, with its words and format from the config, else from the schema, else from its path and what stands there
 * in the rows.
 */
export function toColumn(config: ColumnConfig, items: SchemaPart | undefined, rows: readonly unknown[] = []): Column {
  const given = typeof config === "string" ? { key: config } : config;
  const part = schemaAtPath(items, given.key);
  const format = formatOfConfig(given, schemaFormat(part)) ?? formatOfKey(given.key, valuesAt(rows, given.key));
  const label = typeof given.label === "string" ? given.label : (titleOf(part) ?? labelOfPath(given.key));
  return { key: given.key, label, ...(format ? { format } : {}) };
}

function formatOfConfig(
  given: Exclude<ColumnConfig, string>,
  fromSchema: ValueFormat | undefined,
): ValueFormat | undefined {
  const named =
    typeof given.format === "string" ? { type: given.format } : isRecord(given.format) ? given.format : undefined;
  const merged = { ...fromSchema, ...named };
  if (given.currency) merged.currency = given.currency;
  if (given.digits !== undefined) merged.digits = given.digits;
  const type = merged.type ?? (merged.currency ? "currency" : merged.digits !== undefined ? "number" : undefined);
  return type ? { ...merged, type } : undefined;
}

/** Reads a config's list of columns. Invalid entries are left out; an empty result counts as no list. */
export function readColumnConfigs(given: unknown): ColumnConfig[] | undefined {
  const list = (Array.isArray(given) ? given : given === undefined ? [] : [given]).filter(
    (one): one is ColumnConfig =>
      (typeof one === "string" && one !== "") || (isRecord(one) && typeof one.key === "string"),
  );
  return list.length > 0 ? list : undefined;
}

/** A cell as a number: numbers, and texts that are nothing but a number; null for all else. */
export function toNumber(value: unknown): number | null {
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value === "string" && /^\s*[-+]?(?:\d+\.?\d*|\.\d+)(?:[eE][-+]?\d+)?\s*$/.test(value))
    return Number(value);
  return null;
}

/** The prevailing type of a column, by its first 200 non-empty cells. */
export function kindOfColumn(rows: readonly unknown[], key: string): "number" | "date" | "text" | "other" | "none" {
  const seen = { number: 0, date: 0, text: 0, other: 0 };
  let count = 0;
  for (const row of rows) {
    const value = readPath(row, key);
    if (value === null || value === undefined) continue;
    if (typeof value === "number") seen.number++;
    else if (typeof value === "string") seen[isIsoDate(value) ? "date" : "text"]++;
    else seen.other++;
    if (++count >= sampled) break;
  }
  if (count === 0) return "none";
  const kinds = ["number", "date", "text", "other"] as const;
  return kinds.find((kind) => seen[kind] === count) ?? (seen.other > 0 ? "other" : "text");
}
