import type { JsonSchema } from "@callboard/core";
import type { FormSpec } from "@callboard/core/form";
import { describe, expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { findInRow } from "./nearRows.ts";
import { SchemaForm, ToolForm } from "./ToolForm.tsx";

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

  it.each(["the page", "a shadow tree"])(
    "by dragging the handle in %s: before and after a row, within their own list alone",
    async (place) => {
      const host = document.body.appendChild(document.createElement("div"));
      const container = document.createElement("div");
      const focused = () => (container.getRootNode() as Document | ShadowRoot).activeElement;
      (place === "the page" ? host : host.attachShadow({ mode: "open" })).append(container);
      const change = vi.fn();
      const schema: JsonSchema = {
        type: "object",
        properties: { rows: { title: "Rows", ...names }, others: { title: "Others", ...names } },
      };
      await render(
        <SchemaForm schema={schema} defaultValue={{ rows: ["a", "b", "c"], others: ["x", "y"] }} onChange={change} />,
        { container },
      );
      const row = (list: string, at: number) =>
        page.getByRole("group", { name: list, exact: true }).getByRole("listitem").nth(at);
      const handle = (list: string, at: number) => row(list, at).getByRole("button", { name: /Reorder/ });
      const drag = async (from: ReturnType<typeof row>, to: ReturnType<typeof row>, isAfter: boolean) => {
        await userEvent.hover(from);
        const edge = isAfter ? to.element().getBoundingClientRect().height - 2 : 2;
        await userEvent.dragAndDrop(from, to, { targetPosition: { x: 20, y: edge } });
      };
      // What drags has been fetched once a drag begins.
      await expect
        .poll(
          async () => {
            await drag(handle("Rows", 2), row("Rows", 0), false);
            return values();
          },
          { timeout: 10_000, interval: 200 },
        )
        .toEqual(["c", "a", "b", "x", "y"]);
      await expect.element(said()).toHaveTextContent("Item 3 moved to place 1");
      await expect.poll(() => focused() === handle("Rows", 0).element()).toBe(true);
      await drag(handle("Rows", 0), row("Rows", 1), true);
      expect(values()).toEqual(["a", "c", "b", "x", "y"]);
      await drag(handle("Rows", 0), row("Others", 1), true);
      expect(values()).toEqual(["a", "c", "b", "x", "y"]);
      expect(container.querySelector("[data-drop], [data-dragging]")).toBeNull();
      host.remove();
    },
  );

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

const people: JsonSchema = {
  type: "array",
  items: {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string" }, age: { type: "integer", maximum: 100 } },
  },
};

describe("rows that have a name of their own", () => {
  it("are called by it, live, wherever a row is spoken of; without one by their place", async () => {
    const rows = [{ name: "Ada Lovelace" }, { age: 3 }, { name: "Grace", age: 200 }];
    await render(<SchemaForm schema={listOf(people)} defaultValue={{ rows }} onSubmit={() => {}} />);
    const heading = (name: string) => page.getByRole("group", { name, exact: true });
    await expect.element(heading("Ada Lovelace")).toBeVisible();
    await expect.element(heading("Item 2")).toBeVisible();
    await userEvent.fill(heading("Item 2").getByRole("textbox", { name: "Name" }), "Alan");
    await expect.element(heading("Alan")).toBeVisible();
    await userEvent.fill(heading("Alan").getByRole("textbox", { name: "Name" }), "");
    await userEvent.click(button("Move Ada Lovelace down"));
    await expect.element(page.getByText("Ada Lovelace moved to place 2")).toBeInTheDocument();
    await userEvent.click(button("Run"));
    await expect.element(page.getByRole("alert")).toHaveTextContent("2 fields");
    await userEvent.click(button("Remove Ada Lovelace"));
    await expect.element(button("Undo: bring back Ada Lovelace")).toBeVisible();
  });

  it("take the name that is typed once the typing rests, so that a key draws no button anew", async () => {
    await render(<SchemaForm schema={listOf(people)} defaultValue={{ rows: [{ name: "Ada" }, { name: "Grace" }] }} />);
    const remove = button("Remove Ada").element();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    try {
      await userEvent.type(page.getByRole("textbox", { name: "Name" }).first(), " L.");
      expect(remove).toHaveAccessibleName("Remove Ada");
      vi.advanceTimersByTime(250);
      await expect.element(button("Remove Ada L.")).toBeVisible();
    } finally {
      vi.useRealTimers();
    }
  });

  it("are filled in first and moved or removed after, by the keyboard", async () => {
    await render(<SchemaForm schema={listOf(people)} defaultValue={{ rows: [{ name: "A" }, { name: "B" }] }} />);
    const inputs = page.getByRole("textbox", { name: "Name" });
    (inputs.first().element() as HTMLElement).focus();
    const names: (string | null)[] = [];
    while (document.activeElement !== inputs.nth(1).element() && names.length < 20) {
      await userEvent.tab();
      names.push(document.activeElement!.getAttribute("aria-label") ?? document.activeElement!.tagName);
    }
    expect(names).toEqual(["INPUT", "Reorder A", "INPUT"]);
    // Back again: a row's buttons are one stop from there too.
    await userEvent.tab({ shift: true });
    await expect.element(button("Reorder A")).toHaveFocus();
  });

  it("have their buttons behind one tab stop, which the arrow keys lead on from, in the row and to the rows beside it", async () => {
    const rows = ["A", "B", "C"].map((name) => ({ name }));
    await render(<SchemaForm schema={listOf(people)} defaultValue={{ rows }} />);
    await expect.element(page.getByRole("toolbar", { name: "B" })).toBeInTheDocument();
    const press = async (keys: string, name: string) => {
      await userEvent.keyboard(keys);
      await expect.element(button(name)).toHaveFocus();
    };
    (button("Reorder A").element() as HTMLElement).focus();
    // What is off is passed over, and behind the last comes the first.
    await press("{ArrowRight}", "Move A down");
    await press("{End}", "Remove A");
    await press("{ArrowRight}", "Reorder A");
    await press("{ArrowLeft}", "Remove A");
    await press("{ArrowDown}", "Remove B");
    await press("{ArrowDown}", "Remove C");
    await press("{ArrowDown}", "Remove C");
    await press("{Home}", "Reorder C");
    await press("{ArrowRight}", "Move C up");
    await press("{ArrowUp}", "Move B up");
    await press("{Enter}", "Move B down");
    await expect.element(page.getByText("B moved to place 1")).toBeInTheDocument();
  });
});

describe("of very many rows", () => {
  const rows = Array.from({ length: 1_000 }, (_, at) => ({ name: `Person ${at}`, age: at === 700 ? 500 : 30 }));
  const resting = () => document.querySelectorAll(".cb-rows > [data-resting]").length;
  const row = (at: number) => document.querySelector<HTMLElement>(`.cb-rows > [data-index="${at}"]`)!;

  it("those far from the screen rest as a line of their values, and are drawn as they come near", async () => {
    const spec: FormSpec = { fields: [{ key: "rows", variant: "list" }] };
    await render(<ToolForm schema={listOf(people)} spec={spec} defaultValue={{ rows }} />);
    await expect.poll(() => row(999).textContent).toBe("Person 999: Person 999 · 30");
    expect(resting()).toBeGreaterThan(900);
    // A row is measured once all of it is drawn.
    await expect.poll(() => document.documentElement.scrollHeight).toBeGreaterThan(rows.length * 80);
    const height = document.documentElement.scrollHeight;
    row(500).scrollIntoView();
    await expect.poll(() => row(500).querySelector("input")?.value).toBe("Person 500");
    await expect.poll(() => row(2).dataset["resting"]).toBe("");
    expect(resting()).toBeGreaterThan(900);
    expect(Math.abs(document.documentElement.scrollHeight - height)).toBeLessThan(height / 10);
  });

  it("one where somebody acted stays as it was left", async () => {
    await render(<SchemaForm schema={listOf(people)} defaultValue={{ rows }} />);
    await userEvent.fill(page.getByRole("textbox", { name: "Name" }).first(), "Ada");
    row(500).scrollIntoView();
    await expect.poll(() => row(1).dataset["resting"]).toBe("");
    expect(row(0).querySelector("input")!.value).toBe("Ada");
  });

  it("what is wrong in one is led to, and one that is added is ready to be filled in", async () => {
    await render(<SchemaForm schema={listOf(people)} defaultValue={{ rows }} onSubmit={() => {}} />);
    await userEvent.click(button("Run"));
    await expect.poll(() => document.activeElement?.closest("li")?.dataset["index"]).toBe("700");
    expect((document.activeElement as HTMLInputElement).value).toBe("500");
    [...document.querySelectorAll<HTMLElement>("[data-type=array] > .cb-button")].at(-1)!.click();
    await expect.poll(() => document.activeElement?.closest("li")?.dataset["index"]).toBe("1000");
    expect(document.activeElement).toBeInstanceOf(HTMLInputElement);
  });

  it("one that somebody is led to stays drawn, wherever the screen is", async () => {
    await render(<SchemaForm schema={listOf(people)} defaultValue={{ rows }} />);
    await expect.poll(() => row(500).textContent).toContain("Person 500");
    const found = vi.fn();
    findInRow(row(500), () => row(500).querySelector("input"), found);
    await expect.poll(() => found.mock.calls.length).toBe(1);
    row(510).scrollIntoView();
    await expect.poll(() => row(510).querySelector("input")).not.toBeNull();
    row(0).scrollIntoView();
    await expect.poll(() => row(510).dataset["resting"]).toBe("");
    expect(row(500).querySelector("input")!.value).toBe("Person 500");
  });

  it("the arrow keys lead from a row's button to that of the next, also where that one rests", async () => {
    await render(<SchemaForm schema={listOf(people)} defaultValue={{ rows: rows.slice(0, 300) }} />);
    await expect.poll(resting).toBeGreaterThan(200);
    (button("Remove Person 0").element() as HTMLElement).focus();
    for (let at = 1; at <= 40; at++) {
      await userEvent.keyboard("{ArrowDown}");
      await expect.element(button(`Remove Person ${at}`)).toHaveFocus();
    }
  });

  it("few components are drawn anew when one is removed", async () => {
    await render(<SchemaForm schema={listOf(people)} defaultValue={{ rows: rows.slice(0, 300) }} />);
    await expect.poll(resting).toBeGreaterThan(200);
    const before = document.querySelectorAll("input").length;
    await userEvent.click(button("Remove Person 0"));
    expect(row(0).querySelector("input")!.value).toBe("Person 1");
    expect(document.querySelectorAll("input").length).toBeLessThan(before + 10);
    expect(document.querySelectorAll(".cb-rows > li")).toHaveLength(299);
  });
});

it("short fields stand two abreast on a wide form, and one below the other on a narrow one", async () => {
  const properties = { note: { type: "string" }, from: { type: "integer" }, day: { type: "string", format: "date" } };
  const Wide = ({ width }: { width: string }) => (
    <div style={{ inlineSize: width }}>
      <SchemaForm schema={{ type: "object", properties } as JsonSchema} />
    </div>
  );
  const tops = () => [...document.querySelectorAll(".cb-field")].map((field) => field.getBoundingClientRect().top);
  const screen = await render(<Wide width="50rem" />);
  await expect.poll(() => new Set(tops()).size).toBe(2);
  await screen.rerender(<Wide width="20rem" />);
  expect(new Set(tops()).size).toBe(3);
});

describe("a list of small objects", () => {
  const goods: JsonSchema = {
    type: "array",
    items: {
      type: "object",
      required: ["product", "quantity"],
      properties: {
        product: { type: "string", title: "Product", minLength: 2 },
        quantity: { type: "integer", title: "Quantity", minimum: 1 },
        gift: { type: "boolean", title: "Gift", default: false },
      },
    },
  };
  const basket = {
    rows: [
      { product: "Chair", quantity: 2 },
      { product: "Table", quantity: 1 },
    ],
  };
  const drawn = async (width: string, spec?: FormSpec) => {
    await page.viewport(1280, 800);
    return render(
      <div style={{ inlineSize: width }}>
        <ToolForm
          schema={listOf(goods)}
          defaultValue={basket}
          onSubmit={() => {}}
          {...(spec !== undefined && { spec })}
        />
      </div>,
    );
  };
  const rowOf = (name: string) => page.getByRole("group", { name, exact: true });
  const cells = (row: string) => [
    rowOf(row).getByRole("textbox", { name: "Product" }),
    rowOf(row).getByRole("spinbutton", { name: "Quantity" }),
    rowOf(row).getByRole("checkbox", { name: "Gift" }),
  ];
  const boxOf = (cell: ReturnType<typeof page.getByRole>) => cell.element().getBoundingClientRect();
  const heads = () => [...document.querySelectorAll<HTMLElement>(".cb-table-head > *")];

  it("is a table on a wide form: a line each, its cells named in their row and under their heads", async () => {
    await drawn("40rem");
    for (const row of ["Item 1", "Item 2"]) {
      const [product, quantity, gift] = cells(row).map(boxOf) as [DOMRect, DOMRect, DOMRect];
      expect(quantity.top).toBe(product.top);
      expect(gift.top).toBeLessThan(product.bottom);
      expect(heads().map((head) => Math.round(head.getBoundingClientRect().left))).toEqual(
        [product, quantity, gift].map(({ left }) => Math.round(left)),
      );
    }
    expect(heads().map((head) => head.textContent)).toEqual(["Product *", "Quantity *", "Gift"]);
    expect(boxOf(cells("Item 2")[0]!).top - boxOf(cells("Item 1")[0]!).bottom).toBeLessThan(24);
  });

  it("stands one field below the other on a narrow form, and where its spec asks for a list", async () => {
    const isStacked = () => {
      const [product, quantity] = cells("Item 1").map(boxOf) as [DOMRect, DOMRect];
      return quantity.top > product.bottom && heads().every((head) => !head.checkVisibility());
    };
    const narrow = await drawn("22rem");
    expect(isStacked()).toBe(true);
    await narrow.unmount();
    await drawn("40rem", { fields: [{ key: "rows", variant: "list" }] });
    expect(isStacked()).toBe(true);
  });

  it("has each error in its cell, and is sorted, added to and removed from as any list", async () => {
    await drawn("40rem");
    const quantity = rowOf("Item 2").getByRole("spinbutton", { name: "Quantity" });
    await quantity.fill("0");
    await button("Run").click();
    await expect.element(quantity).toBeInvalid();
    await expect.element(quantity).toHaveAccessibleDescription("Must be at least 1");
    const error = page.getByText("Must be at least 1").first();
    const [at, cell] = [boxOf(error), boxOf(quantity)];
    expect(at.top).toBeGreaterThanOrEqual(cell.bottom);
    expect([at.left >= cell.left - 1, at.right <= cell.right + 1]).toEqual([true, true]);

    (button("Reorder Item 2").element() as HTMLElement).focus();
    await userEvent.keyboard("{ArrowUp}");
    expect(values()).toEqual(["Table", "Chair"]);
    const width = boxOf(cells("Item 1")[0]!).width;
    await button("Add to Rows").click();
    await expect.element(cells("Item 3")[0]!).toHaveFocus();
    await button("Remove Item 3").click();
    await button("Remove Item 2").click();
    expect(values()).toEqual(["Table"]);
    expect(boxOf(cells("Item 1")[0]!).width).toBe(width);
  });
});
