import type { ScriptedTurn } from "@callboard/server";
import { examples } from "../../examples.ts";
import { orElse } from "./orElse.ts";

const hono = { path: "hono/README.md", question: "What is Hono, and where does it run?" };
const vite = { path: "vite/README.md", question: "What is Vite, and what does it consist of?" };

export const comparison: readonly ScriptedTurn[] = [
  {
    message: examples.compare,
    steps: [
      [
        "Each analyst reads one of the two, side by side.",
        { call: "analyze_document", input: hono },
        { call: "analyze_document", input: vite },
      ],
      orElse([
        "Both have answered. In short:\n\n" +
          "| | Hono | Vite |\n| --- | --- | --- |\n" +
          "| What it is | a web framework | a build tool |\n" +
          "| What for | servers on any JavaScript runtime | developing and bundling web projects |\n\n" +
          "The analyst of Hono:\n\n",
        { result: 0 },
        "\n\nThe analyst of Vite:\n\n",
        { result: 1 },
      ]),
    ],
  },
  {
    message: hono,
    steps: [
      ["I read it from the beginning.", { call: "read_document", input: { path: hono.path } }],
      orElse([
        "Hono is a web framework:\n\n" +
          "> Hono - _**means flame🔥 in Japanese**_ - is a small, simple, and ultrafast web framework built on Web Standards. " +
          "It works on any JavaScript runtime: Cloudflare Workers, Fastly Compute, Deno, Bun, Vercel, AWS Lambda, Lambda@Edge, and Node.js.\n\n" +
          "So it runs wherever JavaScript does: `hono/README.md` adds that the same code runs on all platforms.",
      ]),
    ],
  },
  {
    message: vite,
    steps: [
      ["I read it from the beginning.", { call: "read_document", input: { path: vite.path } }],
      orElse([
        "Vite is a build tool. `vite/README.md` calls it\n\n" +
          "> Next Generation Frontend Tooling\n\n" +
          "It consists of a dev server over native ES modules, and of\n\n" +
          "> A build command that bundles your code with [Rolldown](https://rolldown.rs), pre-configured to output highly optimized static assets for production.\n",
      ]),
    ],
  },
];
