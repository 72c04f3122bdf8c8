import { isStopWord, stemOf, type LatinLanguage } from "./language.ts";

/** A run of letters and digits, with what joins them in names of code, files and versions. */
const RUN = /[\p{L}\p{N}\p{M}_$]+(?:[.\-/:@#][\p{L}\p{N}\p{M}_$]+)*/gu;
/** Scripts that do not put spaces between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々]+/gu;
/** Longer runs are data, such as Base64. */
const LONGEST = 64;

/** One word of a text: what it is looked up by, and whether it is a name that is kept whole. */
interface Word {
  term: string;
  isWhole: boolean;
}

/**
 * The terms of a text: stems of its words, pairs of characters where a script has no spaces, and names of code both whole and split
 * (`config.yaml`, `RETENTION_DAYS`, `readFile`). Words that say nothing are left out.
 */
export function* termsOf(text: string, language: LatinLanguage): Generator<string> {
  for (const word of wordsOf(text)) {
    if (word.isWhole) yield word.term;
    else if (!isStopWord(word.term, language)) yield stemOf(word.term, language);
  }
}

/** The words of a query, each with the terms that it may stand as in one of these languages; each once. */
export function queryWords(
  query: string,
  languages: readonly LatinLanguage[],
): { word: string; terms: readonly string[] }[] {
  const found = new Map<string, Set<string>>();
  const stops: string[] = [];
  for (const { term, isWhole } of wordsOf(query)) {
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

function* wordsOf(text: string): Generator<Word> {
  const plain = text.normalize("NFKC").replace(/(?<=\p{L})['’]s\b/gu, "");
  for (const [run] of plain.matchAll(RUN)) {
    if (run.length > LONGEST) continue;
    const parts = partsOf(run);
    if (parts.length > 1) yield { term: run.toLowerCase(), isWhole: true };
    for (const part of parts) yield* pairsOf(part.toLowerCase());
  }
}

/** `readFile.test-ts` as read, file, test and ts. */
function partsOf(run: string): string[] {
  return run
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .split(/[^\p{L}\p{N}\p{M}]+/u)
    .filter(Boolean);
}

function* pairsOf(part: string): Generator<Word> {
  let at = 0;
  for (const found of part.matchAll(UNSPACED)) {
    if (found.index > at) yield { term: part.slice(at, found.index), isWhole: false };
    const characters = [...found[0]];
    if (characters.length === 1) yield { term: found[0], isWhole: true };
    for (let index = 0; index + 1 < characters.length; index++)
      yield { term: `${characters[index]}${characters[index + 1]}`, isWhole: true };
    at = found.index + found[0].length;
  }
  if (at < part.length) yield { term: part.slice(at), isWhole: false };
}
