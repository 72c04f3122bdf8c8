import { defineTool } from "@callboard/core";
import { z } from "zod";
import { countText } from "./countText.ts";
import { messages } from "./messages.ts";

export default defineTool({
  slug: "text-statistics",
  name: "Text Statistics",
  userDescription: "Counts the words, sentences and repetitions of a text, and how long it takes to read.",
  messages,
  description:
    "Counts a text’s characters, words, sentences and paragraphs, the words it repeats and the time it takes to read. Use it " +
    "whenever a length matters: models miscount, this does not. Characters are what a reader sees (an emoji is one), words " +
    "follow the language’s own rules, also where no spaces separate them. Pass the whole text; it is kept nowhere but in the " +
    "log of the run.",
  category: "everyday",
  icon: "text-search",
  origin: "custom",
  examples: [
    "How many words is this?",
    "How many characters fit a tweet?",
    "How long does it take to read this aloud?",
    "Zähle die Wörter in meinem Text",
    "Wie lange liest man daran?",
    "Wie lang ist mein Text?",
  ],
  aliases: ["word-count"],
  inputSchema: z.object({
    text: z.string().min(1).max(200_000).meta({ title: "Text" }),
    language: z.enum(["en", "de", "fr", "es", "ar", "zh", "ja"]).default("en").meta({ title: "Language" }),
    wordsPerMinute: z.int().min(50).max(1000).default(200).meta({
      title: "Reading speed",
      description: "Words a minute: about 200 silently, 130 aloud.",
    }),
    repeatedAtLeast: z.int().min(2).max(100).default(2).meta({
      title: "Repeated at least",
      description: "How often a word must occur to be listed.",
    }),
  }),
  outputSchema: z.object({
    summary: z.object({
      characters: z.int().meta({ title: "Characters" }),
      charactersWithoutSpaces: z.int().meta({ title: "Without spaces" }),
      words: z.int().meta({ title: "Words" }),
      differentWords: z.int().meta({ title: "Different words" }),
      sentences: z.int().meta({ title: "Sentences" }),
      paragraphs: z.int().meta({ title: "Paragraphs" }),
      wordsPerSentence: z.number().nullable().meta({ title: "Words a sentence" }),
      readingTime: z.string().meta({ title: "Reading time" }),
    }),
    repeated: z.array(z.object({ label: z.string().meta({ title: "Word" }), count: z.int().meta({ title: "Times" }) })),
  }),
  summary: ({ text }) => {
    const line = text.trim().replace(/\s+/g, " ");
    return line.length > 60 ? `${line.slice(0, 59)}…` : line;
  },
  execute: ({ text, language, wordsPerMinute, repeatedAtLeast }) =>
    countText(text, language, wordsPerMinute, repeatedAtLeast),
  outputSections: [
    { key: "summary", label: "Summary", type: "summary" },
    {
      key: "repeated",
      label: "Repeated words",
      type: "ranking",
      config: { label: "label", score: { key: "count", label: "Times" } },
    },
  ],
  formSpec: {
    submitLabel: "Count",
    sample: {
      text:
        "A callboard is the board backstage where a company reads its calls. This one is for tools.\n\n" +
        "People get a form and a readable result; agents get a function.",
    },
    sections: [
      { fields: [{ key: "text", variant: "multiline" }] },
      {
        audience: "internal",
        columns: 3,
        fields: [
          {
            key: "language",
            options: [
              { value: "en", label: "English" },
              { value: "de", label: "Deutsch" },
              { value: "fr", label: "Français" },
              { value: "es", label: "Español" },
              { value: "ar", label: "العربية" },
              { value: "zh", label: "中文" },
              { value: "ja", label: "日本語" },
            ],
          },
          { key: "wordsPerMinute", unit: "words/min" },
          { key: "repeatedAtLeast", unit: "times" },
        ],
      },
    ],
  },
});
