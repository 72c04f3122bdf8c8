import type { Column } from "./block.ts";
import { readPath } from "./outputPath.ts";
import { jsonChunks } from "./jsonText.ts";

const plainNumber = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
// What spreadsheets start a formula with, its full-width twins, and the blanks that some of them skip before it.
const formulaStart = /^[\s\u00a0\u200b\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/**
 * One cell of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula is given a leading apostrophe and so stays text;
 * numbers, negative ones too, stay numbers.
 */
export function toCsvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? [...jsonChunks(value, 0)].join("") : String(value);
  const safe = typeof value !== "number" && formulaStart.test(text) && !plainNumber.test(text) ? `'${text}` : text;
  return /[",;\t\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** The CSV file of some rows, piece by piece: a header of labels, then one line a row, each ended by CRLF. */
export function* csvChunks(columns: readonly Column[], rows: Iterable<unknown>): Generator<string> {
  yield `${columns.map((column) => toCsvCell(column.label)).join(",")}\r\n`;
  let piece = "";
  for (const row of rows) {
    piece += `${columns.map((column) => toCsvCell(readPath(row, column.key))).join(",")}\r\n`;
    if (piece.length < 65_536) continue;
    yield piece;
    piece = "";
  }
  if (piece) yield piece;
}
