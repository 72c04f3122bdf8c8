import { afterEach, describe, expect, it } from "vitest";
import { page } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { ToolOutput, type ToolOutputProps } from "./ToolOutput.tsx";

afterEach(cleanup);

const show = (props: ToolOutputProps) => (
  <div>
    <ToolOutput {...props} />
    <p>What follows</p>
  </div>
);

const boxes = (container: HTMLElement) => {
  const box = container.querySelector(".cb-stream")!;
  const { top, height } = box.getBoundingClientRect();
  return {
    top,
    height,
    scrolled: box.scrollTop,
    below: page.getByText("What follows").element().getBoundingClientRect().top,
  };
};

/** Two frames and a turn: layout is done, and what a ResizeObserver sees is drawn. */
const settled = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))));

/** The box is fetched with the first output that grows. */
const boxDrawn = (container: HTMLElement) => expect.poll(() => container.querySelector(".cb-stream")).not.toBeNull();

const lines = (count: number) =>
  Array.from({ length: count }, (_, line) => `Line ${line} of a report that grows`).join("\n");
const csv = `id,city,people\n${Array.from({ length: 6 }, (_, id) => `${id},Rome,${id * 7}`).join("\n")}\n`;

describe("a streamed output settles without a jump", () => {
  const cases: [string, string, unknown][] = [
    ["a short text", "It was done.", "It was done."],
    ["a long text", lines(90), lines(90)],
    ["Markdown", `# Report\n\n${"- **one** thing\n".repeat(60)}`, `# Report\n\n${"- **one** thing\n".repeat(60)}`],
    ["a text in MCP's content", lines(40), { content: [{ type: "text", text: lines(40) }] }],
    ["JSON that returns as a value", '{"price": 12, "city": "Rome"}', { price: 12, city: "Rome" }],
    ["rows", csv, csv],
    [
      "lines of facts, which are text until they are whole",
      "Name: Ada\nCity: Rome\nYear: 1842\n",
      "Name: Ada\nCity: Rome\nYear: 1842\n",
    ],
    ["an output that is nothing but what was streamed", lines(5), null],
  ];
  it.each(cases)("%s", async (_name, text, output) => {
    const half = text.slice(0, Math.ceil(text.length / 2));
    const screen = await render(show({ output: undefined, outputText: half, isRunning: true }));
    await boxDrawn(screen.container);
    await screen.rerender(show({ output: undefined, outputText: text, isRunning: true }));
    await settled();
    // The reader of Markdown is fetched when it is first needed.
    if (text.startsWith("#")) await expect.poll(() => screen.container.querySelector("strong")).not.toBeNull();
    await settled();
    const before = boxes(screen.container);
    await screen.rerender(show({ output, outputText: text, isRunning: false }));
    await settled();
    expect(boxes(screen.container)).toEqual(before);
  });

  it("follows the end of a long text, until the reader scrolls away", async () => {
    const screen = await render(show({ output: undefined, outputText: lines(60), isRunning: true }));
    await boxDrawn(screen.container);
    await settled();
    const box = screen.container.querySelector(".cb-stream")!;
    expect(box.clientHeight).toBeLessThan(400);
    expect(box.scrollTop + box.clientHeight).toBeGreaterThan(box.scrollHeight - 2);
    box.scrollTop = 10;
    await settled();
    await screen.rerender(show({ output: undefined, outputText: lines(80), isRunning: true }));
    await settled();
    expect(box.scrollTop).toBe(10);
    await page.getByRole("button", { name: "Show all of it" }).click();
    expect(box.clientHeight).toBeGreaterThan(1_000);
  });

  it("puts another output where the log grew, and folds the log below it, also before the eyes of its reader", async () => {
    const screen = await render(show({ output: undefined, outputText: lines(9), isRunning: true }));
    await boxDrawn(screen.container);
    await settled();
    const { top } = boxes(screen.container);
    await screen.rerender(show({ output: { price: 1234.5 }, outputText: lines(9), isRunning: false }));
    const result = page.getByText("1,234.5");
    await expect.element(result).toBeVisible();
    expect(result.element().getBoundingClientRect().top - top).toBeLessThan(40);
    const log = page.getByText("Log · 9 lines").element().getBoundingClientRect();
    expect(log.top).toBeGreaterThan(result.element().getBoundingClientRect().bottom);
    expect(page.getByText("Line 3").query()).toBeNull();
  });

  it("keeps the log of a call that was stopped as it is: a view of the tool's own is for what it returns", async () => {
    const tool = {
      slug: "survey",
      viewSpec: { blocks: [{ type: "summary" as const, key: "totals", label: "Totals" }] },
    };
    const screen = await render(show({ tool, output: undefined, outputText: lines(9), isRunning: true }));
    await settled();
    const before = boxes(screen.container);
    await screen.rerender(show({ tool, output: undefined, outputText: lines(9), isRunning: false }));
    await expect.element(page.getByRole("region", { name: "Log" })).toHaveTextContent("Line 8");
    expect(boxes(screen.container)).toEqual(before);
    expect(page.getByText("Totals").query()).toBeNull();
    expect(screen.container.querySelector("[aria-busy=true]")).toBeNull();
    // Who comes later finds the same.
    await screen.unmount();
    await render(show({ tool, output: undefined, outputText: lines(9), isRunning: false }));
    await expect.element(page.getByRole("region", { name: "Log" })).toHaveTextContent("Line 8");
  });

  it("folds the log for who comes later", async () => {
    await render(show({ output: { price: 1234.5 }, outputText: lines(9), isRunning: false }));
    await expect.element(page.getByText("1,234.5")).toBeVisible();
    expect(page.getByText("Line 3").query()).toBeNull();
    await page.getByText("Log · 9 lines").click();
    await expect.element(page.getByText("Line 3")).toBeVisible();
  });
});
