import type { Page } from "playwright";
import { afterAll, describe, expect, test } from "vitest";
import { api } from "./api.ts";
import { axeViolations, axeViolationsInBoth } from "./axe.ts";
import { copyDemo, type DemoCopy } from "./demoCopy.ts";
import { startHost } from "./host.ts";
import { visitDemo } from "./visitDemo.ts";
import { sideways } from "./watchedTab.ts";

/** A tool that an agent would have to ask for. */
const publish = `
import { defineTool } from "@callboard/core";
import { z } from "zod";

export default defineTool({
  slug: "publish-note",
  name: "Publish Note",
  description: "Publishes a note.",
  category: "documents",
  icon: "send",
  permissionPolicy: "always_ask",
  inputSchema: z.object({ note: z.string().min(1).meta({ title: "Note" }) }),
  outputSchema: z.object({ published: z.string().meta({ title: "Published" }) }),
  execute: ({ note }) => ({ published: note }),
});
`;

let copy: DemoCopy | undefined;
afterAll(() => copy?.dispose());
const demo = visitDemo(() => {
  copy = copyDemo();
  copy.writeTool("publish-note/definition.ts", publish);
  return startHost({ root: copy.root });
});
const { open } = demo;

const number = (tab: Page, name: string) => tab.getByRole("spinbutton", { name });
const runId = (tab: Page) => new URL(tab.url()).searchParams.get("run");
const history = (tab: Page) => tab.getByRole("region", { name: "Run history" });
const card = (tab: Page, name: string) => tab.getByRole("group", { name, exact: true });
const typesOf = async (slug: string, callId: string | null) => {
  const call = (await api.calls(demo.host, slug)).find((call) => call.callId === callId);
  return (await api.events(demo.host, call!.sessionId)).map(({ type }) => type);
};
/** The summary of a result: its figures by their labels. */
const figures = async (tab: Page, name: string) => {
  const list = card(tab, name).locator("dl").first();
  // What draws results is fetched with the first of them.
  await list.waitFor();
  const [labels, values] = await Promise.all([
    list.locator("dt").allTextContents(),
    list.locator("dd").allTextContents(),
  ]);
  return Object.fromEntries(labels.map((label, index) => [label, values[index]]));
};

