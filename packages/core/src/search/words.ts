/** Scripts that are written without spaces, or join so much to a word that its beginning alone says little. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/**
 * Marks that are left out when people write without them: of Latin, Greek, Cyrillic, Hebrew and Arabic. Those of other
 * scripts are letters.
 */
const MARKS = /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]/g;

/**
 * Names of a letter or two and a number, which are one word: S3, EC2, v2 (also in `listEC2Instances` and `s3bucket`),
 * then K8s, a11y, then 3D. Longer ones are two, as in `address2`.
 */
const CODES = [
  /[A-Za-z]{1,2}[0-9]{1,4}(?![0-9]|[a-z]{1,2}(?![a-z])|[A-Z](?![A-Za-z]))/,
  /[A-Za-z][0-9]{1,2}[A-Za-z](?![a-z0-9])/,
  /[0-9]{1,2}[A-Za-z](?![a-z0-9]|[A-Z](?![a-z]))/,
];
const orCode = (words: RegExp, flags: string) =>
  new RegExp([...CODES, words].map(({ source }) => source).join("|"), flags);

const WORDS = orCode(/[A-Z]{2,}s(?![a-z])|[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/, "g");
const WORDS_OF_ANY_SCRIPT = orCode(
  /\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[\p{Lt}\p{Lo}\p{Lm}][\p{Lo}\p{Lm}\p{M}]*/u,
  "gu",
);

/** The letters and numbers of a word as `wordsOf` gives it, which are several where it is a name such as "s3". */
export function partsOf(word: string): readonly string[] {
  return /^[a-z0-9]{2,6}$/.test(word) ? word.match(/[a-z]+|[0-9]+/g)! : [word];
}

/**
 * The words of a text, in lower case and without diacritics: `readDocument`, `read_document` and "Read document" are
 * the same two. Of a script without spaces each two neighbouring signs are a word, unless the script changes between
 * them.
 */
export function wordsOf(text: string): string[] {
  return splitWords(text).map((word) => word.toLowerCase());
}

/** As `wordsOf`, with the case of each letter. */
export function splitWords(text: string): string[] {
  // oxlint-disable-next-line no-control-regex -- all of ASCII
  if (/^[\x00-\x7f]*$/.test(text)) return withoutApostrophes(text).match(WORDS) ?? [];
  const plain = withoutApostrophes(text.normalize("NFKD").replace(MARKS, "").normalize("NFC").replace(/ß/g, "ss"));
  return (plain.match(WORDS_OF_ANY_SCRIPT) ?? []).flatMap((word) => (UNSPACED.test(word) ? pairsOf(word) : [word]));
}

/** "What's" is "what", and "don't" is one word. */
function withoutApostrophes(text: string): string {
  return text.includes("'") || text.includes("’")
    ? text.replace(/['’]s\b/g, "").replace(/(?<=\p{L})['’](?=\p{L})/gu, "")
    : text;
}

/** The runs of one script: in Japanese it changes where a word ends. */
const RUNS =
  /\p{Script=Han}+|\p{Script=Hiragana}+|[\p{Script=Katakana}ー]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]+/gu;

function pairsOf(text: string): string[] {
  return (text.match(RUNS) ?? []).flatMap((run) => {
    const signs = [...run];
    return signs.length === 1 ? signs : signs.slice(1).map((sign, index) => signs[index]! + sign);
  });
}
