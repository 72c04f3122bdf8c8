/** The first sentence, and what comes after it. */
export function splitSentence(text: string, locale: string): [first: string, rest: string] {
  const sentences = new Intl.Segmenter(locale, { granularity: "sentence" }).segment(text.trim());
  const first = sentences[Symbol.iterator]().next().value?.segment ?? "";
  return [first.trim(), text.trim().slice(first.length).trim()];
}
