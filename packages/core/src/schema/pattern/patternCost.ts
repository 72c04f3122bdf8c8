/** How many steps of a backtracking engine are surely over before anybody notices. */
const affordable = 1_000_000;

/** What a part of a pattern may cost: `factor` × length ^ `degree` steps; an endless degree is exponential. */
interface Cost {
  degree: number;
  factor: number;
  /** Parts that may match in several ways or lengths: repeating them multiplies the ways. */
  choices: number;
  /** The characters that it begins with, and those that may come after; undefined is "any". */
  first: CharSet | undefined;
  rest: CharSet | undefined;
}

/** Which of the first 128 characters; all others count as one, in the last place. */
type CharSet = readonly boolean[];

const none: CharSet = Array.from({ length: 129 }, () => false);
const fixed = (first: CharSet | undefined): Cost => ({ degree: 0, factor: 1, choices: 0, first, rest: none });

const known = new Map<string, Cost>();

/**
 * Whether a backtracking engine may take too long over a pattern on a text of this length. Errs on the side of yes: it
 * counts loops rather than proving what they can do.
 */
export function mayExplode(source: string, length: number): boolean {
  let cost = known.get(source);
  if (!cost) {
    cost = costOf(source);
    if (known.size > 1_000) known.clear();
    known.set(source, cost);
  }
  const { degree, factor } = cost;
  return factor * (degree === Infinity ? 2 ** length : Math.max(1, length) ** degree) > affordable;
}

function costOf(source: string): Cost {
  try {
    const reader = { source, at: 0 };
    const cost = readAlternatives(reader, 0);
    // What does not begin at the beginning is tried from every place.
    return isAnchored(source) ? cost : { ...cost, degree: cost.degree + 1 };
  } catch {
    return { ...fixed(undefined), degree: Infinity, choices: 2 };
  }
}

/** Every alternative at the top begins with `^`. */
function isAnchored(source: string): boolean {
  let depth = 0;
  let inClass = false;
  let begins = true;
  for (let at = 0; at < source.length; at++) {
    const char = source[at]!;
    if (begins && char !== "^") return false;
    begins = false;
    if (char === "\\") at++;
    else if (inClass) inClass = char !== "]";
    else if (char === "[") inClass = true;
    else if (char === "(") depth++;
    else if (char === ")") depth--;
    else if (char === "|" && depth === 0) begins = true;
  }
  return !begins;
}

interface Reader {
  source: string;
  at: number;
}

function readAlternatives(reader: Reader, nesting: number): Cost {
  if (nesting > 50) throw new RangeError("nested too deep");
  const branches = [readSequence(reader, nesting)];
  while (reader.source[reader.at] === "|") {
    reader.at++;
    branches.push(readSequence(reader, nesting));
  }
  if (branches.length === 1) return branches[0]!;
  const decided = branches.every((branch, index) =>
    branches.every((other, place) => place <= index || areApart(branch.first, other.first)),
  );
  return {
    degree: Math.max(...branches.map((branch) => branch.degree)),
    factor: branches.reduce((sum, branch) => sum + branch.factor, 0),
    // Alternatives that begin with different characters leave nothing to choose.
    choices: Math.max(...branches.map((branch) => branch.choices)) + (decided ? 0 : 2),
    first: union(branches.map((branch) => branch.first)),
    rest: union(branches.map((branch) => branch.rest)),
  };
}

function readSequence(reader: Reader, nesting: number): Cost {
  const total: Cost = { degree: 0, factor: 1, choices: 0, first: none, rest: none };
  let begun = false;
  let isFirst = true;
  while (reader.at < reader.source.length && !"|)".includes(reader.source[reader.at]!)) {
    const part = readQuantified(reader, nesting);
    if (!part) continue;
    total.degree += part.degree;
    total.factor *= part.factor;
    total.choices += part.choices;
    total.rest = union([total.rest, part.rest, isFirst ? none : part.first]);
    if (!begun) total.first = union([total.first, part.first]);
    isFirst = false;
    begun ||= !part.mayBeEmpty;
  }
  // What may be empty may begin with anything that follows.
  if (!begun) total.first = undefined;
  return total;
}

