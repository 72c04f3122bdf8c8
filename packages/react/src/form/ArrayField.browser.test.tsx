import type { JsonSchema } from "@callboard/core";
import { describe, expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { SchemaForm } from "./ToolForm.tsx";

const listOf = (rows: JsonSchema, required = false): JsonSchema => ({
  type: "object",
  ...(required && { required: ["rows"] }),
  properties: { rows: { title: "Rows", ...rows } },
});
const names: JsonSchema = { type: "array", items: { type: "string" } };
const button = (name: string) => page.getByRole("button", { name, exact: true });
const values = () =>
  page
    .getByRole("textbox")
    .elements()
    .map((element) => (element as HTMLInputElement).value);
const said = () => page.getByRole("status").first();

describe("rows are sorted", () => {
  it("by the arrow keys on a handle, which keeps the focus and goes no further than the ends", async () => {
    await render(<SchemaForm schema={listOf(names)} defaultValue={{ rows: ["a", "b", "c"] }} />);
    const handle = button("Reorder Item 1");
    await expect.element(handle).toHaveAccessibleDescription("Drag, or press the up and down arrow keys.");
    (handle.element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowDown}");
    expect(values()).toEqual(["b", "a", "c"]);
    await expect.element(said()).toHaveTextContent("Item 1 moved to place 2");
    await expect.element(button("Reorder Item 2")).toHaveFocus();
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}");
    expect(values()).toEqual(["b", "c", "a"]);
    await expect.element(button("Reorder Item 3")).toHaveFocus();
    await userEvent.keyboard("{ArrowUp}{ArrowUp}");
    expect(values()).toEqual(["a", "b", "c"]);
  });

  it("by dragging the handle: before and after a row, within their own list alone", async () => {
    const change = vi.fn();
    const schema: JsonSchema = {
      type: "object",
      properties: { rows: { title: "Rows", ...names }, others: { title: "Others", ...names } },
    };
    await render(
      <SchemaForm schema={schema} defaultValue={{ rows: ["a", "b", "c"], others: ["x", "y"] }} onChange={change} />,
    );
    const row = (list: string, at: number) =>
      page.getByRole("group", { name: list, exact: true }).getByRole("listitem").nth(at);
    const handle = (list: string, at: number) => row(list, at).getByRole("button", { name: /Reorder/ });
    const drag = async (from: ReturnType<typeof row>, to: ReturnType<typeof row>, y: number) => {
      await userEvent.hover(from);
      await userEvent.dragAndDrop(from, to, { targetPosition: { x: 20, y } });
    };
    // What drags has been fetched once a drag begins.
    await expect
      .poll(
        async () => {
          await drag(handle("Rows", 2), row("Rows", 0), 2);
          return values();
        },
        { timeout: 10_000, interval: 200 },
      )
      .toEqual(["c", "a", "b", "x", "y"]);
    await expect.element(said()).toHaveTextContent("Item 3 moved to place 1");
    await expect.element(handle("Rows", 0)).toHaveFocus();
    await drag(handle("Rows", 0), row("Rows", 1), 30);
    expect(values()).toEqual(["a", "c", "b", "x", "y"]);
    await drag(handle("Rows", 0), row("Others", 1), 30);
    expect(values()).toEqual(["a", "c", "b", "x", "y"]);
    expect(document.querySelector("[data-drop], [data-dragging]")).toBeNull();
  });

  it("never into a tuple's places, and a single row not at all", async () => {
    const schema = listOf({
      type: "array",
      prefixItems: [{ title: "Head", type: "string" }],
      items: { type: "string" },
    });
    await render(<SchemaForm schema={schema} defaultValue={{ rows: ["h", "a", "b"] }} />);
    await expect.element(button("Reorder Item 3")).toBeInTheDocument();
    expect(button("Reorder Head").elements()).toEqual([]);
    await expect.element(button("Move Item 2 up")).toBeDisabled();
    (button("Reorder Item 2").element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowUp}");
    expect(values()).toEqual(["h", "a", "b"]);
    await userEvent.click(button("Remove Item 3"));
    expect(page.getByRole("button", { name: /Reorder|Move/ }).elements()).toEqual([]);
  });
});

describe("a row that was removed", () => {
  it("comes back by Undo with all that it held, in its place", async () => {
    await render(<SchemaForm schema={listOf(names)} defaultValue={{ rows: ["a", "b", "c"] }} />);
    await userEvent.click(button("Remove Item 2"));
    await expect.element(said()).toHaveTextContent("Item 2 removed. Undo follows the list.");
    await expect.element(button("Remove Item 2")).toHaveFocus();
    await userEvent.click(button("Undo: bring back Item 2"));
    expect(values()).toEqual(["a", "b", "c"]);
    await expect.element(said()).toHaveTextContent("Item 2 is back");
    await expect.element(page.getByRole("textbox", { name: "Item 2" })).toHaveFocus();
    expect(button("Undo: bring back Item 2").elements()).toEqual([]);
  });

  it("comes back even after something else was typed, which stays", async () => {
    await render(<SchemaForm schema={listOf(names)} defaultValue={{ rows: ["a", "b", "c"] }} />);
    await userEvent.click(button("Remove Item 1"));
    await userEvent.fill(page.getByRole("textbox", { name: "Item 2" }), "changed");
    await userEvent.click(button("Undo: bring back Item 1"));
    expect(values()).toEqual(["a", "b", "changed"]);
  });

  it("leaves the focus on the way to add one where it was the last", async () => {
    await render(<SchemaForm schema={listOf(names)} defaultValue={{ rows: ["a"] }} />);
    await userEvent.click(button("Remove Item 1"));
    await expect.element(button("Add to Rows")).toHaveFocus();
    await expect.element(page.getByText("Nothing here yet")).toBeVisible();
  });
});

