import { csvChunks, jsonChunks, keysOfRows, readPath, type Column } from "@callboard/core/view";

/** A table as it is saved. */
export interface TableFile {
  columns: readonly Column[];
  rows: readonly unknown[];
  /** What the rows came from. */
  value: unknown;
  /** The columns are all that the rows have. */
  complete: boolean;
  /** Nothing but the columns is meant for whoever saves it. */
  isOnly: boolean;
}

/**
 * All rows and all columns as CSV, or the value they came from as JSON; of a view that shows what it names alone, that
 * alone.
 */
export function* tableFile(kind: "csv" | "json", file: TableFile): Generator<string> {
  const { columns, rows, value, complete, isOnly } = file;
  if (kind === "json") {
    const named = () => rows.map((row) => Object.fromEntries(columns.map(({ key }) => [key, readPath(row, key)])));
    return yield* jsonChunks(isOnly ? named() : value);
  }
  // Spreadsheets recognize UTF-8 by this byte order mark.
  yield "\ufeff";
  const listed = new Set(columns.map((column) => column.key));
  const later = complete || isOnly ? [] : keysOfRows(rows, Infinity).keys.filter((key) => !listed.has(key));
  yield* csvChunks([...columns, ...later.map((key) => ({ key, label: key }))], rows);
}
