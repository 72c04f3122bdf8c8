import type { ScriptedPart, ScriptedTurn } from "@callboard/server";
import { examples } from "../../examples.ts";
import { orElse } from "./orElse.ts";

const sum = (key: string): ScriptedPart => ({ result: 0, at: ["summary", key] });

const term = (index: number): ScriptedPart[] => [
  "| ",
  { result: 0, at: ["terms", index, "label"] },
  " | ",
  { result: 0, at: ["terms", index, "count"] },
  " |\n",
];

export const survey: readonly ScriptedTurn[] = [
  {
    message: examples.survey,
    steps: [
      [
        "I read one file after the other, which takes a while. You can stop me at any time.",
        { call: "corpus-survey", input: { packages: "", maxFiles: 200, pauseMs: 50 } },
      ],
      orElse([
        "I have read **",
        sum("files"),
        "** files of **",
        sum("packages"),
        "** packages: ",
        sum("words"),
        " words, ",
        sum("codeBlocks"),
        " code examples and ",
        sum("links"),
        " links. Files left out: ",
        sum("leftOut"),
        ". The package with most words is `",
        sum("longest"),
        "`.\n\n| Term | Times |\n| --- | ---: |\n",
        ...[0, 1, 2, 3, 4].flatMap(term),
      ]),
    ],
  },
];
