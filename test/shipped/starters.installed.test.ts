/** What `callboard init` makes: installed by npm, checked, built, and used in a browser. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright";
import { afterAll, beforeAll, expect, test } from "vitest";
import { at } from "../../scripts/paths.mjs";
import { openChromium } from "../e2e/chromium.ts";
import { pack } from "./consumer.ts";
import { run } from "./run.ts";

const folder = mkdtempSync(join(tmpdir(), "callboard-starters-"));
let browser: Browser;

beforeAll(async () => {
  [browser] = await Promise.all([openChromium(), pack(folder)]);
}, 300_000);
afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}, 300_000);

/** Starts a program of a project, waits until it names its address, and ends it after the use. */
async function whileRunning(script: string, args: string[], cwd: string, work: (address: string) => Promise<void>) {
  const { NODE_ENV: _mode, NODE_OPTIONS: _options, VITEST: _vitest, ...env } = process.env;
  const path = join(cwd, "node_modules", script);
  const child = spawn(process.execPath, [path, ...args], {
    cwd,
    env: { ...env, NO_COLOR: "1", CALLBOARD_ANONYMOUS: "1", NEXT_TELEMETRY_DISABLED: "1" },
  });
  const ended = new Promise<void>((done) => child.once("close", () => done()));
  try {
    const address = await new Promise<string>((done, fail) => {
      let said = "";
      const read = (chunk: Buffer) => {
        said += chunk.toString();
        const [found] = /http:\/\/localhost:\d+/.exec(said) ?? [];
        if (found) done(found);
      };
      child.stdout.on("data", read);
      child.stderr.on("data", read);
      void ended.then(() => fail(new Error(`${script} ended:\n${said}`)));
    });
    await work(address);
  } finally {
    child.kill();
    await ended;
  }
}

/** Splits a bill on the page of the sample tool, which complains of nothing. */
async function splitBill(address: string): Promise<void> {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && problems.push(message.text())));
  page.on("pageerror", (error) => void problems.push(error.message));
  page.setDefaultTimeout(240_000);
  await page.goto(address);
  await page.getByLabel("Bill").fill("60");
  await page.getByRole("button", { name: "Run", exact: true }).click();
  // 60 and a tip of a tenth, between two.
  await page.getByText("33", { exact: true }).waitFor();
  await page.close();
  expect(problems).toEqual([]);
}

const vite = "vite/bin/vite.js";
const next = "next/dist/bin/next";
const callboard = "@callboard/cli/dist/callboard.js";

test.each([
  { template: "vite", develop: [vite, "--port", "0"], build: true, start: [vite, "preview", "--port", "0"], path: "" },
  {
    template: "next",
    develop: [next, "dev", "--port", "0"],
    build: true,
    start: [next, "start", "--port", "0"],
    path: "",
  },
  {
    template: "tools",
    develop: [callboard, "serve", "tools", "--port", "0"],
    build: false,
    start: undefined,
    path: "/tools/tip-splitter",
  },
])("callboard init --template $template makes what runs", async ({ template, develop, build, start, path }) => {
  const project = join(folder, template);
  const said = await run(
    process.execPath,
    [at("packages/cli/dist/callboard.js"), "init", template, "--template", template, "--packages", folder],
    folder,
  );
  expect(said).toContain(`cd ${template}`);
  await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund"], project);
  await run("npm", ["run", "check"], project);
  const [script, ...args] = develop;
  await whileRunning(script!, args, project, (address) => splitBill(address + path));
  if (build) await run("npm", ["run", "build"], project);
  if (start) await whileRunning(start[0]!, start.slice(1), project, (address) => splitBill(address + path));
});
