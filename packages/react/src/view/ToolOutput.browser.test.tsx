import { afterEach, describe, expect, it, vi } from "vitest";
import { userEvent } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { createUiRegistry } from "../provider/uiRegistry.ts";
import { chooseInMenu, openOutputMenu } from "./testing/fixtures/outputMenu.ts";
import { ToolOutput, type CustomBlockProps, type OutputTool } from "./ToolOutput.tsx";

afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
});

/** What the page would have saved: the files' names and texts. */
function catchDownloads() {
  const files: { name: string; text: Promise<string> }[] = [];
  const blobs = new Map<string, Blob>();
  vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => {
    const url = `blob:caught-${blobs.size}`;
    blobs.set(url, blob as Blob);
    return url;
  });
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(function (this: HTMLAnchorElement) {
    files.push({ name: this.download, text: blobs.get(this.href)!.text() });
  });
  return files;
}

describe("ToolOutput", () => {
  it("writes facts by the reader's locale and catalogue", async () => {
    const screen = await render(
      <ToolProvider locale="de" messages={{ "view.yes": "Ja" }}>
        <ToolOutput output={{ price: 1234.5, open: true, day: "2026-03-01" }} />
      </ToolProvider>,
    );
    await expect.element(screen.getByText("1.234,5")).toBeVisible();
    await expect.element(screen.getByText("Ja")).toBeVisible();
    await expect.element(screen.getByText("01.03.2026")).toBeVisible();
  });

  it("fills a ranking's bars on the scale that the schema gives, and writes its ends", async () => {
    const score = { type: "number", minimum: 0, maximum: 100 };
    const outputSchema = { type: "array", items: { type: "object", properties: { score } } };
    const tool = { slug: "ranked", viewSpec: { blocks: [{ type: "ranking" as const }] } };
    const output = [
      { name: "a", score: 80 },
      { name: "b", score: 40 },
    ];
    const screen = await render(<ToolOutput tool={tool} output={output} outputSchema={outputSchema} />);
    await expect.element(screen.getByText("Scale from 0 to 100")).toBeInTheDocument();
    const bars = [...screen.container.querySelectorAll(".cb-ranking-fill")].map((bar) => bar.getAttribute("width"));
    expect(bars).toEqual(["80.00%", "40.00%"]);
    const [, from, to] = screen.container.querySelectorAll(".cb-ranking-scale > *");
    const bar = screen.container.querySelector(".cb-ranking-bar")!.getBoundingClientRect();
    expect(from!.getBoundingClientRect().left).toBeCloseTo(bar.left, 0);
    expect(to!.getBoundingClientRect().right).toBeCloseTo(bar.right, 0);
  });

  it("shows what an only view names alone, without tools for what lies behind it", async () => {
    const blocks = [
      { type: "summary" as const, key: "sum", config: { fields: ["total"] } },
      { type: "table" as const, key: "rows", config: { columns: ["a"] } },
    ];
    const output = { sum: { total: 5, secret: "s1" }, rows: [{ a: 1, secret: "s2" }], secret: "s3" };
    const whole = await render(<ToolOutput tool={{ slug: "open", viewSpec: { blocks } }} output={output} />);
    // What an operator has.
    await openOutputMenu();
    await expect.element(whole.getByRole("menuitemradio", { name: "Raw" })).toBeVisible();
    await expect.element(whole.getByRole("menuitemcheckbox", { name: "1 hidden column" })).toBeVisible();
    await cleanup();
    const tool = { slug: "only", viewSpec: { blocks, only: true } };
    const { container, getByRole } = await render(<ToolOutput tool={tool} output={output} />);
    await expect.element(getByRole("columnheader", { name: "A" })).toBeVisible();
    await expect.poll(() => container.querySelector(".cb-table-grip")).not.toBeNull();
    expect(container.textContent).not.toMatch(/s1|s2|s3|secret|hidden/i);
    expect([...container.querySelectorAll("button, select, summary")].map(({ textContent }) => textContent)).toEqual([
      "A",
    ]);
  });

  it("sorts a table by its headings, by keyboard too, numbers as numbers and what is empty last", async () => {
    const rows = [{ n: 10 }, { n: 9 }, { n: null }, { n: 100 }];
    const screen = await render(<ToolOutput output={rows} />);
    const heading = screen.getByRole("columnheader", { name: "N" });
    const cells = () => screen.container.querySelectorAll("tbody td");
    const shown = () => [...cells()].map((cell) => cell.textContent);
    await expect.element(heading).toHaveAttribute("aria-sort", "none");
    (heading.getByRole("button").element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    await expect.element(heading).toHaveAttribute("aria-sort", "ascending");
    expect(shown()).toEqual(["9", "10", "100", "–None"]);
    await userEvent.keyboard("{Enter}");
    await expect.element(heading).toHaveAttribute("aria-sort", "descending");
    expect(shown()).toEqual(["100", "10", "9", "–None"]);
  });

  it("downloads all of a table, safe for spreadsheets, and its exact JSON", async () => {
    const files = catchDownloads();
    const rows = [
      { a: "=1+1", b: -5 },
      { a: 'x "y", z', b: 2 },
    ];
    await render(
      <ToolOutput output={{ rows, note: "n" }} outputSchema={{ properties: { rows: { title: "../My: rows" } } }} />,
    );
    await chooseInMenu("Download as CSV");
    await chooseInMenu("Download as JSON");
    await vi.waitFor(() => expect(files).toHaveLength(2));
    expect(files.map((file) => file.name)).toEqual(["My- rows.csv", "My- rows.json"]);
    expect(await files[0]!.text).toBe(`A,B\r\n"'=1+1",-5\r\n"x ""y"", z",2\r\n`);
    expect(JSON.parse(await files[1]!.text)).toEqual(rows);
  });

  it("keeps only rows in sight of a long table, says what is left out, and leaves nothing out of the file", async () => {
    const files = catchDownloads();
    const rows = Array.from({ length: 220_000 }, (_, id) => ({ id, name: `Row ${id}` }));
    const screen = await render(<ToolOutput output={rows} />);
    await expect.element(screen.getByText("Row 3", { exact: true })).toBeVisible();
    expect(screen.container.querySelectorAll("tr").length).toBeLessThan(80);
    await expect.element(screen.getByText(/first 200,000 of 220,000/)).toBeVisible();
    const scroller = screen.getByRole("group", { name: "Table" }).element();
    scroller.scrollTop = scroller.scrollHeight;
    await expect.element(screen.getByText("Row 199999")).toBeVisible();
    await chooseInMenu("Download as CSV");
    await vi.waitFor(() => expect(files).toHaveLength(1), 20_000);
    expect((await files[0]!.text).trimEnd().split("\r\n")).toHaveLength(220_001);
  });

  it("draws a chart, names it, and shows the same numbers as a table", async () => {
    const output = [
      { month: "May", sales: 3 },
      { month: "June", sales: 5 },
    ];
    const tool = { slug: "c", viewSpec: { blocks: [{ type: "chart" as const, label: "Sales" }] } };
    const screen = await render(<ToolOutput output={output} tool={tool} />);
    await expect
      .element(screen.getByRole("img", { name: "Sales. Line chart: Sales by Month, 2 points" }))
      .toBeVisible();
    await vi.waitFor(() => expect(screen.container.querySelector(".recharts-line path")).not.toBeNull(), 10_000);
    const before = screen.container.querySelector(".cb-chart")!.getBoundingClientRect().height;
    await chooseInMenu("Show as table");
    await expect.element(screen.getByRole("cell", { name: "June" })).toBeVisible();
    expect(screen.container.querySelector(".cb-chart")!.getBoundingClientRect().height).toBe(before);
  });

  it("moves through a tree by keyboard", async () => {
    const screen = await render(<ToolOutput output={[{ a: { b: [1, 2] } }, 7]} />);
    const tree = screen.getByRole("tree");
    await expect.element(tree).toHaveAttribute("aria-activedescendant");
    (tree.element() as HTMLElement).focus();
    const active = () => document.getElementById(tree.element().getAttribute("aria-activedescendant")!)!.textContent;
    expect(active()).toBe("2 items");
    await userEvent.keyboard("{ArrowDown}{ArrowDown}");
    expect(active()).toBe("a: 1 field");
    await userEvent.keyboard("{ArrowRight}{ArrowRight}");
    expect(active()).toBe("b: 2 items");
    await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
    await expect
      .element(screen.getByRole("treeitem", { name: "a: 1 field" }))
      .toHaveAttribute("aria-expanded", "false");
    await userEvent.keyboard("{End}");
    expect(active()).toBe("1: 7");
    await userEvent.keyboard("{Home}{Enter}");
    expect(screen.container.querySelectorAll("[role=treeitem]")).toHaveLength(1);
  });

  it("contains a component that breaks: a word and the raw value remain, and so do the other blocks", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const registry = createUiRegistry();
    registry.register("block", "tool-output-map", ({ value }: CustomBlockProps) => {
      if ((value as { bad?: boolean }).bad) throw new Error("No tiles");
      return <p>Drawn</p>;
    });
    const tool = {
      slug: "map",
      viewSpec: {
        blocks: [
          { type: "custom" as const, key: "map", label: "Map" },
          { type: "summary" as const, key: "facts" },
        ],
      },
    };
    const draw = (bad: boolean) => (
      <ToolProvider components={registry}>
        <ToolOutput tool={tool} output={{ map: { bad, city: "Rome" }, facts: { length: 430 } }} />
      </ToolProvider>
    );
    const screen = await render(draw(true));
    await expect.element(screen.getByText(/The component at block tool-output-map could not draw this/)).toBeVisible();
    await expect.element(screen.getByText('"Rome"')).toBeVisible();
    await expect.element(screen.getByText("430")).toBeVisible();
    await screen.rerender(draw(false));
    await expect.element(screen.getByText("Drawn")).toBeVisible();
  });

  it("names a view of the app's own that breaks, and keeps the page and the raw value", async () => {
    vi.spyOn(console, "error").mockImplementation(() => {});
    const registry = createUiRegistry();
    registry.register("view", "tool:map", () => {
      throw new Error("No tiles");
    });
    const screen = await render(
      <ToolProvider components={registry}>
        <p>The page around</p>
        <ToolOutput tool={{ slug: "map" }} output={{ city: "Rome" }} />
      </ToolProvider>,
    );
    await expect.element(screen.getByRole("note")).toHaveTextContent(/The component at view tool:map.*No tiles/);
    await expect.element(screen.getByText('"Rome"')).toBeVisible();
    await expect.element(screen.getByText("The page around")).toBeVisible();
  });

  it.each([
    [
      "a ViewSpec",
      { viewSpec: { blocks: [{ type: "grid" as never, key: "city" }] } },
      /ViewSpec of the tool "map".*grid/,
    ],
    ["a ViewSpec of names", { viewSpec: { blocks: ["city"] as never } }, /blocks\[0\] is "city"/],
    [
      "sections",
      { outputSections: [{ key: "city", label: "City", type: "grid" as never }] },
      /outputSections\[0\]\.type is "grid"/,
    ],
  ])("says where %s is wrong, once on the console too, and shows the output by its shape", async (_, specs, why) => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => {});
    const screen = await render(<ToolOutput tool={{ slug: "map", ...specs }} output={{ city: "Rome" }} />);
    await expect.element(screen.getByRole("note")).toHaveTextContent(/cannot be used, so it is shown by its own shape/);
    await expect.element(screen.getByRole("note")).toHaveTextContent(why);
    await expect.element(screen.getByText("Rome")).toBeVisible();
    expect(warn.mock.calls.filter(([text]) => why.test(String(text)))).toHaveLength(1);
    warn.mockRestore();
  });

  it("draws a tool's own view whole, and generic blocks for a custom one that nobody registered", async () => {
    const registry = createUiRegistry();
    registry.register("view", "tool:own", ({ output }: { output: { n: number } }) => <p>Own view of {output.n}</p>);
    const screen = await render(
      <ToolProvider components={registry}>
        <ToolOutput tool={{ slug: "own" }} output={{ n: 3 }} />
        <ToolOutput
          tool={{ slug: "none", viewSpec: { blocks: [{ type: "custom", label: "Extra" }] } }}
          output={{ size: 3 }}
        />
      </ToolProvider>,
    );
    await expect.element(screen.getByText("Own view of 3")).toBeVisible();
    await expect.element(screen.getByRole("heading", { name: "Extra" })).toBeVisible();
    await expect.element(screen.getByText("Size")).toBeVisible();
  });

  it("shows text as it came, or as the app renders it, and folds what is long", async () => {
    const text = `Title\n\n${"words and more words\n".repeat(400)}`;
    const screen = await render(<ToolOutput output={text} />);
    await expect.element(screen.getByText(/Title/)).toBeVisible();
    expect(screen.container.textContent!.length).toBeLessThan(2_000);
    await screen.getByRole("button", { name: /Show all/ }).click();
    expect(screen.container.textContent!.length).toBeGreaterThan(text.length - 10);
    await screen.rerender(
      <ToolProvider renderText={(words) => <h4>{words.slice(0, 5)}</h4>}>
        <ToolOutput output={text} />
      </ToolProvider>,
    );
    await expect.element(screen.getByRole("heading", { name: "Title" })).toBeVisible();
  });

  it("never makes a link of half an address where it folds", async () => {
    const text = `${"x ".repeat(590)}https://example.com.evil.test/${"a".repeat(100)} end${" y".repeat(300)}`;
    const screen = await render(<ToolOutput output={text} />);
    expect(screen.container.querySelector("a")).toBeNull();
    await screen.getByRole("button", { name: /Show all/ }).click();
    expect(screen.container.querySelector("a")!.host).toBe("example.com.evil.test");
  });

  it("says that there is nothing where there is nothing", async () => {
    const screen = await render(<ToolOutput output={null} />);
    await expect.element(screen.getByText("The tool finished without any output.")).toBeVisible();
  });
});

