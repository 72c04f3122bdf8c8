/** A value in a template or a component: a literal, `{ path }` into the data, or `{ call, args }`. */
export type Dynamic = unknown;

const deepest = 20;
const longest = 20_000;

/**
 * The parts of a text with `${…}` in it: literal texts, and what is to be put in their places. A mistake leaves the
 * rest as it is written.
 */
export function readTemplate(text: string): Dynamic[] {
  const parts: Dynamic[] = [];
  const source = text.slice(0, longest);
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf("${", at);
    if (open < 0) break;
    if (source[open - 1] === "\\") {
      parts.push(source.slice(at, open - 1), "${");
      at = open + 2;
      continue;
    }
    const reader = { text: source, at: open + 2 };
    const value = readValue(reader, 0);
    skipBlanks(reader);
    if (value === failed || reader.text[reader.at] !== "}") break;
    parts.push(source.slice(at, open), value);
    at = reader.at + 1;
  }
  parts.push(text.slice(at));
  return parts.filter((part) => part !== "");
}

interface Reader {
  text: string;
  at: number;
}

const failed = Symbol("no value");

function readValue(reader: Reader, depth: number): Dynamic {
  if (depth > deepest) return failed;
  skipBlanks(reader);
  const nested = take(reader, /\$\{/y);
  if (nested !== undefined) {
    const value = readValue(reader, depth + 1);
    skipBlanks(reader);
    return take(reader, /\}/y) === undefined ? failed : value;
  }
  const quoted = take(reader, /'(?:[^'\\]|\\[^])*'|"(?:[^"\\]|\\[^])*"/y);
  if (quoted !== undefined)
    return quoted.slice(1, -1).replaceAll(/\\([^])/g, (_, letter: string) => escapes[letter] ?? letter);
  const number = take(reader, /-?\d+(?:\.\d*)?(?![\w/.])/y);
  if (number !== undefined) return Number(number);
  const name = take(reader, /@?[\w/.-]+/y);
  if (name === undefined) return failed;
  skipBlanks(reader);
  if (take(reader, /\(/y) === undefined) return name in words ? words[name as keyof typeof words] : { path: name };
  const args: [string, Dynamic][] = [];
  for (skipBlanks(reader); take(reader, /\)/y) === undefined; skipBlanks(reader)) {
    const key = take(reader, /\w+/y);
    skipBlanks(reader);
    if (key === undefined || take(reader, /:/y) === undefined) return failed;
    const value = readValue(reader, depth + 1);
    if (value === failed) return failed;
    args.push([key, value]);
    skipBlanks(reader);
    take(reader, /,/y);
  }
  return { call: name, args: Object.fromEntries(args) };
}

const words = { true: true, false: false, null: null };
const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", r: "\r" };

function take(reader: Reader, pattern: RegExp): string | undefined {
  pattern.lastIndex = reader.at;
  const found = pattern.exec(reader.text)?.[0];
  if (found !== undefined) reader.at += found.length;
  return found;
}

const skipBlanks = (reader: Reader): void => void take(reader, /\s*/y);