describe("how many rows there may be", () => {
  it("says why none can be added, and why none can be taken away", async () => {
    const schema = listOf({ ...names, minItems: 1, maxItems: 2 }, true);
    await render(<SchemaForm schema={schema} defaultValue={{ rows: ["a"] }} />);
    const remove = button("Remove Item 1");
    await expect.element(remove).toHaveAttribute("aria-disabled", "true");
    await expect.element(remove).toHaveAccessibleDescription("Needs at least 1 item");
    await userEvent.click(remove, { force: true });
    expect(values()).toEqual(["a"]);
    await userEvent.click(button("Duplicate Item 1"));
    expect(values()).toEqual(["a", "a"]);
    for (const off of [button("Add to Rows"), button("Duplicate Item 2")]) {
      await expect.element(off).toHaveAttribute("aria-disabled", "true");
      await expect.element(off).toHaveAccessibleDescription("Takes at most 2 items");
      await userEvent.click(off, { force: true });
    }
    expect(values()).toEqual(["a", "a"]);
    await userEvent.click(remove);
    expect(values()).toEqual(["a"]);
  });

  it("offers neither where the number is fixed", async () => {
    const schema = listOf({ ...names, minItems: 2, maxItems: 2 }, true);
    await render(<SchemaForm schema={schema} />);
    expect(values()).toEqual(["", ""]);
    expect(page.getByRole("button", { name: /Add|Remove|Duplicate/ }).elements()).toEqual([]);
    await expect.element(button("Move Item 1 down")).toBeInTheDocument();
  });

  it("lets a list that need not be there go again, though an empty one would have too few", async () => {
    const submit = vi.fn();
    await render(<SchemaForm schema={listOf({ ...names, minItems: 2 })} onSubmit={submit} />);
    await userEvent.click(button("Add to Rows"));
    await userEvent.click(button("Remove Item 1"));
    await userEvent.click(button("Run"));
    await expect.poll(() => submit.mock.calls).toEqual([[{}]]);
  });
});

it.each<[string, JsonSchema, unknown[]]>([
  ["lists", { type: "array", items: { type: "string" } }, [["a"], ["b", "c"]]],
  ["maps", { type: "object", additionalProperties: { type: "string" } }, [{ k: "v" }, { l: "w" }]],
  [
    "unions",
    {
      oneOf: [
        { title: "Word", type: "object", required: ["word"], properties: { word: { type: "string" } } },
        { title: "Count", type: "object", required: ["count"], properties: { count: { type: "number" } } },
      ],
    },
    [{ word: "x" }, { count: 2 }],
  ],
])("a list of %s moves, doubles and loses whole rows, and adds one ready to be filled in", async (_, items, given) => {
  const change = vi.fn();
  await render(
    <SchemaForm schema={listOf({ type: "array", items })} defaultValue={{ rows: given }} onChange={change} />,
  );
  const own = (action: string, at: number) =>
    document
      .querySelector('[data-type="array"] > .cb-rows')!
      .children[at]!.querySelector<HTMLElement>(`:scope > .cb-row-actions > [data-action="${action}"]`)!;
  own("down", 0).click();
  expect(change).toHaveBeenLastCalledWith({ rows: [given[1], given[0]] });
  await expect.poll(() => own("up", 1) === document.activeElement).toBe(true);
  own("duplicate", 0).click();
  expect(change).toHaveBeenLastCalledWith({ rows: [given[1], given[1], given[0]] });
  own("remove", 0).click();
  expect(change).toHaveBeenLastCalledWith({ rows: [given[1], given[0]] });
  await expect.poll(() => own("remove", 0) === document.activeElement).toBe(true);
  await userEvent.click(button("Add to Rows"));
  const added = () => document.querySelector('[data-type="array"] > .cb-rows')!.children[2];
  await expect.poll(() => added()?.contains(document.activeElement)).toBe(true);
  expect(document.activeElement!.matches(".cb-row-handle, .cb-row-actions > *")).toBe(false);
});

it("1,000 rows: the first can be used before the last is drawn, and one more is drawn with all of them", async () => {
  const items: JsonSchema = { type: "object", properties: { a: { type: "string" }, b: { type: "number" } } };
  const rows = Array.from({ length: 1_000 }, (_, at) => ({ a: `row ${at}`, b: at }));
  await render(<SchemaForm schema={listOf({ type: "array", items })} defaultValue={{ rows }} />);
  const drawn = () => document.querySelectorAll(".cb-rows > li").length;
  expect(drawn()).toBeGreaterThan(20);
  expect(drawn()).toBeLessThan(1_000);
  await expect.poll(drawn, { timeout: 20_000 }).toBe(1_000);
  [...document.querySelectorAll<HTMLElement>("[data-type=array] > .cb-button")].at(-1)!.click();
  await expect.poll(drawn).toBe(1_001);
  await expect.poll(() => document.activeElement?.closest("li")?.dataset["index"]).toBe("1000");
});
