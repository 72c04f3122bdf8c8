import { defineOwn } from "../../json/defineOwn.ts";
import { parseJson } from "../../json/parseJson.ts";

/**
 * The value of a JSON text, or of one with what models mix into it: Python's `True`, `False` and `None`, texts in
 * single quotes, a comma after the last item. Undefined where the text is neither, exactly and to its end, or names a
 * field twice: a call is made of it, so nothing is guessed. `view/literalText` reads what is only shown, of more
 * languages.
 */
export function parseModelJson(text: string): { value: unknown } | undefined {
  return parseJson(text) ?? parsePython(text.trim());
}

const WORDS: Readonly<Record<string, unknown>> = {
  True: true,
  False: false,
  None: null,
  true: true,
  false: false,
  null: null,
};
const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  r: "\r",
  t: "\t",
  b: "\b",
  f: "\f",
  "\\": "\\",
  "/": "/",
  '"': '"',
  "'": "'",
};
const DEEPEST = 100;

function parsePython(text: string): { value: unknown } | undefined {
  let at = 0;
  const fail = (): never => {
    throw new SyntaxError();
  };
  const space = () => {
    while (/\s/.test(text[at] ?? "x")) at++;
  };
  const take = (char: string): boolean => {
    space();
    if (text[at] !== char) return false;
    at++;
    return true;
  };
  const readText = (): string => {
    const quote = text[at++]!;
    let said = "";
    for (;;) {
      const char = text[at++];
      if (char === undefined || char === "\n") return fail();
      if (char === quote) return said;
      if (char !== "\\") {
        said += char;
        continue;
      }
      const escape = text[at++] ?? "";
      const digits = escape === "u" ? 4 : escape === "x" ? 2 : 0;
      if (digits > 0) {
        const code = text.slice(at, at + digits);
        if (code.length < digits || /[^\da-f]/i.test(code)) return fail();
        said += String.fromCharCode(parseInt(code, 16));
        at += digits;
      } else said += ESCAPES[escape] ?? fail();
    }
  };
  const readValue = (depth: number): unknown => {
    space();
    if (depth > DEEPEST) return fail();
    const char = text[at] ?? "";
    if (char === "'" || char === '"') return readText();
    if (take("[")) {
      const list: unknown[] = [];
      while (!take("]")) {
        list.push(readValue(depth + 1));
        if (!take(",") && text[at] !== "]") return fail();
      }
      return list;
    }
    if (take("{")) {
      const record: Record<string, unknown> = {};
      while (!take("}")) {
        space();
        if (text[at] !== "'" && text[at] !== '"') return fail();
        const key = readText();
        if (Object.hasOwn(record, key) || !take(":")) return fail();
        defineOwn(record, key, readValue(depth + 1));
        if (!take(",") && text[at] !== "}") return fail();
      }
      return record;
    }
    const word = /^[\w+.-]+/.exec(text.slice(at, at + 400))?.[0] ?? "";
    at += word.length;
    if (Object.hasOwn(WORDS, word)) return WORDS[word];
    const number = parseJson(word);
    return typeof number?.value === "number" ? number.value : fail();
  };
  try {
    const value = readValue(0);
    space();
    return at === text.length ? { value } : undefined;
  } catch {
    return undefined;
  }
}
