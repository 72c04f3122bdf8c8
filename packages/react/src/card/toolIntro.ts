/** What people and agents are told of a tool, as far as it is known. */
interface Described {
  userDescription?: string | undefined;
  description: string;
}

/** What a tool does, for people: one sentence, and what only agents are told. */
export function toolIntro(tool: Described, locale: string): [intro: string, forAgents: string] {
  return tool.userDescription === undefined
    ? splitSentence(tool.description, locale)
    : [tool.userDescription, tool.description];
}

/** The first sentence, and the rest. */
function splitSentence(text: string, locale: string): [first: string, rest: string] {
  const sentences = new Intl.Segmenter(locale, { granularity: "sentence" }).segment(text.trim());
  const first = sentences[Symbol.iterator]().next().value?.segment ?? "";
  return [first.trim(), text.trim().slice(first.length).trim()];
}
