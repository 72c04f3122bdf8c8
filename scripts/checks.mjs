/**
 * What `npm test` and `npm run soak` share: checks are run several at a time, each is counted, and all of it ends with
 * one line `N passed, N failed, N skipped`.
 *
 *     --only unit,lint    some of the checks, by name
 *     --verbose           with the output of the checks that pass, too
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { bin, run, runOrThrow } from "./command.mjs";
import { at, cache } from "./paths.mjs";
import { ensureChromium, ensureModules, ensureNode, providePostgres } from "./setup.mjs";

/**
 * @typedef {{ passed: number, failed: number, skipped: number, output: string }} Counts
 * @typedef {{ name: string, what: string, browser?: boolean, database?: boolean, built?: boolean, check: () =>
 * Promise<Counts> }} Check `browser` needs a Chromium, `database` is tried over a PostgreSQL too, `built` needs what
 * `npm run build` makes.
 */

const argument = (/** @type {string} */ name) => {
  const place = process.argv.indexOf(name);
  return place < 0 ? undefined : (process.argv[place + 1] ?? "");
};
const only = argument("--only")?.split(",");
const verbose = process.argv.includes("--verbose");

/** A check that passes or fails as one: a script or a command line that Node runs. @param {string[]} args */
export const node =
  (...args) =>
  async () => {
    const { code, output } = await run(process.execPath, args, { show: verbose });
    return { passed: code === 0 ? 1 : 0, failed: code === 0 ? 0 : 1, skipped: 0, output };
  };

/**
 * Vitest projects, run by one process and counted by its JSON report; a file that could not be run at all counts as one
 * failure. `args` are further words of Vitest's command line, such as the files.
 * @param {string[]} projects
 * @param {{ args?: string[], env?: NodeJS.ProcessEnv }} [options]
 */
export const vitest =
  (projects, { args = [], env = {} } = {}) =>
  async () => {
    const report = join(cache, `vitest-${projects.join("-")}.json`);
    mkdirSync(cache, { recursive: true });
    rmSync(report, { force: true });
    const { code, output } = await run(
      process.execPath,
      [
        bin("vitest"),
        "run",
        ...args,
        ...projects.flatMap((project) => ["--project", project]),
        "--reporter=default",
        "--reporter=json",
        `--outputFile.json=${report}`,
      ],
      { show: verbose, env },
    );
    if (!existsSync(report)) return { passed: 0, failed: 1, skipped: 0, output };
    /**
     * @type {{ numPassedTests: number, numFailedTests: number, numPendingTests: number, numTodoTests: number,
     * testResults: { status: string, assertionResults: { status: string }[] }[] }}
     */
    const results = JSON.parse(readFileSync(report, "utf8"));
    const broken = results.testResults.filter(
      ({ status, assertionResults }) =>
        status === "failed" && !assertionResults.some((result) => result.status === "failed"),
    );
    const failed = results.numFailedTests + broken.length;
    return {
      passed: results.numPassedTests,
      // An error outside of any test fails the run without failing a test, and a project that lost all its tests is no
      // success.
      failed: failed === 0 && (code !== 0 || results.testResults.length === 0) ? 1 : failed,
      skipped: results.numPendingTests + results.numTodoTests,
      output: results.testResults.length === 0 ? `${output}\nNo test of ${projects.join(", ")} was found.\n` : output,
    };
  };

/** The line that whoever runs this may rely on. @param {Omit<Counts, "output">} counts */
const close = ({ passed, failed, skipped }) => {
  process.exitCode = failed === 0 ? 0 : 1;
  console.log(`\n${passed} passed, ${failed} failed, ${skipped} skipped`);
};

/** Sets the machine up for the checks, as far as they need it. @param {Check[]} chosen */
const prepare = async (chosen) => {
  ensureNode();
  await ensureModules();
  if (chosen.some((check) => check.browser)) await ensureChromium();
  if (chosen.every((check) => !check.built) || chosen.some((check) => check.name === "build")) return;
  // In a process of its own: Vite's build makes its process one for production, where React has no `act` for tests.
  await runOrThrow(process.execPath, [at("scripts/build.mjs")], { show: true });
};

/** Runs the checks, so many at a time, in their order. @param {Check[]} checks @param {number} atOnce */
const runAll = async (checks, atOnce) => {
  const names = checks.map((check) => check.name);
  const unknown = only?.filter((name) => !names.includes(name)) ?? [];
  if (unknown.length > 0) {
    throw new Error(
      `No check is called ${unknown.map((name) => `"${name}"`).join(", ")}. There are: ${names.join(", ")}.`,
    );
  }
  const chosen = checks.filter((check) => !only || only.includes(check.name));
  await prepare(chosen);
  const stopPostgres = chosen.some((check) => check.database) ? await providePostgres() : undefined;

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
  const waiting = new Set(chosen);
  /** @type {Set<Promise<void>>} */
  const running = new Set();
  let isBuilt = chosen.every(({ name }) => name !== "build");
  try {
    while (waiting.size > 0 || running.size > 0) {
      const check = [...waiting].find(({ built }) => isBuilt || !built);
      if (!check || running.size === atOnce) {
        await Promise.race(running);
        continue;
      }
      waiting.delete(check);
      const ended = perform(check).then(() => {
        running.delete(ended);
        isBuilt ||= check.name === "build";
      });
      running.add(ended);
    }
  } finally {
    await stopPostgres?.();
  }
  rows.sort((a, b) => names.indexOf(a.name) - names.indexOf(b.name));

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

/**
 * Runs the checks that the command line asks for, `atOnce` at a time and in their order, but for what needs the build,
 * which waits for it; and ends the script with their count.
 * @param {Check[]} checks
 * @param {{ atOnce?: number }} [options]
 */
export const runChecks = (checks, { atOnce = 1 } = {}) =>
  runAll(checks, atOnce).catch((error) => {
    console.error(error instanceof Error ? error.message : error);
    close({ passed: 0, failed: 1, skipped: 0 });
  });
