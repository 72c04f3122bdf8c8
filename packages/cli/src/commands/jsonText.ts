import { findNodeAtLocation, parseTree, printParseErrorCode, type ParseError } from "jsonc-parser";

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

/**
 * Reads a JSON text.
 * @throws NoJson with the place of the first error.
 */
export function readJsonText(text: string): JsonText {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    // Where a parser that goes on finds nothing wrong, the text is wrong as a whole.
    const offset = errors[0]?.offset ?? 0;
    // What is no word of JSON is told of twice: as a symbol, and by what should stand there.
    const codes = errors.slice(0, 2).map(({ error }) => printParseErrorCode(error));
    throw new NoJson(whatIsWrong(text, offset, codes), offset);
  }
  return {
    value,
    offsetOf(path) {
      for (let length = path.length; length > 0; length--) {
        const node = root && findNodeAtLocation(root, path.slice(0, length));
        if (node) return node.parent?.type === "property" ? node.parent.offset : node.offset;
      }
      return root?.offset ?? 0;
    },
  };
}

/** What stands at the place where the text stops being JSON. */
function whatIsWrong(text: string, at: number, codes: readonly string[]): string {
  if (text.trim() === "") return "The file is empty.";
  if (codes[0] === "EndOfFileExpected") {
    return "More follows after the end of the value. Several values one a line are a .jsonl file.";
  }
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
  if (codes.includes("PropertyNameExpected") && /^[\w$]/.test(rest)) return "JSON has names in double quotes.";
  if (/^(?:undefined|NaN|Infinity|None|True|False)\b/.test(rest)) {
    return `${/^\w+/.exec(rest)![0]} is no JSON. Write null, true, false, or leave it out.`;
  }
  if (before !== undefined && /[\w}\]"]/.test(before) && /^[[{\w-]/.test(rest))
    return "A comma is missing before this.";
  const [word] = /^[a-z_$][\w$]*/i.exec(rest) ?? [];
  if (word !== undefined) return `${word.slice(0, 40)} is no JSON: put text in double quotes.`;
  return `Nothing in JSON begins with ${JSON.stringify(rest[0])} here.`;
}

/** Line and column of an offset, from 1. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  return { line: before.split("\n").length, column: offset - start + 1 };
}
