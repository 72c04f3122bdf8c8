import type { ScriptedTurn } from "@callboard/server";
import { examples } from "../../examples.ts";
import { orElse } from "./orElse.ts";

/** The agent asks before it goes on. */
export const question: readonly ScriptedTurn[] = [
  {
    message: examples.question,
    steps: [
      [
        "Then I have to know who reads them.",
        {
          call: "ask_person",
          input: { question: "Who are the release notes for?", choices: ["Developers", "Operators", "Everybody"] },
        },
      ],
      orElse(["Release notes for **", { result: -1, at: ["answer"] }, "** it is."]),
    ],
  },
];
