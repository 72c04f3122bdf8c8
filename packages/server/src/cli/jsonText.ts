/** A JSON text that was read: its value, and where each part of it stands. */
export interface JsonText {
  value: unknown;
  /** Where a value stands, or the nearest one around it: its name where it has one. Characters from the start. */
  offsetOf(path: readonly (string | number)[]): number;
}

/** Why a text is no JSON: what stands there, and how to mend it. */
export class NoJson extends Error {
  constructor(
    message: string,
    readonly offset: number,
  ) {
    super(message);
  }
}

const SPACE = /[ \t\n\r]*/y;
/** What may be a text; what it may hold is for `JSON.parse`. */
const STRING = /"(?:[^"\\\n]+|\\.)*"/y;
const SCALAR = /(?:-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null)(?![\w.])/y;

/**
 * Reads a JSON text.
 * @throws NoJson with the place of the first error.
 */
export function readJsonText(text: string): JsonText {
  let at = 0;
  /** The offset of each value, or of its name, by its path. */
  const offsets = new Map<string, number>();
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    at += found?.length ?? 0;
    return found;
  };
  const fail = (isName = false): never => {
    throw new NoJson(whatIsWrong(text, at, isName), at);
  };
  const next = (...signs: string[]): string => {
    take(SPACE);
    const sign = text[at];
    if (sign === undefined || !signs.includes(sign)) return fail();
    at++;
    return sign;
  };

  const read = (path: string): unknown => {
    take(SPACE);
    if (!offsets.has(path)) offsets.set(path, at);
    if (text[at] === "{") return readObject(path);
    if (text[at] === "[") return readList(path);
    return readText() ?? JSON.parse(take(SCALAR) ?? fail());
  };
  const readText = (): string | undefined => {
    const start = at;
    const text = take(STRING);
    try {
      return text === undefined ? undefined : (JSON.parse(text) as string);
    } catch {
      at = start;
      return fail();
    }
  };
  const readObject = (path: string): unknown => {
    const entries: [string, unknown][] = [];
    at++;
    take(SPACE);
    if (text[at] === "}") return (at++, {});
    do {
      take(SPACE);
      const start = at;
      const name = readText() ?? fail(true);
      const inner = keyOf(path, name);
      offsets.set(inner, start);
      next(":");
      entries.push([name, read(inner)]);
    } while (next(",", "}") === ",");
    return Object.fromEntries(entries);
  };
  const readList = (path: string): unknown => {
    const values: unknown[] = [];
    at++;
    take(SPACE);
    if (text[at] === "]") return (at++, values);
    do values.push(read(keyOf(path, values.length)));
    while (next(",", "]") === ",");
    return values;
  };

  const value = read("");
  take(SPACE);
  if (at < text.length) throw new NoJson(MORE, at);
  return {
    value,
    offsetOf(path) {
      let key = "";
      let offset = offsets.get(key)!;
      for (const step of path) {
        key = keyOf(key, step);
        offset = offsets.get(key) ?? offset;
      }
      return offset;
    },
  };
}

const MORE = "More follows after the end of the value. Several values one a line are a .jsonl file.";

const keyOf = (path: string, step: string | number) => `${path}${JSON.stringify(String(step))}`;

/** What stands at the place where the text stops being JSON. */
function whatIsWrong(text: string, at: number, isName: boolean): string {
  if (text.trim() === "") return "The file is empty.";
  const rest = text.slice(at);
  const before = text.slice(0, at).trimEnd().at(-1);
  if (rest === "") return "The text ends before its last list or object does: close it, or save the whole of it.";
  if (/^\/[/*]/.test(rest)) return "JSON has no comments. Take this one out.";
  if (before === "," && /^[\]}]/.test(rest)) return "A comma with nothing after it. Take it out.";
  if (rest.startsWith("'")) return "JSON has texts and names in double quotes.";
  if (rest.startsWith('"')) {
    if (before !== undefined && !"{[,:".includes(before)) return "A comma is missing before this.";
    return "This text does not end, or has a line break, a tab or a \\ that JSON does not know in it.";
  }
  if (isName && /^[\w$]/.test(rest)) return "JSON has names in double quotes.";
  if (/^(?:undefined|NaN|Infinity|None|True|False)\b/.test(rest)) {
    return `${/^\w+/.exec(rest)![0]} is no JSON. Write null, true, false, or leave it out.`;
  }
  if (before !== undefined && /[\w}\]"]/.test(before) && /^[[{\w-]/.test(rest))
    return "A comma is missing before this.";
  const [word] = /^[a-z_$][\w$]*/i.exec(rest) ?? [];
  if (word !== undefined) return `${word.slice(0, 40)} is no JSON: texts stand in double quotes.`;
  return `Nothing in JSON begins with ${JSON.stringify(rest[0])} here.`;
}

/** Line and column of an offset, from 1. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - start + 1 };
}
