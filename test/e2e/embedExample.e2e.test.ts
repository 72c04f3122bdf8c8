import type { EmbedFiles } from "@callboard/core/host";
import { expect, test } from "vitest";
import { openShop } from "../../examples/embed-page/shop.ts";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import { at } from "../../scripts/paths.mjs";
import { openChromium } from "./chromium.ts";

test("the example's page of another origin fills in a tool and shows its result", async () => {
  const { embedFiles } = (await import(at("packages/embed/dist/files.js"))) as { embedFiles: EmbedFiles };
  const [store, browser] = await Promise.all([memoryStore(), openChromium()]);
  const shop = await openShop(store, embedFiles);
  try {
    const page = await browser.newPage();
    await page.goto(shop.url);
    const tool = page.frameLocator("callboard-tool iframe");
    await tool.getByRole("spinbutton", { name: "Square metres" }).fill("20");
    await tool.locator('button[type="submit"]').click();
    await tool.getByText("250").waitFor();
    expect(await page.getByRole("heading", { name: "Paint shop" }).isVisible()).toBe(true);
  } finally {
    await browser.close();
    await shop.close();
    await store.close();
  }
});