describe("a tool with a quick answer", () => {
  const fill = async (tab: Page, values: Record<string, string>) => {
    for (const [name, value] of Object.entries(values)) await number(tab, name).fill(value);
  };
  const useSample = (tab: Page) => tab.getByRole("button", { name: "Try with sample data" }).click();
  const calculate = (tab: Page) => tab.getByRole("button", { name: "Calculate" }).click();
  const done = (tab: Page, summary: string) =>
    tab.getByRole("button", { name: new RegExp(`^ROI Calculator ${summary} Done`) }).waitFor();
  const annuity = {
    "Initial investment": "10000",
    Years: "4",
    "Benefit in the first year": "4000",
    "Running cost in the first year": "0",
    "Discount rate": "10",
  };

  test("shows summary and table as calculated by hand, and asks nobody for approval", async () => {
    const { tab, complaints, foreign } = await open("/tools/roi-calculator");
    await fill(tab, annuity);
    await calculate(tab);
    await done(tab, "10,000 over 4 years");

    // 4,000 / 1.1 + 4,000 / 1.21 + 4,000 / 1.331 + 4,000 / 1.4641 = 12,679.46; less 10,000. Paid back halfway through
    // year 3.
    expect(await figures(tab, "ROI Calculator")).toMatchObject({
      "Net present value": "2,679.46",
      "Internal rate of return": "21.86%",
      "Return on investment": "60.00%",
      Payback: expect.stringMatching(/^2\.5/),
      "Discounted payback": expect.stringMatching(/^3\.02/),
      "Net gain": "6,000.00",
    });
    const rows = tab.getByRole("table", { name: "Year-by-Year" }).getByRole("row");
    expect(await rows.first().getByRole("columnheader").allTextContents()).toEqual([
      "Year",
      "Benefit",
      "Cost",
      "Net cash flow",
      "Cumulative",
      "Present value",
    ]);
    const cells = [];
    for (const row of (await rows.all()).slice(1)) cells.push(await row.getByRole("cell").allTextContents());
    expect(cells).toEqual([
      ["0", "0", "10,000", "-10,000", "-10,000", "-10,000.00"],
      ["1", "4,000", "0", "4,000", "-6,000", "3,636.36"],
      ["2", "4,000", "0", "4,000", "-2,000", "3,305.79"],
      ["3", "4,000", "0", "4,000", "2,000", "3,005.26"],
      ["4", "4,000", "0", "4,000", "6,000", "2,732.05"],
    ]);

    expect(await tab.getByRole("button", { name: /approve/i }).count()).toBe(0);
    expect(await typesOf("roi-calculator", runId(tab))).toEqual([
      "tool.requested",
      "tool.input_ready",
      "tool.started",
      "tool.completed",
    ]);
    expect(complaints).toEqual([]);
    expect(foreign).toEqual([]);
  });

  test("runs at once for a person what an agent would have to ask for", async () => {
    const { tab } = await open("/tools/publish-note");
    await tab.getByRole("textbox", { name: "Note" }).fill("Back at nine");
    await tab.getByRole("button", { name: "Run", exact: true }).click();
    await tab.getByRole("button", { name: /^Publish Note.*Done/ }).waitFor();
    expect(await typesOf("publish-note", runId(tab))).not.toContain("tool.needs_approval");
  });

  test("shows what is wrong at its field, gives it the focus, and logs nothing", async () => {
    const before = await api.calls(demo.host, "roi-calculator");
    const { tab } = await open("/tools/roi-calculator");
    await useSample(tab);
    await fill(tab, { Years: "2.5" });
    await calculate(tab);
    const years = number(tab, "Years");
    await expect.poll(() => years.getAttribute("aria-invalid")).toBe("true");
    expect(await years.evaluate((field) => field === document.activeElement)).toBe(true);
    const described = await years.evaluate((field) =>
      (field.getAttribute("aria-describedby") ?? "").split(" ").map((id) => document.getElementById(id)?.textContent),
    );
    expect(described.join(" ")).toMatch(/whole number/i);
    expect(await api.calls(demo.host, "roi-calculator")).toEqual(before);

    await years.fill("3");
    await calculate(tab);
    await done(tab, "50,000 over 3 years");
    expect(await api.calls(demo.host, "roi-calculator")).toHaveLength(before.length + 1);
  });

  test("shows at its field, too, what only the host can find wrong", async () => {
    const { tab } = await open("/tools/quick-score");
    await useSample(tab);
    const names = tab.getByRole("textbox", { name: /Criterion/ });
    await names.nth(1).fill("Fits our process");
    await tab.getByRole("button", { name: "Score", exact: true }).click();
    await expect.poll(() => names.nth(1).getAttribute("aria-invalid")).toBe("true");
    expect(await tab.getByText("Rename or remove one of them").count()).toBeGreaterThan(0);
    expect(await api.calls(demo.host, "quick-score")).toEqual([]);

    await names.nth(1).fill("Cost");
    await tab.getByRole("button", { name: "Score", exact: true }).click();
    // (4 × 7 + 3 × 5 + 2 × 8 + 3 × 9) / 12 = 86 / 12, of 10.
    await tab.getByRole("button", { name: /^Quick Score New CRM, 4 criteria Done/ }).waitFor();
    expect((await figures(tab, "Quick Score"))["Score out of 100"] ?? "").toMatch(/^71\.7|^71\.67/);
  });

  test("keeps every run: an old one opens with its input and output, fills the form, and is in the address", async () => {
    const { tab } = await open("/tools/roi-calculator");
    await useSample(tab);
    await fill(tab, { "Initial investment": "20000", Years: "1" });
    await calculate(tab);
    await done(tab, "20,000 over 1 year");
    const first = runId(tab);
    const ofFirst = await figures(tab, "ROI Calculator");
    await fill(tab, { "Initial investment": "30000", Years: "2" });
    await calculate(tab);
    await done(tab, "30,000 over 2 years");
    const second = runId(tab);
    expect(first).not.toBe(second);
    const rows = history(tab).getByRole("listitem");
    await expect.poll(() => rows.nth(0).textContent()).toMatch(/^Done30,000 over 2 years/);
    expect(await rows.nth(1).textContent()).toMatch(/^Done20,000 over 1 year/);

    await rows.nth(1).getByRole("button").click();
    await done(tab, "20,000 over 1 year");
    expect(runId(tab)).toBe(first);
    await expect.poll(() => figures(tab, "ROI Calculator")).toEqual(ofFirst);
    const input = card(tab, "ROI Calculator")
      .locator("details")
      .filter({ hasText: /^Input/ });
    await input.locator("summary").first().click();
    await expect.poll(() => input.textContent()).toMatch(/20,?000/);

    // The form still has what was typed last, until the old input is asked for.
    expect(await number(tab, "Initial investment").inputValue()).toBe("30,000");
    await tab.getByRole("button", { name: "Use this input" }).click();
    // The first field has the focus, where a number is written without groups.
    await expect.poll(() => number(tab, "Initial investment").inputValue()).toBe("20000");
    expect(await number(tab, "Years").inputValue()).toBe("1");

    await tab.goBack();
    await done(tab, "30,000 over 2 years");
    expect(runId(tab)).toBe(second);
    await tab.goForward();
    await done(tab, "20,000 over 1 year");
    expect(runId(tab)).toBe(first);
    await tab.goBack();
    await tab.goBack();
    await tab.goBack();
    await tab.getByText("Nothing has run yet").waitFor();
    expect(runId(tab)).toBeNull();

    await tab.goto(`${demo.host.url}/tools/roi-calculator?run=${first}`);
    await done(tab, "20,000 over 1 year");
    await tab.goto(`${demo.host.url}/tools/roi-calculator?run=no-such-run`);
    await tab.getByText("This run is not here any more").waitFor();
  });

  test("has nothing that axe finds wrong before and after a run, in light and in dark", async () => {
    const { tab } = await open("/tools/roi-calculator");
    await number(tab, "Years").waitFor();
    expect(await axeViolationsInBoth(tab)).toEqual([]);
    await useSample(tab);
    await calculate(tab);
    await done(tab, "50,000 over 5 years");
    await tab.getByRole("table", { name: "Year-by-Year" }).waitFor();
    await tab.getByRole("img").first().waitFor();
    expect(await axeViolationsInBoth(tab)).toEqual([]);
  });

  test("has no sideways scroll at 375 px, also with a result and a history", async () => {
    const { tab } = await open("/tools/roi-calculator", { viewport: { width: 375, height: 812 } });
    await useSample(tab);
    await calculate(tab);
    await tab.getByRole("button", { name: /^ROI Calculator.*Done/ }).waitFor();
    await history(tab).getByRole("listitem").first().waitFor();
    expect(await sideways(tab)).toEqual([]);
  });
});

