import type { ScriptedPart, ScriptedTurn } from "@callboard/server";
import { examples } from "../../examples.ts";
import { orElse } from "./orElse.ts";

const path = "zod/README.md";
const question = "What does it say about validation?";
const askedToPublish = `${question} Publish a note about it.`;

const reading: readonly ScriptedPart[] = [
  "I read the document, and look for other places of the package that speak of validation.",
  { call: "read_document", input: { path, length: 8000 } },
  { call: "search_documents", input: { query: "validation", pathGlob: "zod/**" } },
];

const findings =
  "`zod/README.md` puts validation first:\n\n" +
  "> Zod is a TypeScript-first validation library. Define a schema and parse some data with it. You'll get back a strongly typed, validated result.\n\n" +
  "A schema validates with `parse`:\n\n" +
  "> Given any Zod schema, use `.parse` to validate an input. If it's valid, Zod returns a strongly-typed _deep clone_ of the input.\n";

const note: ScriptedPart = {
  call: "publish_note",
  input: { title: "What Zod says about validation", text: findings },
};

const published: readonly ScriptedPart[] = [
  "The note “",
  { result: -1, at: ["title"] },
  "” is published. Notes published in all: **",
  { result: -1, at: ["total"] },
  "**.",
];

/** An analyst reads; then the root agent publishes what it found, or the analyst does. */
export const publication: readonly ScriptedTurn[] = [
  {
    message: examples.publish,
    steps: [
      ["An analyst reads it first.", { call: "analyze_document", input: { path, question } }],
      orElse(["The analyst has found two passages. I publish them as a note, if you approve it.", note]),
      orElse(published),
    ],
  },
  { message: { path, question }, steps: [reading, orElse([findings])] },
  {
    message: examples.analystPublishes,
    steps: [
      [
        "An analyst reads it, and asks you before it publishes.",
        { call: "analyze_document", input: { path, question: askedToPublish } },
      ],
      orElse(["The analyst’s answer:\n\n", { result: -1 }]),
    ],
  },
  {
    message: { path, question: askedToPublish },
    steps: [reading, orElse(["There are two passages about it. I publish them as a note.", note]), orElse(published)],
  },
];
