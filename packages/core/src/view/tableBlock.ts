import type { BlockConfig, ColumnConfig } from "./viewSpec.ts";
import type { Column, NewBlock } from "./block.ts";
import { columnOfKey, keysOfRows, readColumnConfigs, toColumn, valuesAt } from "./columns.ts";
import { formatOfKey } from "./keyFormat.ts";
import { isRecord, isScalar } from "../json/record.ts";
import { withoutKeys } from "./rest.ts";
import { itemsOf, schemaOf, type SchemaPart } from "./schemaPart.ts";

/** A part of an output that becomes a block. */
export interface Part {
  value: unknown;
  path: string;
  label: string | undefined;
  schema: SchemaPart | undefined;
}

/** The fields that every block of a part shares. */
export const base = ({ value, path, label }: Part) => ({ path, value, ...(label === undefined ? {} : { label }) });

/** The rows a value holds and their columns, or null where it is no table. */
export interface Rows {
  rows: readonly unknown[];
  columns: Column[];
  complete: boolean;
  /** What the value holds beside rows and columns. */
  beside?: Record<string, unknown>;
}

/** A block, and what its part holds that the block does not show. */
export interface Drawn {
  block: NewBlock;
  beside?: Record<string, unknown>;
}

/**
 * Reads a value as rows: a list of records, a list of lists, `{ columns, rows }`, or a record of records, whose keys
 * become the first column. Columns that a config leaves out are there too, hidden.
 */
export function readRows(value: unknown, schema: SchemaPart | undefined, config: BlockConfig = {}): Rows | null {
  const given = readColumnConfigs(config.columns);
  if (Array.isArray(value)) {
    if (value.length === 0) return null;
    if (isRecordList(value)) return toRows(value, itemsOf(schema), given);
    if (value.every((row) => Array.isArray(row) && row.every(isScalar)))
      return hasHeader(value) ? readMatrix(value.slice(1), value[0], given) : readMatrix(value, undefined, given);
    return null;
  }
  if (!isRecord(value)) return null;
  const { rows: rowsKey, columns: columnsKey } = sheetKeys(value) ?? { rows: "rows", columns: "columns" };
  const [rows, columns] = [value[rowsKey], value[columnsKey]];
  if (Array.isArray(rows) && rows.length > 0) {
    const table = isRecordList(rows)
      ? toRows(rows, itemsOf(schemaOf(schema, "rows")), given ?? readColumnConfigs(namedColumns(columns)))
      : rows.every(Array.isArray)
        ? readMatrix(rows, columns, given)
        : null;
    if (table) {
      const isShown = isHeader(columns, table.columns);
      const beside = withoutKeys(value, new Set(isShown ? [rowsKey, columnsKey] : [rowsKey]));
      return { ...table, ...(beside ? { beside } : {}) };
    }
  }
  return readKeyedRows(value, schema, given);
}

/** Whether the first of some lists is words alone, each once, over a column of something else. */
function hasHeader(rows: readonly (readonly unknown[])[]): boolean {
  const [header, ...below] = rows;
  return (
    below.length > 0 &&
    header!.every((word) => isText(word) && word.length <= 60) &&
    new Set(header).size === header!.length &&
    below.every((row) => row.length <= header!.length) &&
    header!.some((_, at) => below.every((row) => typeof row[at] === "number" || typeof row[at] === "boolean"))
  );
}

/** The keys of a record that holds a sheet: headings, and lists as long as they are; null for any other. */
export function sheetKeys(record: Record<string, unknown>): { rows: string; columns: string } | null {
  const listed = (keys: readonly string[]) => keys.find((key) => Array.isArray(record[key]));
  const columns = listed(["columns", "headers", "header", "fields"]);
  const rows = listed(["rows", "data", "values"]);
  if (columns === undefined || rows === undefined) return null;
  if (columns === "columns" && rows === "rows") return { rows, columns };
  const width = (record[columns] as unknown[]).length;
  const fits = (record[rows] as unknown[]).every((row) => Array.isArray(row) && row.length === width);
  return fits ? { rows, columns } : null;
}