describe("giants", () => {
  const nodes = (container: Element) => container.querySelectorAll("*").length;
  /** The longest stretch that drawing kept the page from answering, in ms. */
  async function longestTask(work: () => Promise<void>): Promise<number> {
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
    });
    observer.observe({ type: "longtask" });
    await work();
    await new Promise((resolve) => setTimeout(resolve, 100));
    observer.disconnect();
    return longest;
  }
  const book = "All work and no play makes Jack a dull boy.\n".repeat(1_200_000);
  const makers: Record<string, () => unknown> = {
    "a million rows": () => Array.from({ length: 1_000_000 }, (_, id) => ({ id, name: "row" })),
    "a million mixed values": () => Array.from({ length: 1_000_000 }, (_, id) => (id % 2 ? { id } : id)),
    "a depth of 100,000": () => {
      let deep: unknown = "end";
      for (let i = 0; i < 100_000; i++) deep = [deep];
      return deep;
    },
    "50 MB of text": () => book,
    "a record of 100,000 keys": () => Object.fromEntries(Array.from({ length: 100_000 }, (_, i) => [`key${i}`, i])),
  };

  // The giants are made inside: what a test is given, the runner may try to print.
  it.each(Object.keys(makers))("%s: small in the document, and the page stays live", async (name) => {
    const output = makers[name]!();
    let container: Element | undefined;
    const task = await longestTask(async () => {
      container = (await render(<ToolOutput output={output} />)).container;
    });
    expect(nodes(container!)).toBeLessThan(2_000);
    expect(container!.textContent!.length).toBeGreaterThan(0);
    // Drawing all of it would hold the page for many seconds; how fast it is belongs to a bench, not to a shared
    // machine.
    expect(task).toBeLessThan(3_000);
  });

  it("opens a long list by ranges, and keeps only what is in sight", async () => {
    const screen = await render(<ToolOutput output={[1, [2], ...Array.from({ length: 30_000 }, (_, i) => i)]} />);
    await screen.getByText("10,000 … 19,999").click();
    await screen.getByText("19,900 … 19,999").click();
    screen.getByRole("tree").element().scrollTo(0, 1e9);
    expect(nodes(screen.container)).toBeLessThan(2_000);
    screen.getByRole("tree").element().scrollTo(0, 0);
    await screen.getByText("10,000 … 10,099").click();
    expect(nodes(screen.container)).toBeLessThan(2_000);
  });

  it("shows at most 200,000 characters of a text, says so, and saves it whole", async () => {
    const files = catchDownloads();
    const screen = await render(<ToolOutput output={book} />);
    await screen.getByRole("button", { name: /Show all/ }).click();
    await expect.element(screen.getByText(/first 2\d\d,\d{3}|first 199,\d{3}/)).toBeVisible();
    await chooseInMenu("Download as text");
    await vi.waitFor(() => expect(files).toHaveLength(1));
    expect((await files[0]!.text).length).toBe(book.length);
  });
});

describe("a callout", () => {
  it("is a note above what it is about, in its reader's words, and none where its text is missing", async () => {
    const tool: OutputTool = {
      slug: "drawn",
      viewSpec: {
        blocks: [
          { type: "callout", key: "standIn", config: { tone: "warning" } },
          { type: "summary", config: { fields: ["size"] } },
        ],
      },
    };
    const screen = await render(<ToolOutput tool={tool} output={{ standIn: "No model drew this.", size: 3 }} />);
    const note = screen.getByRole("note");
    await expect.element(note).toHaveTextContent("No model drew this.");
    const size = screen.getByText("Size", { exact: true });
    expect(note.element().getBoundingClientRect().bottom).toBeLessThan(size.element().getBoundingClientRect().top);
    await screen.rerender(<ToolOutput tool={tool} output={{ size: 3 }} />);
    await expect.element(note).not.toBeInTheDocument();
  });
});