describe("a tool that takes long", () => {
  const start = async (tab: Page, values: { files: number; pause: number }) => {
    await number(tab, "At most").fill(String(values.files));
    await number(tab, "Pause").fill(String(values.pause));
    await tab.getByRole("button", { name: "Survey", exact: true }).click();
    await says(tab, "Running");
  };
  // A narrow card leaves the words about the input out of its row.
  const says = (tab: Page, status: string) =>
    tab
      .getByRole("button", { name: new RegExp(`^Corpus Survey (all packages )?${status}`) })
      .waitFor({ timeout: 60_000 });
  const output = (tab: Page) => tab.getByRole("region", { name: /^(?:Output so far|Log)$/ });
  const lines = async (tab: Page) => ((await output(tab).textContent()) ?? "").trimEnd().split("\n");
  const progress = async (tab: Page) => Number(await tab.getByRole("progressbar").getAttribute("value"));

  test("shows progress and lines while it runs, and ends as cancelled when it is told to", async () => {
    const { tab, complaints } = await open("/tools/corpus-survey");
    await start(tab, { files: 200, pause: 60 });
    await output(tab).waitFor();
    const [early, earlyLines] = [await progress(tab), (await lines(tab)).length];
    await expect.poll(() => progress(tab), { timeout: 15_000 }).toBeGreaterThan(early + 5);
    await expect.poll(async () => (await lines(tab)).length, { timeout: 15_000 }).toBeGreaterThan(earlyLines);
    expect((await lines(tab))[0]).toMatch(/^\S+: \d+ files?, [\d,]+ words?$/);
    expect(await tab.getByText(/^\d+ of 200$/).count()).toBe(1);
    expect(await axeViolations(tab)).toEqual([]);

    await tab.getByRole("button", { name: "Cancel", exact: true }).click();
    await says(tab, "Cancelled");
    expect(await tab.getByRole("progressbar").count()).toBe(0);
    expect(await tab.getByRole("button", { name: "Cancel", exact: true }).count()).toBe(0);
    // What it had found is still there to read.
    expect((await lines(tab)).length).toBeGreaterThan(earlyLines);
    await expect.poll(() => history(tab).getByRole("listitem").first().textContent()).toMatch(/^Cancelled/);
    const types = await typesOf("corpus-survey", runId(tab));
    expect(types.at(-1)).toBe("tool.cancelled");
    expect(types.filter((type) => /completed|failed|cancelled|interrupted/.test(type))).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  test("goes on while its page is loaded anew: the same run, the same lines, then its end", async () => {
    const { tab } = await open("/tools/corpus-survey");
    await start(tab, { files: 100, pause: 60 });
    await output(tab).waitFor();
    const [id, before, far] = [runId(tab), await lines(tab), await progress(tab)];
    expect(id).not.toBeNull();

    await tab.reload();
    await says(tab, "Running");
    await output(tab).waitFor();
    expect(runId(tab)).toBe(id);
    expect((await lines(tab)).slice(0, before.length)).toEqual(before);
    expect(await progress(tab)).toBeGreaterThanOrEqual(far);

    await says(tab, "Done");
    expect((await figures(tab, "Corpus Survey")).Files).toBe("100");
    // The log folds below the result, also before the eyes of who saw it grow.
    await tab.getByText(/^Log · \d+ lines$/).click();
    expect((await lines(tab)).slice(0, before.length)).toEqual(before);

    const seen = await figures(tab, "Corpus Survey");
    await tab.reload();
    await says(tab, "Done");
    await expect.poll(() => figures(tab, "Corpus Survey")).toEqual(seen);
    await tab.getByText(/^Log · \d+ lines$/).click();
    expect((await lines(tab)).slice(0, before.length)).toEqual(before);
    expect((await api.calls(demo.host, "corpus-survey")).filter((call) => call.status === "running")).toEqual([]);
  });

  test("is seen live in two tabs, and what one does the other shows", async () => {
    const { tab } = await open("/tools/corpus-survey");
    await start(tab, { files: 200, pause: 60 });
    const { tab: other } = await open(`/tools/corpus-survey?run=${runId(tab)}`);
    await says(other, "Running");
    await output(other).waitFor();
    const soFar = await progress(other);
    await expect.poll(() => progress(other), { timeout: 15_000 }).toBeGreaterThan(soFar);

    await other.getByRole("button", { name: "Cancel", exact: true }).click();
    await Promise.all([says(tab, "Cancelled"), says(other, "Cancelled")]);
    expect(await lines(tab)).toEqual(await lines(other));
    await expect.poll(() => history(tab).getByRole("listitem").first().textContent()).toMatch(/^Cancelled/);
  });

  test("has no sideways scroll at 375 px while it runs", async () => {
    const { tab } = await open("/tools/corpus-survey", { viewport: { width: 375, height: 812 } });
    await start(tab, { files: 200, pause: 60 });
    await output(tab).waitFor();
    // Names of files come and go, the long ones too.
    const from = await progress(tab);
    while ((await progress(tab)) < from + 40) expect(await sideways(tab)).toEqual([]);
    await tab.getByRole("button", { name: "Cancel", exact: true }).click();
    await says(tab, "Cancelled");
    expect(await sideways(tab)).toEqual([]);
  });
});
