import { afterEach, describe, expect, it, vi } from "vitest";
import { cleanup, render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import type { ReactElement } from "react";
import { createRoot } from "react-dom/client";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import type { ViewChoices } from "../provider/viewChoices.ts";
import {
  createOutputMenu,
  OfferedContext,
  OutputMenu,
  OutputMenuContext,
  useOutputActions,
  type OfferedActions,
  type OutputAction,
} from "./OutputMenu.tsx";
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
      "Copy rows",
      "Download as CSV",
      "Download as JSON",
    ]);
    const switches = page.getByRole("group", { name: "Costs" }).getByRole("menuitemcheckbox");
    expect(switches.elements().map(({ textContent }) => textContent)).toEqual(["Find in rows", "Columns"]);
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

  it.each(["Tree", "Chart", "Raw"])("keeps the focus on its button, which %s draws anew", async (kind) => {
    const screen = await render(<ToolOutput output={rows} />);
    await expect.element(button()).toBeVisible();
    (button().element() as HTMLElement).focus();
    await userEvent.keyboard(`{Enter}${kind[0]}{Enter}`);
    const drawn = { Tree: ".cb-tree", Chart: ".cb-chart-canvas svg", Raw: "code" }[kind]!;
    await expect.poll(() => screen.container.querySelector(drawn)).not.toBeNull();
    await expect.element(button()).toHaveFocus();
  });

  it("takes no focus that is elsewhere", async () => {
    const draw = (output: unknown) => (
      <>
        <input aria-label="Elsewhere" />
        <ToolOutput output={output} />
      </>
    );
    const screen = await render(draw(rows));
    await chooseInMenu("Tree");
    await expect.element(screen.getByRole("tree")).toBeVisible();
    await screen.getByRole("textbox", { name: "Elsewhere" }).click();
    await screen.rerender(draw({ a: 1, b: "x" }));
    await expect.element(button()).toBeVisible();
    await expect.element(screen.getByRole("textbox", { name: "Elsewhere" })).toHaveFocus();
  });

  it("is there at the first paint, and makes no room where it is not", async () => {
    const offers = (action: OutputAction) =>
      function Offers() {
        return useOutputActions([action], 0, undefined, { label: undefined, element: { current: null } });
      };
    const draw = (action: OutputAction, offered: OfferedActions) => {
      const store = createOutputMenu();
      const Offers = offers(action);
      return (
        <OutputMenuContext.Provider value={store}>
          <OfferedContext.Provider value={offered}>
            <div className="probe">
              <OutputMenu store={store} kinds={[]} kind="blocks" onKind={() => {}} />
              <Offers />
            </div>
          </OfferedContext.Provider>
        </OutputMenuContext.Provider>
      );
    };
    const firstDrawn = async (element: ReactElement) => {
      const host = document.body.appendChild(document.createElement("div"));
      const root = createRoot(host);
      const buttons = new Promise<number>((resolve) => {
        const observer = new MutationObserver(() => {
          if (!host.querySelector(".probe")) return;
          observer.disconnect();
          resolve(host.querySelectorAll("button").length);
        });
        observer.observe(host, { subtree: true, childList: true });
      });
      root.render(element);
      const count = await buttons;
      root.unmount();
      host.remove();
      return count;
    };
    const save = { label: "Save", isDownload: true, run: () => {} };
    const act = { label: "Act", run: () => {} };
    expect(await firstDrawn(draw(act, "all"))).toBe(1);
    expect(await firstDrawn(draw(save, "downloads"))).toBe(1);
    // A menu that would open empty.
    expect(await firstDrawn(draw(act, "downloads"))).toBe(0);
    const screen = await render(<ToolOutput hasSwitch={false} output="It was done." />);
    await expect.element(screen.getByText("It was done.")).toBeVisible();
    const block = screen.container.querySelector(".cb-block[data-corner]")!;
    const { gridTemplateColumns, columnGap } = getComputedStyle(block);
    expect([gridTemplateColumns, columnGap]).toEqual([`${block.getBoundingClientRect().width}px 0px`, "0px"]);
  });

  it("of a tree in a cell is named after it", async () => {
    const nested = [
      { id: 1, parts: { a: { b: { c: 1 } }, d: [{ e: 2 }] } },
      { id: 2, parts: { a: { b: 3 } } },
    ];
    const screen = await render(<ToolOutput output={nested} />);
    await screen.getByRole("button", { name: "2 fields" }).click();
    await expect.element(screen.getByRole("tree", { name: "2 fields" })).toBeVisible();
    await screen.getByRole("button", { name: "Menu of 2 fields" }).click();
    await page.getByRole("menuitemcheckbox", { name: "Find in the tree" }).click();
    await expect.element(screen.getByRole("searchbox", { name: "Find in the tree" })).toHaveFocus();
    expect(button().elements()).toHaveLength(1);
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

  it("promises no download that is not there", async () => {
    const wide = Array.from({ length: 200_001 }, (_, a) => ({ a, b: 1, c: 2, d: 3, e: 4 }));
    const tool = (only: boolean, downloads: boolean) => ({
      slug: "wide",
      viewSpec: { only, downloads, blocks: [{ type: "table" as const, config: { columns: ["a"] } }] },
    });
    const notes = () => page.getByText(/download/i).elements();
    const screen = await render(<ToolOutput tool={tool(false, false)} output={wide} />);
    await expect.element(screen.getByText(/rows are shown and sorted/)).toBeVisible();
    expect(notes()).toHaveLength(2);
    await screen.rerender(<ToolOutput tool={tool(true, true)} output={wide} />);
    await expect.poll(() => notes().length).toBe(1);
    await screen.rerender(<ToolOutput tool={tool(true, false)} output={wide} />);
    await expect.element(screen.getByText(/rows are shown and sorted\.$/)).toBeVisible();
    expect(notes()).toHaveLength(0);
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
