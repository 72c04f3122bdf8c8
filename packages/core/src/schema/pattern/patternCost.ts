/** How many steps of a backtracking engine are surely over before anybody notices. */
const affordable = 1_000_000;

/** What a part of a pattern may cost: `factor` × length ^ `degree` steps; an endless degree is exponential. */
interface Cost {
  degree: number;
  factor: number;
  /**
   * What of `degree` is only spent on reading: loops that can end in one place, and what is looked at without being
   * taken.
   */
  scan: number;
  /** The degree without that difference: in a loop each round reads anew. */
  whole: number;
  /** The characters of each loop that it may end with, as long as nothing that follows tells where the loop ends. */
  open: readonly (CharSet | undefined)[];
  /** Parts that may match in several ways or lengths: repeating them multiplies the ways. */
  choices: number;
  /** The characters that it begins with, and those that may come after; undefined is "any". */
  first: CharSet | undefined;
  rest: CharSet | undefined;
}

/** Which of the first 128 characters; all others count as one, in the last place. */
type CharSet = readonly boolean[];

const none: CharSet = Array.from({ length: 129 }, () => false);
const fixed = (first: CharSet | undefined): Cost => ({
  degree: 0,
  factor: 1,
  scan: 0,
  whole: 0,
  open: [],
  choices: 0,
  first,
  rest: none,
});

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
    return { ...fixed(undefined), degree: Infinity, whole: Infinity, choices: 2 };
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
  const degree = Math.max(...branches.map((branch) => branch.degree));
  return {
    degree,
    whole: Math.max(...branches.map((branch) => branch.whole)),
    scan: degree === Infinity ? 0 : degree - Math.max(...branches.map(waysOf)),
    open: [],
    factor: branches.reduce((sum, branch) => sum + branch.factor, 0),
    // Alternatives that begin with different characters leave nothing to choose.
    choices: Math.max(...branches.map((branch) => branch.choices)) + (decided ? 0 : 2),
    first: union(branches.map((branch) => branch.first)),
    rest: union(branches.map((branch) => branch.rest)),
  };
}

function readSequence(reader: Reader, nesting: number): Cost {
  const total = { ...fixed(none) };
  let ways = 0;
  let begun = false;
  let isFirst = true;
  while (reader.at < reader.source.length && !"|)".includes(reader.source[reader.at]!)) {
    const part = readQuantified(reader, nesting);
    if (!part) continue;
    ways += waysOf(part);
    total.whole += part.whole;
    total.scan = Math.max(total.scan, part.scan);
    // A loop has one place to end where what follows begins with none of its characters.
    const apart = total.open.filter((set) => !part.isLook && areApart(set, part.first));
    if (apart.length > 0 && !part.mayBeEmpty) {
      ways -= apart.length;
      total.scan = Math.max(total.scan, 1);
    }
    total.open = [...(part.mayBeEmpty ? apart : []), ...part.open];
    total.factor *= part.factor;
    total.choices += part.choices;
    total.rest = union([total.rest, part.rest, isFirst ? none : part.first]);
    if (!begun) total.first = union([total.first, part.first]);
    isFirst = false;
    begun ||= !part.mayBeEmpty;
  }
  total.degree = ways + total.scan;
  // What may be empty may begin with anything that follows.
  if (!begun) total.first = undefined;
  return total;
}

type Part = Cost & { mayBeEmpty: boolean; isLook: boolean };

/** One atom with its quantifier; undefined for what matches no character. */
function readQuantified(reader: Reader, nesting: number): Part | undefined {
  const isLook = /^\(\?<?[=!]/.test(reader.source.slice(reader.at, reader.at + 4));
  const read = readAtom(reader, nesting);
  // What is looked at has been matched in one way or another, and is not tried again.
  const atom = read && isLook ? { ...read, scan: read.degree, open: [] } : read;
  const quantifier = /^(?:([*+?])|\{(\d+)(,?)(\d*)\})\??/.exec(reader.source.slice(reader.at, reader.at + 40));
  if (!quantifier) return atom && { ...atom, isLook, mayBeEmpty: false };
  reader.at += quantifier[0].length;
  if (!atom) return undefined;
  const [, sign, least, comma, most] = quantifier;
  const min = sign === undefined ? Number(least) : sign === "+" ? 1 : 0;
  const max = sign === undefined ? (comma ? (most ? Number(most) : Infinity) : min) : sign === "?" ? 1 : Infinity;
  return { ...repeated(atom, min, max), isLook, mayBeEmpty: min === 0 };
}

/** How many ways to match grow with the text's length: as its power of this. */
const waysOf = ({ degree, scan }: Cost): number => (degree === Infinity ? Infinity : degree - scan);

function repeated(once: Cost, min: number, max: number): Cost {
  const isOptional = min === 0 ? 1 : 0;
  if (max <= 1) return { ...once, factor: once.factor + isOptional, choices: once.choices + isOptional };
  const rounds = manyTimes({ ...once, degree: once.whole, scan: 0 }, min, max);
  return { ...rounds, whole: rounds.degree };
}

function manyTimes(atom: Cost, min: number, max: number): Cost {
  const again = { ...fixed(atom.first), rest: union([atom.rest, atom.first]), choices: atom.choices + 1 };
  if (atom.choices === 0) {
    if (max > 64) return { ...again, degree: atom.degree + 1, factor: atom.factor, open: [atom.first] };
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
