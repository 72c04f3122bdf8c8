/** What is counted in a text. `language` is a BCP 47 tag; it decides where words and sentences end. */
export function countText(text: string, language: string, wordsPerMinute: number, repeatedAtLeast: number) {
  const words = [...new Intl.Segmenter(language, { granularity: "word" }).segment(text)]
    .filter(({ isWordLike }) => isWordLike)
    .map(({ segment }) => segment);
  const sentences = [...new Intl.Segmenter(language, { granularity: "sentence" }).segment(text)].filter(({ segment }) =>
    /[\p{L}\p{N}]/u.test(segment),
  ).length;
  const times = new Map<string, number>();
  for (const word of words) {
    const known = word.toLocaleLowerCase(language);
    times.set(known, (times.get(known) ?? 0) + 1);
  }
  const seconds = (words.length / wordsPerMinute) * 60;
  return {
    summary: {
      characters: countCharacters(text, language),
      charactersWithoutSpaces: countCharacters(text.replace(/\s/gu, ""), language),
      words: words.length,
      differentWords: times.size,
      sentences,
      paragraphs: text.split(/\n\s*\n/).filter((paragraph) => paragraph.trim() !== "").length,
      wordsPerSentence: sentences === 0 ? null : Math.round((words.length / sentences) * 10) / 10,
      readingTime: duration(Math.round(seconds)),
    },
    repeated: [...times]
      .filter(([, n]) => n >= repeatedAtLeast)
      .sort(([a, m], [b, n]) => n - m || a.localeCompare(b, language))
      .slice(0, 20)
      .map(([label, n]) => ({ label, count: n })),
  };
}

/** As a reader sees them: a letter with its accents, a flag or a family is one. */
function countCharacters(text: string, language: string): number {
  return [...new Intl.Segmenter(language, { granularity: "grapheme" }).segment(text)].length;
}

function duration(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  return seconds % 60 === 0 ? `${seconds / 60} min` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
