import { stemOf, stemsOf, wordsOf } from "./words.ts";

/** A stretch of a document that bears on a question, as one line of plain text. */
export interface Passage {
  text: string;
  /** How many of the question's words it has, 0 to 1. */
  score: number;
}

const LONGEST = 320;

/** The passages of a text that say most about the words of a question, in the order of the text. */
export function passagesOf(text: string, question: readonly string[], most: number): Passage[] {
  const wanted = new Set(question);
  const paragraphs = paragraphsOf(text);
  const documents = new Map<string, number>();
  const counted = paragraphs.map((paragraph) => {
    const stems = new Set([...wordsOf(paragraph.text), ...wordsOf(paragraph.heading)].map(stemOf));
    for (const stem of wanted) if (stems.has(stem)) documents.set(stem, (documents.get(stem) ?? 0) + 1);
    return { ...paragraph, stems };
  });
  const weigh = (stem: string) => Math.log(1 + paragraphs.length / (documents.get(stem) ?? 1));
  const whole = [...wanted].reduce((sum, stem) => sum + weigh(stem), 0) || 1;
  const ranked = counted
    .map(({ text: found, stems, isProse }, index) => {
      const sum = [...wanted].reduce((total, stem) => total + (stems.has(stem) ? weigh(stem) : 0), 0);
      return { text: found, score: sum / whole, rank: sum * (isProse ? 1 : 0.6), index };
    })
    .filter(({ score }) => wanted.size === 0 || score > 0)
    .sort((a, b) => b.rank - a.rank || a.index - b.index);
  const chosen = wanted.size === 0 ? ranked.sort((a, b) => a.index - b.index) : ranked;
  return chosen
    .slice(0, most)
    .sort((a, b) => a.index - b.index)
    .map(({ text: found, score }) => ({ text: cut(found, question), score }));
}

/** The words that a question asks about, as stems. */
export function questionStems(question: string, without: readonly string[] = []): string[] {
  const left = new Set(without.map(stemOf));
  return [...new Set(stemsOf(question))].filter((stem) => !left.has(stem) && !ASKING.has(stem));
}

const ASKING = new Set(
  "document documentation file readme main point point explain describe analyze read summarize summary publish note search find look question answer text page work mean"
    .split(" ")
    .map(stemOf),
);

function paragraphsOf(text: string): { text: string; heading: string; isProse: boolean }[] {
  const found: { text: string; heading: string; isProse: boolean }[] = [];
  let heading = "";
  const withoutCode = text.replace(/^---\r?\n[^]*?\r?\n---\r?\n/, "").replace(/(```|~~~)[^]*?(?:\1|$)/g, "\n\n");
  for (const block of withoutCode.split(/\r?\n\s*\r?\n|\r?\n(?=\s*(?:[-*+]|\d+\.|#{1,6})\s)/)) {
    const title = /^\s*#{1,6}\s+([^\n]+)/.exec(block);
    if (title) heading = plainLine(title[1]!);
    const line = plainLine(title ? block.slice(title[0].length) : block);
    if (line.length < 30 || !/\p{L}{3}/u.test(line)) continue;
    found.push({
      text: line,
      heading,
      isProse: /[.!?:]/.test(line) && !/^\W*(?:import|export|const)\b|[{};]{2}/.test(line),
    });
  }
  return found;
}

/** A paragraph that is too long: the sentences that say most. */
function cut(text: string, question: readonly string[]): string {
  if (text.length <= LONGEST) return text;
  const sentences = text.split(/(?<=[.!?])\s+/);
  const wanted = new Set(question);
  const score = (sentence: string) =>
    new Set(
      wordsOf(sentence)
        .map(stemOf)
        .filter((stem) => wanted.has(stem)),
    ).size;
  let best = 0;
  for (let index = 1; index < sentences.length; index++)
    if (score(sentences[index]!) > score(sentences[best]!)) best = index;
  let result = sentences[best]!;
  for (let index = best + 1; index < sentences.length && result.length + sentences[index]!.length < LONGEST; index++) {
    result += ` ${sentences[index]}`;
  }
  return clip(result, LONGEST);
}

/** At most so many characters, ending at a word. */
export function clip(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf(" ", most - 2);
  return `${text.slice(0, end > most / 2 ? end : most - 1)}…`;
}

/** Markdown or anything else as one line of plain text: no markup, no addresses, no control or direction characters. */
export function plainLine(text: string): string {
  return text
    .replace(/<!--[^]*?(?:-->|$)|<\/?[a-z][^<>]*>/gi, " ")
    .replace(/!\[[^\]]*\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])/g, " ")
    .replace(/\[([^\]]*)\](?:\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\])/g, "$1")
    .replace(/&(?:nbsp|middot);/g, " ")
    .replace(/^\s*(?:>|[-*+]|\d+\.)\s+(?:\[[ x]\]\s+)?/gim, "")
    .replace(/\*\*|__|`/g, "")
    .replace(/[\p{Cc}\p{Cf}\uE000-\uE007\s]+/gu, " ")
    .trim();
}

/** Plain text as Markdown that shows just that text. */
export function markdownText(text: string): string {
  return plainLine(text)
    .replace(/[\\*_[\]<>|~#]/g, (mark) => `\\${mark}`)
    .replace(/^(\d+)([.)])(?=\s)/, "$1\\$2");
}

/** A text as a code span; a backtick cannot be in one. */
export function codeSpan(text: string): string {
  const line = text
    .replace(/[\p{Cc}\p{Cf}\s]+/gu, " ")
    .replaceAll("`", "'")
    .trim();
  return `\`${line}\``;
}
