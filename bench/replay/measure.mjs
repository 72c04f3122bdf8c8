/**
 * What a long session costs a page that plays it: for each log the time from the choice of its file to its first rows
 * and to the whole of it, a frame of scrubbing (of 60 jumps the longest frame of each, with layout and paint: their
 * median and their longest; the same of 12 jumps that come each after a pause), what is seen while the slider is
 * dragged, the elements in the document and the heap. Limits: 1 s to the first rows, 16 ms a frame, 5,000 elements, 300
 * MB. `npm run build` first; then `node bench/replay/measure.mjs [deep:10000 flat:100000 …]`.
 */
import { mkdtempSync, rmSync, writeFileSync, appendFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { chromium } from "playwright";
import { build, preview } from "vite";
import { chromiumFlags, findChromium } from "../../scripts/chromium.mjs";
import { at } from "../../scripts/paths.mjs";
import { longLog } from "./longLog.mjs";

const cases =
  process.argv.length > 2 ? process.argv.slice(2) : ["deep:10000", "deep:100000", "flat:100000", "turns:100000"];
const limits = { rows: 1_000, frame: 16, elements: 5_000, heap: 300 };
const outDir = mkdtempSync(join(tmpdir(), "replay-"));
const config = {
  configFile: /** @type {const} */ (false),
  root: at("bench/replay"),
  logLevel: /** @type {const} */ ("error"),
};
await build({ ...config, plugins: [react()], build: { outDir, emptyOutDir: true, target: "esnext" } });
const server = await preview({ ...config, build: { outDir }, preview: { port: 0 } });
const address = server.resolvedUrls?.local[0] ?? "";
const browser = await chromium.launch({
  args: [...chromiumFlags, "--enable-precise-memory-info"],
  executablePath: findChromium(),
});

/**
 * Where the page keeps when its file was chosen, and when its first rows stood. `jump` goes to a place from 0 to 1.
 * @typedef {Window & { began?: number, rows?: number, jump: (to: number) => void }} TimedWindow
 */

/** Runs in each page before its own scripts. */
function prepare() {
  const seen = /** @type {TimedWindow} */ (window);
  document.addEventListener("change", () => (seen.began ??= performance.now()), { capture: true });
  const watch = () => {
    if (document.querySelector("[data-node]")) return (seen.rows = performance.now());
    requestAnimationFrame(watch);
  };
  watch();
  seen.jump = (to) => {
    const slider = /** @type {HTMLInputElement} */ (document.querySelector("input[type=range]"));
    const { set } = /** @type {PropertyDescriptor} */ (
      Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")
    );
    set?.call(slider, String(Math.round(to * Number(slider.max))));
    slider.dispatchEvent(new Event("input", { bubbles: true }));
  };
}

/**
 * Runs in the page: jumps to places all over the log, each after a pause. Of each jump, in milliseconds, the longest of
 * its frames, script, layout and paint together, and how long it took until a frame changed nothing any more.
 */
async function scrub(/** @type {{ count: number, pause: number }} */ { count, pause }) {
  const { jump } = /** @type {TimedWindow} */ (window);
  const stage = /** @type {Element} */ (document.querySelector(".cb-player-stage"));
  const frame = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const began = performance.now();
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener("message", () => resolve([began, performance.now()], port1.close()));
        port1.start();
        port2.postMessage(0);
      });
    });
  let isChanged = false;
  new MutationObserver(() => (isChanged = true)).observe(stage, {
    childList: true,
    subtree: true,
    characterData: true,
    attributeFilter: ["data-far"],
  });
  const frames = [];
  const jumps = [];
  for (let index = 0; index < count; index++) {
    if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
    isChanged = false;
    let longest = 0;
    let first = 0;
    let last = 0;
    const next = frame();
    jump(((index * 7919) % 997) / 997);
    for (let [began, ended] = await next, still = 0; ; [began, ended] = await frame()) {
      first ||= began;
      longest = Math.max(longest, ended - began);
      if (isChanged) last = ended;
      still = isChanged ? 0 : still + 1;
      isChanged = false;
      if (still > 3) break;
    }
    frames.push(longest);
    jumps.push(last - first);
  }
  return { frames, jumps };
}

/**
 * Runs in the page: drags the slider from the end to the beginning, a place further at each frame. Of how many of a
 * hundred frames the reader sees rows in, and the median of the time between two of them, in milliseconds.
 */
