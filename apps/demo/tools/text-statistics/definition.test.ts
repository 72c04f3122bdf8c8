import { captureTool } from "@callboard/core/testing";
import { describe, expect, it } from "vitest";
import type { countText } from "./countText.ts";

const statistics = await captureTool(() => import("./definition.ts"));

async function count(text: string, options: object = {}) {
  const { output, error } = await statistics.run({ text, ...options });
  expect(error).toBeNull();
  return output as ReturnType<typeof countText>;
}

describe("text-statistics", () => {
  it("counts as by hand", async () => {
    const { summary, repeated } = await count("The cat sat. The dog didn't!\n\nThe end?", { wordsPerMinute: 60 });
    expect(summary).toEqual({
      characters: 38,
      charactersWithoutSpaces: 30,
      words: 8,
      differentWords: 6,
      sentences: 3,
      paragraphs: 2,
      wordsPerSentence: 2.7,
      readingTime: "8 s",
    });
    expect(repeated).toEqual([{ label: "the", count: 3 }]);
  });

  it("counts characters as a reader sees them", async () => {
    const { summary } = await count("👩‍👩‍👧🇪🇺é");
    expect(summary.characters).toBe(3);
  });

  it("finds words where no spaces separate them", async () => {
    const { summary } = await count("今日は天気がいいです。", { language: "ja" });
    expect(summary.words).toBeGreaterThan(3);
    expect(summary.sentences).toBe(1);
  });

  it("has no sentence length where there is no sentence", async () => {
    const { summary } = await count("…!");
    expect(summary).toMatchObject({ words: 0, sentences: 0, wordsPerSentence: null, readingTime: "0 s" });
  });

  it("tells long reading times in minutes", async () => {
    const { summary } = await count("word ".repeat(450), { wordsPerMinute: 200 });
    expect(summary.readingTime).toBe("2 min 15 s");
  });

  it("shortens its text for the row of a call", () => {
    expect(statistics.tool.summary?.({ text: `a\n b ${"x".repeat(80)}` })).toMatch(/^a b x+…$/);
  });
});
