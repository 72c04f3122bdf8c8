/**
 * `npm test`: sets the machine up, runs every check in turn, and ends with one line `N passed, N failed, N skipped`.
 *
 *     npm test                        every check
 *     npm test -- --only unit,lint    some of them, by name
 *     npm test -- --data              with the tests over ../shared/data (what .ci/run asks for)
 *     npm test -- --verbose           with the output of the checks that pass, too
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bin, run } from "./command.mjs";
import { cache, packageNames } from "./paths.mjs";
import { ensureChromium, ensureModules, ensureNode } from "./setup.mjs";

/**
 * @typedef {{ passed: number, failed: number, skipped: number, output: string }} Counts
 * @typedef {{ name: string, what: string, data?: boolean, browser?: boolean, check: () => Promise<Counts> }} Check
 */

const argument = (/** @type {string} */ name) => {
  const place = process.argv.indexOf(name);
  return place < 0 ? undefined : (process.argv[place + 1] ?? "");
};
const only = argument("--only")?.split(",");
const withData = process.argv.includes("--data");
const verbose = process.argv.includes("--verbose");

/** A check that passes or fails as one. @param {string} command @param {string[]} args */
const whole = (command, args) => async () => {
  const { code, output } = await run(command, args, { show: verbose });
  return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output };
};

const node = (/** @type {string[]} */ ...args) => whole(process.execPath, args);

/** A Vitest project, counted by its JSON report; a file that could not be run at all counts as one failure. @param {string} project */
const vitest = (project) => async () => {
  const report = join(cache, `vitest-${project.replace("*", "all")}.json`);
  mkdirSync(cache, { recursive: true });
  rmSync(report, { force: true });
  const { code, output } = await run(
    process.execPath,
    [
      bin("vitest"),
      "run",
      "--project",
      project,
      "--reporter=default",
      "--reporter=json",
      `--outputFile.json=${report}`,
    ],
    { show: verbose },
  );
  if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, output };
  /** @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number, testResults: { status: string, assertionResults: { status: string }[] }[] }} */
  const said = JSON.parse(readFileSync(report, "utf8"));
  const broken = said.testResults.filter(
    ({ status, assertionResults }) => status === "failed" && !assertionResults.some((one) => one.status === "failed"),
  );
  const failed = said.numFailedTests + broken.length;
  return {
    passed: said.numPassedTests,
    // An error outside of any test fails the run without failing a test, and a project that lost all its tests is no success.
    failed: failed === 0 && (code !== 0 || said.testResults.length === 0) ? 1 : failed,
    skipped: said.numPendingTests + said.numTodoTests,
    output: said.testResults.length === 0 ? `${output}\nNo test of the project "${project}" was found.\n` : output,
  };
};

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

/**
 * Stage after stage; what stands in one stage runs side by side: each of these keeps to one core. The others use both.
 * @type {Check[][]}
 */
const stages = [
  [
    { name: "format", what: "prettier", check: node(bin("prettier"), "--check", ".", "--log-level", "warn") },
    { name: "lint", what: "oxlint, no warning allowed", check: node(bin("oxlint"), "--deny-warnings") },
    { name: "types", what: "tsc, tests and stories too", check: node(bin("tsc"), "-p", "tsconfig.json") },
    { name: "exports", what: "knip: dead exports, files and dependencies", check: node(bin("knip"), "--no-progress") },
    { name: "build", what: "packages, stylesheets and demo", check: node("scripts/build.mjs") },
  ],
  [{ name: "unit", what: "in Node; import arrows and cycles among them", check: vitest("unit") }],
  [{ name: "browser", what: "components in Chromium", browser: true, check: vitest("browser") }],
  [
    { name: "built", what: "what the built entries carry", check: vitest("built") },
    { name: "ssr", what: "rendering on a server", check: vitest("ssr") },
    { name: "recipes", what: "the snippets of the README", check: vitest("recipes") },
    { name: "publint", what: "what npm would publish", check: published },
    { name: "size", what: "gzip of what a page loads", check: node("scripts/size.mjs") },
    { name: "react-18", what: "the kit under React 18.3", browser: true, check: vitest("react-18") },
  ],
  [{ name: "stories", what: "every story with axe, in light and in dark", browser: true, check: vitest("stories-*") }],
  [{ name: "data", what: "../shared/data, in Node", data: true, check: vitest("data") }],
  [
    {
      name: "data-browser",
      what: "../shared/data, in Chromium",
      data: true,
      browser: true,
      check: vitest("data-browser"),
    },
  ],
  [{ name: "e2e", what: "the demo, its server and a browser", browser: true, check: vitest("e2e") }],
];

const checks = stages.flat();
const isChosen = (/** @type {Check} */ check) => (only ? only.includes(check.name) : withData || !check.data);
const unknown = only?.filter((name) => !checks.some((check) => check.name === name)) ?? [];

/** The one line that whoever runs this may rely on. @param {Omit<Counts, "output">} counts */
const close = ({ passed, failed, skipped }) => {
  process.exitCode = failed === 0 ? 0 : 1;
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
};

const main = async () => {
  if (unknown.length > 0) {
    const names = checks.map((check) => check.name).join(", ");
    throw new Error(`No check is called ${unknown.map((name) => `"${name}"`).join(", ")}. There are: ${names}.`);
  }
  ensureNode();
  await ensureModules();
  if (checks.some((check) => check.browser && isChosen(check))) await ensureChromium();

  /** @type {{ name: string, seconds: string, counts: Counts }[]} */
  const rows = [];
  const perform = async (/** @type {Check} */ { name, what, check }) => {
    console.log(`— ${name}: ${what}`);
    const began = Date.now();
    const counts = await check();
    const seconds = ((Date.now() - began) / 1000).toFixed(1);
    if (counts.failed > 0 && !verbose)
      process.stdout.write(counts.output.endsWith("\n") ? counts.output : `${counts.output}\n`);
    console.log(`  ${name} ${counts.failed > 0 ? "FAILED after" : "is fine,"} ${seconds} s`);
    rows.push({ name, seconds, counts });
  };
  for (const stage of stages) await Promise.all(stage.filter(isChosen).map(perform));
  const place = (/** @type {string} */ given) => checks.findIndex(({ name }) => name === given);
  rows.sort((one, other) => place(one.name) - place(other.name));

  console.log(
    `\n${"check".padEnd(16)}${"ok".padStart(7)}${"bad".padStart(7)}${"left out".padStart(10)}${"seconds".padStart(9)}`,
  );
  const sum = { passed: 0, failed: 0, skipped: 0 };
  for (const { name, seconds, counts } of rows) {
    const numbers = [
      String(counts.passed).padStart(7),
      String(counts.failed).padStart(7),
      String(counts.skipped).padStart(10),
    ];
    console.log(`${name.padEnd(16)}${numbers.join("")}${seconds.padStart(9)}`);
    for (const key of /** @type {const} */ (["passed", "failed", "skipped"])) sum[key] += counts[key];
  }
  close(sum);
};

await main().catch((error) => {
  console.error(error instanceof Error ? error.message : error);
  close({ passed: 0, failed: 1, skipped: 0 });
});
