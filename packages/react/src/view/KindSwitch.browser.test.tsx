import { afterEach, describe, expect, it } from "vitest";
import { cleanup, render } from "vitest-browser-react";
import { userEvent } from "vitest/browser";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import type { ViewChoices } from "../provider/viewChoices.ts";
import { ToolOutput } from "./ToolOutput.tsx";

afterEach(cleanup);

const rows = [
  { month: "May", cost: 3 },
  { month: "June", cost: 5 },
  { month: "July", cost: 4 },
];

function memory(): ViewChoices & { kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return { kept, get: (slug) => kept.get(slug), set: (slug, choice) => void kept.set(slug, choice) };
}

describe("the switch of an output's kind", () => {
  it("stands with a table's own tools in one line, and with its heading where it has one", async () => {
    const wide = rows.map((row) => ({ ...row, a: 1, b: 2, c: 3 }));
    const screen = await render(
      <div style={{ width: 600 }}>
        <ToolOutput output={wide} />
      </div>,
    );
    const middle = (element: Element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return (top + bottom) / 2;
    };
    const kind = screen.getByRole("combobox", { name: "Show the output as" });
    const copy = screen.getByRole("button", { name: "Copy", exact: true });
    const save = screen.getByRole("button", { name: "Download as CSV" });
    await expect.element(copy).toBeVisible();
    expect(middle(save.element())).toBeCloseTo(middle(copy.element()), 0);
    expect(middle(kind.element())).toBeCloseTo(middle(copy.element()), 0);
    await screen.rerender(<ToolOutput output={{ costs: wide, places: wide }} />);
    await expect.element(save.first()).toBeVisible();
    expect(middle(save.first().element())).toBeCloseTo(middle(copy.first().element()), 0);
    expect(middle(kind.element())).toBeLessThan(middle(copy.first().element()) - 10);
  });

  it("shows the same rows as chart, tree and raw, and remembers the choice for the tool", async () => {
    const viewChoices = memory();
    const draw = (slug: string, key: number) => (
      <ToolProvider viewChoices={viewChoices}>
        <ToolOutput key={key} tool={{ slug }} output={rows} />
      </ToolProvider>
    );
    const screen = await render(draw("costs", 1));
    const kind = screen.getByRole("combobox", { name: "Show the output as" });
    await expect.element(kind).toHaveValue("blocks");
    await userEvent.selectOptions(kind, "Raw");
    expect(screen.container.querySelector("code")!.textContent).toBe(JSON.stringify(rows, null, 2));
    await userEvent.selectOptions(kind, "Tree");
    await expect.element(screen.getByRole("tree")).toBeVisible();
    await userEvent.selectOptions(kind, "Chart");
    await expect.element(screen.getByRole("img", { name: /Bar chart: Cost by Month/ })).toBeVisible();
    expect(viewChoices.kept.get("costs")).toBe("chart");
    await screen.rerender(draw("costs", 2));
    await expect.element(screen.getByRole("img", { name: /Bar chart/ })).toBeVisible();
    await screen.rerender(draw("other", 3));
    await expect.element(screen.getByRole("table", { name: "Table" })).toBeVisible();
  });

  it("is not there where the text is the raw value, and falls back where a choice does not fit", async () => {
    const viewChoices = memory();
    viewChoices.set("t", "chart");
    const screen = await render(
      <ToolProvider viewChoices={viewChoices}>
        <ToolOutput tool={{ slug: "t" }} output={{ a: "x", b: 2 }} />
      </ToolProvider>,
    );
    await expect.element(screen.getByRole("combobox")).toHaveValue("blocks");
    await screen.rerender(<ToolOutput output="It was done." />);
    expect(screen.container.querySelector("select")).toBeNull();
  });

  it("shows a text's own letters as raw", async () => {
    const text = "# Title\n\nwith **marks**";
    const screen = await render(<ToolOutput output={text} />);
    await userEvent.selectOptions(screen.getByRole("combobox"), "Raw");
    expect(screen.container.querySelector("code")!.textContent).toBe(text);
  });

  it("holds where storage is closed", async () => {
    const closed = () => {
      throw new Error("closed");
    };
    const screen = await render(
      <ToolProvider viewChoices={{ get: closed, set: closed }}>
        <ToolOutput tool={{ slug: "t" }} output={rows} />
      </ToolProvider>,
    );
    await userEvent.selectOptions(screen.getByRole("combobox"), "Tree");
    await expect.element(screen.getByRole("tree")).toBeVisible();
  });
});