/** Rows with the given columns before those of the other keys, which are then hidden. */
function toRows(
  rows: readonly unknown[],
  items: SchemaPart | undefined,
  given: readonly ColumnConfig[] | undefined,
): Rows {
  const { keys, complete } = keysOfRows(rows);
  if (!given) return { rows, columns: keys.map((key) => columnOfKey(key, items, rows)), complete };
  const columns = given.map((column) => toColumn(column, items, rows));
  const listed = new Set(columns.map((column) => column.key));
  const others = keys
    .filter((key) => !listed.has(key))
    .map((key) => ({ ...columnOfKey(key, items, rows), hidden: true }));
  return { rows, columns: [...columns, ...others], complete };
}

const nameColumn: Column = { key: "", label: "Name", made: "name" };

function readKeyedRows(
  value: Record<string, unknown>,
  schema: SchemaPart | undefined,
  given: ReturnType<typeof readColumnConfigs>,
): Rows | null {
  const entries = Object.entries(value);
  const named = ([, row]: [string, unknown]) =>
    isRecord(row) && !Object.hasOwn(row, "") && Object.values(row).every(isScalar);
  if (entries.length < 2 || !entries.every(named)) return null;
  const table = toRows(
    entries.map(([, row]) => row),
    schemaOf(schema, entries[0]![0]),
    given,
  );
  const rows = entries.map(([key, row]) => ({ "": key, ...(row as Record<string, unknown>) }));
  return { ...table, rows, columns: [nameColumn, ...table.columns] };
}

function namedColumns(columns: unknown): unknown[] {
  if (!Array.isArray(columns)) return [];
  return columns.map((column) =>
    isRecord(column) ? { ...column, key: column.key ?? column.name ?? column.field } : column,
  );
}

/** Whether columns say no more than names, all of which head the table. */
function isHeader(columns: unknown, shown: readonly Column[]): boolean {
  const heads = new Set(shown.flatMap(({ key, label }) => [key, label]));
  const isName = (words: unknown) => isText(words) && heads.has(words);
  return (
    Array.isArray(columns) &&
    columns.every((column) => (!isRecord(column) || Object.keys(column).length === 1) && isName(wordsOf(column)))
  );
}

const isText = (value: unknown): value is string => typeof value === "string" && value !== "";
const wordsOf = (name: unknown): unknown =>
  isRecord(name) ? (name.label ?? name.name ?? name.key ?? name.field) : name;

function readMatrix(rows: unknown[], header: unknown, given: ReturnType<typeof readColumnConfigs>): Rows | null {
  const { keys, complete } = keysOfRows(rows);
  const names = Array.isArray(header) ? header.map(wordsOf) : [];
  for (let index = keys.length; index < names.length; index++) keys.push(String(index));
  if (keys.length === 0) return null;
  const columns = keys.map((key, index): Column => {
    const words = names[index];
    if (!isText(words)) return { key, label: String(index + 1), made: "index" };
    const format = formatOfKey(words, valuesAt(rows, key));
    return { key, label: words, ...(format ? { format } : {}) };
  });
  if (!given) return { rows, columns, complete };
  // A config names a column by its heading, or by its place.
  const asked = given.map((config) => {
    const column = toColumn(config, undefined);
    const at = names.indexOf(column.key);
    return at < 0 ? column : { ...column, key: String(at) };
  });
  const listed = new Set(asked.map((column) => column.key));
  const others = columns.filter((column) => !listed.has(column.key)).map((column) => ({ ...column, hidden: true }));
  return { rows, columns: [...asked, ...others], complete };
}

/** Whether all entries of a list are records, or null among records. */
export function isRecordList(list: readonly unknown[]): boolean {
  return list.some(isRecord) && list.every((row) => row === null || isRecord(row));
}

/** A table of a part; null where it has another shape. */
export function toTableBlock(part: Part, config: BlockConfig = {}): Drawn | null {
  const { value } = part;
  let table = readRows(value, part.schema, config);
  if (!table && Array.isArray(value) && value.length > 0 && value.every(isScalar)) {
    const rows = value.map((one) => ({ "": one as unknown }));
    table = { rows, columns: [{ key: "", label: "Value", made: "value" }], complete: true };
  }
  if (!table || table.columns.length === 0) return null;
  const { rows, columns, complete, beside } = table;
  const block: NewBlock = { type: "table", ...base(part), rows, columns, columnsComplete: complete };
  return { block, ...(beside ? { beside } : {}) };
}
