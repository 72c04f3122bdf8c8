/**
 * `npm run mcp-exam`: the official conformance suite of MCP, in both revisions, against what a host of ours serves and
 * against its client, and what passed. `-- --only server` or `-- --only client` takes one half, `-- --broken` is a
 * check of the exam: a client that says nothing passes none. `-- --serve <port>` serves the exam's host alone. The
 * suite needs a newer Node than we do, so both are installed in a folder of the cache, beside the repository's own
 * packages.
 */
import { execFile, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { build } from "vite";
import { at } from "./paths.mjs";

const SUITE = { "@modelcontextprotocol/conformance": "0.2.0-alpha.12", node: "22.23.3" };
/** The revisions, and how many of the scored scenarios pass on either side: numbers that may only grow. */
const REVISIONS = { "2026-07-28": { server: 37, client: 32 }, "2025-11-25": { server: 30, client: 18 } };

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

/**
 * @param {"examHostProcess" | "examClientProcess"} name
 * @param {number} port
 */
async function startHost(name, port) {
  const outDir = join(cache, name);
  await build({
    configFile: false,
    logLevel: "error",
    ssr: { resolve: { conditions: ["@callboard/source"] }, noExternal: [/^@callboard\//] },
    build: {
      ssr: at(`packages/mcp/src/testing/fixtures/${name}.ts`),
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
 * What each scenario came to: it passes where no check failed or warned, and at least one passed.
 * @param {string} folder
 * @param {"server" | "client"} side
 */
async function resultsIn(folder, side) {
  const results = [];
  for (const name of await readdir(folder, { recursive: true })) {
    if (!name.endsWith("checks.json")) continue;
    /** @type {{ id: string, status: string, errorMessage?: string }[]} */
    const checks = JSON.parse(await readFile(join(folder, name), "utf8"));
    const statuses = checks.map(({ status }) => status);
    const failed = checks.filter(({ status }) => status === "FAILURE" || (side === "client" && status === "WARNING"));
    results.push({
      scenario: name.replace(/\/checks\.json$/, "").replace(/^(?:server-)?(.*?)-\d{4}-\d{2}-\d{2}T.*$/, "$1"),
      passed: failed.length === 0 && statuses.includes("SUCCESS"),
      why: failed.map(({ id, errorMessage }) => `${id}: ${errorMessage ?? ""}`),
    });
  }
  return results;
}

/**
 * The scenarios of one side that are scored, by the suite's own list.
 * @param {(args: string[]) => Promise<{ stdout: string }>} suite
 * @param {string} revision
 * @param {"server" | "client"} side
 */
async function scoredOf(suite, revision, side) {
  const { stdout } = await suite(["list", "--requirements", revision]);
  const [servers = "", rest = ""] = stdout.split("Client scenarios");
  const [clients = ""] = rest.split("Run and reported");
  return new Set((side === "server" ? servers : clients).match(/(?<=^ {2}- )\S+/gm));
}

const { values } = parseArgs({
  options: { serve: { type: "string" }, only: { type: "string" }, broken: { type: "boolean", default: false } },
});
if (values.serve !== undefined) {
  const { host, url } = await startHost("examHostProcess", Number(values.serve));
  console.log(`The exam's host is at ${url}. Nobody needs a credential there.`);
  await new Promise((resolve) => host.once("exit", resolve));
} else {
  let isShort = false;
  const total = { passed: 0, failed: 0 };
  const folder = await installSuite();
  const program = join(folder, "node_modules/@modelcontextprotocol/conformance/dist/index.js");
  /** @param {string[]} args */
  const suite = (args, env = {}) =>
    run(join(folder, "node_modules/.bin/node"), [program, ...args], {
      maxBuffer: 64_000_000,
      env: { ...process.env, ...env },
    });
  for (const side of /** @type {const} */ (["server", "client"])) {
    if (values.only !== undefined && values.only !== side) continue;
    const { host, url } = await startHost(side === "server" ? "examHostProcess" : "examClientProcess", 0);
    try {
      for (const [revision, least] of Object.entries(REVISIONS)) {
        const output = join(cache, `${side}-${revision}`);
        await rm(output, { recursive: true, force: true });
        const scored = await scoredOf(suite, revision, side);
        if (side === "server") {
          const said = await suite(["server", "--url", url, "--requirements", revision, "-o", output]).catch(
            (error) => error,
          );
          if ((await resultsIn(output, side)).length === 0) console.log(String(said.stdout).slice(-2000));
        } else {
          const command = `${process.execPath} ${values.broken ? "-e 0" : at("scripts/mcpExamClient.mjs")}`;
          const fixed = ["--spec-version", revision, "--timeout", "120000", "-o", output];
          const rest = [...scored];
          // The suite would begin all at once, which a busy machine does not bear.
          const turn = async () => {
            for (let scenario = rest.shift(); scenario !== undefined; scenario = rest.shift()) {
              const args = ["client", "--command", command, "--scenario", scenario, ...fixed];
              await suite(args, { EXAM_HOST: url }).catch(() => undefined);
            }
          };
          await Promise.all([turn(), turn(), turn()]);
        }
        const results = (await resultsIn(output, side)).filter(({ scenario }) => scored.has(scenario));
        for (const { scenario, passed, why } of values.broken ? [] : results) {
          if (!passed) console.log(`  ${revision} ${scenario}: ${why.join("; ").slice(0, 300) || "nothing passed"}`);
        }
        const passed = results.filter((result) => result.passed).length;
        console.log(`${revision}, ${side}: ${passed} passed, ${scored.size - passed} failed`);
        isShort ||= values.broken ? passed > 0 : passed < least[side];
        total.passed += passed;
        total.failed += scored.size - passed;
      }
    } finally {
      host.kill();
    }
  }
  console.log(`${total.passed} passed, ${total.failed} failed`);
  process.exitCode = isShort ? 1 : 0;
}
