import type { ScriptedTurn } from "@callboard/server";
import { examples } from "../../examples.ts";
import { orElse } from "./orElse.ts";

export const mending: readonly ScriptedTurn[] = [
  {
    message: examples.mend,
    steps: [
      ["I read it.", { call: "read_document", input: { path: "zod/README" } }],
      {
        failed: [
          "There is no document of that name. I try the one that ends in `.md`.",
          { call: "read_document", input: { path: "zod/README.md" } },
        ],
      },
      orElse([
        "My first call failed: there is no document `zod/README`. The second one read `zod/README.md`, which says:\n\n" +
          "> Zod is a TypeScript-first validation library. Define a schema and parse some data with it. You'll get back a strongly typed, validated result.",
      ]),
    ],
  },
];
