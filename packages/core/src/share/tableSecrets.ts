import type { Finder, Found } from "./finder.ts";
import { STRIDE } from "./finder.ts";
import { isOpaque, secretKindOf, type SecretKind } from "./secretNames.ts";

const DELIMITERS = [",", "\t", ";", "|"] as const;
const LONGEST_HEADER = 4_000;
/** A cell of a header: a name of few words. */
const HEADING = /^[\p{L}_][\p{L}\p{M}\w .()/-]{0,60}$/u;
const RULE = /^[\s|:+=-]+$/;
const LABEL = /^(?:name|key|variable|setting|parameter|param|field|env|property|option|header)$/i;
const VALUE = /^(?:value|val|content|data|default|current)$/i;

/** Where a cell's text stands, without its quotes. */
interface Cell {
  from: number;
  to: number;
}

/** Which cells of a table's rows are secret: those of some columns, and the value beside a name. */
interface Heading {
  delimiter: string;
  cells: number;
  secret: Map<number, NonNullable<SecretKind>>;
  label: number;
  value: number;
}

/**
 * Secrets that are known by the heading of their column, or by the name in the cell before them: CSV, tabs, and tables
 * of lines.
 */
export const findInTables: Finder = function* (text, found) {
  let paused = 0;
  for (let at = 0; at < text.length;) {
    if (at - paused > STRIDE) {
      paused = at;
      yield;
    }
    const end = endOfLine(text, at);
    const line = end - at <= LONGEST_HEADER ? text.slice(at, end) : "";
    const delimiters = DELIMITERS.filter((delimiter) => line.includes(delimiter));
    const heading = firstOf(delimiters, (delimiter) => readHeading(text, at, line, delimiter));
    if (!heading) {
      for (const delimiter of delimiters) tellPair(text, readRow(text, at, delimiter, end).cells, found);
      at = end + 1;
      continue;
    }
    at = end + 1;
    while (at < text.length) {
      if (at - paused > STRIDE) {
        paused = at;
        yield;
      }
      const row = readRow(text, at, heading.delimiter);
      if (row.cells.length < 2 && !RULE.test(text.slice(at, Math.min(row.end, at + 200)))) break;
      tellRow(text, row.cells, heading, found);
      at = row.end + 1;
    }
  }
};

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

function firstOf<In, Out>(list: readonly In[], make: (one: In) => Out | null): Out | null {
  for (const one of list) {
    const made = make(one);
    if (made !== null) return made;
  }
  return null;
}

function readHeading(text: string, at: number, line: string, delimiter: string): Heading | null {
  if (/[=:{}<>?!]|\.\s*$/.test(line)) return null;
  const names = readRow(text, at, delimiter, at + line.length).cells.map(({ from, to }) => text.slice(from, to).trim());
  if (names.length < 2 || !names.every(isHeading)) return null;
  const secret = new Map<number, NonNullable<SecretKind>>();
  names.forEach((name, index) => {
    const kind = secretKindOf(name);
    if (kind) secret.set(index, kind);
  });
  const label = names.findIndex((name) => LABEL.test(name));
  const value = names.findIndex((name) => VALUE.test(name));
  const isLabelled = label >= 0 && value >= 0;
  return secret.size > 0 || isLabelled ? { delimiter, cells: names.length, secret, label, value } : null;
}

const isHeading = (name: string): boolean => HEADING.test(name) && name.split(/\s+/).length <= 3 && !isOpaque(name);

function tellRow(text: string, cells: readonly Cell[], heading: Heading, found: Found): void {
  // A secret with a delimiter in it, unquoted, makes a row longer.
  const more = Math.max(0, cells.length - heading.cells);
  for (const [index, kind] of heading.secret) {
    for (let place = index; place <= index + more; place++) tellCell(text, cells[place], kind, found);
  }
  const label = cells[heading.label];
  const kind = label && heading.value >= 0 ? secretKindOf(text.slice(label.from, label.to).trim()) : null;
  if (kind) tellCell(text, cells[heading.value], kind, found);
}

function tellPair(text: string, cells: readonly Cell[], found: Found): void {
  const [name, value] = cells;
  if (cells.length !== 2 || !name || !value || name.to - name.from > 60) return;
  const said = text.slice(name.from, name.to).trim();
  if (/\s/.test(said) || !isHeading(said) || !secretKindOf(said)) return;
  tellCell(text, value, "opaque", found);
}

function tellCell(text: string, cell: Cell | undefined, kind: NonNullable<SecretKind>, found: Found): void {
  if (!cell || cell.to <= cell.from) return;
  const value = text.slice(cell.from, Math.min(cell.to, cell.from + 10_000)).trim();
  if (value === "" || RULE.test(value) || (kind === "opaque" && !isOpaque(value))) return;
  found(cell.from, cell.to, true);
}

/** The cells of a row; quoted ones may hold the delimiter, and the ends of lines. */
function readRow(text: string, start: number, delimiter: string, most = text.length): { cells: Cell[]; end: number } {
  const cells: Cell[] = [];
  let at = start;
  for (;;) {
    while (at < most && (text[at] === " " || text[at] === "\r")) at++;
    if (text[at] === '"') {
      let close = at + 1;
      for (;;) {
        close = text.indexOf('"', close);
        if (close < 0 || close >= most) close = most;
        else if (text[close + 1] === '"') {
          close += 2;
          continue;
        }
        break;
      }
      cells.push({ from: at + 1, to: close });
      at = close + 1;
      while (at < most && text[at] !== delimiter && text[at] !== "\n") at++;
    } else {
      const from = at;
      while (at < most && text[at] !== delimiter && text[at] !== "\n") at++;
      // A table of lines begins and ends with one.
      const isEdge = delimiter === "|" && text.slice(from, Math.min(at, from + 100)).trim() === "";
      if (!isEdge || (cells.length > 0 && text[at] === delimiter)) cells.push({ from, to: at });
    }
    if (at >= most || text[at] !== delimiter) return { cells, end: Math.min(at, most) };
    at++;
  }
}
