/**
 * The built demo over an empty data folder, and a Chromium that looks at it: what every picture of the README is taken
 * of.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { build } from "./build.mjs";
import { chromiumFlags, findChromium } from "./chromium.mjs";
import { at } from "./paths.mjs";

const PORT = process.env["PORT"] || "4699";
const url = `http://127.0.0.1:${PORT}`;

/**
 * Builds, starts both, and ends them after the use.
 * @param {(browser: import("playwright").Browser, url: string) => Promise<void>} work
 */
export async function withPicturedDemo(work) {
  await build();
  const data = mkdtempSync(join(tmpdir(), "callboard-pictures-"));
  const server = spawn(process.execPath, [at("apps/demo/dist/server.js")], {
    env: { ...process.env, PORT, CALLBOARD_DATA: data },
    stdio: "inherit",
  });
  const browser = await chromium.launch({ args: chromiumFlags, executablePath: findChromium() });
  try {
    await ready();
    await work(browser, url);
  } finally {
    await browser.close();
    const ended = new Promise((resolve) => server.once("close", resolve));
    server.kill();
    await ended;
    rmSync(data, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function ready() {
  for (let tries = 0; tries < 300; tries++) {
    // There once the documents are read, which is after all else.
    const answer = await fetch(`${url}/api/tools/search_documents`).catch(() => undefined);
    if (answer?.status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  throw new Error("The demo did not start; what it printed is above.");
}
