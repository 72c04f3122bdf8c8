/**
 * What three giant outputs cost a page: 50 MB of text, arrays 100,000 deep, and 100,000 rows. For each it opens the
 * output, sorts, finds and scrolls where there is something to, and prints the longest task of the page's own thread
 * (limit 200 ms), the elements in the document (limit 5,000) and the heap of page and worker as a multiple of the
 * output. `npm run build` first; then `node bench/outputs/giants.mjs`.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { chromium } from "playwright";
import { build, preview } from "vite";
import { chromiumFlags, findChromium } from "../../scripts/chromium.mjs";
import { at } from "../../scripts/paths.mjs";

const limits = { task: 200, elements: 5_000 };
const outDir = mkdtempSync(join(tmpdir(), "giants-"));
const config = {
  configFile: /** @type {const} */ (false),
  root: at("bench/outputs"),
  logLevel: /** @type {const} */ ("error"),
};
await build({ ...config, plugins: [react()], build: { outDir, emptyOutDir: true } });
const server = await preview({ ...config, build: { outDir }, preview: { port: 0 } });
const address = server.resolvedUrls?.local[0] ?? "";
const browser = await chromium.launch({
  args: chromiumFlags,
  executablePath: findChromium(),
});

/**
 * What the page puts on its window. @typedef {Window & { show(name: string): number, takeLongest(): number }}
 * GiantsWindow
 */
/** What a worker answers, of what is asked here. @typedef {{ usedSize: number }} Answer */

/** The used heap of a page and of its workers, after a collection. @param {import("playwright").Page} page */
async function heapsOf(page) {
  const session = await page.context().newCDPSession(page);
  /** @type {string[]} */
  const workers = [];
  /** @type {Map<number, (answer: Answer) => void>} */
  const waiting = new Map();
  let count = 0;
  session.on("Target.attachedToTarget", ({ sessionId, targetInfo }) => {
    if (targetInfo.type === "worker") workers.push(sessionId);
  });
  session.on("Target.receivedMessageFromTarget", ({ message }) => {
    /** @type {{ id: number, result: Answer }} */
    const answer = JSON.parse(message);
    waiting.get(answer.id)?.(answer.result);
  });
  await session.send("Target.setAutoAttach", { autoAttach: true, waitForDebuggerOnStart: false, flatten: false });
  /** @param {string} sessionId @param {string} method @returns {Promise<Answer>} */
  const ask = (sessionId, method) =>
    new Promise((resolve) => {
      const id = ++count;
      waiting.set(id, resolve);
      void session.send("Target.sendMessageToTarget", { sessionId, message: JSON.stringify({ id, method }) });
    });
  return {
    async ofPage() {
      await session.send("HeapProfiler.collectGarbage");
      return (await session.send("Runtime.getHeapUsage")).usedSize;
    },
    async ofWorkers() {
      let sum = 0;
      for (const sessionId of workers) {
        await ask(sessionId, "HeapProfiler.collectGarbage");
        sum += (await ask(sessionId, "Runtime.getHeapUsage")).usedSize;
      }
      return sum;
    },
  };
}

let fails = 0;
for (const name of ["text", "deep", "rows"]) {
  const page = await browser.newPage();
  const heaps = await heapsOf(page);
  await page.goto(address);
  const bytes = await page.evaluate(
    (one) => /** @type {GiantsWindow} */ (/** @type {unknown} */ (window)).show(one),
    name,
  );
  await page.waitForTimeout(500);
  await page.evaluate(() => /** @type {GiantsWindow} */ (/** @type {unknown} */ (window)).takeLongest());
  const began = Date.now();
  const load = page.getByRole("button", { name: /^Fetch all/ });
  if (await load.isVisible()) await load.click();
  await page.getByText(/This output is .* large(?:\.|, and)/).waitFor({ timeout: 60_000 });
  const opened = Date.now() - began;
  if (name === "rows") {
    await page.getByRole("button", { name: "Amount" }).click();
    await page.getByRole("searchbox").first().fill("row 42");
    await page.getByText(/of 100,000/).waitFor();
    await page.locator(".cb-table-scroll").evaluate((scroller) => scroller.scrollTo(0, scroller.scrollHeight));
  } else if (name === "text") {
    await page.getByRole("button", { name: /^Show all/ }).click();
    await page.getByRole("searchbox").first().fill("Jack");
    await page.getByText(/first 100 of/).waitFor();
  } else {
    await page.getByRole("tree").focus();
    for (const key of ["ArrowDown", "ArrowRight", "End", "Home"]) await page.keyboard.press(key);
  }
  await page.waitForTimeout(1_000);
  const task = Math.round(
    await page.evaluate(() => /** @type {GiantsWindow} */ (/** @type {unknown} */ (window)).takeLongest()),
  );
  const elements = await page.evaluate(() => document.querySelectorAll("*").length);
  const heap = await heaps.ofPage();
  const inWorker = await heaps.ofWorkers();
  const isWithin = task <= limits.task && elements <= limits.elements;
  if (!isWithin) fails++;
  const times = (/** @type {number} */ one) => `${(one / bytes).toFixed(1)}×`;
  console.log(
    `${name.padEnd(5)} ${(bytes / 1e6).toFixed(1)} MB  open ${opened} ms  longest task ${task} ms  ${elements} elements  heap ${times(heap)} page, ${times(inWorker)} worker  ${isWithin ? "ok" : "TOO MUCH"}`,
  );
  await page.close();
}
await browser.close();
await server.close();
rmSync(outDir, { recursive: true, force: true });
process.exitCode = fails > 0 ? 1 : 0;