async function drag() {
  const { jump } = /** @type {TimedWindow} */ (window);
  const stage = /** @type {Element} */ (document.querySelector(".cb-player-stage"));
  const isSeen = (/** @type {Element} */ row) => {
    const [seen, box] = [stage.getBoundingClientRect(), row.getBoundingClientRect()];
    return box.bottom > seen.top && box.top < seen.bottom;
  };
  const times = [];
  let withRows = 0;
  for (let index = 1; index <= 100; index++) {
    jump(1 - index / 110);
    times.push(await new Promise(requestAnimationFrame));
    if ([...stage.querySelectorAll("[data-node]")].some(isSeen)) withRows++;
  }
  const gaps = times.slice(1).map((time, index) => time - (times[index] ?? 0));
  return { withRows, between: gaps.sort((a, b) => a - b)[50] ?? 0 };
}

let fails = 0;
for (const one of cases) {
  const [shape = "deep", calls = "100000"] = one.split(":");
  const file = join(outDir, `${one.replace(":", "-")}.jsonl`);
  writeFileSync(file, "");
  let [batch, events] = ["", 0];
  for (const line of longLog(/** @type {"deep"} */ (shape), Number(calls))) {
    events++;
    batch += line;
    if (batch.length < 4_000_000) continue;
    appendFileSync(file, batch);
    batch = "";
  }
  appendFileSync(file, batch);
  const page = await browser.newPage({ viewport: { width: 1000, height: 800 } });
  page.on("pageerror", (error) => console.error(error));
  await page.addInitScript(prepare);
  await page.goto(address);
  await page.locator("input[type=file]").first().setInputFiles(file);
  await page.waitForFunction(() => /** @type {TimedWindow} */ (window).rows, null, { timeout: 120_000 });
  const rows = await page.evaluate(() => {
    const { rows = NaN, began = NaN } = /** @type {TimedWindow} */ (window);
    return rows - began;
  });
  await page.waitForFunction(
    (all) =>
      /** @type {HTMLInputElement} */ (document.querySelector("input[type=range]")).max === String(all) &&
      document.querySelector(".cb-minimap"),
    events,
    { timeout: 300_000 },
  );
  const whole = await page.evaluate(() => {
    const { began = NaN } = /** @type {TimedWindow} */ (window);
    return performance.now() - began;
  });
  await page.waitForTimeout(1_500);
  const { frames, jumps } = await page.evaluate(scrub, { count: 60, pause: 0 });
  // Meanwhile the words of what is far are read.
  const rested = (await page.evaluate(scrub, { count: 12, pause: 1_500 })).frames;
  const { withRows, between } = await page.evaluate(drag);
  frames.sort((a, b) => a - b);
  rested.sort((a, b) => a - b);
  jumps.sort((a, b) => a - b);
  const elements = await page.evaluate(() => document.querySelectorAll("*").length);
  const session = await page.context().newCDPSession(page);
  await session.send("HeapProfiler.collectGarbage");
  const heap = (await session.send("Runtime.getHeapUsage")).usedSize / 1e6;
  const [median = 0, longest = 0] = [frames[30], frames.at(-1)];
  const [rest = 0, longestRest = 0] = [rested[6], rested.at(-1)];
  const isFluid = Math.max(longest, longestRest) <= limits.frame;
  const isWithin = rows <= limits.rows && isFluid && elements <= limits.elements && heap <= limits.heap;
  if (!isWithin) fails++;
  console.log(
    `${one.padEnd(13)} ${events} events  rows ${Math.round(rows)} ms  whole ${Math.round(whole)} ms  frame ${median.toFixed(1)} ms, longest ${longest.toFixed(1)}, after a pause ${rest.toFixed(1)}, longest ${longestRest.toFixed(1)}, whole after ${Math.round(jumps[30] ?? 0)}, at most ${Math.round(jumps.at(-1) ?? 0)}  dragged ${between.toFixed(1)} ms a frame, ${withRows} % with rows  ${elements} elements  ${Math.round(heap)} MB  ${isWithin ? "ok" : "TOO MUCH"}`,
  );
  await page.close();
  rmSync(file);
}
await browser.close();
await server.close();
rmSync(outDir, { recursive: true, force: true });
process.exitCode = fails > 0 ? 1 : 0;
