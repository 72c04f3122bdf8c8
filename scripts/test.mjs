/**
 * `npm test`: sets the machine up, runs every check that each change is worth, and ends with one line
 * `N passed, N failed, N skipped`. What takes longer, or needs data from elsewhere, is in `npm run soak`.
 *
 *     npm test                        every check
 *     npm test -- --only unit,lint    some of them, by name
 *     npm test -- --verbose           with the output of the checks that pass, too
 *     npm run test:fast               format, lint, types and the tests that need neither database nor browser
 */
import { node, runChecks, vitest } from "./checks.mjs";
import { bin, run } from "./command.mjs";
import { packageNames } from "./paths.mjs";

/** publint on each package, counted apart. */
const published = async () => {
  const counts = { passed: 0, failed: 0, skipped: 0, output: "" };
  for (const name of packageNames()) {
    const { code, output } = await run(process.execPath, [bin("publint"), "run", `packages/${name}`, "--strict"]);
    counts[code === 0 ? "passed" : "failed"] += 1;
    counts.output += output;
  }
  return counts;
};

// Each of the long ones starts several processes, so two at a time keep two cores busy. Of three, tests waited past
// their deadlines. The long ones begin first, and the build, which some wait for, before them all: nothing long is left
// alone at the end.
await runChecks(
  [
    { name: "build", what: "packages, stylesheets and demo", check: node("scripts/build.mjs") },
    {
      name: "server",
      what: "the host over its databases; examples",
      database: true,
      browser: true,
      check: vitest(["server"]),
    },
    {
      name: "e2e",
      what: "the demo, its server and a browser",
      browser: true,
      built: true,
      // Its tests wait for most of their time.
      check: vitest(["e2e"], { args: ["--maxWorkers=4"] }),
    },
    { name: "browser", what: "components in Chromium", browser: true, check: vitest(["browser", "browser-alone"]) },
    { name: "stories", what: "every story with axe, in light and in dark", browser: true, check: vitest(["stories"]) },
    { name: "unit", what: "pure parts in Node; import arrows and cycles among them", check: vitest(["unit", "alone"]) },
    {
      name: "processes",
      what: "hosts that are killed; what the built entries carry and export",
      database: true,
      built: true,
      check: vitest(["processes", "built"]),
    },
    { name: "shipped", what: "the packed packages in a project outside", built: true, check: vitest(["shipped"]) },
    { name: "types", what: "tsc, tests and stories too", check: node(bin("tsc"), "-p", "tsconfig.json") },
    { name: "react-18", what: "the kit under React 18.3", browser: true, check: vitest(["react-18"]) },
    { name: "exports", what: "knip: dead exports, files and dependencies", check: node(bin("knip"), "--no-progress") },
    { name: "publint", what: "what npm would publish", built: true, check: published },
    { name: "size", what: "gzip of what a page loads", built: true, check: node("scripts/size.mjs") },
    { name: "lint", what: "oxlint, no warning allowed", check: node(bin("oxlint"), "--deny-warnings") },
    { name: "format", what: "prettier", check: node(bin("prettier"), "--check", ".", "--log-level", "warn") },
  ],
  { atOnce: 2 },
);
