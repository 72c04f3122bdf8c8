/**
 * `npm run soak`: what finds the rare fault, within half an hour after `npm test`: hosts killed a hundred times, ten
 * thousand histories for each property, the packages installed by npm, for Node 22 and Next.js too, and the data of
 * ../shared/data, whose tests are skipped where it is missing. It ends with one line `N passed, N failed, N skipped`,
 * and takes `--only` and `--verbose` as `npm test` does.
 */
import { node, runChecks, vitest } from "./checks.mjs";

// CI plays the same histories each time; by hand they are new ones.
const seed = process.env.CALLBOARD_SEED ?? (process.env.CI ? undefined : "new");
const histories = {
  args: ["--testTimeout=60000"],
  env: { CALLBOARD_HISTORIES: "10000", ...(seed && { CALLBOARD_SEED: seed }) },
};

await runChecks([
  {
    name: "kills",
    what: "hosts killed at random moments",
    check: vitest(["processes"], { env: { CALLBOARD_KILLS: "100" } }),
  },
  {
    name: "e2e-kills",
    what: "the demo killed under its pages",
    browser: true,
    built: true,
    check: vitest(["e2e-kills"], { env: { CALLBOARD_KILLS: "16" } }),
  },
  {
    name: "e2e-soak",
    what: "whole chats over two wires; embeds that come and go a thousand times",
    browser: true,
    built: true,
    check: vitest(["e2e-soak"]),
  },
  {
    name: "installed",
    what: "the packages installed by npm",
    browser: true,
    built: true,
    check: vitest(["installed"]),
  },
  {
    name: "mcp-exam",
    what: "the official conformance suite of MCP against what a host serves, and against its client",
    check: node("scripts/mcpExam.mjs"),
  },
  {
    name: "mcp-exam-broken",
    what: "a client that says nothing passes nothing of that suite",
    check: node("scripts/mcpExam.mjs", "--only", "client", "--broken"),
  },
  { name: "histories", what: "every property of the pure parts", check: vitest(["unit"], histories) },
  { name: "server-histories", what: "every property of the host", check: vitest(["server"], histories) },
  { name: "data", what: "../shared/data, in Node", browser: true, check: vitest(["data"]) },
  { name: "data-browser", what: "../shared/data, in Chromium", browser: true, check: vitest(["data-browser"]) },
]);
