import type { ToolListing } from "@callboard/core";
import { createServer } from "node:http";
import { once } from "node:events";
import type { Page } from "playwright";
import { beforeAll, describe, expect, test } from "vitest";
import { api, until } from "./api.ts";
import { axeViolations } from "./axe.ts";
import { visitDemo } from "./visitDemo.ts";
import { sideways, tabTo } from "./watchedTab.ts";

const all = [
  "AI Readiness Assessment",
  "Analyze Document",
  "Complexity Estimator",
  "Content Desk Publish",
  "Corpus Survey",
  "Document Info",
  "Find Documents by Name",
  "Folder Tree",
  "FTE Impact Calculator",
  "Grep Documents",
  "List Datasets",
  "List Folder",
  "List Notes",
  "List Sources",
  "Priority Matrix",
  "Process Automation Scoper",
  "Publish Note",
  "Query Documents",
  "Quick Score",
  "Random Sample",
  "Read Document",
  "ROI Calculator",
  "Run SQL",
  "Search Documents",
  "Table Schema",
  "Text Statistics",
  "Time Savings Calculator",
  "Unit Converter",
];

const demo = visitDemo();
// The document tools come with the first documents.
beforeAll(() => until("the document tools", async () => (await api.tools(demo.host)).length === all.length));

const { open } = demo;

/** The names of the entries that are on the page, in its order. */
const listed = (tab: Page) =>
  tab.getByRole("main").getByRole("listitem").getByRole("link").locator(".cb-library-name").allTextContents();
const shows = (tab: Page, names: string[]) =>
  expect.poll(async () => (await listed(tab)).sort((a, b) => a.localeCompare(b)), { timeout: 15_000 }).toEqual(names);

