import type { ValueFormat } from "@callboard/core";
import { formatValue, readPath, type Column } from "@callboard/core/view";

/** A table shows and sorts at most this many rows; taller, and browsers would cut it. */
export const mostRows = 200_000;
/** Pixels of a row of one line. */
export const rowHeight = 33;
const windowedFrom = 200;
const windowedCells = 4_000;

/** How the cells of a table's columns are drawn, by the place of the column. */
export interface TableShape {
  /** Holds amounts, which align at their end. */
  numeric: readonly boolean[];
  formats: readonly (ValueFormat | undefined)[];
}

/**
 * More columns are out of sight until the reader asks, so that the document stays small: thirty-odd rows of these are
 * in it at once.
 */
const mostColumns = 32;

/** Columns of more rows are written as their format says, place for place. */
const mostLookedAt = 1_000;

/** Whether a column is hidden until the reader asks for it. */
export const isHiddenAtFirst = ({ hidden = false }: Column, index: number): boolean => hidden || index >= mostColumns;

/** Only the rows in view are in the document. */
export const isWindowed = (rows: number, columns: number): boolean =>
  rows > windowedFrom || rows * columns > windowedCells;

export function tableShape(columns: readonly Column[], rows: readonly unknown[]): TableShape {
  const numeric = columns.map((column) => isNumeric(rows, column));
  const formats = columns.map((column, at) =>
    numeric[at]
      ? column.format
        ? wholeFormat(rows, column, column.format)
        : alignedFormat(rows, column)
      : column.format,
  );
  return { numeric, formats };
}

/** Widths in px that fit most of the first hundred cells, so that columns keep their width while rows are windowed. */
export const naturalWidths = (columns: readonly Column[], rows: readonly unknown[], locale: string): number[] =>
  columns.map((column) => widthOf(rows, column, locale));

/**
 * A number format with the decimals of the longest amount, so that amounts line up; none where that would round a small
 * one away.
 */
function alignedFormat(rows: readonly unknown[], column: Column): ValueFormat | undefined {
  let digits = 0;
  for (const row of rows.slice(0, mostLookedAt)) {
    const value = readPath(row, column.key);
    if (typeof value !== "number" || Number.isInteger(value)) continue;
    const size = Math.abs(value);
    if (size < 1e-4 || size >= 1e15) return undefined;
    digits = Math.max(digits, String(value).split(".")[1]?.length ?? 0);
  }
  return digits > 0 && digits <= 6 && rows.length <= mostLookedAt ? { type: "number", digits } : undefined;
}

/** Money without places where every amount of a column is whole and nobody asked for them. */
function wholeFormat(rows: readonly unknown[], column: Column, format: ValueFormat): ValueFormat {
  if (format.type !== "currency" || format.digits !== undefined) return format;
  const isWhole = rows.slice(0, mostLookedAt).every((row) => {
    const value = readPath(row, column.key);
    return typeof value !== "number" || Number.isInteger(value);
  });
  return isWhole && rows.length <= mostLookedAt ? { ...format, digits: 0 } : format;
}

/** True where a column holds amounts, which align at their end; years and ids align like text. */
function isNumeric(rows: readonly unknown[], column: Column): boolean {
  if (column.format?.type === "plain") return false;
  let seen = 0;
  for (const row of rows) {
    const value = readPath(row, column.key);
    if (value === null || value === undefined || value === "") continue;
    if (typeof value !== "number") return false;
    if (++seen >= 50) break;
  }
  return seen > 0;
}

function widthOf(rows: readonly unknown[], column: Column, locale: string): number {
  let longest = column.label.length + 3;
  for (const row of rows.slice(0, 100)) {
    const value = readPath(row, column.key);
    const text = typeof value === "string" ? value : formatValue(value, column.format, locale);
    longest = Math.max(longest, Math.min(text.length, 44));
  }
  return Math.round(Math.max(6, longest) * 7.2 + 24);
}
