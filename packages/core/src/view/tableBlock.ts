import type { BlockConfig } from "../spec/viewSpec.ts";
import type { Column, NewBlock } from "./block.ts";
import { keysOfRows, readColumnConfigs, toColumn } from "./columns.ts";
import { isRecord, isScalar } from "./outputPath.ts";
import { itemsOf, schemaOf, type SchemaPart } from "./schemaPart.ts";

/** A part of an output on its way to being a block. */
export interface Part {
  value: unknown;
  path: string;
  label: string | undefined;
  schema: SchemaPart | undefined;
}

/** What every block of a part begins with. */
export const base = ({ value, path, label }: Part) => ({ path, value, ...(label === undefined ? {} : { label }) });

/** The rows a value holds and their columns, or null where it is no table. */
export interface Rows {
  rows: readonly unknown[];
  columns: Column[];
  complete: boolean;
}

/**
 * Reads a value as rows: a list of records, a list of lists, `{ columns, rows }`, or a record of records, whose keys become the first column.
 */
export function readRows(value: unknown, schema: SchemaPart | undefined, config: BlockConfig = {}): Rows | null {
  const given = readColumnConfigs(config.columns);
  if (Array.isArray(value)) {
    if (value.length === 0) return null;
    if (isRecordList(value)) {
      const items = itemsOf(schema);
      if (given) return { rows: value, columns: given.map((column) => toColumn(column, items)), complete: true };
      const { keys, complete } = keysOfRows(value);
      return { rows: value, columns: keys.map((key) => toColumn({ key }, items)), complete };
    }
    if (value.every((row) => Array.isArray(row) && row.every(isScalar))) return readMatrix(value, undefined, given);
    return null;
  }
  if (!isRecord(value)) return null;
  if (Array.isArray(value.rows) && value.rows.length > 0) {
    if (isRecordList(value.rows)) {
      const named = given ?? readColumnConfigs(namedColumns(value.columns));
      return readRows(value.rows, schemaOf(schema, "rows"), { ...config, ...(named ? { columns: named } : {}) });
    }
    if (value.rows.every(Array.isArray)) return readMatrix(value.rows, value.columns, given);
  }
  return readKeyedRows(value, schema, given);
}

const nameColumn: Column = { key: "", label: "Name", made: "name" };

function readKeyedRows(
  value: Record<string, unknown>,
  schema: SchemaPart | undefined,
  given: ReturnType<typeof readColumnConfigs>,
): Rows | null {
  const entries = Object.entries(value);
  if (entries.length < 2 || !entries.every(([, row]) => isRecord(row) && Object.values(row).every(isScalar)))
    return null;
  const rows = entries.map(([key, row]) => ({ "": key, ...(row as Record<string, unknown>) }));
  const items = schemaOf(schema, entries[0]![0]);
  const { keys, complete } = keysOfRows(entries.map(([, row]) => row));
  const columns = given ?? keys.map((key) => ({ key }));
  return { rows, columns: [nameColumn, ...columns.map((column) => toColumn(column, items))], complete };
}

function namedColumns(columns: unknown): unknown[] {
  if (!Array.isArray(columns)) return [];
  return columns.map((column) =>
    isRecord(column) ? { ...column, key: column.key ?? column.name ?? column.field } : column,
  );
}

function readMatrix(rows: unknown[], header: unknown, given: ReturnType<typeof readColumnConfigs>): Rows | null {
  if (given) return { rows, columns: given.map((column) => toColumn(column, undefined)), complete: true };
  const { keys, complete } = keysOfRows(rows);
  if (keys.length === 0) return null;
  const names = Array.isArray(header) ? header : [];
  const columns = keys.map((key, index): Column => {
    const name: unknown = names[index];
    const words = isRecord(name) ? (name.label ?? name.name ?? name.key) : name;
    return typeof words === "string" && words !== ""
      ? { key, label: words }
      : { key, label: String(index + 1), made: "index" };
  });
  return { rows, columns, complete };
}

/** Whether all entries of a list are records, or null among records. */
export function isRecordList(list: readonly unknown[]): boolean {
  return list.some(isRecord) && list.every((row) => row === null || isRecord(row));
}

/** A table of a part; null where it has another shape. */
export function toTableBlock(part: Part, config: BlockConfig = {}): NewBlock | null {
  const { value } = part;
  let table = readRows(value, part.schema, config);
  if (!table && Array.isArray(value) && value.length > 0 && value.every(isScalar)) {
    const rows = value.map((one) => ({ "": one as unknown }));
    table = { rows, columns: [{ key: "", label: "Value", made: "value" }], complete: true };
  }
  if (!table || table.columns.length === 0) return null;
  return { type: "table", ...base(part), rows: table.rows, columns: table.columns, columnsComplete: table.complete };
}
