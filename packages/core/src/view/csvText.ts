import type { Column } from "./block.ts";
import { readPath } from "./outputPath.ts";
import { jsonChunks } from "../json/jsonChunks.ts";

/**
 * What begins as a formula does, and can be none: a number, signs alone, a phone number (two numbers side by side are
 * no expression, so `+49-30` is one and `+49 30-1` is not), a handle (a name calls nothing, and unlike `@A1` is no
 * cell).
 */
const harmless = [
  /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/,
  /^[+\-－＋]+$/,
  /^\+(?=.*\d \(?\d)[\d ()./-]+$/,
  /^@(?![a-z]{1,3}\d+$)[\p{L}\p{N}_]+(?:[.@][\p{L}\p{N}_]+)*$/iu,
];
// The characters that begin a formula in spreadsheets, their full-width twins, and the blanks that some skip before
// them.
const formulaStart = /^[\s\u00a0\u200b\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/;

const isFormula = (text: string): boolean => formulaStart.test(text) && !harmless.some((pattern) => pattern.test(text));

function toSafeText(value: unknown): string {
  if (value === null || value === undefined) return "";
  const text = typeof value === "object" ? [...jsonChunks(value, 0)].join("") : String(value);
  return typeof value !== "number" && isFormula(text) ? `'${text}` : text;
}

/**
 * One cell of a CSV file (RFC 4180). A text that a spreadsheet would run as a formula is given a leading apostrophe and
 * so stays text; numbers, negative ones too, stay numbers.
 */
export function toCsvCell(value: unknown): string {
  const safe = toSafeText(value);
  return /[",;\t\r\n']|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows as they are pasted into a spreadsheet: tabs between cells, each safe as in a CSV file. */
export function* tsvChunks(columns: readonly Column[], rows: Iterable<unknown>): Generator<string> {
  const cell = (value: unknown) => {
    const text = toSafeText(value);
    return /["\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  yield columns.map((column) => cell(column.label)).join("\t");
  for (const row of rows) yield `\n${columns.map((column) => cell(readPath(row, column.key))).join("\t")}`;
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
