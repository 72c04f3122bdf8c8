import { afterEach, describe, expect, it, vi } from "vitest";
import { cleanup, render } from "vitest-browser-react";
import { chooseInMenu } from "./testing/fixtures/outputMenu.ts";
import { ToolOutput } from "./ToolOutput.tsx";

afterEach(cleanup);

describe("what stands beside the blocks that were asked for", () => {
  it("is named in a fold, and drawn once opened", async () => {
    const tool = { slug: "r", outputSections: [{ key: "rows", label: "Rows", type: "table" as const }] };
    const output = { rows: [{ a: 1 }, { a: 2 }], total: 500, note: "first page", error: "Quota exceeded" };
    const screen = await render(<ToolOutput output={output} tool={tool} />);
    await expect.element(screen.getByText("Quota exceeded")).toBeVisible();
    await expect.element(screen.getByText("Wait a moment, then run it again.")).toBeVisible();
    await screen.getByText("Also in the output: total, note").click();
    await expect.element(screen.getByText("first page")).toBeVisible();
  });

  it("is a hidden column, a folded fact, and the rest of a ranked item", async () => {
    const blocks = [
      { type: "table" as const, key: "rows", config: { columns: ["a"] } },
      { type: "summary" as const, key: "facts", config: { fields: ["x"] } },
      { type: "ranking" as const, key: "ranked" },
    ];
    const output = {
      rows: [{ a: 1, b: "hidden cell" }],
      facts: { x: 1, y: "folded fact" },
      ranked: [{ name: "First", score: 2, place: { city: "Rome" } }],
    };
    const screen = await render(<ToolOutput output={output} tool={{ slug: "r", viewSpec: { blocks } }} />);
    expect(screen.container.textContent).not.toMatch(/hidden cell|folded fact|Rome/);
    await chooseInMenu("1 hidden column");
    await screen.getByRole("checkbox", { name: "B" }).click();
    await expect.element(screen.getByText("hidden cell")).toBeVisible();
    await screen.getByRole("button", { name: "Show all 2" }).click();
    await expect.element(screen.getByText("folded fact")).toBeVisible();
    await screen.getByRole("button", { name: "1 field" }).click();
    await expect.element(screen.getByText('"Rome"')).toBeVisible();
  });
});

describe("texts", () => {
  it("draws Markdown, and folds a long one", async () => {
    const screen = await render(
      <ToolOutput output={`# Title\n\n- one\n- two\n- three\n\n${"words\n\n".repeat(60)}`} />,
    );
    await expect.element(screen.getByRole("heading", { name: "Title" })).toBeVisible();
    const fold = screen.getByRole("button", { name: /Show all/ });
    const height = () => screen.container.querySelector(".cb-fold")!.getBoundingClientRect().height;
    expect(height()).toBeLessThan(400);
    await fold.click();
    expect(height()).toBeGreaterThan(600);
  });

  it("reads nested YAML as its value, and leaves every word of one that has comments", async () => {
    const yaml = "service:\n  name: web\n  version: 1.10\n  ports:\n    - 80\n    - 443\n";
    const screen = await render(<ToolOutput output={yaml} />);
    await expect.element(screen.getByRole("term").nth(0)).toHaveTextContent("Name");
    await expect.element(screen.getByText("1.10")).toBeVisible();
    await screen.rerender(<ToolOutput output={`${yaml}  # keep: 443\n`} />);
    expect(screen.container.textContent).toContain("# keep: 443");
  });

  it("colours a diff, a terminal's lines and code without changing a letter", async () => {
    const diff = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-old\n+new\n";
    const screen = await render(<ToolOutput output={diff} hasSwitch={false} />);
    expect(screen.container.textContent).toBe(diff);
    expect(screen.container.querySelector('[data-kind="added"]')!.textContent).toContain("+new");
    await screen.rerender(<ToolOutput output={"\u001b[1m\u001b[31mFAIL\u001b[0m tests/a.test.ts"} hasSwitch={false} />);
    await vi.waitFor(() => expect(screen.container.querySelector('[data-colour="red"]')).not.toBeNull(), 10_000);
    expect(screen.container.textContent).toBe("FAIL tests/a.test.ts");
    const code = "import { a } from './a';\nexport const b = a + 1; // one\n";
    await screen.rerender(<ToolOutput output={code} hasSwitch={false} />);
    await vi.waitFor(() => expect(screen.container.querySelector('[data-kind="keyword"]')).not.toBeNull(), 10_000);
    expect(screen.container.querySelector("code")!.textContent).toBe(code);
  });
});

describe("charts", () => {
  const chart = (output: unknown, config: Record<string, unknown>) => (
    <ToolOutput
      output={output}
      tool={{ slug: "c", viewSpec: { blocks: [{ type: "chart", label: "Costs", config }] } }}
    />
  );

  it("draws a pie with its shares, and reads its numbers out", async () => {
    const screen = await render(chart({ Rent: 750, Food: 250 }, { variant: "pie" }));
    await expect.element(screen.getByText("75%")).toBeVisible();
    await vi.waitFor(() => expect(screen.container.querySelectorAll(".recharts-pie-sector")).toHaveLength(2), 10_000);
    await expect.element(screen.getByRole("rowheader", { name: "Rent" })).toBeInTheDocument();
  });

  it("draws a scatter of two amounts", async () => {
    const rows = Array.from({ length: 12 }, (_, i) => ({ weight: (i * 7) % 11, price: i * 3, name: `n${i}` }));
    const screen = await render(chart(rows, { variant: "scatter" }));
    await vi.waitFor(
      () => expect(screen.container.querySelectorAll(".recharts-scatter-symbol")).toHaveLength(12),
      10_000,
    );
  });

  it("refuses nonsense with words", async () => {
    const screen = await render(chart({ Loss: -5, Gain: 10 }, { variant: "pie" }));
    await expect.element(screen.getByText(/cannot show amounts below zero/)).toBeVisible();
    const names = Array.from({ length: 80 }, (_, i) => ({ name: `n${i}`, size: (i * 7) % 13 }));
    await screen.rerender(chart(names, { variant: "bar" }));
    await expect.element(screen.getByText(/too many names/)).toBeVisible();
    await expect.element(screen.getByRole("table")).toBeVisible();
  });

  it("saves itself as SVG with its own colours, and as PNG", async () => {
    const blobs: Blob[] = [];
    vi.spyOn(URL, "createObjectURL").mockImplementation((blob) => `blob:${blobs.push(blob as Blob)}`);
    const click = vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
    const screen = await render(chart({ Rent: 750, Food: 250 }, { variant: "bar" }));
    await vi.waitFor(() => expect(screen.container.querySelector(".recharts-bar path")).not.toBeNull(), 10_000);
    await chooseInMenu("Download as SVG");
    await vi.waitFor(() => expect(blobs).toHaveLength(1));
    const svg = await blobs[0]!.text();
    expect(svg).toContain("<svg");
    expect(svg).not.toContain("var(--");
    await chooseInMenu("Download as PNG");
    await vi.waitFor(() => expect(blobs).toHaveLength(2), 5_000);
    expect(blobs[1]!.type).toBe("image/png");
    expect(click).toHaveBeenCalledTimes(2);
    vi.restoreAllMocks();
  });
});
