import { stemOf } from "./words.ts";

/** A number in a text, with what stands around it. */
export interface NumberMention {
  value: number;
  index: number;
  unit: "percent" | "years" | "other" | null;
  /** The stems before and after it, up to the next number. */
  before: string[];
  after: string[];
}

const QUOTED = /"([^"\n]+)"|“([^”\n]+)”|«([^»\n]+)»|(?<=^|\s)'([^'\n]+)'(?=$|[\s.,;:!?])/g;
/** A word that may be a path: looked at one by one, so that a long message takes no longer than its length. */
const PATH_WORD = /[^\s"“”«»();!,]+/g;
const NUMBER =
  /(?<![\w./-])[-+−]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?:e[+-]?\d+)?\s?(k|m|bn|million|thousand|billion)?(?![\w/-]|\.\d)/gi;
const WORD_NUMBERS: Readonly<Record<string, number>> = {
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
  eleven: 11,
  twelve: 12,
  fifteen: 15,
  twenty: 20,
  thirty: 30,
  fifty: 50,
  hundred: 100,
};
const SCALES: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  m: 1e6,
  million: 1e6,
  bn: 1e9,
  billion: 1e9,
};

export function quotedIn(text: string): { text: string; index: number }[] {
  return [...text.matchAll(QUOTED)].map((match) => ({
    text: match.slice(1).find((group) => group !== undefined)!,
    index: match.index,
  }));
}

/** File paths and globs, as they stand in the text. */
export function pathsIn(text: string): { path: string; isGlob: boolean }[] {
  return (text.match(PATH_WORD) ?? []).flatMap((word) => {
    const path = pathOf(word);
    return path === null ? [] : [{ path, isGlob: /[*?{[]/.test(path) }];
  });
}

const LONGEST_PATH = 300;
const FILE = /^[\w.-]*\w\.(?:mdx?|markdown|txt|json|tsx?|jsx?|csv)$/i;
/** Written with a slash, and no path. */
const SLASHED = /^(?:and\/or|km\/h|m\/s|w\/o|n\/a|yes\/no|\d+(?:\/\d+)+)$/i;

function pathOf(word: string): string | null {
  const path = word.replace(/[.:?]+$/, "").replace(/^\.\//, "");
  if (path.length > LONGEST_PATH || SLASHED.test(path) || !/^[\w@.*?{}[\]/+-]+$/.test(path) || !/[a-z*]/i.test(path)) {
    return null;
  }
  if (FILE.test(path) || /^\*\*?[./]?[\w*]/.test(path)) return path;
  return /^[\w@*.][^/]*\//.test(path) && /[\w*}\]]$/.test(path) ? path : null;
}

/** The text without quotes and paths: what its words ask for. */
export function bareText(text: string): string {
  return text.replace(QUOTED, " ").replace(PATH_WORD, (word) => (pathOf(word) === null ? word : " "));
}

const MOST_NUMBERS = 60;

export function numbersIn(text: string): NumberMention[] {
  const bare = text
    .replace(QUOTED, (found) => " ".repeat(found.length))
    .replace(PATH_WORD, (word) => (pathOf(word) === null ? word : " ".repeat(word.length)));
  const found = [...bare.matchAll(NUMBER)].slice(0, MOST_NUMBERS).map((match) => {
    const scale = SCALES[match[1]?.toLowerCase() ?? ""] ?? 1;
    const value =
      Number(
        match[0]
          .replace(/[a-z\s]+$/i, "")
          .replaceAll(",", "")
          .replace("−", "-"),
      ) * scale;
    return { value, index: match.index, end: match.index + match[0].length };
  });
  for (const match of bare.matchAll(/[a-z]+/gi)) {
    const value = Object.hasOwn(WORD_NUMBERS, match[0].toLowerCase())
      ? WORD_NUMBERS[match[0].toLowerCase()]
      : undefined;
    // "one" is more often a pronoun than a number.
    if (
      value === undefined ||
      (value === 1 && !/^\s+(?:year|month|day|hit|result|document)/i.test(bare.slice(match.index + 3)))
    ) {
      continue;
    }
    found.push({ value, index: match.index, end: match.index + match[0].length });
  }
  found.sort((a, b) => a.index - b.index);
  return found
    .filter(({ value }) => Number.isFinite(value))
    .map((mention, position) => {
      const previous = found[position - 1]?.end ?? 0;
      const next = found[position + 1]?.index ?? bare.length;
      const tail = bare.slice(mention.end, next);
      return {
        value: mention.value,
        index: mention.index,
        unit: unitOf(tail),
        before: stems(bare.slice(previous, mention.index)).slice(-4),
        after: stems(tail.split(/[,;.]/)[0]!).slice(0, 3),
      };
    });
}

function stems(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}]+/gu) ?? []).map(stemOf);
}

