import { afterEach, describe, expect, it, vi } from "vitest";
import { cleanup, render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import type { ViewChoices } from "../provider/viewChoices.ts";
import { chooseInMenu, openOutputMenu } from "./testing/fixtures/outputMenu.ts";
import { ToolOutput, type OutputTool } from "./ToolOutput.tsx";

afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
});

const rows = [
  { month: "May", cost: 3 },
  { month: "June", cost: 5 },
  { month: "July", cost: 4 },
];

function memory(): ViewChoices & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return { kept, get: (slug) => kept.get(slug), set: (slug, choice) => void kept.set(slug, choice) };
}

const button = () => page.getByRole("button", { name: "Output menu" });
const itemsOf = (role: "menuitem" | "menuitemradio" | "menuitemcheckbox") =>
  page
    .getByRole(role)
    .elements()
    .map(({ textContent }) => textContent);

describe("the menu of an output", () => {
  it("is one button, which holds all that can be done, part by part", async () => {
    const wide = Array.from({ length: 12 }, (_, index) => ({ a: index, b: 2, c: 3, d: 4, e: 5 }));
    const screen = await render(<ToolOutput output={{ total: 7, costs: wide, places: rows }} />);
    await expect.element(screen.getByRole("columnheader", { name: "Month" })).toBeVisible();
    await expect.poll(() => screen.container.querySelectorAll(".cb-table-grip").length).toBeGreaterThan(0);
    expect(button().elements()).toHaveLength(1);
    // The headings sort; beside them there is nothing to press.
    const others = screen.container.querySelectorAll("button:not(.cb-table-sort), select, summary, input");
    expect(others).toHaveLength(1);
    await openOutputMenu();
    expect(itemsOf("menuitemradio")).toEqual(["Overview", "Chart", "Tree", "Raw"]);
    const inCosts = page.getByRole("group", { name: "Costs" }).getByRole("menuitem");
    expect(inCosts.elements().map(({ textContent }) => textContent)).toEqual([
      "Columns",
      "Copy rows",
      "Download as CSV",
      "Download as JSON",
    ]);
    const groups = page.getByRole("menu").getByRole("group").elements();
    expect(groups.map((group) => group.firstElementChild!.textContent)).toEqual([
      "Show the output as",
      "Costs",
      "Places",
    ]);
  });

  it("is a menu button by keyboard: arrows, ends, letters, Escape, and the focus comes back", async () => {
    await render(<ToolOutput output={rows} />);
    await expect.element(button()).toHaveAttribute("aria-haspopup", "menu");
    (button().element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(page.getByRole("menuitemradio", { name: "Overview" })).toHaveFocus();
    await expect.element(button()).toHaveAttribute("aria-expanded", "true");
    await userEvent.keyboard("{End}");
    await expect.element(page.getByRole("menuitem", { name: "Download as JSON" })).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}");
    await expect.element(page.getByRole("menuitemradio", { name: "Overview" })).toHaveFocus();
    await userEvent.keyboard("{ArrowUp}{Home}t");
    await expect.element(page.getByRole("menuitemradio", { name: "Tree" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    await expect.element(button()).toHaveFocus();
    expect(page.getByRole("menu").query()).toBeNull();
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(page.getByRole("menuitem", { name: "Download as JSON" })).toHaveFocus();
    await userEvent.keyboard("{Tab}");
    expect(page.getByRole("menu").query()).toBeNull();
  });

  it("lies above whatever cuts the output off, within the page, and closes at a press elsewhere", async () => {
    await render(
      <div style={{ overflow: "clip", blockSize: 60, inlineSize: 220 }}>
        <ToolOutput output={rows} />
      </div>,
    );
    await openOutputMenu();
    const menu = page.getByRole("menu").element();
    const { left, right, top, bottom, height } = menu.getBoundingClientRect();
    expect(height).toBeGreaterThan(100);
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
    expect(right).toBeLessThanOrEqual(document.documentElement.clientWidth);
    expect(bottom).toBeLessThanOrEqual(document.documentElement.clientHeight);
    const last = page.getByRole("menuitem", { name: "Download as JSON" }).element().getBoundingClientRect();
    expect(menu.contains(document.elementFromPoint(last.left + 5, last.top + 5))).toBe(true);
    document.body.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true, composed: true }));
    await expect.poll(() => page.getByRole("menu").query()).toBeNull();
  });

  it("is scrolled where it is taller than its room, and stays so while the page around it scrolls", async () => {
    const tables = Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`table${index}`, rows]));
    await render(<ToolOutput output={tables} />);
    await openOutputMenu();
    const menu = page.getByRole("menu").element();
    expect(menu.scrollHeight).toBeGreaterThan(menu.clientHeight + 100);
    const scrolled = async (element: Element, to: () => void) => {
      const ended = new Promise((resolve) => element.addEventListener("scroll", resolve, { once: true }));
      to();
      await ended;
      await new Promise(requestAnimationFrame);
    };
    await scrolled(menu, () => (menu.scrollTop = 60));
    expect(menu.scrollTop).toBe(60);
    const around = document.body.appendChild(document.createElement("div"));
    around.style.cssText = "block-size: 50px; overflow: auto";
    around.append(Object.assign(document.createElement("div"), { style: "block-size: 500px" }));
    await scrolled(around, () => (around.scrollTop = 30));
    expect(menu.scrollTop).toBe(60);
    around.remove();
  });

  it("says why there is no file, where none could be made", async () => {
    vi.spyOn(URL, "createObjectURL").mockImplementation(() => {
      throw new Error("Out of memory");
    });
    await render(<ToolOutput output={rows} />);
    await chooseInMenu("Download as CSV");
    await expect.element(page.getByText("The file could not be made: Out of memory")).toBeVisible();
  });

  it("says what became of a copy", async () => {
    const write = vi.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("no")).mockResolvedValue();
    await render(<ToolOutput output={rows} />);
    await chooseInMenu("Copy rows");
    await expect.element(page.getByText("Not allowed")).toBeVisible();
    await chooseInMenu("Copy rows");
    await expect.element(page.getByText("Copied", { exact: true })).toBeVisible();
    expect(write).toHaveBeenLastCalledWith(expect.stringContaining("May"));
  });
});

