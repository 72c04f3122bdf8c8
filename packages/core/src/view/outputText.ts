import { cleanText } from "./cleanText.ts";
import { parseLiteral } from "./literalText.ts";

const largestJson = 2_000_000;

/**
 * The record or list that a text is the JSON of, or that a program printed in its own way; undefined for anything else,
 * and for texts above 2 MB, which would hold up the page. JSON that is written as a JSON text once more is read twice,
 * and JSON in a fence of Markdown as what is in it. Numbers that JavaScript cannot hold stay as their digits, so that
 * an id is never shown rounded.
 */
export function parseJsonText(given: string, most = largestJson): unknown {
  if (given.length > most) return undefined;
  const text = cleanText(given);
  const fenced = /^\s*```/.test(text) ? /^\s*```(?:json)?[ \t]*\r?\n([\s\S]*)\n```\s*$/.exec(text)?.[1] : undefined;
  if (fenced !== undefined) return fenced.includes("```") ? undefined : parseJsonText(fenced, most);
  if (!/^\s*"?\s*[[{]/.test(text)) return undefined;
  const read = parseAny(text) ?? parseLiteral(text);
  if (typeof read === "string") return /^\s*[[{]/.test(read) ? parseJsonText(read, most) : undefined;
  return typeof read === "object" && read !== null ? read : undefined;
}

function parseAny(text: string): unknown {
  try {
    return JSON.parse((/\d{16}|[eE]\+?\d{3}/.test(text) ? keepLargeNumbers(text) : text).trim());
  } catch {
    return undefined;
  }
}

function keepLargeNumbers(text: string): string {
  return text.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g, (token) => {
    if (token.startsWith('"')) return token;
    const lost = /^-?\d{16,}$/.test(token) ? !Number.isSafeInteger(Number(token)) : !Number.isFinite(Number(token));
    return lost ? `"${token}"` : token;
  });
}

const mostValues = 5_000;

/**
 * JSON after some words, or several JSON values one after the other, as tools print them. The words before the first
 * value are `lead`; a text with anything else between or after the values is null.
 */
export function parseJsonParts(text: string): { lead: string; values: unknown[] } | null {
  const start = text.search(/^[ \t]*[[{]/m);
  if (start < 0 || text.length > largestJson) return null;
  const rest = text.slice(start);
  const one = parseJsonText(rest);
  // A list in brackets may be words: a mark such as [DIR], a link, a tick.
  if (one !== undefined) return { lead: text.slice(0, start).trim(), values: [one] };
  const values: unknown[] = [];
  let piece = "";
  for (const line of rest.split("\n")) {
    if (piece === "" && line.trim() === "") continue;
    piece += `${line}\n`;
    // A value ends where a line closes it; only there is it worth a try.
    if (!/^[\]}]|[\]}]\s*$/.test(line)) continue;
    const value = /^[\]}]/.test(line) || piece.indexOf("\n") === piece.length - 1 ? parseJsonText(piece) : undefined;
    if (value === undefined) continue;
    values.push(value);
    piece = "";
    if (values.length > mostValues) return null;
  }
  return piece === "" && values.length > 1 ? { lead: text.slice(0, start).trim(), values } : null;
}

const fact = /^([\p{L}_][\p{L}\p{N} _./()-]{0,48}):[ \t]+(\S.*)$/u;
const setting = /^([A-Z_][A-Z0-9_]{0,80})=(.*)$/;

/**
 * The facts of a text whose every line is `Name: value`, or `NAME=value` as environments are written, each name once;
 * null for anything else. Values are texts.
 */
