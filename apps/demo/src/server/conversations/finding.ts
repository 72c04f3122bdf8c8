import type { ScriptedTurn } from "@callboard/server";
import { examples } from "../../examples.ts";
import { orElse } from "./orElse.ts";

export const finding: readonly ScriptedTurn[] = [
  {
    message: examples.find,
    steps: [
      [
        "I look for a tool that does.",
        { call: "tool_search", input: { query: "convert miles to kilometres", limit: 3 } },
      ],
      orElse([
        "The first that I found, `",
        { result: 0, at: ["tools", 0, "tool_id"] },
        "`, fits, so I run it.",
        {
          call: "tool_invoke",
          input: { tool_id: "unit-converter", arguments: { amount: 26.2, from: "mile", to: "kilometre" } },
        },
      ]),
      orElse(["Yes: **", { result: 1, at: ["result", "summary", "equation"] }, "**."]),
    ],
  },
];
