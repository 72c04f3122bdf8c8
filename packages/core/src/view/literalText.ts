import { defineOwn } from "../json/defineOwn.ts";

const longest = 2_000_000;
const deepest = 200;

const space = /\s*/y;
const quoted = /[bru]{0,2}(?:'(?:[^'\\\n]|\\[^])*'|"(?:[^"\\\n]|\\[^])*")/y;
const number = /-?(?:(?:0|[1-9]\d*)(?:\.\d*)?(?:e[-+]?\d+)?|(?:0|[1-9]\d*)n|\.\d+|inf(?:inity)?)(?![\w$.])/iy;
const word = /[A-Za-z_$][\w$]*/y;
/** A key without quotes: JavaScript's and Ruby's. */
const bareKey = /[A-Za-z_$][\w$]*(?=[?!]?\s*:(?!:))|\d+(?=\s*:)/y;
const symbol = /:(?:"(?:[^"\\\n]|\\[^])*"|[A-Za-z_]\w*[?!]?)/y;

const constants: Readonly<Record<string, unknown>> = {
  true: true,
  True: true,
  false: false,
  False: false,
  null: null,
  None: null,
  nil: null,
  undefined: null,
  NaN: Number.NaN,
  nan: Number.NaN,
};
const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  v: "\v",
  0: "\0",
  "\n": "",
};

const nothing = Symbol("nothing");

/**
 * The record or list that a text is as programs print theirs: Python's `repr` and `json.dumps` (`{'a': None}`, `NaN`,
 * tuples), JavaScript's objects (`{a: undefined, 'b': 1,}`), Ruby's hashes (`{:a=>nil}`), JSON with trailing commas;
 * undefined for anything else. A number that JavaScript cannot hold is its digits.
 */
export function parseLiteral(text: string): unknown {
  if (text.length > longest) return undefined;
  let at = 0;
  const take = (pattern: RegExp): string | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text)?.[0];
    if (found !== undefined) at += found.length;
    return found;
  };
  const sign = (one: string): boolean => {
    take(space);
    if (!text.startsWith(one, at)) return false;
    at += one.length;
    return true;
  };

  const readList = (end: string, depth: number): unknown => {
    const list: unknown[] = [];
    for (;;) {
      if (sign(end)) return list;
      const one = readValue(depth + 1);
      if (one === nothing) return nothing;
      list.push(one);
      if (!sign(",")) return sign(end) ? list : nothing;
    }
  };

  const readRecord = (depth: number): unknown => {
    const record: Record<string, unknown> = {};
    const list: unknown[] = [];
    let hasPairs = false;
    for (;;) {
      if (sign("}")) break;
      take(space);
      const bare = take(bareKey);
      const key = bare ?? readValue(depth + 1);
      if (key === nothing) return nothing;
      const isPair = sign("=>") || sign(":");
      if (isPair ? list.length > 0 || typeof key === "object" : bare !== undefined || hasPairs) return nothing;
      if (isPair) {
        hasPairs = true;
        const one = readValue(depth + 1);
        if (one === nothing) return nothing;
        defineOwn(record, String(key), one);
      } else list.push(key);
      if (!sign(",")) {
        if (sign("}")) break;
        return nothing;
      }
    }
    // Python's sets have no keys.
    return list.length > 0 ? list : record;
  };

  const readValue = (depth: number): unknown => {
    if (depth > deepest) return nothing;
    take(space);
    if (sign("[")) return readList("]", depth);
    if (sign("{")) return readRecord(depth);
    if (sign("(")) return readList(")", depth);
    const string = take(quoted);
    if (string !== undefined) return textOf(string);
    const digits = take(number);
    if (digits !== undefined) return numberOf(digits);
    const named = take(symbol);
    if (named !== undefined) return named[1] === '"' ? textOf(named.slice(1)) : named.slice(1);
    const known = take(word);
    return known !== undefined && Object.hasOwn(constants, known) ? constants[known] : nothing;
  };

  take(space);
  if (text[at] !== "[" && text[at] !== "{") return undefined;
  const value = readValue(0);
  take(space);
  return value === nothing || at < text.length ? undefined : value;
}

/** A number by its text; its digits, where JavaScript would round them. */
function numberOf(text: string): number | string {
  if (/^-?inf/i.test(text)) return text.startsWith("-") ? -Infinity : Infinity;
  const plain = text.replace(/n$/, "");
  const value = Number(plain);
  const isLost = /^-?\d+$/.test(plain) ? !Number.isSafeInteger(value) : !Number.isFinite(value);
  return isLost ? plain : value;
}

function textOf(string: string): string {
  const start = string.search(/['"]/);
  const body = string.slice(start + 1, -1);
  // Python's raw texts have no escapes.
  if (/r/i.test(string.slice(0, start))) return body;
  return body.replace(
    /\\(?:x([\da-fA-F]{2})|u([\da-fA-F]{4})|u\{([\da-fA-F]{1,6})\}|U([\da-fA-F]{8})|([^]))/g,
    (_, byte?: string, unit?: string, braced?: string, long?: string, mark?: string) => {
      if (mark !== undefined) return escapes[mark] ?? mark;
      const code = parseInt((byte ?? unit ?? braced ?? long)!, 16);
      return unit === undefined && code <= 0x10ffff ? String.fromCodePoint(code) : String.fromCharCode(code);
    },
  );
}
