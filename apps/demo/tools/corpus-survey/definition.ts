import { createRequire } from "node:module";
import { dirname } from "node:path";
import { defineTool } from "@callboard/core";
import { z } from "zod";
import { SURVEY_PHRASES, surveyDocumentation } from "./surveyDocumentation.ts";
import { messages } from "./messages.ts";

export default defineTool({
  slug: "corpus-survey",
  name: "Corpus Survey",
  userDescription: "Counts and compares the documentation that ships with the installed packages.",
  messages,
  description:
    "Surveys the documentation that ships with the installed packages: files, words, code examples, links and the terms used " +
    "most. Use it for an overview. It reads every file, so it takes from seconds to minutes and can be cancelled; narrow it " +
    "with `packages` first. Do not use it to find or read one document: find_by_name and read_document are faster.",
  category: "knowledge",
  icon: "book-open",
  origin: "custom",
  examples: [
    "How much documentation do our dependencies ship?",
    "Which terms do the React packages use most?",
    "Wie viel Dokumentation bringen die Pakete mit?",
  ],
  inputSchema: z.object({
    packages: z.string().max(100).default("").meta({
      title: "Packages",
      description: "A part of the package's name, such as react; empty surveys all.",
    }),
    maxFiles: z.int().min(1).max(5000).default(200).meta({
      title: "At most",
      description: "How many files to read.",
    }),
    pauseMs: z.int().min(0).max(2000).default(50).meta({
      title: "Pause",
      description: "Milliseconds to wait after each file; 0 is as fast as the disk.",
    }),
  }),
  outputSchema: z.object({
    summary: z.object({
      packages: z.int().meta({ title: "Packages" }),
      files: z.int().meta({ title: "Files" }),
      words: z.int().meta({ title: "Words" }),
      codeBlocks: z.int().meta({ title: "Code examples" }),
      links: z.int().meta({ title: "Links" }),
      longest: z.string().meta({ title: "Most words in" }),
      notRead: z.int().meta({ title: "Could not be read" }),
      leftOut: z.int().meta({ title: "Left out by the limit" }),
    }),
    packages: z.array(
      z.object({
        package: z.string().meta({ title: "Package" }),
        files: z.int().meta({ title: "Files" }),
        words: z.int().meta({ title: "Words" }),
        headings: z.int().meta({ title: "Headings" }),
        codeBlocks: z.int().meta({ title: "Code examples" }),
        links: z.int().meta({ title: "Links" }),
      }),
    ),
    terms: z.array(z.object({ label: z.string().meta({ title: "Term" }), count: z.int().meta({ title: "Times" }) })),
  }),
  summary: ({ packages }) =>
    packages.trim() === ""
      ? { template: "all packages" }
      : { template: "packages like {name}", values: { name: packages.trim() } },
  phrases: ["all packages", "packages like {name}", ...SURVEY_PHRASES],
  execute: (input, context, callbacks) => surveyDocumentation(installedPackages(), input, context, callbacks),
  outputSections: [
    { key: "summary", label: "Summary", type: "summary" },
    { key: "packages", label: "By package", type: "table" },
    {
      key: "terms",
      label: "Most used terms",
      type: "ranking",
      config: { label: "label", score: { key: "count", label: "Times" } },
    },
  ],
  formSpec: {
    submitLabel: "Survey",
    sections: [
      { fields: [{ key: "packages", placeholder: "All packages" }] },
      {
        columns: 2,
        fields: [
          { key: "maxFiles", unit: "files" },
          { key: "pauseMs", unit: "ms", step: 10 },
        ],
      },
    ],
  },
  viewSpec: {
    inChat: "open",
    blocks: [
      { type: "summary", key: "summary", label: "Summary" },
      {
        type: "ranking",
        key: "terms",
        label: "Most used terms",
        config: { label: "label", score: { key: "count", label: "Times" } },
      },
      { type: "table", key: "packages", label: "By package" },
    ],
  },
});

/** The node_modules folder that this file's own dependencies are installed in. */
function installedPackages(): string {
  return dirname(dirname(createRequire(import.meta.url).resolve("zod/package.json")));
}