/** One atom with its quantifier; undefined for what matches no character. */
function readQuantified(reader: Reader, nesting: number): (Cost & { mayBeEmpty: boolean }) | undefined {
  const atom = readAtom(reader, nesting);
  const quantifier = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(reader.source.slice(reader.at, reader.at + 40));
  if (!quantifier) return atom && { ...atom, mayBeEmpty: false };
  reader.at += quantifier[0].length;
  if (!atom) return undefined;
  const [, sign, least, comma, most] = quantifier;
  const min = sign === undefined ? Number(least) : sign === "+" ? 1 : 0;
  const max = sign === undefined ? (comma ? (most ? Number(most) : Infinity) : min) : sign === "?" ? 1 : Infinity;
  return { ...repeated(atom, min, max), mayBeEmpty: min === 0 };
}

function repeated(atom: Cost, min: number, max: number): Cost {
  const isOptional = min === 0 ? 1 : 0;
  if (max <= 1) return { ...atom, factor: atom.factor + isOptional, choices: atom.choices + isOptional };
  const again = { first: atom.first, rest: union([atom.rest, atom.first]), choices: atom.choices + 1 };
  if (atom.choices === 0) {
    if (max > 64) return { ...again, degree: atom.degree + 1, factor: atom.factor };
    return { ...again, degree: atom.degree, factor: atom.factor * (max - min + 1), choices: min === max ? 0 : 1 };
  }
  // Each round begins with a character that comes nowhere else in it, so the rounds can be cut in one way only.
  if (atom.choices === 1 && areApart(atom.first, atom.rest) && atom.degree < 2 && atom.factor < 64)
    return { ...again, degree: Math.max(1, atom.degree), factor: atom.factor };
  if (max <= 4 && atom.degree > 0) return { ...again, degree: atom.degree * max, factor: atom.factor ** max };
  if (max <= 16 && atom.degree === 0) return { ...again, degree: 0, factor: (atom.factor + 1) ** max };
  return { ...again, degree: Infinity, factor: 1 };
}

function readAtom(reader: Reader, nesting: number): Cost | undefined {
  const { source } = reader;
  const from = reader.at;
  const char = source[from]!;
  reader.at++;
  if (char === "^" || char === "$") return undefined;
  if (char === "(") {
    const opening = /^\?(?:[:=!]|<[=!]|<[^>]*>)/.exec(source.slice(reader.at, reader.at + 80));
    if (opening) reader.at += opening[0].length;
    const inner = readAlternatives(reader, nesting + 1);
    if (source[reader.at] !== ")") throw new SyntaxError("an open group");
    reader.at++;
    return inner;
  }
  if (char === "[") {
    for (; reader.at < source.length && source[reader.at] !== "]"; reader.at++)
      if (source[reader.at] === "\\") reader.at++;
    reader.at++;
  } else if (char === "\\") {
    const escape = /^(?:u\{[^}]*\}|u[\da-fA-F]{4}|x[\da-fA-F]{2}|c[A-Za-z]|[pP]\{[^}]*\}|k<[^>]*>|[^])/.exec(
      source.slice(from + 1, from + 60),
    );
    reader.at += escape?.[0].length ?? 1;
    if (/^[bB]$/.test(escape?.[0] ?? "")) return undefined;
    if (/^(?:k<|[1-9])/.test(escape?.[0] ?? "")) return { ...fixed(undefined), choices: 2 };
  }
  return fixed(charSet(source.slice(from, reader.at)));
}

function charSet(atom: string): CharSet | undefined {
  try {
    const one = new RegExp(`^(?:${atom})$`, "us");
    const beyond = /[^\0-\x7f]|\\[WDSpPuc]|^\.$|^\[\^/.test(atom);
    return [...none.slice(0, 128).map((_, code) => one.test(String.fromCharCode(code))), beyond || /\\s/.test(atom)];
  } catch {
    return undefined;
  }
}

const areApart = (a: CharSet | undefined, b: CharSet | undefined): boolean =>
  a !== undefined && b !== undefined && a.every((has, index) => !has || !b[index]);

const union = (sets: readonly (CharSet | undefined)[]): CharSet | undefined =>
  sets.some((set) => set === undefined) ? undefined : none.map((_, index) => sets.some((set) => set![index]));