export function parseFactLines(text: string): [name: string, value: string][] | null {
  if (text.length > 20_000) return null;
  const lines = text.trim().split(/\r?\n/);
  if (lines.length < 2 || lines.length > 200) return null;
  const facts: [string, string][] = [];
  const names = new Set<string>();
  const pattern = lines.every((line) => /^[A-Z_][A-Z0-9_]*=/.test(line)) ? setting : fact;
  for (const line of lines) {
    const [, name, value] = pattern.exec(line) ?? [];
    if (name === undefined || names.has(name)) return null;
    names.add(name);
    facts.push([name, value!.trimEnd()]);
  }
  return facts;
}
/** A number only where writing it back gives the same text: `007` and `1e3` stay as they are. */
export function readCell(text: string): string | number {
  return text !== "" && String(Number(text)) === text && Number.isSafeInteger(Math.trunc(Number(text)))
    ? Number(text)
    : text;
}

/** Whether a text looks written in Markdown: a heading, list, fence, table or emphasis where one would stand. */
export function looksLikeMarkdown(text: string): boolean {
  const head = text.slice(0, 20_000);
  return (
    /^ {0,3}#{1,6} \S/m.test(head) ||
    /^ {0,3}(?:```|~~~)/m.test(head) ||
    /^ {0,3}\|.*\|\s*\n {0,3}\|? *:?-{2,}/m.test(head) ||
    /\*\*[^\s*][^*\n]{0,200}\*\*/.test(head) ||
    /\[[^\]\n]{1,200}\]\([^)\s]{1,500}\)/.test(head) ||
    (head.match(/^ {0,3}[-*+] \S/gm)?.length ?? 0) >= 3
  );
}

/** A table that came as text. */
export interface TextTable {
  header: string[];
  rows: string[][];
}

const mostCsvLines = 50_000;

/**
 * The header and rows of a text that is a whole comma-, semicolon- or tab-separated table (RFC 4180); null for anything
 * less certain than that, since prose has commas too.
 */
export function parseDelimitedText(given: string, most = largestJson, mostLines = mostCsvLines): TextTable | null {
  if (given.length > most) return null;
  const { text, delimiters } = readSeparator(cleanText(given));
  if (!text.includes("\n")) return null;
  const firstLine = text.slice(0, text.indexOf("\n")).trimEnd();
  for (const delimiter of delimiters) {
    const width = splitRecords(firstLine, delimiter)?.[0]?.length ?? 0;
    if (width < 2) continue;
    const records = splitRecords(text.replace(/[\r\n]+$/, ""), delimiter);
    if (!records || records.length > mostLines || records.some((record) => record.length !== width)) return null;
    const [header, ...body] = records;
    const named = header!.every((cell) => cell !== "" && cell.length <= 80 && !/^[-+\d.]+$/.test(cell));
    const spaced = body.filter((row) => row.slice(1).every((cell) => cell.startsWith(" "))).length;
    // Two columns with a comma may be two half sentences.
    const isPair = delimiter === "," && width === 2;
    if (isPair && !(body.length >= 2 && header!.every(isName) && body.some(([, cell]) => isAmount(cell!)))) return null;
    const certain = named && new Set(header).size === width && body.length >= 1 && spaced * 2 < body.length;
    return certain ? { header: header!, rows: body } : null;
  }
  return null;
}

const delimited = ["\t", ",", ";"];

/** The separator that a spreadsheet was told in the first line (`sep=;`), and the text below it. */
function readSeparator(text: string): { text: string; delimiters: readonly string[] } {
  const [line, told] = /^"?sep=(.)"?[ \t]*\r?\n/i.exec(text) ?? [];
  return line && told ? { text: text.slice(line.length), delimiters: [told] } : { text, delimiters: delimited };
}

const isName = (cell: string): boolean => /^[\p{L}_][\p{L}\p{N}_ -]{0,30}$/u.test(cell);
const isAmount = (cell: string): boolean => /^-?\d+(?:\.\d+)?$/.test(cell);

/** The records of delimited text, whose quoted cells may run over lines; null where a quote is left open. */
function splitRecords(text: string, delimiter: string): string[][] | null {
  if (!text.includes('"')) return text.split(/\r?\n/).map((line) => line.split(delimiter));
  const records: string[][] = [[]];
  let cell = "";
  let quoted = false;
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!;
    if (quoted) {
      if (char !== '"') cell += char;
      else if (text[at + 1] === '"') {
        cell += '"';
        at++;
      } else quoted = false;
    } else if (char === '"' && cell === "") quoted = true;
    else if (char === delimiter || char === "\n") {
      records.at(-1)!.push(char === "\n" ? cell.replace(/\r$/, "") : cell);
      cell = "";
      if (char === "\n") records.push([]);
    } else cell += char;
  }
  if (quoted) return null;
  records.at(-1)!.push(cell);
  return records;
}

/**
 * The table that a database's or shell's client draws with bars, and nothing beside it but the count of its rows; null
 * for anything else.
 */
export function parseDrawnTable(text: string): TextTable | null {
  if (text.length > largestJson || !/^ *[+-][-+=]+\s*$/m.test(text)) return null;
  const lines = text.replace(/^\s*\n|\s+$/g, "").split(/\r?\n/);
  const count = /^\((\d+) rows?\)$/.exec(lines.at(-1)!.trim())?.[1];
  const drawn = (count === undefined ? lines : lines.slice(0, -1)).filter((line) => !/^ *[+-][-+=]+\s*$/.test(line));
  const [header, ...rows] = drawn.map((line) => {
    const cells = line.trim().split("|");
    const isFramed = cells.length > 2 && cells[0] === "" && cells.at(-1) === "";
    return (isFramed ? cells.slice(1, -1) : cells).map((cell) => cell.trim());
  });
  const width = header?.length ?? 0;
  const fits = width > 1 && header!.every((cell) => cell !== "") && rows.every((row) => row.length === width);
  return fits && rows.length > 0 && (count === undefined || Number(count) === rows.length)
    ? { header: header!, rows }
    : null;
}

/** Whether a text is too long to be read beside everything else a page does, and may hold data. */
export function isLargeData(text: string): boolean {
  if (text.length <= largestJson) return false;
  if (/^\s*[[{]/.test(text.slice(0, 1_000))) return true;
  const { text: head, delimiters } = readSeparator(cleanText(text.slice(0, 20_000)));
  const [first = "", second = ""] = head.split("\n", 2);
  return delimiters.some(
    (mark) => first.split(mark).length > 2 && first.split(mark).length === second.split(mark).length,
  );
}

/**
 * What a text of any length holds: the value that it is the JSON of, the rows of a table, else the text itself. It may
 * take seconds.
 */
export function readLargeText(text: string): unknown {
  const value = parseJsonText(text, Infinity);
  if (value !== undefined) return value;
  const table = parseDelimitedText(text, Infinity, Infinity);
  return table ? { columns: table.header, rows: table.rows.map((row) => row.map(readCell)) } : text;
}

/**
 * The table of a text that is one Markdown table and nothing else; null where a row has another width, or a cell has
 * marks of its own.
 */
export function parseMarkdownTable(text: string): TextTable | null {
  if (text.length > largestJson) return null;
  const lines = text.trim().split(/\r?\n/);
  if (lines.length < 3 || !/^\|?(?: *:?-+:? *\|)+(?: *:?-+:? *)?$/.test(lines[1]!.trim())) return null;
  // Marks inside cells, and escaped bars, are Markdown's to draw.
  if (/\\\||`|\]\(|\*\*|<br/.test(text)) return null;
  const cells = (line: string) =>
    line
      .trim()
      .replace(/^\||\|$/g, "")
      .split("|")
      .map((cell) => cell.trim());
  const header = cells(lines[0]!);
  const rows = lines.slice(2).map(cells);
  const width = cells(lines[1]!).length;
  const fits = lines.every((line) => line.includes("|")) && rows.every((row) => row.length === width);
  return fits && header.length === width ? { header, rows } : null;
}
