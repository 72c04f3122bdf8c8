import type { JsonSchema } from "@callboard/core";
import { describe, expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { SchemaForm } from "../../form/ToolForm.tsx";

const many = 100_000;
const cities = Array.from({ length: many }, (_, index) => `City ${index}`);

/** A form of one field and a text, with the last value that it told. */
async function mount(field: JsonSchema, options: { value?: unknown; required?: boolean } = {}) {
  const change = vi.fn();
  const properties = { city: { title: "City", ...field }, note: { type: "string" } };
  const schema = { type: "object", properties, ...(options.required && { required: ["city"] }) } as JsonSchema;
  const defaultValue = options.value === undefined ? {} : { city: options.value };
  await render(<SchemaForm schema={schema} defaultValue={defaultValue} onChange={change} />);
  const input = page.getByRole("combobox", { name: "City" });
  await expect.element(input).toBeVisible();
  return { input, value: () => (change.mock.lastCall?.[0] as { city?: unknown } | undefined)?.city };
}
const drawn = () => page.getByRole("option").elements();
const active = (input: { element: () => Element }) =>
  document.getElementById(input.element().getAttribute("aria-activedescendant") ?? "none");
const nodes = () => document.querySelectorAll("*").length;

describe("one of very many choices", () => {
  it("is found by what is typed, with few nodes at any time", async () => {
    const { input, value } = await mount({ enum: cities });
    const closed = nodes();
    expect(drawn()).toEqual([]);
    await userEvent.click(input);
    await expect.poll(() => drawn().length).toBeGreaterThan(5);
    expect(drawn().length).toBeLessThan(60);
    expect(nodes() - closed).toBeLessThan(400);
    expect(drawn()[0]!.getAttribute("aria-setsize")).toBe(String(many));
    await userEvent.fill(input, "city 9999");
    // What is typed itself stands first, then what begins with it.
    await expect
      .poll(() => drawn().map((one) => one.textContent))
      .toEqual(["City 9999", ...Array.from({ length: 10 }, (_, index) => `City 9999${index}`)]);
    await expect.element(page.getByText("11 choices")).toBeInTheDocument();
    await userEvent.keyboard("{ArrowDown}{Enter}");
    expect(value()).toBe("City 99990");
    await expect.element(input).toHaveValue("City 99990");
    expect(drawn()).toEqual([]);
    expect(nodes() - closed).toBeLessThan(10);
  });

  it("opens where the chosen one stands, and the keyboard reaches both ends of the list", async () => {
    const { input } = await mount({ enum: cities }, { value: "City 50000" });
    await expect.element(input).toHaveValue("City 50000");
    await userEvent.click(input);
    await expect.poll(() => active(input)?.textContent).toBe("✓City 50000");
    const list = page.getByRole("listbox").element();
    const isSeen = () => {
      const [row, around] = [active(input)!, list].map((one) => one.getBoundingClientRect());
      return row!.top >= around!.top - 1 && row!.bottom <= around!.bottom + 1;
    };
    await expect.poll(isSeen).toBe(true);
    await userEvent.keyboard("{ArrowDown}");
    await expect.poll(() => active(input)?.textContent).toBe("City 50001");
    expect(active(input)!.getAttribute("aria-posinset")).toBe("50002");
    // The active one stays in the document, however far the list is scrolled.
    const drawnAtTop = () => {
      list.scrollTop = 0;
      return drawn().map((one) => one.textContent);
    };
    await expect.poll(drawnAtTop).toContain("City 3");
    expect(active(input)?.textContent).toBe("City 50001");
    expect(drawn().length).toBeLessThan(60);
    await userEvent.keyboard("{ArrowUp}");
    await expect.poll(isSeen).toBe(true);
    await userEvent.keyboard("{Escape}");
    await expect.element(input).toHaveValue("City 50000");
  });

  it("is emptied where it need not be there, and shows a value that is no choice", async () => {
    const { input, value } = await mount({ enum: cities }, { value: "Atlantis" });
    await expect.element(input).toHaveValue('"Atlantis"');
    await userEvent.click(page.getByRole("button", { name: "Clear City" }));
    expect(value()).toBeUndefined();
    await expect.element(input).toHaveValue("");
    await userEvent.fill(input, "nowhere");
    await expect.element(page.getByText("Nothing found for “nowhere”")).toBeVisible();
    await userEvent.tab();
    await expect.element(input).toHaveValue("");
  });

  it("cannot be emptied by a button where it has to be there, and keeps numbers as numbers", async () => {
    const { input, value } = await mount(
      { enum: Array.from({ length: 300 }, (_, index) => index) },
      { value: 7, required: true },
    );
    expect(page.getByRole("button", { name: /Clear/ }).elements()).toEqual([]);
    await userEvent.fill(input, "299");
    await userEvent.keyboard("{Enter}");
    expect(value()).toBe(299);
  });
});

it("several of very many choices are a list of the same kind", async () => {
  const { input, value } = await mount({ type: "array", items: { enum: cities } });
  await userEvent.click(input);
  await expect.poll(() => drawn().length).toBeGreaterThan(5);
  expect(drawn().length).toBeLessThan(60);
  await userEvent.fill(input, "City 77777");
  await expect.poll(() => drawn().length).toBe(1);
  await userEvent.keyboard("{Enter}");
  expect(value()).toEqual(["City 77777"]);
  expect(nodes()).toBeLessThan(800);
});
