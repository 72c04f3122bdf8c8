/**
 * `npm run screenshots`: builds, starts the demo over an empty data folder, does what a person does in it, and takes the
 * README's pictures (docs/images).
 */
import { spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright";
import { build } from "./build.mjs";
import { chromiumFlags, findChromium } from "./chromium.mjs";
import { at } from "./paths.mjs";

const PORT = "4699";
const url = `http://127.0.0.1:${PORT}`;

/** What is done before each picture. @type {Record<string, (page: import("playwright").Page) => Promise<void>>} */
const pictures = {
  "tool-page": async (page) => {
    await page.goto(url);
    await page.getByRole("link", { name: /ROI Calculator/ }).click();
    await page.getByRole("button", { name: "Try with sample data" }).click();
    await page.getByRole("button", { name: "Calculate" }).click();
    await page.getByRole("table", { name: "Year-by-Year" }).waitFor();
    await page.evaluate(() => window.scrollTo(0, 0));
  },
  chat: async (page) => {
    await page.goto(`${url}/chat`);
    await page.getByRole("button", { name: /Then publish a note/ }).click();
    await page.getByRole("button", { name: "Publish Note", exact: true }).waitFor();
    // What the sub-agent did is folded, so that the question is in the picture too.
    const analyst = page.getByRole("button", { name: /^Document analyst/, expanded: true });
    if (await analyst.isVisible()) await analyst.click();
  },
};

await build();
const data = mkdtempSync(join(tmpdir(), "callboard-screenshots-"));
const server = spawn(process.execPath, [at("apps/demo/dist/server.js")], {
  env: { ...process.env, PORT, CALLBOARD_DATA: data },
  stdio: "inherit",
});
const browser = await chromium.launch({ args: chromiumFlags, executablePath: findChromium() });
try {
  await ready();
  mkdirSync(at("docs/images"), { recursive: true });
  for (const [name, prepare] of Object.entries(pictures)) {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 940 },
      deviceScaleFactor: 1.5,
      locale: "en-US",
    });
    await prepare(page);
    await page.mouse.move(0, 0);
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      // What moves has come to rest, and the list of chats was asked for again.
      await page.waitForTimeout(4000);
      await page.screenshot({ path: at("docs/images", `${name}-${colorScheme}.png`) });
    }
    await page.close();
  }
} finally {
  await browser.close();
  server.kill();
  rmSync(data, { recursive: true, force: true, maxRetries: 5 });
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
