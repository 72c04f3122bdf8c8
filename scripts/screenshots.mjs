/**
 * `npm run screenshots`: builds, starts the demo over an empty data folder, does what a person does in it, and takes
 * the README's pictures (docs/images).
 */
import { mkdirSync } from "node:fs";
import { at } from "./paths.mjs";
import { withPicturedDemo } from "./picturedDemo.mjs";

/**
 * What is done before each picture. @type {Record<string, (page: import("playwright").Page, url: string) =>
 * Promise<void>>}
 */
const pictures = {
  "tool-page": async (page, url) => {
    await page.goto(url);
    await page.getByRole("link", { name: /ROI Calculator/ }).click();
    await page.getByRole("button", { name: "Try with sample data" }).click();
    await page.getByRole("button", { name: "Calculate" }).click();
    await page.getByRole("table", { name: "Year-by-Year" }).waitFor();
    await page.evaluate(() => window.scrollTo(0, 0));
  },
  chat: async (page, url) => {
    await page.goto(`${url}/chat`);
    await page.getByRole("button", { name: /Then publish a note/ }).click();
    await page.getByRole("button", { name: "Publish Note", exact: true }).waitFor();
    // What the sub-agent did is folded, so that the question is in the picture too.
    const analyst = page.getByRole("button", { name: /^Document analyst/, expanded: true });
    if (await analyst.isVisible()) await analyst.click();
  },
};

mkdirSync(at("docs/images"), { recursive: true });
await withPicturedDemo(async (browser, url) => {
  for (const [name, prepare] of Object.entries(pictures)) {
    const page = await browser.newPage({
      viewport: { width: 1280, height: 940 },
      deviceScaleFactor: 1.5,
      locale: "en-US",
    });
    await prepare(page, url);
    await page.mouse.move(0, 0);
    for (const colorScheme of /** @type {const} */ (["light", "dark"])) {
      await page.emulateMedia({ colorScheme });
      // What moves has come to rest, and the list of chats was asked for again.
      await page.waitForTimeout(4000);
      await page.screenshot({ path: at("docs/images", `${name}-${colorScheme}.png`) });
    }
    await page.close();
  }
});
