/**
 * `npm run moving-picture`: records a short run of the demo for the README, in light and dark, as animated WebP
 * (docs/images). A person fills in a tool, then asks the chat for something that a sub-agent looks up and that waits
 * for approval. Frames are put together by img2webp of Debian's package `webp`.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { at } from "./paths.mjs";
import { withPicturedDemo } from "./picturedDemo.mjs";

const size = { width: 960, height: 700 };
/** How long a frame is shown: one of many while something moves, and at most while nothing does. */
const [MOVING, RESTING] = [120, 400];

/** Takes frames of a page for as long as it is told; each is kept once, with the time that it is shown. */
class Recorder {
  /** @type {{ path: string; png: Buffer; shown: number }[]} */
  frames = [];

  /**
   * @param {import("playwright").Page} page
   * @param {string} folder
   */
  constructor(page, folder) {
    this.page = page;
    this.folder = folder;
  }

  /** Takes one frame, which stays for so long at least. */
  async take(shown = MOVING) {
    const png = await this.page.screenshot();
    const last = this.frames.at(-1);
    if (last?.png.equals(png)) last.shown = Math.max(shown, Math.min(last.shown + MOVING, RESTING));
    else {
      const path = join(this.folder, `${String(this.frames.length).padStart(3, "0")}.png`);
      writeFileSync(path, png);
      this.frames.push({ path, png, shown });
    }
  }

  /** Takes frames until what is waited for is there. @param {Promise<unknown>} waited */
  async until(waited) {
    let isThere = false;
    const done = waited.finally(() => (isThere = true));
    while (!isThere) await this.take();
    await done;
    await this.take();
  }

  /** Moves the pointer that is drawn to a control, and presses it. @param {import("playwright").Locator} control */
  async press(control) {
    await control.scrollIntoViewIfNeeded();
    const box = await control.boundingBox();
    if (!box) throw new Error("What is to be pressed is not seen.");
    const [x, y] = [box.x + Math.min(box.width / 2, 120), box.y + box.height / 2];
    const from = await pointTo(this.page);
    for (const step of [0.35, 0.7, 0.92, 1]) {
      await pointTo(this.page, { x: from.x + (x - from.x) * step, y: from.y + (y - from.y) * step });
      await this.take(70);
    }
    await this.take(350);
    await control.click();
  }
}

/**
 * Draws a pointer, which a picture of a page does not have, and gives its place.
 * @param {import("playwright").Page} page
 * @param {{ x: number; y: number }} [place]
 */
function pointTo(page, place) {
  return page.evaluate((place) => {
    const found = document.getElementById("pointer");
    const pointer = found ?? document.body.appendChild(document.createElement("div"));
    if (!found) {
      pointer.id = "pointer";
      pointer.style.cssText =
        "position:fixed;left:480px;top:640px;width:18px;height:18px;margin:-9px;border-radius:50%;z-index:99;pointer-events:none;background:#4458;border:2px solid #fffc;box-shadow:0 0 2px #0008";
    }
    if (place) Object.assign(pointer.style, { left: `${place.x}px`, top: `${place.y}px` });
    return { x: Number.parseFloat(pointer.style.left), y: Number.parseFloat(pointer.style.top) };
  }, place);
}

/**
 * @param {Recorder} recorder
 * @param {string} url
 */
async function record(recorder, url) {
  const { page } = recorder;
  await page.goto(`${url}/tools/roi-calculator`);
  const sample = page.getByRole("button", { name: "Try with sample data" });
  await sample.waitFor();
  await pointTo(page);
  await recorder.take(900);
  await recorder.press(sample);
  await recorder.take(600);
  await recorder.press(page.getByRole("button", { name: "Calculate" }));
  await recorder.until(page.getByRole("table", { name: "Year-by-Year" }).waitFor());
  await page.waitForTimeout(1000);
  await recorder.take(2200);

  await page.goto(`${url}/chat`);
  const example = page.locator(".cb-chat-example").filter({ hasText: "Then publish a note" });
  await example.waitFor();
  await pointTo(page);
  await recorder.take(900);
  await recorder.press(example);
  const publish = page.getByRole("button", { name: "Publish Note", exact: true });
  await recorder.until(publish.waitFor());
  await page.waitForTimeout(800);
  await recorder.take(2200);
  await recorder.press(publish);
  await recorder.until(page.getByRole("button", { name: /^Publish Note.*Done/ }).waitFor());
  await page.waitForTimeout(1000);
  await recorder.take(2500);
}

mkdirSync(at("docs/images"), { recursive: true });
await withPicturedDemo(async (browser, url) => {
  for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
    const folder = mkdtempSync(join(tmpdir(), "callboard-frames-"));
    try {
      const page = await browser.newPage({ viewport: size, colorScheme, locale: "en-US" });
      const recorder = new Recorder(page, folder);
      await record(recorder, url);
      await page.close();
      const path = at("docs/images", `run-${colorScheme}.webp`);
      const frames = recorder.frames.flatMap(({ path, shown }) => ["-d", String(shown), path]);
      execFileSync("img2webp", ["-loop", "0", "-min_size", "-lossy", "-q", "60", "-m", "6", ...frames, "-o", path]);
      const seconds = recorder.frames.reduce((sum, { shown }) => sum + shown, 0) / 1000;
      console.log(
        `${path}: ${recorder.frames.length} frames, ${seconds} s, ${Math.round(statSync(path).size / 1000)} kB`,
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
});
