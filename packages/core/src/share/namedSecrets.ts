import type { Finder, Found } from "./finder.ts";
import { STRIDE } from "./finder.ts";
import { isOpaque, secretKindOf, type SecretKind } from "./secretNames.ts";

/** A name: `apiKey`, `x-api-key`, `spring.datasource.password`, `Contraseña`. */
const NAME = /[\p{L}_$][\p{L}\p{M}\w$.-]*/gu;
/** What may stand between a name and its value: quotes and brackets that end, and a sign. */
const SIGN =
  /["'`*_\])]{0,4}\??[ \t]{0,20}(?::=|=>|->|={1,3}|!==?|[:：＝])(?!\/\/)[ \t]{0,40}(?:\*\*[ \t]?|<[\w\s/="'-]{1,40}>){0,2}/y;
/** A sign and a line's end: a value may stand in the next line, in a block of code. */
const NEXT_LINE =
  /[ \t]{0,20}\r?\n(?:[ \t]{0,20}(?:`{3}\w{0,12}|<[a-z]{1,6}>)?[ \t]{0,20}\r?\n){0,2}[ \t]{0,20}[`*]{0,3}/y;
/** A quoted name's value in the next line of a JSON text. */
const JSON_LINE = /\s{1,200}(?=["'[{\d])/y;
const IS = /["'`*_]{0,3} {1,4}(?:is|was|ist|es|est|to)(?: now| set to)? {0,2}:? {1,4}/y;
const SPACE = /[ \t]{1,8}/y;
const TAG_END = /[^<>\n]{0,200}>(?:<!\[CDATA\[)?/y;
/** In an object or a tag, the field that holds what another field of it names. */
const VALUE_FIELD =
  /\b(?:value|val|v|content|data|default|current|text|secret|plaintext|string_?value|new_?value|old_?value)["']?\s{0,8}[:=]\s{0,8}/gi;
const HEADER = /(?:^|[^a-z])(?:authorization|cookies?)$/i;
const SCHEME = /(?:Bearer|Basic|Token|ApiKey|Bot|Key|GenieKey|OAuth)[ \t]{1,8}/iy;
const PHRASE = /phrase$|mnemonic$/i;

/** What stands behind a secret's name and is none: nothing, a type, a word of prose. */
const NO_SECRET = new RegExp(
  `^(?:${(
    "null true false none nil undefined nan string str number boolean bool integer int float bytes text varchar char any unknown object array optional " +
    "required missing invalid valid incorrect wrong expired empty unset set changed reset ok okay yes no on off a an the is are be was at must should " +
    "to for your my our his her their and or of in not as with can cannot will would if when where which that this it its from by has have does do " +
    "please enter type see use using used choose contains only between never always here there new password token secret key redacted hidden masked " +
    "bearer basic digest await return function async typeof"
  ).replaceAll(" ", "|")})$|^[*•.x_…?-]+$|^<[^<>]*>$|^\\[[^\\]]*\\]$`,
  "i",
);
/** A variable that holds it: `process.env.API_KEY`, `${TOKEN}`, `config.password`. */
const VARIABLE =
  /^(?:\$\{?\{?\s*[\w.]+\s*\}?\}?|\{\{\s*[\w.]+\s*\}\}|%[A-Z_]+%|(?:process\.env|import\.meta\.env|os\.environ|self|this|config|settings|env|secrets|req\.body|request|props|options|params|args|data|user|form|ctx|context)\.[A-Za-z_.]+)$/;

/** Secrets that are known by the name before them: in JSON, code, headers, addresses, commands, tags and sentences. */
export const findNamed: Finder = function* (text, found) {
  NAME.lastIndex = 0;
  let paused = 0;
  let previous = "";
  let previousEnd = -1;
  const regionAt = regionsOf(text);
  for (let match = NAME.exec(text); match; match = NAME.exec(text)) {
    const from = match.index;
    let end = from + match[0].length;
    if (from - paused > STRIDE) {
      paused = from;
      yield;
      NAME.lastIndex = end;
    }
    while (end > from && (text[end - 1] === "." || text[end - 1] === "-")) end--;
    const name = text.slice(Math.max(from, end - 100), end);
    const isNext = previousEnd === from - 1 && text[from - 1] === " ";
    const kind = strongest(secretKindOf(name), isNext && name.length < 30 ? secretKindOf(`${previous} ${name}`) : null);
    previous = name.slice(-40);
    previousEnd = end;
    if (kind) NAME.lastIndex = Math.max(NAME.lastIndex, readAfterName(text, from, end, kind, found, regionAt));
  }
};

const strongest = (one: SecretKind, other: SecretKind): SecretKind =>
  one === "value" || other === "value" ? "value" : (one ?? other);

/** Finds the value of a secret's name; answers the place from which to read on. */
function readAfterName(
  text: string,
  from: number,
  end: number,
  kind: NonNullable<SecretKind>,
  found: Found,
  regionAt: ReturnType<typeof regionsOf>,
): number {
  const before = text[from - 1];
  if (before === "<") {
    const start = after(TAG_END, text, end);
    if (start > 0 && text[start - 2] !== "/") {
      const close = text.indexOf(text.startsWith("<![CDATA[", start - 9) ? "]]>" : "<", start);
      const to = close < 0 ? text.length : close;
      return tell(text, start, to, kind, found) ? to : start;
    }
  }
  const isQuoted = before !== undefined && `"'\``.includes(before) && text[end] === before;
  const start = after(SIGN, text, end);
  if (start > 0) {
    const name = text.slice(Math.max(from, end - 40), end);
    const next = isQuoted ? after(JSON_LINE, text, start) : -1;
    if (next > 0) return takeValue(text, next, kind, found);
    if (text[start] === "\n" || text[start] === "\r" || start === text.length) {
      const line = after(NEXT_LINE, text, start);
      return line > 0 ? takeValue(text, line, "opaque", found) : start;
    }
    if (HEADER.test(name)) return takeHeader(text, start, kind, found);
    if (PHRASE.test(name) && !isQuote(text[start])) return tellTo(text, start, endOfLine(text, start), found);
    return takeValue(text, start, kind, found);
  }
  if (isQuoted) {
    const labelled = takeLabelled(text, from, end, kind, found, regionAt);
    if (labelled > 0) return labelled;
    const paired = takePair(text, from, end, kind, found);
    if (paired > 0) return paired;
  }
  if (before === "-") {
    const value = after(SPACE, text, end);
    if (value > 0 && text[value] !== "-") return takeValue(text, value, kind, found);
  }
  const said = after(IS, text, end);
  if (said > 0) return takeValue(text, said, isQuote(text[said]) ? kind : "opaque", found);
  const spaced = after(SPACE, text, end);
  if (spaced > 0) {
    if (/pin|otp|cvv|cvc|code/i.test(text.slice(from, end)) && /\d/.test(text[spaced] ?? "")) {
      return takeValue(text, spaced, kind, found);
    }
    return takeValue(text, spaced, "opaque", found);
  }
  return end;
}

/** Where a sticky pattern ends that matches at a place; -1 where it does not match. */
function after(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : -1;
}

const isQuote = (character: string | undefined): boolean => character === '"' || character === "'" || character === "`";

function tell(text: string, from: number, to: number, kind: NonNullable<SecretKind>, found: Found): boolean {
  if (to <= from) return false;
  if (to - from > 10_000) {
    if (kind === "opaque") return false;
  } else {
    const value = text.slice(from, to).trim();
    if (value === "" || NO_SECRET.test(value) || VARIABLE.test(value)) return false;
    if (kind === "opaque" && !isOpaque(value)) return false;
  }
  found(from, to, true);
  return true;
}

function tellTo(text: string, from: number, to: number, found: Found): number {
  return tell(text, from, to, "value", found) ? to : from;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf("\n", from);
  return end < 0 ? text.length : end;
}

/** A value that begins at a place; answers the place from which to read on. */
function takeValue(text: string, at: number, kind: NonNullable<SecretKind>, found: Found): number {
  const first = text[at];
  if (isQuote(first)) {
    const close = closingQuote(text, at + 1, first!);
    const to = close < 0 ? text.length : close;
    return tell(text, at + 1, to, kind, found) ? to : at + 1;
  }
  if (first === "{" || first === "[")
    return kind === "value" && isJsonStart(text, at) ? takeNested(text, at, found) : at;
  if (after(CALL, text, at) > 0 || after(ENVIRONMENT, text, at) > 0) return at;
  let to = bareEnd(text, at, kind === "value" ? LONGEST_BARE : LONGEST_OPAQUE);
  if (to - at >= LONGEST_OPAQUE && kind === "opaque") {
    if (!isOpaque(text.slice(at, to))) return at;
    to = bareEnd(text, at, LONGEST_BARE);
    found(at, to, true);
    return to;
  }
  return tell(text, at, to, kind, found) ? to : at;
}

/** Where a program has it from. */
const ENVIRONMENT = /(?:process\.env|os\.environ|os\.getenv|import\.meta\.env|Deno\.env|System\.getenv|ENV\[)/y;

/** `token = readToken()`. */
const CALL = /[A-Za-z_$][\w$.]{0,60}\([^()\n]{0,120}\)/y;

/** The next quote of this kind with an even number of backslashes before it. */
function closingQuote(text: string, from: number, quote: string): number {
  for (let at = text.indexOf(quote, from); at >= 0; at = text.indexOf(quote, at + 1)) {
    let slash = at;
    while (slash > from && text[slash - 1] === "\\") slash--;
    if ((at - slash) % 2 === 0) return at;
  }
  return -1;
}

const BARE = /[^\s"`<,;&|)}\]'>\\]{0,200}/y;
/** A character that may end a value, with what then follows: an end, or the next name. */
const VALUE_END = /[,;&|)}\]'>\\](?:$|[\s"'`<)\]}>,;&|\\]|amp;|[\w.%[\]-]{1,40}\s?[=:])|[)}\]][:.(]|\\[nrtu"'\\/]/y;
/** What ends nowhere is cut off here. What is no secret is read again, so it is cut off early. */
const LONGEST_BARE = 20_000;
const LONGEST_OPAQUE = 120;

function bareEnd(text: string, from: number, most: number): number {
  for (let at = from; at - from <= most;) {
    at = after(BARE, text, at);
    const character = text[at];
    if (character === undefined || ENDS.includes(character)) return at;
    if (!MAY_END.includes(character)) continue;
    if (after(VALUE_END, text, at) > 0) return at;
    at++;
  }
  return Math.min(from + most, text.length);
}
const ENDS = ' \t\r\n\u00a0"`<';
const MAY_END = ",;&|)}]'>\\";

/** `Authorization` and `Cookie` in a header's line: the whole of it, or the one word behind a scheme. */
function takeHeader(text: string, start: number, kind: NonNullable<SecretKind>, found: Found): number {
  if (isQuote(text[start]) || text[start] === "{" || text[start] === "[") return takeValue(text, start, kind, found);
  const scheme = after(SCHEME, text, start);
  if (scheme > 0) return takeValue(text, scheme, "value", found);
  if (!/^[^\n"'`]{0,200}?=/.test(text.slice(start, start + 200))) return takeValue(text, start, kind, found);
  return tellTo(text, start, after(LINE, text, start), found);
}
const LINE = /(?:[^\n"'`\\]|\\(?![nr"']))*/y;

const JSON_START = /\{\s{0,40}(?:["'}]|[\w$-]{1,60}\s{0,8}[:=])|\[\s{0,40}["'\d{[\]]/y;
const isJsonStart = (text: string, at: number): boolean => after(JSON_START, text, at) > 0;

/** All values of an object or a list that begins at a place. */
function takeNested(text: string, start: number, found: Found): number {
  let depth = 0;
  for (let at = start; at < text.length;) {
    const character = text[at]!;
    if (character === "{" || character === "[") depth++;
    else if (character === "}" || character === "]") {
      if (--depth === 0) return at + 1;
    } else if (isQuote(character)) {
      const close = closingQuote(text, at + 1, character);
      const to = close < 0 ? text.length : close;
      if (after(KEY_END, text, to + 1) < 0) tell(text, at + 1, to, "value", found);
      at = to + 1;
      continue;
    } else if (!/[\s,:=]/.test(character)) {
      const to = after(ATOM, text, at);
      if (after(KEY_END, text, to) < 0) tell(text, at, to, "value", found);
      at = to;
      continue;
    }
    at++;
  }
  return text.length;
}
const KEY_END = /\s{0,20}[:=]/y;
const ATOM = /[^\s,:={}[\]"'`]+/y;

/** How far from a quoted name its value may stand in the same object or tag. */
const NEAR = 400;
const EDGE = /[{}<>[\]]/g;

/**
 * An object or a tag of a text, as far as it holds no other, and where the values of its fields that are called `value`
 * begin.
 */
interface Region {
  from: number;
  to: number;
  values: number[];
  /** The first of `values` that was not passed yet. */
  next: number;
}

/** Knows the regions of one text; they are asked for in their order. */
function regionsOf(text: string): (from: number, end: number) => Region {
  let region: Region = { from: 0, to: -1, values: [], next: 0 };
  return (from, end) => {
    while (end > region.to && region.to < text.length) {
      const start = region.to + 1;
      EDGE.lastIndex = start;
      const edge = EDGE.exec(text);
      region = { from: start, to: edge ? edge.index : text.length, values: [], next: 0 };
      if (end > region.to) continue;
      const inner = text.slice(region.from, region.to);
      for (const match of inner.matchAll(VALUE_FIELD)) region.values.push(region.from + match.index + match[0].length);
    }
    while (region.next < region.values.length && region.values[region.next]! < from) region.next++;
    return region;
  };
}

/** `{"name":"password","value":"…"}` and `<add key="password" value="…">`, in either order. */
function takeLabelled(
  text: string,
  from: number,
  end: number,
  kind: NonNullable<SecretKind>,
  found: Found,
  regionAt: ReturnType<typeof regionsOf>,
): number {
  if (!/[:=]\s{0,8}$/.test(text.slice(Math.max(0, from - 12), from - 1))) return -1;
  const { values, next } = regionAt(from, end);
  const [behind, before] = [values[next], values[next - 1]];
  if (behind !== undefined && behind - end < NEAR) return takeValue(text, behind, kind, found);
  if (before !== undefined && from - before < NEAR) {
    takeValue(text, before, kind, found);
    return end;
  }
  return -1;
}

const PAIR = /["'`]\s{0,20},\s{0,20}(?=["'`])/y;
const PAIR_END = /["'`]\s{0,20},?\s{0,20}[\])]/y;

/** `["password", "…"]` and `("password", "…")`. */
function takePair(text: string, from: number, end: number, kind: NonNullable<SecretKind>, found: Found): number {
  if (!/[[(]\s{0,20}$/.test(text.slice(Math.max(0, from - 22), from - 1))) return -1;
  const value = after(PAIR, text, end);
  if (value < 0) return -1;
  const close = closingQuote(text, value + 1, text[value]!);
  if (close >= 0 && after(PAIR_END, text, close) < 0) return -1;
  return takeValue(text, value, kind, found);
}
