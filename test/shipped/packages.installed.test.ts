/**
 * The packages installed by npm, from wherever npm is told to look: in Node 22, in Next.js, and read by
 * @arethetypeswrong/core.
 */
import { spawn } from "node:child_process";
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { at } from "../../scripts/paths.mjs";
import { openChromium } from "../e2e/chromium.ts";
import { uiOrBundler } from "../boundaries/uiOrBundler.ts";
import { createProject, install } from "./consumer.ts";
import { run } from "./run.ts";
import { describeStranger, importAll } from "./stranger.ts";

const also = { node: "22.23.3", next: "16.4.6", "@arethetypeswrong/core": "0.18.5" };

const stranger = describeStranger("a project installed by npm", (folder, tarballs) => install(folder, tarballs, also));

test("a project with the host alone has no UI and no bundler", async () => {
  const project = createProject();
  try {
    const own = stranger.tarballs.filter(({ folder }) => folder === "core" || folder === "server");
    const dependencies = Object.fromEntries(own.map(({ manifest, path }) => [manifest.name, `file:${path}`]));
    writeFileSync(join(project.folder, "package.json"), JSON.stringify({ name: "host", private: true, dependencies }));
    await run("npm", ["install", "--prefer-offline", "--no-audit", "--no-fund"], project.folder);
    const said = await run("npm", ["ls", "--all", "--parseable"], project.folder);
    const names = said.split("\n").map((path) => path.split("node_modules/").at(-1) ?? "");
    expect(names).toEqual(expect.arrayContaining(["@callboard/server", "hono", "pg"]));
    expect(names.filter((name) => uiOrBundler.test(name))).toEqual([]);
  } finally {
    project.remove();
  }
});

test("imports every entry in Node 22", async () => {
  const node = join(stranger.folder, "node_modules/.bin/node");
  expect(await run(node, ["--version"], stranger.folder)).toMatch(/^v22/);
  await importAll(node, stranger.folder, stranger.tarballs);
});

/** What is meant: the packages are ESM alone, and stylesheets are no modules. */
const meant = ["CJSResolvesToESM"];

test("has types that say what is there, for every way to resolve them", async () => {
  const { folder, tarballs } = stranger;
  const script = `
    import { checkPackage, createPackageFromTarballData } from "@arethetypeswrong/core";
    import { readFileSync } from "node:fs";
    for (const path of ${JSON.stringify(tarballs.map(({ path }) => path))}) {
      const { problems } = await checkPackage(createPackageFromTarballData(readFileSync(path)));
      for (const { kind, entrypoint, resolutionKind } of problems) console.log(path, kind, entrypoint, resolutionKind);
    }`;
  writeFileSync(join(folder, "attw.mjs"), script);
  const problems = (await run(process.execPath, ["attw.mjs"], folder)).trim().split("\n");
  const others = problems.filter((line) => line !== "" && !meant.some((kind) => line.includes(` ${kind} `)));
  // Resolution without \`exports\` was left behind by every bundler and by Node alike.
  expect(others.filter((line) => !line.endsWith(" node10") && !line.includes(".css "))).toEqual([]);
});

test("draws on the server and works in the page of a Next.js app", async () => {
  const site = join(stranger.folder, "site");
  cpSync(at("test/shipped/next"), site, { recursive: true });
  writeFileSync(join(site, "package.json"), JSON.stringify({ name: "site", private: true, type: "module" }));
  const next = join(stranger.folder, "node_modules/next/dist/bin/next");
  process.env["NEXT_TELEMETRY_DISABLED"] = "1";
  await run(process.execPath, [next, "build"], site);
  const { NODE_ENV: _mode, ...env } = process.env;
  const serving = spawn(process.execPath, [next, "start", "--port", "0"], { cwd: site, env });
  const browser = await openChromium();
  try {
    const address = await new Promise<string>((done, fail) => {
      let said = "";
      serving.stdout.on("data", (chunk: Buffer) => {
        said += chunk.toString();
        const found = /http:\/\/localhost:\d+/.exec(said);
        if (found && said.includes("Ready")) done(found[0]);
      });
      serving.once("close", () => fail(new Error(`next start ended:\n${said}`)));
    });
    const html = await (await fetch(address)).text();
    for (const word of ["E-mail", "Sign up", "42"]) expect(html).toContain(word);
    const page = await browser.newPage();
    const problems: string[] = [];
    page.on("console", (message) => void (message.type() === "error" && problems.push(message.text())));
    page.on("pageerror", (error) => void problems.push(error.message));
    await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
    await page.goto(address);
    await page.getByRole("textbox", { name: "E-mail" }).fill("ada@example.org");
    await page.getByRole("button", { name: "Sign up" }).click();
    await page.getByText("Saved: ada@example.org").waitFor();
    expect(problems).toEqual([]);
  } finally {
    await browser.close();
    serving.kill();
  }
});
