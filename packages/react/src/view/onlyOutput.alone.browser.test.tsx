import { ToolClientError, type ToolClient } from "@callboard/core";
import type { ReactElement } from "react";
import { afterEach, expect, it, vi } from "vitest";
import { page } from "vitest/browser";
import { cleanup, render } from "vitest-browser-react";
import { ToolProvider, type ToolProviderProps } from "../provider/ToolProvider.tsx";
import { createUiRegistry } from "../provider/uiRegistry.ts";
import type { OutputTool } from "./outputProps.ts";
import { ToolOutput, type ToolOutputProps } from "./ToolOutput.tsx";

afterEach(async () => {
  await cleanup();
  vi.restoreAllMocks();
});

const output = { sum: { total: 5, secret: "s1" }, secret: "s2" };
const written = JSON.stringify(output);
const tool: OutputTool = {
  slug: "shop",
  viewSpec: { blocks: [{ type: "summary", key: "sum", config: { fields: ["total"] } }] },
};
const embed = (props: Partial<ToolOutputProps>, provider: ToolProviderProps = {}): ReactElement => (
  <ToolProvider {...provider}>
    <ToolOutput mode="embed" tool={tool} output={undefined} {...props} />
  </ToolProvider>
);
const total = () => page.getByText("5", { exact: true });

/** Draws something, and has all that stood on the page at any moment since. */
async function watched(element: ReactElement) {
  const seen: string[] = [];
  const look = () => seen.push(document.body.innerHTML);
  const observer = new MutationObserver(look);
  observer.observe(document.body, { subtree: true, childList: true, characterData: true });
  const screen = await render(element);
  look();
  return { ...screen, seen: () => (look(), seen.join("\n")) };
}

it("shows nothing of what its view does not name before its code is here", async () => {
  const { seen } = await watched(embed({ output }));
  await expect.element(total()).toBeVisible();
  expect(seen()).toContain("cb-output-pending");
  expect(seen()).not.toMatch(/secret/i);
});

it("keeps the room of the row in which words are found in a long table", async () => {
  const rows = Array.from({ length: 500 }, (_, a) => ({ a, secret: a }));
  const viewSpec = { blocks: [{ type: "table" as const, config: { columns: ["a"] } }] };
  const tops = { still: new Set<number>(), whole: new Set<number>() };
  const observer = new MutationObserver(() => {
    const [block, table] = [".cb-block", ".cb-table-scroll"].map((name) => document.querySelector(name));
    if (!block || !table) return;
    const top = Math.round(table.getBoundingClientRect().top - block.getBoundingClientRect().top);
    tops[page.getByRole("searchbox").query() ? "whole" : "still"].add(top);
  });
  observer.observe(document.body, { subtree: true, childList: true });
  await render(embed({ output: rows, tool: { slug: "long", viewSpec } }));
  await expect.element(page.getByRole("searchbox")).toBeVisible();
  observer.disconnect();
  expect([...tops.still]).toEqual([expect.any(Number)]);
  expect(tops.whole).toEqual(tops.still);
});

it("shows the beginning of an output that comes later to nobody but who works with the tool", async () => {
  const outputRef = { id: "output_1", bytes: 300_000, mediaType: "application/json", preview: written };
  let answer: (given: Error | object) => void = () => {};
  const client: ToolClient = {
    output: () =>
      new Promise((resolve, reject) => {
        answer = (given) => (given instanceof Error ? reject(given) : resolve(given));
      }),
  };
  const whole = await render(embed({ outputRef, mode: "internal" }, { client }));
  await expect.element(page.getByText(/"secret":"s2"/)).toBeVisible();
  await whole.unmount();
  const { seen, rerender } = await watched(embed({ outputRef }, { client }));
  await expect.element(page.getByText("This output is 300 kB large. Fetching it…")).toBeVisible();
  answer(new ToolClientError("The host cannot be reached.", { code: "unreachable", status: 0 }));
  await expect.element(page.getByRole("alert")).toHaveTextContent("The host cannot be reached.");
  await expect.element(page.getByText("This output is 300 kB large.", { exact: true })).toBeVisible();
  await page.getByRole("button", { name: "Try again" }).click();
  await vi.waitFor(() => expect(page.getByRole("alert").query()).toBeNull());
  answer(output);
  await expect.element(total()).toBeVisible();
  await rerender(embed({ outputRef: { ...outputRef, id: "output_2" } }));
  await expect.element(page.getByText("This output is 300 kB large.", { exact: true })).toBeVisible();
  expect(seen()).not.toMatch(/secret/i);
});

it("shows no beginning of an output that a worker reads, nor where it cannot be read", async () => {
  const text = written + " ".repeat(2_000_000);
  const drawn = await watched(embed({ output: text }));
  await expect.element(total()).toBeVisible();
  expect(drawn.seen()).not.toMatch(/secret/i);
  await drawn.unmount();
  const outputWorker = () => {
    throw new Error("Refused by policy");
  };
  const { seen } = await watched(embed({ output: written + " ".repeat(21_000_000) }, { outputWorker }));
  const failed = "This output is too large for this page to draw (Refused by policy).";
  await expect.element(page.getByText(failed, { exact: true })).toBeVisible();
  expect(seen()).not.toMatch(/secret/i);
});

it("shows nothing of what its call wrote, while it runs and after", async () => {
  const whole = await render(embed({ outputText: "A secret line", output, mode: "internal" }));
  await expect.element(page.getByText("Log", { exact: false }).first()).toBeVisible();
  await whole.unmount();
  const { seen, rerender, container } = await watched(embed({ outputText: "A secret line", isRunning: true }));
  await expect.poll(() => container.querySelector("[aria-busy]")).not.toBeNull();
  await rerender(embed({ outputText: "A secret line\n", output }));
  await expect.element(total()).toBeVisible();
  await rerender(embed({ outputText: written, output }));
  await expect.element(total()).toBeVisible();
  await rerender(embed({ outputText: "A secret line\n" }));
  await vi.waitFor(() => expect(total().query()).toBeNull());
  expect(seen()).not.toMatch(/secret|log/i);
});

it("says that a part is broken, without its value and what went wrong with it", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const components = createUiRegistry();
  components.register("block", "summary", () => {
    throw new Error("Cannot draw secret");
  });
  const { seen } = await watched(embed({ output }, { components }));
  await expect.element(page.getByText("This part could not be drawn.", { exact: true })).toBeVisible();
  expect(seen()).not.toMatch(/secret/i);
});
