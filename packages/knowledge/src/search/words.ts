import { isStopWord, stemOf, type LatinLanguage } from "./language.ts";

/** A run of letters and digits, with what joins them in names of code, files and versions. */
const RUN = /[\p{L}\p{N}\p{M}_$]+(?:[.\-/:@#][\p{L}\p{N}\p{M}_$]+)*/gu;
/** Scripts that do not put spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+/gu;
/** Longer runs are data, such as Base64. */
const LONGEST = 64;

/** One word of a text: what it is looked up by, whether it is a name that is kept whole, and where it stands. */
interface Word {
  readonly term: string;
  readonly isWhole: boolean;
  readonly start: number;
  readonly end: number;
}

/** A text as its words are read: one form of each character, so that places in it are places of its words. */
export const plainForm = (text: string): string => text.normalize("NFKC");

/**
 * The terms of a text: stems of its words, pairs of characters where a script has no spaces, and names of code both
 * whole and split (`config.yaml`, `RETENTION_DAYS`, `readFile`). Words that say nothing are left out.
 */
export function* termsOf(text: string, language: LatinLanguage): Generator<string> {
  for (const { run } of runsOf(plainForm(text))) yield* termsOfRun(run, language);
}

/** So many runs are remembered for each language: an index sees most of them again and again. */
const REMEMBERED = 50_000;
const remembered = new Map<LatinLanguage, Map<string, readonly string[]>>();

function termsOfRun(run: string, language: LatinLanguage): readonly string[] {
  let known = remembered.get(language);
  if (!known || known.size >= REMEMBERED) remembered.set(language, (known = new Map()));
  let terms = known.get(run);
  if (!terms) {
    terms = wordsOfRun(run).flatMap(({ term, isWhole }) =>
      isWhole ? [term] : isStopWord(term, language) ? [] : [stemOf(term, language)],
    );
    known.set(run, terms);
  }
  return terms;
}

/** The words of a query, each with the terms that it may stand as in one of these languages; each once. */
export function queryWords(
  query: string,
  languages: readonly LatinLanguage[],
): { word: string; terms: readonly string[] }[] {
  const found = new Map<string, Set<string>>();
  const stops: string[] = [];
  for (const { term, isWhole } of wordsOf(plainForm(query))) {
    if (!isWhole && languages.some((language) => isStopWord(term, language))) {
      stops.push(term);
      continue;
    }
    const terms = found.get(term) ?? new Set();
    if (isWhole) terms.add(term);
    else for (const language of languages) terms.add(stemOf(term, language));
    found.set(term, terms);
  }
  return [...found].map(([word, terms]) => ({ word, terms: [...terms] }));
}

/** Where words of a query stand in a text of the plain form, in any of the shapes that a search takes for the same. */
export function* placesOf(
  words: readonly string[],
  text: string,
  language: LatinLanguage,
): Generator<{ start: number; end: number; term: string }> {
  const wanted = new Set(queryWords(words.join(" "), [language]).flatMap(({ terms }) => terms));
  for (const { term, isWhole, start, end } of wordsOf(text)) {
    const sought = isWhole ? term : stemOf(term, language);
    if (wanted.has(sought)) yield { start, end, term: sought };
  }
}

function* wordsOf(text: string): Generator<Word> {
  for (const { run, index } of runsOf(text))
    for (const word of wordsOfRun(run)) yield { ...word, start: word.start + index, end: word.end + index };
}

function* runsOf(text: string): Generator<{ run: string; index: number }> {
  for (const { 0: run, index } of text.matchAll(RUN))
    if (run.length <= LONGEST && !isGenitive(text, run, index)) yield { run, index };
}

/** The words of a run, whose places count from its beginning. */
function wordsOfRun(run: string): Word[] {
  const words: Word[] = [];
  const parts = partsOf(run);
  if (parts.length > 1) words.push({ term: run.toLowerCase(), isWhole: true, start: 0, end: run.length });
  let from = 0;
  for (const part of parts) {
    from = run.indexOf(part, from);
    words.push(...pairsOf(part.toLowerCase(), from));
    from += part.length;
  }
  return words;
}

/** The s of “the host’s”. */
const isGenitive = (text: string, run: string, index: number) =>
  run === "s" && /['’]/.test(text[index - 1] ?? "") && /\p{L}/u.test(text[index - 2] ?? "");

/** `readFile.test-ts` as read, file, test and ts. */
function partsOf(run: string): string[] {
  return run
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean);
}

function* pairsOf(part: string, start: number): Generator<Word> {
  const word = (term: string, at: number, isWhole: boolean): Word => ({
    term,
    isWhole,
    start: start + at,
    end: start + at + term.length,
  });
  let at = 0;
  for (const found of part.matchAll(UNSPACED)) {
    if (found.index > at) yield word(part.slice(at, found.index), at, false);
    const characters = [...found[0]];
    if (characters.length === 1) yield word(found[0], found.index, true);
    let place = found.index;
    for (let index = 0; index + 1 < characters.length; index++) {
      yield word(`${characters[index]}${characters[index + 1]}`, place, true);
      place += characters[index]?.length ?? 0;
    }
    at = found.index + found[0].length;
  }
  if (at < part.length) yield word(part.slice(at), at, false);
}
