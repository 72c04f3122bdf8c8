/**
 * The words of phrases in a reader's language, by the phrase as the output has it. A phrase names its values in braces.
 */
export type PhraseWords = Readonly<
  Record<string, string | ({ other: string } & Partial<Record<Intl.LDMLPluralRule, string>>)>
>;

/** Longer texts are no phrases. */
const longestPhrase = 300;

const fitting = new WeakMap<PhraseWords, [fits: RegExp, names: string[], words: PhraseWords[string]][]>();

const toPattern = (phrase: string): RegExp =>
  new RegExp(`^${phrase.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replace(/\{\w+\}/g, "(.+?)")}$`, "su");

/**
 * The words for a text that is one of the phrases, and the values that it has in them; undefined for any other text.
 */
export function fitPhrase(
  words: PhraseWords,
  text: string,
): { words: PhraseWords[string]; values: Record<string, string | number> } | undefined {
  if (text.length > longestPhrase) return undefined;
  let all = fitting.get(words);
  if (!all) {
    all = Object.entries(words).map(([phrase, own]) => [
      toPattern(phrase),
      [...phrase.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
      own,
    ]);
    fitting.set(words, all);
  }
  for (const [fits, names, own] of all) {
    const found = fits.exec(text);
    if (!found) continue;
    const values = names.map((name, index): [string, string | number] => {
      const value = found[index + 1]!;
      return [name, /^-?\d+(?:\.\d+)?$/.test(value) ? Number(value) : value];
    });
    return { words: own, values: Object.fromEntries(values) };
  }
  return undefined;
}
