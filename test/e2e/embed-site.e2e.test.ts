import { afterAll, beforeAll, expect, test } from "vitest";
import { openChromium } from "./chromium.ts";
import { noteLayoutShifts } from "../setup/layoutShifts.ts";
import { startHost, type Host } from "./host.ts";

let host: Host;
let browser: Awaited<ReturnType<typeof openChromium>>;
beforeAll(async () => {
  host = await startHost();
  browser = await openChromium();
});
afterAll(async () => {
  await browser?.close();
  await host?.dispose();
});

test("a page of another origin shows three tools, runs one, and the operator sees the run", async () => {
  const page = await browser.newPage();
  const problems: string[] = [];
  page.on("console", (message) => void (message.type() === "error" && problems.push(message.text())));
  page.on("pageerror", (error) => void problems.push(error.message));
  await page.goto(`${host.url}/embed`);
  const { origin } = new URL(page.url());
  expect(origin).not.toBe(host.url);
  await page
    .locator("#events")
    .getByText(/callboard:ready\s+quick-score/)
    .waitFor();
  const converter = page.locator('callboard-tool[tool="unit-converter"]').locator("iframe").contentFrame();
  await converter.getByRole("button", { name: "Try with sample data" }).click();
  await converter.getByRole("button", { name: "Convert" }).click();
  await page
    .locator("#events")
    .getByText(/callboard:completed\s+unit-converter/)
    .waitFor();
  await page.locator("#theme").selectOption("dark");
  await expect.poll(() => converter.locator("html").getAttribute("data-theme")).toBe("dark");
  expect(problems).toEqual([]);
  await page.goto(`${host.url}/publish`);
  // A data folder may hold the keys of an earlier port too.
  const entry = page.getByRole("article", { name: /^unit-converter/ }).filter({ hasText: origin });
  await entry.getByText("Runs", { exact: true }).waitFor();
  expect(await entry.locator("dd").first().textContent()).toBe("1");
});

test.each([
  ["wide", 1280],
  ["on a phone", 390],
])("moves nothing of that page while its tools come, %s", async (_where, width) => {
  const page = await browser.newPage({ viewport: { width, height: 2000 } });
  await page.addInitScript(noteLayoutShifts);
  await page.goto(`${host.url}/embed`);
  const frames = page.locator("callboard-tool iframe");
  await expect.poll(() => frames.count()).toBe(3);
  for (let index = 0; index < 3; index++) await frames.nth(index).contentFrame().locator("form").waitFor();
  await page.waitForTimeout(1_000);
  expect(await page.evaluate(() => window.layoutShifts)).toEqual([]);
  await page.close();
});
