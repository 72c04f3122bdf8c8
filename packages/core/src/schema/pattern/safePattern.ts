import { mayExplode } from "./patternCost.ts";

/** A pattern made ready in an engine that takes time linear in the text. */
interface LinearPattern {
  test(text: string): boolean;
}

/** What is used of such an engine (re2js has this shape). */
export interface LinearEngine {
  compile(source: string): LinearPattern;
  translateRegExp(source: string): string;
}

type Matcher = (text: string) => boolean;

let engine: LinearEngine | undefined;
const matchers = new Map<string, Matcher | undefined>();
const answers = new Map<string, { text: string; answer: boolean }>();

/** From now on, patterns that may explode in a backtracking engine are answered by this one. */
export function setLinearEngine(given: LinearEngine): void {
  engine = given;
  matchers.clear();
}

/** Texts longer than this are not worth a linear engine's time either. */
const longest = 250_000;

/**
 * Whether a text matches a pattern, in a time that nobody notices; undefined where that cannot be told: no linear
 * engine yet, or a pattern that it does not know (a back reference, a lookaround inside).
 */
export function testPattern(source: string, text: string): boolean | undefined {
  if (!mayExplode(source, text.length)) return native(source).test(text);
  if (text.length > longest) return undefined;
  const before = answers.get(source);
  if (before?.text === text) return before.answer;
  const matcher = linear(source);
  if (!matcher) return undefined;
  const answer = matcher(text);
  if (answers.size > 100) answers.clear();
  answers.set(source, { text, answer });
  return answer;
}

const natives = new Map<string, RegExp>();

function native(source: string): RegExp {
  let pattern = natives.get(source);
  if (!pattern) {
    pattern = new RegExp(source, "u");
    if (natives.size > 500) natives.clear();
    natives.set(source, pattern);
  }
  return pattern;
}

function linear(source: string): Matcher | undefined {
  if (!engine) return undefined;
  if (matchers.has(source)) return matchers.get(source);
  if (matchers.size > 500) matchers.clear();
  let matcher: Matcher | undefined;
  try {
    matcher = compile(source, engine);
  } catch {
    matcher = undefined;
  }
  matchers.set(source, matcher);
  return matcher;
}

/** Lookaheads right after `^` are patterns of their own, which must or must not match as well. */
function compile(source: string, own: LinearEngine): Matcher {
  const parts: { pattern: LinearPattern; wanted: boolean }[] = [];
  let rest = source;
  while (/^\^\(\?[=!]/.test(rest)) {
    const end = endOfGroup(rest, 1);
    if (end < 0 || /^[*+?{]/.test(rest.slice(end + 1)) || hasAlternatives(rest))
      throw new SyntaxError("no simple lookahead");
    parts.push({ pattern: own.compile(toRe2(`^(?:${rest.slice(4, end)})`, own)), wanted: rest[3] === "=" });
    rest = `^${rest.slice(end + 1)}`;
  }
  parts.push({ pattern: own.compile(toRe2(rest, own)), wanted: true });
  return (text) => parts.every(({ pattern, wanted }) => pattern.test(text) === wanted);
}

/** What the two dialects write alike and mean differently: `\s` and the dot. */
function toRe2(source: string, own: LinearEngine): string {
  let result = "";
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!;
    if (char === "\\") {
      const next = source[++at] ?? "";
      if (next === "s") result += inClass ? spaces : `[${spaces}]`;
      else if (next === "S" && inClass) throw new SyntaxError("all but spaces, in a class");
      else result += next === "S" ? `[^${spaces}]` : char + next;
    } else if (inClass) {
      inClass = char !== "]";
      result += char;
    } else if (char === "[") {
      if (source.startsWith("[^]", at)) {
        result += "[\\x{0}-\\x{10ffff}]";
        at += 2;
      } else if (source.startsWith("[]", at)) {
        result += "[^\\x{0}-\\x{10ffff}]";
        at++;
      } else {
        inClass = true;
        result += char;
      }
    } else result += char === "." ? "[^\\n\\r\\x{2028}\\x{2029}]" : char;
  }
  return own.translateRegExp(result);
}

const spaces = "\\t-\\r \\x{a0}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}\\x{feff}";

/** Where the group that opens at `from` closes; -1 where it does not. */
function endOfGroup(source: string, from: number): number {
  let depth = 0;
  let inClass = false;
  for (let at = from; at < source.length; at++) {
    const char = source[at]!;
    if (char === "\\") at++;
    else if (inClass) inClass = char !== "]";
    else if (char === "[") inClass = true;
    else if (char === "(") depth++;
    else if (char === ")" && --depth === 0) return at;
  }
  return -1;
}

/** Whether `|` stands outside every group, so that a lookahead belongs to one alternative alone. */
function hasAlternatives(source: string): boolean {
  let depth = 0;
  let inClass = false;
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!;
    if (char === "\\") at++;
    else if (inClass) inClass = char !== "]";
    else if (char === "[") inClass = true;
    else if (char === "(") depth++;
    else if (char === ")") depth--;
    else if (char === "|" && depth === 0) return true;
  }
  return false;
}