describe("the library", () => {
  test("lists every discovered tool, each with its own icon, and complains about nothing", async () => {
    const { tab, complaints, foreign } = await open("/");
    await shows(tab, all);
    await expect
      .poll(() => tab.getByRole("status").filter({ hasText: /tools/ }).textContent())
      .toBe(`${all.length} tools`);
    const icons = () =>
      tab
        .getByRole("main")
        .getByRole("link")
        .locator("svg:not(.cb-library-words svg)")
        .evaluateAll((found) => found.map((icon) => icon.innerHTML));
    // They come after the names, which do not wait for them.
    await expect.poll(async () => new Set(await icons()).size).toBe(all.length);
    expect(await icons()).toHaveLength(all.length);
    expect((await icons()).every((icon) => icon.includes("<path") || icon.includes("<rect"))).toBe(true);

    await tab.getByRole("link", { name: /ROI Calculator/ }).click();
    await tab.getByRole("heading", { name: "ROI Calculator", level: 1 }).waitFor();
    expect(new URL(tab.url()).pathname).toBe("/tools/roi-calculator");
    await expect.poll(() => tab.title()).toBe("ROI Calculator · Callboard");
    await tab.goBack();
    await shows(tab, all);
    expect(complaints).toEqual([]);
    expect(foreign).toEqual([]);
  });

  test("would notice a request to another host, a refusal of the policy and an error on the console", async () => {
    const elsewhere = createServer((_request, response) => response.end()).listen(0, "127.0.0.1");
    await once(elsewhere, "listening");
    const address = elsewhere.address();
    const picture = `http://127.0.0.1:${typeof address === "object" && address ? address.port : 0}/picture.png`;
    const add = (tab: Page) => tab.evaluate((src) => void (new Image().src = src), picture);
    try {
      const held = await open("/");
      await add(held.tab);
      await expect.poll(() => held.complaints.join()).toMatch(/refused by policy: img-src/);

      const free = await open("/", { bypassCSP: true });
      await add(free.tab);
      await expect.poll(() => free.foreign).toEqual([picture]);
      await free.tab.evaluate(() => console.error("on purpose"));
      await expect.poll(() => free.complaints.join()).toMatch(/on purpose/);
    } finally {
      elsewhere.closeAllConnections();
      elsewhere.close();
    }
  });

  test("search narrows to what fits, best match first, and says when nothing does", async () => {
    const { tab } = await open("/");
    await shows(tab, all);
    const search = tab.getByRole("searchbox", { name: "Search tools" });
    await search.fill("score");
    await expect.poll(async () => (await listed(tab))[0]).toBe("Quick Score");
    await search.fill("CONVERTS tempe");
    await shows(tab, ["Unit Converter"]);
    await search.fill("no such xylophone");
    await tab.getByText("No tool fits").waitFor();
    await tab.getByRole("main").getByRole("button", { name: "Clear filters" }).last().click();
    await shows(tab, all);
    expect(await search.inputValue()).toBe("");
  });

  test("origin, kind and category each narrow, narrow together, and can be cleared", async () => {
    const { tab } = await open("/");
    // Every tool of a folder is of kind `code`; the other kinds come from tools that are kept in the host.
    await tab.route("**/api/tools", async (route) => {
      const tools = (await (await route.fetch()).json()) as ToolListing[];
      const kept = tools.map((tool) => (tool.slug === "quick-score" ? { ...tool, kind: "tenant_custom" } : tool));
      await route.fulfill({ json: kept });
    });
    await tab.reload();
    await shows(tab, all);
    const pick = async (name: string, option: RegExp) => {
      const select = tab.getByRole("combobox", { name });
      const value = await select.getByRole("option", { name: option }).getAttribute("value");
      await select.selectOption(value);
    };
    const documents = [
      "Analyze Document",
      "Document Info",
      "Find Documents by Name",
      "Folder Tree",
      "Grep Documents",
      "List Folder",
      "List Sources",
      "Query Documents",
      "Read Document",
      "Search Documents",
    ];
    const tables = ["List Datasets", "Random Sample", "Run SQL", "Table Schema"];

    await pick("Origin", /^Platform \(16\)$/);
    await shows(
      tab,
      [...documents, ...tables, "List Notes", "Publish Note"].sort((a, b) => a.localeCompare(b)),
    );
    await pick("Origin", /^All$/);
    await shows(tab, all);

    await pick("Kind", /^Made here \(1\)$/);
    await shows(tab, ["Quick Score"]);
    await pick("Kind", new RegExp(`^In code \\(${all.length - 1}\\)$`));
    await shows(
      tab,
      all.filter((name) => name !== "Quick Score"),
    );

    await pick("Category", /^Knowledge \(11\)$/);
    await shows(
      tab,
      ["Corpus Survey", ...documents].sort((a, b) => a.localeCompare(b)),
    );
    await pick("Origin", /^Custom \(1\)$/);
    await shows(tab, ["Corpus Survey"]);
    await expect
      .poll(() => tab.getByRole("status").filter({ hasText: /tools/ }).textContent())
      .toBe(`1 of ${all.length} tools`);

    await tab.getByRole("button", { name: "Clear filters" }).click();
    await shows(tab, all);
    for (const name of ["Origin", "Kind", "Category"])
      expect(await tab.getByRole("combobox", { name }).inputValue()).toBe("");
  });

  test("works by keyboard alone, from the first Tab to a result", async () => {
    const { tab } = await open("/");
    await shows(tab, all);
    const focused = (locator: ReturnType<Page["getByRole"]>) => () =>
      locator.evaluate((element) => element === document.activeElement);

    await tab.keyboard.press("Tab");
    expect(await focused(tab.getByRole("link", { name: "Skip to content" }))()).toBe(true);
    await tab.keyboard.press("Enter");
    expect(await focused(tab.getByRole("main"))()).toBe(true);

    await tabTo(tab, "the search", focused(tab.getByRole("searchbox")));
    await tab.keyboard.type("roi");
    await expect.poll(async () => (await listed(tab))[0]).toBe("ROI Calculator");
    expect((await listed(tab)).length).toBeLessThan(all.length);
    const entry = tab.getByRole("link", { name: /ROI Calculator/ });
    await tabTo(tab, "the tool", focused(entry));
    const ring = await entry.evaluate((element) => {
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      return { drawn: outlineStyle !== "none" || boxShadow !== "none", width: parseFloat(outlineWidth) };
    });
    expect(ring).toEqual({ drawn: true, width: 2 });
    await tab.keyboard.press("Enter");

    const first = tab.getByRole("spinbutton", { name: "Initial investment" });
    await first.waitFor();
    const values = {
      "Initial investment": "10000",
      Years: "5",
      "Benefit in the first year": "4000",
      "Discount rate": "8",
    };
    for (const [name, value] of Object.entries(values)) {
      await tabTo(tab, name, focused(tab.getByRole("spinbutton", { name, exact: true })));
      await tab.keyboard.type(value);
    }
    await tabTo(tab, "the button", focused(tab.getByRole("button", { name: "Calculate" })));
    await tab.keyboard.press("Enter");
    await tab.getByRole("button", { name: /^ROI Calculator 10,000 over 5 years Done/ }).waitFor();
  });

  test("has no sideways scroll at 375 px", async () => {
    const { tab } = await open("/", { viewport: { width: 375, height: 812 } });
    await shows(tab, all);
    expect(await sideways(tab)).toEqual([]);
    await tab.evaluate(() => {
      const wide = document.createElement("div");
      wide.style.cssText = "width: 900px; height: 1px";
      document.body.append(wide);
    });
    expect(await sideways(tab)).not.toEqual([]);
  });

  test.each(["light", "dark"] as const)("has nothing that axe finds wrong, in %s", async (colorScheme) => {
    const { tab } = await open("/", { colorScheme });
    await shows(tab, all);
    const red = await tab
      .getByRole("heading", { name: "Tools" })
      .evaluate((heading) => Number(/\d+/.exec(getComputedStyle(heading).color)?.[0]));
    expect(red > 128).toBe(colorScheme === "dark");
    expect(await axeViolations(tab)).toEqual([]);
    await tab.evaluate(() => document.querySelector("main")!.append(document.createElement("select")));
    expect((await axeViolations(tab)).join()).toMatch(/^select-name/);
  });

  test.each([
    ["/nothing/here", "There is no page here"],
    ["/tools/no-such-tool", "There is no such tool"],
  ])("answers %s with a real 404 that leads back", async (path, heading) => {
    expect((await fetch(demo.host.url + path, { headers: { accept: "text/html" } })).status).toBe(404);
    const { tab } = await open(path);
    await tab.getByRole("heading", { name: heading }).waitFor();
    await tab.getByRole("main").getByRole("link").click();
    await shows(tab, all);
  });
});
