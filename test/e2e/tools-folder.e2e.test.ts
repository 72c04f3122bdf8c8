import type { Browser, Page } from "playwright";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { api, until } from "./api.ts";
import { openChromium } from "./chromium.ts";
import { copyDemo, copyWorkspace, type DemoCopy } from "./demoCopy.ts";
import { startHost, type Host } from "./host.ts";

/** A definition as somebody writes their first one: one file, nothing else. */
const definition = (slug: string, name: string, greeting = "Hello") => `
import { defineTool } from "@callboard/core";
import { z } from "zod";

export default defineTool({
  slug: "${slug}",
  name: "${name}",
  description: "Use this to greet somebody.",
  category: "greetings",
  icon: "hand",
  inputSchema: z.object({ who: z.string().min(1).meta({ title: "Who" }) }),
  outputSchema: z.object({ greeting: z.string().meta({ title: "Greeting" }) }),
  execute: ({ who }) => ({ greeting: "${greeting}, " + who }),
});
`;

/** Two mistakes: one that the compiler finds, one that shows when the module is loaded. */
const misspelt = `import { defineTool } from "@callboard/core";

export default defineTool({
  slug: "misspelt"
  name: "Misspelt",
});
`;
const throwing = `import { defineTool } from "@callboard/core";

const rates = JSON.parse("{ no rates }");

export default defineTool(rates);
`;

let browser: Browser;
let copy: DemoCopy | undefined;
let host: Host | undefined;
beforeAll(async () => void (browser = await openChromium()));
afterAll(() => browser?.close());
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  await host?.dispose();
  copy?.dispose();
  host = copy = undefined;
});

const open = async (path: string) => {
  const tab = await browser.newPage({ locale: "en-US" });
  await tab.goto(host!.url + path);
  return tab;
};
const entry = (tab: Page, name: string) => tab.getByRole("main").getByRole("link", { name: new RegExp(`^${name}`) });
const greets = async (tab: Page, tool: string, greeting: string) => {
  await tab.getByRole("textbox", { name: "Who" }).fill("Ada");
  await tab.getByRole("button", { name: "Run", exact: true }).click();
  await tab.getByRole("button", { name: new RegExp(`^${tool}.*Done`) }).waitFor();
  await tab.getByText(`${greeting}, Ada`).waitFor();
};
/** The library's own notice of folders that were left out. */
const failures = async (tab: Page, count: string) => {
  const notice = tab
    .getByRole("main")
    .locator("details")
    .filter({ hasText: `${count} could not be loaded` });
  await notice.waitFor({ timeout: 30_000 });
  if ((await notice.getAttribute("open")) === null) await notice.locator("summary").click();
  return (await notice.getByRole("listitem").allTextContents()).sort();
};
const wholeLibrary = ["ROI Calculator", "Quick Score", "Corpus Survey", "Unit Converter"];

describe("a folder dropped into tools/", () => {
  test("is a tool after the next start; `_` is skipped; broken ones are named and take nothing else down", async () => {
    copy = copyDemo();
    copy.writeTool("greeter/definition.ts", definition("greeter", "Greeter"));
    copy.writeTool("_draft/definition.ts", definition("draft", "Draft"));
    copy.writeTool("misspelt/definition.ts", misspelt);
    copy.writeTool("throwing/definition.ts", throwing);
    copy.writeTool("twin/definition.ts", definition("roi-calculator", "Twin"));
    host = await startHost({ root: copy.root });

    const slugs = (await api.tools(host)).map(({ slug }) => slug);
    expect(slugs).toContain("greeter");
    expect(slugs).not.toContain("draft");
    expect(slugs).not.toContain("misspelt");
    expect(slugs).not.toContain("throwing");
    expect(slugs.filter((slug) => slug === "roi-calculator")).toHaveLength(1);

    const tab = await open("/");
    for (const name of wholeLibrary) await entry(tab, name).waitFor();
    const named = await failures(tab, "3 tools");
    expect(named[0]).toMatch(/^tools\/misspelt\/definition\.ts.*definition\.ts:5:3: .*(?:[Ee]xpected|token)/s);
    expect(named[1]).toMatch(/^tools\/throwing\/definition\.ts.*definition\.ts:3:\d+: .*JSON/s);
    expect(named[2]).toMatch(/^tools\/twin\/definition\.ts.*roi-calculator/s);
    expect(host.output()).toContain("Loaded tool: greeter");
    expect(host.output()).toMatch(/Failed to load tools\/misspelt\/definition\.ts: definition\.ts:5:3/);
    // Where a program runs is nobody's business on a page.
    expect(named.join()).not.toContain(copy.root);

    await entry(tab, "Greeter").click();
    await tab.getByRole("heading", { name: "Greeter", level: 1 }).waitFor();
    await greets(tab, "Greeter", "Hello");
    for (const path of ["/tools/misspelt", "/tools/draft"]) expect((await fetch(host.url + path)).status).toBe(404);
  });
});

describe("`npm run dev`", () => {
  test("follows tools/: what is added, changed, broken, mended and removed shows without a restart or a reload", async () => {
    copy = copyWorkspace();
    host = await startHost({ root: copy.root, script: "scripts/dev.mjs", group: true });
    const tab = await open("/");
    await entry(tab, "ROI Calculator").waitFor({ timeout: 60_000 });
    // The copy is whole, or installing it anew would take most of the test.
    expect(host.output()).not.toContain("Installing dependencies");
    expect(await entry(tab, "Greeter").count()).toBe(0);
    const starts = () => host!.output().split("Callboard is ready").length;
    const before = starts();

    copy.writeTool("greeter/definition.ts", definition("greeter", "Greeter"));
    copy.writeTool("_draft/definition.ts", definition("draft", "Draft"));
    await entry(tab, "Greeter").waitFor({ timeout: 30_000 });
    expect(await entry(tab, "Draft").count()).toBe(0);
    await entry(tab, "Greeter").click();
    await greets(tab, "Greeter", "Hello");

    copy.writeTool("greeter/definition.ts", definition("greeter", "Greeter", "Good morning"));
    await until("the new greeting's module", async () => host!.output().split("Loaded tool: greeter").length > 2);
    // The page of the tool was drawn anew with it.
    await expect.poll(() => tab.getByRole("textbox", { name: "Who" }).inputValue(), { timeout: 15_000 }).toBe("");
    await greets(tab, "Greeter", "Good morning");

    await tab.getByRole("link", { name: "Tools", exact: true }).click();
    copy.writeTool(
      "greeter/definition.ts",
      definition("greeter", "Greeter").replace('slug: "greeter",', 'slug: "greeter"'),
    );
    expect((await failures(tab, "1 tool"))[0]).toMatch(/^tools\/greeter\/definition\.ts.*definition\.ts:7:3: /s);
    for (const name of wholeLibrary) await entry(tab, name).waitFor();

    copy.writeTool("greeter/definition.ts", definition("greeter", "Morning Greeter"));
    await entry(tab, "Morning Greeter").waitFor({ timeout: 30_000 });
    await expect.poll(() => tab.getByText("could not be loaded").count(), { timeout: 15_000 }).toBe(0);

    copy.removeTool("greeter");
    await expect.poll(() => entry(tab, "Morning Greeter").count(), { timeout: 30_000 }).toBe(0);
    expect((await api.tools(host)).map(({ slug }) => slug)).not.toContain("greeter");
    expect(starts()).toBe(before);

    expect(await host.stop()).toBe(0);
  });
});
