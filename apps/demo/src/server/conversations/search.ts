import type { ScriptedPart, ScriptedTurn } from "@callboard/server";
import { examples } from "../../examples.ts";
import { orElse } from "./orElse.ts";

const hit = (index: number, key: string): ScriptedPart => ({ result: 0, at: ["results", index, key] });

const row = (index: number): ScriptedPart[] => ["| `", hit(index, "path"), "` | ", hit(index, "score"), " |\n"];

const passage = (index: number): ScriptedPart[] => ["`", hit(index, "path"), "`:\n\n> ", hit(index, "snippet"), "\n\n"];

export const search: readonly ScriptedTurn[] = [
  {
    message: examples.search,
    steps: [
      ["I search all of it.", { call: "search_documents", input: { query: "streaming", limit: 5 } }],
      orElse([
        "I found **",
        { result: 0, at: ["total"] },
        "** passages on “streaming”; the first five stand in these documents. A score is relative to the best passage’s, which is 1.\n\n",
        "| Document | Score |\n| --- | ---: |\n",
        ...[0, 1, 2, 3, 4].flatMap(row),
        "\nThis is what they say, from the best one down.\n\n",
        ...[0, 1, 2, 3, 4].flatMap(passage),
        "A passage shows only where the word stands. Ask an analyst to read one of the documents for more than that.",
      ]),
    ],
  },
];
