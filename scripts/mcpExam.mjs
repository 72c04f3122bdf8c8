/**
 * `npm run mcp-exam`: the official conformance suite of MCP against a host of ours, in both revisions, and what passed.
 * `-- --serve <port>` serves the exam's host alone. The suite needs a newer Node than we do, so both are installed in a
 * folder of the cache, beside the repository's own packages.
 */
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { build } from "vite";
import { at } from "./paths.mjs";

const SUITE = { "@modelcontextprotocol/conformance": "0.2.0-alpha.12", node: "22.23.3" };
/**
 * The revisions, and how many of the server's scored scenarios pass: numbers that may only grow. Missing is what a tool
 * of a catalog cannot do: have the client's model answer (sampling), read its roots, and write its log.
 */
const REVISIONS = { "2026-07-28": 37, "2025-11-25": 30 };

const run = promisify(execFile);
const cache = at("node_modules/.cache/callboard/mcp-exam");

async function installSuite() {
  const folder = join(cache, "suite");
  const wanted = JSON.stringify({ private: true, dependencies: SUITE });
  const file = join(folder, "package.json");
  if (existsSync(file) && (await readFile(file, "utf8")) === wanted) return folder;
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, ".package.json"), wanted);
  await writeFile(file, JSON.stringify({ private: true }));
  const packages = Object.entries(SUITE).map(([name, version]) => `${name}@${version}`);
  await run("npm", ["install", "--no-audit", "--no-fund", "--no-save", ...packages], { cwd: folder });
  await writeFile(file, wanted);
  return folder;
}

/** @param {number} port */
async function startHost(port) {
  const outDir = join(cache, "host");
  await build({
    configFile: false,
    logLevel: "error",
    ssr: { resolve: { conditions: ["@callboard/source"] }, noExternal: [/^@callboard\//] },
    build: {
      ssr: at("packages/mcp/src/testing/fixtures/examHostProcess.ts"),
      outDir,
      emptyOutDir: true,
      target: "node20",
      rollupOptions: { output: { entryFileNames: "host.mjs" } },
    },
  });
  const host = spawn(process.execPath, [join(outDir, "host.mjs")], {
    env: { ...process.env, PORT: String(port) },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const url = await new Promise((resolve, reject) => {
    host.once("exit", (code) => reject(new Error(`The exam's host ended with ${code} before it was ready.`)));
    host.stdout.once("data", (data) => resolve(data.toString().trim()));
  });
  return { host, url };
}

/**
 * What each scenario came to: it passes where no check failed and at least one passed.
 * @param {string} folder
 */
async function resultsIn(folder) {
  const results = [];
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith("checks.json")) continue;
    /** @type {{ id: string, status: string, errorMessage?: string }[]} */
    const checks = JSON.parse(await readFile(join(folder, name), "utf8"));
    const statuses = checks.map(({ status }) => status);
    const failed = checks.filter(({ status }) => status === "FAILURE");
    results.push({
      scenario: name.replace(/\/.*/, "").replace(/^server-(.*)-\d{4}-.*$/, "$1"),
      passed: failed.length === 0 && statuses.includes("SUCCESS"),
      why: failed.map(({ id, errorMessage }) => `${id}: ${errorMessage ?? ""}`),
    });
  }
  return results;
}

const { values } = parseArgs({ options: { serve: { type: "string" } } });
const { host, url } = await startHost(Number(values.serve ?? 0));
if (values.serve !== undefined) {
  console.log(`The exam's host is at ${url}. Nobody needs a credential there.`);
  await new Promise((resolve) => host.once("exit", resolve));
} else {
  let isShort = false;
  const total = { passed: 0, failed: 0 };
  try {
    const suite = await installSuite();
    for (const [revision, least] of Object.entries(REVISIONS)) {
      const output = join(cache, revision);
      await rm(output, { recursive: true, force: true });
      const program = join(suite, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
      const options = ["server", "--url", url, "--requirements", revision, "-o", output];
      const said = await run(join(suite, "node_modules/.bin/node"), [program, ...options], {
        maxBuffer: 64_000_000,
      }).catch((error) => error);
      const scored = new Set(
        (await run(join(suite, "node_modules/.bin/node"), [program, "list", "--requirements", revision])).stdout
          .replace(/Client scenarios[^]*/, "")
          .match(/(?<=^ {2}- )\S+/gm),
      );
      const results = (await resultsIn(output)).filter(({ scenario }) => scored.has(scenario));
      if (results.length === 0) console.log(String(said.stdout).slice(-2000));
      for (const { scenario, passed, why } of results) {
        if (!passed) console.log(`  ${revision} ${scenario}: ${why.join("; ").slice(0, 300) || "nothing passed"}`);
      }
      const passed = results.filter((result) => result.passed).length;
      console.log(`${revision}, server: ${passed} passed, ${scored.size - passed} failed`);
      isShort ||= passed < least;
      total.passed += passed;
      total.failed += scored.size - passed;
    }
  } finally {
    host.kill();
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = isShort ? 1 : 0;
}