describe("the kinds in the menu", () => {
  it("show the same rows as chart, tree and raw, and the choice is remembered for the tool", async () => {
    const viewChoices = memory();
    const draw = (slug: string, key: number) => (
      <ToolProvider viewChoices={viewChoices}>
        <ToolOutput key={key} tool={{ slug }} output={rows} />
      </ToolProvider>
    );
    const screen = await render(draw("costs", 1));
    await openOutputMenu();
    await expect.element(page.getByRole("menuitemradio", { name: "Overview" })).toHaveAttribute("aria-checked", "true");
    await page.getByRole("menuitemradio", { name: "Raw" }).click();
    expect(screen.container.querySelector("code")!.textContent).toBe(JSON.stringify(rows, null, 2));
    await chooseInMenu("Tree");
    await expect.element(screen.getByRole("tree")).toBeVisible();
    await chooseInMenu("Chart");
    await expect.element(screen.getByRole("img", { name: /Bar chart: Cost by Month/ })).toBeVisible();
    expect(viewChoices.kept.get("costs")).toBe("chart");
    await screen.rerender(draw("costs", 2));
    await expect.element(screen.getByRole("img", { name: /Bar chart/ })).toBeVisible();
    await screen.rerender(draw("other", 3));
    await expect.element(screen.getByRole("table", { name: "Table" })).toBeVisible();
  });

  it("are not there where the text is the raw value, and fall back where a choice does not fit", async () => {
    const viewChoices = memory();
    viewChoices.set("t", "chart");
    const screen = await render(
      <ToolProvider viewChoices={viewChoices}>
        <ToolOutput tool={{ slug: "t" }} output={{ a: "x", b: 2 }} />
      </ToolProvider>,
    );
    await openOutputMenu();
    await expect.element(page.getByRole("menuitemradio", { name: "Overview" })).toHaveAttribute("aria-checked", "true");
    await screen.rerender(<ToolOutput output="It was done." />);
    await expect.element(page.getByText("It was done.")).toBeVisible();
    expect(button().query()).toBeNull();
  });

  it("show a text's own letters as raw", async () => {
    const text = "# Title\n\nwith **marks**";
    const screen = await render(<ToolOutput output={text} />);
    await chooseInMenu("Raw");
    expect(screen.container.querySelector("code")!.textContent).toBe(text);
  });

  it("hold where storage is closed", async () => {
    const closed = () => {
      throw new Error("closed");
    };
    const screen = await render(
      <ToolProvider viewChoices={{ get: closed, set: closed }}>
        <ToolOutput tool={{ slug: "t" }} output={rows} />
      </ToolProvider>,
    );
    await chooseInMenu("Tree");
    await expect.element(screen.getByRole("tree")).toBeVisible();
  });
});

describe("an output in an embed", () => {
  const output = {
    sum: { total: 5, secret: "s1" },
    rows: rows.map((row) => ({ ...row, secret: "s2" })),
    secret: "s3",
  };
  const spec = (more: object): OutputTool => ({
    slug: "shop",
    viewSpec: {
      blocks: [
        { type: "summary", key: "sum", config: { fields: ["total"] } },
        { type: "table", key: "rows", label: "Costs", config: { columns: ["month", "cost"] } },
      ],
      ...more,
    },
  });

  it("shows the parts that its view names, and nothing else, by itself", async () => {
    const screen = await render(<ToolOutput mode="embed" tool={spec({})} output={output} />);
    await expect.element(screen.getByRole("columnheader", { name: "Month" })).toBeVisible();
    await expect.poll(() => screen.container.querySelector(".cb-table-grip")).not.toBeNull();
    expect(screen.container.textContent).not.toMatch(/s1|s2|s3|secret|hidden/i);
    expect(button().query()).toBeNull();
    expect(screen.container.querySelectorAll("button:not(.cb-table-sort), input, select, summary")).toHaveLength(0);
  });

  it("shows all where the author of the view says so, and where no view names anything", async () => {
    const screen = await render(<ToolOutput mode="embed" tool={spec({ only: false })} output={output} />);
    await expect.element(screen.getByText("Also in the output: secret")).toBeVisible();
    await expect.element(button()).toBeVisible();
    await screen.rerender(<ToolOutput mode="embed" tool={{ slug: "bare" }} output={output} />);
    await expect.element(screen.getByText("s3")).toBeVisible();
  });

  it("has the downloads that the author of the view asks for, of what is named alone", async () => {
    const texts: Promise<string>[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${texts.push((blob as Blob).text())}`);
    vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    await render(<ToolOutput mode="embed" tool={spec({ downloads: true })} output={output} />);
    await openOutputMenu();
    expect(itemsOf("menuitem")).toEqual(["Download as CSV", "Download as JSON"]);
    expect(itemsOf("menuitemradio")).toEqual([]);
    await page.getByRole("menuitem", { name: "Download as CSV" }).click();
    await chooseInMenu("Download as JSON");
    await vi.waitFor(() => expect(texts).toHaveLength(2));
    const [csv, json] = await Promise.all(texts);
    expect(csv).toBe("Month,Cost\r\nMay,3\r\nJune,5\r\nJuly,4\r\n");
    expect(JSON.parse(json!)).toEqual(rows);
  });
});