function unitOf(tail: string): NumberMention["unit"] {
  if (/^\s*(?:%|per ?cent\b|percent\b|percentage)/i.test(tail)) return "percent";
  if (/^[\s-]*years?\b/i.test(tail)) return "years";
  return /^\s*[\p{L}°€$£]/u.test(tail) ? "other" : null;
}

/** One thing that a request asks for. */
export interface Clause {
  text: string;
  /** It is to wait for what came before it: "then …", or it speaks of "the best hit". */
  follows: boolean;
}

const VERBS =
  "search|find|look|read|open|show|list|compute|calculate|work out|convert|count|analy[sz]e|publish|summari[sz]e|score|rate|prioriti[sz]e|sort|rank|tell|give|write|explain|" +
  "translate|check|compare|survey|what|which|how|who|when|why|where|is|are|does|do|post|draft|save|get|fetch|run|use|let|have|measure|estimate";
const JOINT = new RegExp(
  `(?:[;\\n]+|(?<=[.!?])\\s+|,?\\s+(?:and\\s+)?(?:then|afterwards|after that|finally|also)\\s+|,?\\s+(?:and|plus|as well as)\\s+(?=(?:${VERBS})\\b)|,\\s+(?=(?:${VERBS})\\b)|,?\\s+and\\s+(?=\\d[\\d.,]*\\s*[^\\s\\d]+\\s+(?:to|in|into)\\b))`,
  "gi",
);
/** Words that speak of what an earlier step found; "that" only where it is no conjunction. */
export const REFERENCE =
  /\b(?:it|them|those|these|(?:that|this)(?=\s*(?:$|[.,;:!?])|\s+(?:as|in|to|into|for|with|document|result|one|hit|file|page|answer|note)\b)|the (?:best|first|second|third|last|top|found|resulting) (?:hit|one|result|document|match|file)s?|the (?:hit|result|answer|finding|outcome|figure|summary)s?|what (?:you|it|was) (?:found|says?|said)|each|both|all of (?:them|it))\b/i;

const MOST_CLAUSES = 12;

/** A request as the things that it asks for, in its order. What stands after a colon stays with what stands before it. */
export function clausesOf(request: string): Clause[] {
  const guarded = request
    .replace(QUOTED, (found) => found.replace(/[\s;.!?,]/g, (mark) => GUARDS.get(mark) ?? mark))
    .replace(/:\s[^\n.!?]*/g, (found) => found.replace(/ /g, GUARDS.get(" ")!).replace(/,/g, GUARDS.get(",")!));
  const clauses: Clause[] = [];
  let start = 0;
  let joint = "";
  const add = (end: number) => {
    const text = unguard(guarded.slice(start, end)).replace(/^[\s,;]+|[\s,;]+$/g, "");
    if (/[\p{L}\p{N}]/u.test(text) && clauses.length < MOST_CLAUSES) {
      const follows =
        clauses.length > 0 &&
        (/\b(?:then|after|finally)/i.test(joint) || (pathsIn(text).length === 0 && REFERENCE.test(bareText(text))));
      clauses.push({ text, follows });
    }
  };
  for (const match of guarded.matchAll(JOINT)) {
    add(match.index);
    start = match.index + match[0].length;
    joint = match[0];
  }
  add(guarded.length);
  return clauses;
}

/** Marks inside quotes do not divide; they are put aside as private characters and back again. */
const GUARDS = new Map(
  [" ", "\n", "\t", ";", ".", "!", "?", ","].map((mark, index) => [mark, String.fromCharCode(0xe000 + index)]),
);
const MARKS = new Map([...GUARDS].map(([mark, guard]) => [guard, mark]));

function unguard(text: string): string {
  return text.replace(/[\uE000-\uE007]/g, (guard) => MARKS.get(guard) ?? guard);
}
