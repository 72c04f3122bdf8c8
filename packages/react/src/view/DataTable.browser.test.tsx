import { afterEach, describe, expect, it, vi } from "vitest";
import { cleanup, render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { chooseInMenu, openOutputMenu } from "./testing/fixtures/outputMenu.ts";
import { ToolOutput } from "./ToolOutput.tsx";

afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
});

const people = Array.from({ length: 12 }, (_, index) => ({
  name: `Person ${index}`,
  age: 20 + index,
  city: index % 2 ? "Rome" : "Oslo",
  balance: -index,
  note: "=1+1",
}));

describe("a table", () => {
  it("finds rows by a text, and says how many", async () => {
    const screen = await render(<ToolOutput output={people} />);
    await chooseInMenu("Find in rows");
    await expect.element(screen.getByRole("searchbox", { name: "Find in rows" })).toHaveFocus();
    await screen.getByRole("searchbox").fill("rome");
    await expect.element(screen.getByText("6 of 12")).toBeVisible();
    expect(screen.container.querySelectorAll("tbody tr")).toHaveLength(6);
    await screen.getByRole("searchbox").fill("nowhere");
    await expect.element(screen.getByText("No row has “nowhere”.")).toBeVisible();
    // What is put away hides no rows.
    await screen.getByRole("button", { name: "Close" }).click();
    await expect.element(screen.getByText("Person 11")).toBeVisible();
    expect(screen.getByRole("searchbox").query()).toBeNull();
    // The focus stays in the table, and Escape does as the button.
    await expect.element(screen.getByRole("group", { name: "Table" })).toHaveFocus();
    await chooseInMenu("Find in rows");
    await screen.getByRole("searchbox").fill("nowhere");
    await userEvent.keyboard("{Escape}");
    await expect.element(screen.getByText("Person 11")).toBeVisible();
    expect(screen.getByRole("searchbox").query()).toBeNull();
    await expect.element(screen.getByRole("group", { name: "Table" })).toHaveFocus();
  });

  it("begins its columns at one that can be hidden or shown, and says that they are open", async () => {
    const screen = await render(<ToolOutput output={people} />);
    await chooseInMenu("Columns");
    for (const name of ["Age", "City", "Balance", "Note"]) await screen.getByRole("checkbox", { name }).click();
    await expect.element(screen.getByRole("checkbox", { name: "Name" })).toBeDisabled();
    await openOutputMenu();
    await expect
      .element(page.getByRole("menuitemcheckbox", { name: "4 hidden columns" }))
      .toHaveAttribute("aria-checked", "true");
    await page.getByRole("menuitemcheckbox", { name: "4 hidden columns" }).click();
    await chooseInMenu("4 hidden columns");
    await expect.element(screen.getByRole("checkbox", { name: "Age" })).toHaveFocus();
    await userEvent.keyboard("{Escape}");
    expect(screen.getByRole("checkbox").query()).toBeNull();
    await expect.element(screen.getByRole("group", { name: "Table" })).toHaveFocus();
  });

  it("shares what puts its tools away with a tree", async () => {
    const screen = await render(<ToolOutput output={people} />);
    await chooseInMenu("Tree");
    await chooseInMenu("Find in the tree");
    await screen.getByRole("searchbox").fill("rome");
    await userEvent.keyboard("{Escape}");
    await expect.element(screen.getByRole("tree")).toHaveFocus();
    expect(screen.getByRole("searchbox").query()).toBeNull();
    await chooseInMenu("Find in the tree");
    await screen.getByRole("button", { name: "Close" }).click();
    await expect.element(screen.getByRole("tree")).toHaveFocus();
  });

  it("hides columns, and copies what is shown, safe for a spreadsheet", async () => {
    const write = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
    const screen = await render(<ToolOutput output={people} />);
    await chooseInMenu("Columns");
    await expect.element(screen.getByRole("checkbox", { name: "Name" })).toHaveFocus();
    await screen.getByRole("checkbox", { name: "City" }).click();
    await screen.getByRole("checkbox", { name: "Name" }).click();
    await screen.getByRole("button", { name: "Close" }).click();
    expect(screen.getByRole("columnheader", { name: "City" }).query()).toBeNull();
    await chooseInMenu("Copy rows");
    await expect.element(screen.getByRole("status").getByText("Copied")).toBeVisible();
    const [head, first, second] = write.mock.calls[0]![0].split("\n");
    expect([head, first, second]).toEqual(["Age\tBalance\tNote", "20\t0\t'=1+1", "21\t-1\t'=1+1"]);
  });

  it("makes a column wider by keyboard, and by its edge", async () => {
    const screen = await render(<ToolOutput output={people} />);
    const head = screen.getByRole("columnheader", { name: "Name" });
    const width = () => head.element().getBoundingClientRect().width;
    const before = width();
    (head.getByRole("button").element() as HTMLElement).focus();
    await userEvent.keyboard("{Shift>}{ArrowRight}{ArrowRight}{/Shift}");
    await expect.poll(width).toBeCloseTo(before + 32, -1);
    await userEvent.keyboard("{Shift>}{ArrowLeft}{/Shift}");
    await expect.poll(width).toBeCloseTo(before + 16, -1);
  });

  it("sorts and searches 100,000 rows without holding the page", async () => {
    const rows = Array.from({ length: 100_000 }, (_, index) => ({
      id: index,
      name: `Row ${(index * 7_919) % 100_003}`,
      size: (index * 31) % 997,
    }));
    let longest = 0;
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) longest = Math.max(longest, entry.duration);
    });
    const screen = await render(<ToolOutput output={rows} hasSwitch={false} />);
    observer.observe({ type: "longtask" });
    await screen.getByRole("columnheader", { name: "Name" }).getByRole("button").click();
    await expect.element(screen.getByText("Row 1", { exact: true }), { timeout: 10_000 }).toBeVisible();
    await chooseInMenu("Find in rows");
    await screen.getByRole("searchbox").fill("row 99999");
    await expect.element(screen.getByText("1 of 100,000"), { timeout: 10_000 }).toBeVisible();
    observer.disconnect();
    // Ordered at once it would take about a second; how fast it is belongs to a bench, not to a shared machine.
    expect(longest).toBeLessThan(600);
    expect(screen.container.querySelectorAll("*").length).toBeLessThan(2_000);
  });

  it("of very many columns shows the first of them, and keeps the document small", async () => {
    const columns = Array.from({ length: 150 }, (_, index) => `field ${index}`);
    const rows = Array.from({ length: 1_000 }, (_, row) => Object.fromEntries(columns.map((name) => [name, row])));
    const screen = await render(<ToolOutput output={rows} hasSwitch={false} />);
    await expect.element(screen.getByRole("columnheader", { name: "Field 31" })).toBeInTheDocument();
    expect(screen.container.querySelectorAll("*").length).toBeLessThan(5_000);
    await chooseInMenu("118 hidden columns");
    await screen.getByRole("checkbox", { name: "Field 149" }).click();
    await expect.element(screen.getByRole("columnheader", { name: "Field 149" })).toBeInTheDocument();
  });
});
