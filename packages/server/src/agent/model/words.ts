const STOP_WORDS = new Set(
  (
    "a about above according actually after again ago all already also am an and any anything are as at be because been before being best both but by can could did do does doing " +
    "done each either else even ever every everything first for from further get gets give given gives go going had has have having he hello help her here hers hey hi him his hit hits how i if in into is it " +
    "its itself just kindly last let lets like made make makes many may me mentioned might more most much must my need needs no nor not now of off ok okay on once one only or other our " +
    "ours out over own per please quite rather really result results said same say says second see several shall she should show so some something such take tell than thank thanks that the " +
    "their them then there these they thing things this those through to too top tool tools try under until up upon us use used uses using very via want wants was way we well were what " +
    "whatever when where whether which while who whom whose why will with within without would yes yet you your yours"
  ).split(" "),
);

/** British spellings and short forms that tools and people write differently. */
const SPELLINGS: readonly [RegExp, string][] = [
  [/^(.*)(met|lit)er(s?)$/, "$1$2re$3"],
  [/^analy(?:s[ei]s|sts?|sed|sing|zed|zing|zes|tics?)$/, "analyze"],
  [/^analyse$/, "analyze"],
  [/^docs?$/, "document"],
  [/^readmes?$/, "readme"],
  [/^conversions?$/, "convert"],
  [/^(.{4,})is(e|ed|es|ing|ation)$/, "$1iz$2"],
  [/^(?:compute|computes|computing|reckon|calc)$/, "calculate"],
];

const SUFFIXES: readonly [string, number][] = [
  ["ization", 4],
  ["ations", 4],
  ["ation", 4],
  ["ators", 4],
  ["ator", 4],
  ["ating", 4],
  ["ated", 4],
  ["ates", 4],
  ["ate", 4],
  ["ments", 5],
  ["ment", 5],
  ["izing", 4],
  ["ized", 4],
  ["ize", 4],
  ["ings", 4],
  ["ing", 3],
  ["ers", 3],
  ["ies", 3],
  ["er", 3],
  ["ors", 4],
  ["or", 4],
  ["ed", 3],
  ["es", 3],
  ["s", 3],
  ["e", 3],
  ["y", 3],
];

/** A word without its ending: equal for the forms of one word, and no word of its own. */
export function stemOf(word: string): string {
  let lower = word.toLowerCase().replace(/['’]s?$/, "");
  for (const [pattern, spelling] of SPELLINGS) lower = lower.replace(pattern, spelling);
  for (const [suffix, least] of SUFFIXES) {
    if (!lower.endsWith(suffix) || lower.length - suffix.length < least) continue;
    if (suffix === "s" && lower.endsWith("ss")) continue;
    return lower.slice(0, -suffix.length);
  }
  return lower;
}

/** The words of a text or an identifier, in lower case: snake, kebab and camel case are split. */
export function wordsOf(text: string): string[] {
  return (
    text
      .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
      .toLowerCase()
      .match(/[\p{L}\p{N}]+(?:['’][\p{L}]+)?/gu) ?? []
  );
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word.toLowerCase());
}

/** The stems of the words that carry a text's meaning. */
export function stemsOf(text: string): string[] {
  return wordsOf(text)
    .filter((word) => !isStopWord(word) && word.length > 1)
    .map(stemOf);
}

const ACRONYMS = new Set("ai api css csv html http id irr json kpi npv pdf roi sql ui url xml".split(" "));

/** A name as a person reads it: "internalRateOfReturn" is "Internal rate of return". */
export function labelOf(name: string): string {
  const label = wordsOf(name)
    .map((word) => (ACRONYMS.has(word) ? word.toUpperCase() : word))
    .join(" ");
  return label.charAt(0).toUpperCase() + label.slice(1);
}
