import type { JsonSchema } from "@callboard/core/form";
import { expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { SchemaForm } from "./ToolForm.tsx";

const formOf = async (properties: Record<string, JsonSchema>, more: JsonSchema = {}) => {
  const submit = vi.fn();
  await render(<SchemaForm schema={{ type: "object", properties, ...more }} onSubmit={submit} />);
  return {
    submit,
    async run() {
      await userEvent.click(page.getByRole("button", { name: "Run" }));
      await vi.waitFor(() => expect(submit).toHaveBeenCalled());
      return submit.mock.lastCall![0] as unknown;
    },
  };
};

it("an optional group may be there with nothing in it, and be taken away again", async () => {
  const form = await formOf({
    place: { type: "object", properties: { street: { type: "string" } } },
    labels: { type: "object", additionalProperties: { type: "string" } },
    empty: { type: "object", properties: {}, additionalProperties: false },
  });
  for (const name of ["Place", "Labels", "Empty"])
    await userEvent.click(page.getByRole("button", { name: `Add ${name}`, exact: true }));
  expect(await form.run()).toEqual({ place: {}, labels: {}, empty: {} });
  await userEvent.fill(page.getByRole("textbox", { name: "Street" }), "High St");
  await userEvent.click(page.getByRole("button", { name: "Remove Place" }));
  await userEvent.click(page.getByRole("button", { name: "Remove Empty" }));
  expect(await form.run()).toEqual({ labels: {} });
});

it("an optional yes or no says yes, no or nothing", async () => {
  const form = await formOf({
    draft: { type: "boolean" },
    loud: { type: "boolean" },
    late: { type: "boolean", default: true },
  });
  const draft = page.getByRole("radiogroup", { name: "Draft" });
  await expect.element(draft.getByRole("radio", { name: "Not set" })).toBeChecked();
  await userEvent.click(draft.getByRole("radio", { name: "No", exact: true }));
  await expect.element(page.getByRole("checkbox", { name: "Late" })).toBeChecked();
  expect(await form.run()).toEqual({ draft: false, late: true });
  await userEvent.click(draft.getByRole("radio", { name: "Not set" }));
  await userEvent.click(page.getByRole("radiogroup", { name: "Loud" }).getByRole("radio", { name: "Yes" }));
  expect(await form.run()).toEqual({ loud: true, late: true });
});

it("a choice of titles says the values too, where the titles do not tell them", async () => {
  const form = await formOf(
    {
      level: {
        anyOf: [
          { const: 1, title: "Low" },
          { const: 2, title: "High" },
        ],
      },
      mode: {
        oneOf: [
          { const: "fast", title: "Fast lane" },
          { const: "x1", title: "Slow lane" },
        ],
      },
      kind: { anyOf: [{ $ref: "#/$defs/A" }, { $ref: "#/$defs/B" }] },
    },
    { $defs: { A: { const: "a", title: "First" }, B: { const: "b", title: "Second" } } },
  );
  await userEvent.selectOptions(page.getByRole("combobox", { name: "Level" }), "High (2)");
  await userEvent.selectOptions(page.getByRole("combobox", { name: "Mode" }), "Fast lane");
  await userEvent.selectOptions(page.getByRole("combobox", { name: "Kind" }), "Second");
  expect(await form.run()).toEqual({ level: 2, mode: "fast", kind: "b" });
});

it("a constant beside a type says its value, and the type is filled in", async () => {
  const form = await formOf(
    {
      size: { anyOf: [{ const: "auto", title: "By itself" }, { type: "integer" }] },
    },
    { required: ["size"] },
  );
  await expect.element(page.getByText('Its value: "auto"')).toBeVisible();
  expect(await form.run()).toEqual({ size: "auto" });
  await userEvent.click(page.getByRole("radio", { name: "Whole number" }));
  await userEvent.fill(page.getByRole("spinbutton", { name: "Size" }), "5");
  expect(await form.run()).toEqual({ size: 5 });
});

it("a choice that may be null inside a kind is what was chosen", async () => {
  const form = await formOf(
    {
      plan: { anyOf: [{ $ref: "#/$defs/Plan" }, { type: "null" }], default: null },
    },
    {
      $defs: {
        Plan: {
          anyOf: [
            {
              title: "Timed",
              type: "object",
              properties: { mode: { anyOf: [{ enum: ["day", "night"] }, { type: "null" }], default: null } },
            },
            { title: "Note", type: "string" },
          ],
        },
      },
    },
  );
  await userEvent.click(page.getByRole("radio", { name: "Timed" }));
  await userEvent.selectOptions(page.getByRole("combobox", { name: "Mode" }), "night");
  expect(await form.run()).toEqual({ plan: { mode: "night" } });
});

it("entries whose names follow a pattern can be added", async () => {
  const form = await formOf({ headers: { type: "object", propertyNames: { pattern: "^x-" } } });
  await userEvent.click(page.getByRole("button", { name: "Add entry to Headers" }));
  await userEvent.fill(page.getByRole("textbox", { name: "Name" }), "x-a");
  await userEvent.fill(page.getByRole("textbox", { name: "x-a" }), "1");
  expect(await form.run()).toEqual({ headers: { "x-a": 1 } });
});

it("recursion through anyOf can be filled in, level by level", async () => {
  const form = await formOf(
    { rule: { $ref: "#/$defs/Rule" } },
    {
      $defs: {
        Rule: {
          anyOf: [
            { title: "Word", type: "string" },
            { title: "All of", type: "array", items: { $ref: "#/$defs/Rule" } },
          ],
        },
      },
    },
  );
  await userEvent.click(page.getByRole("radio", { name: "All of" }));
  await userEvent.click(page.getByRole("button", { name: "Add to Rule" }));
  await userEvent.click(page.getByRole("button", { name: /Add .*1/ }));
  await userEvent.fill(page.getByRole("textbox"), "deep");
  expect(await form.run()).toEqual({ rule: ["deep"] });
});

it("two quick presses submit once, a press after a change again", async () => {
  const form = await formOf({ name: { type: "string" } });
  const button = page.getByRole("button", { name: "Run" });
  const twice = button.element() as HTMLButtonElement;
  await form.run();
  form.submit.mockClear();
  await new Promise((resolve) => setTimeout(resolve, 450));
  twice.click();
  twice.click();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(form.submit).toHaveBeenCalledTimes(1);
  await userEvent.fill(page.getByRole("textbox", { name: "Name" }), "Ada");
  twice.click();
  await vi.waitFor(() => expect(form.submit).toHaveBeenCalledTimes(2));
});

it("offers its spec's sample, which one undo takes out again", async () => {
  const submit = vi.fn();
  const schema = {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string" }, growth: { type: "number", default: 0 } },
  };
  const spec = { fields: [{ key: "name" }], sample: { name: "Ada" } };
  await render(<SchemaForm schema={schema} spec={spec} onSubmit={submit} />);
  await userEvent.click(page.getByRole("button", { name: "Try with sample data" }));
  await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveValue("Ada");
  await expect.element(page.getByRole("button", { name: "Run" })).toHaveFocus();
  await expect.element(page.getByRole("button", { name: "Try with sample data" })).not.toBeInTheDocument();
  await userEvent.keyboard("{Enter}");
  await vi.waitFor(() => expect(submit.mock.calls).toEqual([[{ name: "Ada", growth: 0 }]]));
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveValue("");
});

it("a refused submit leaves its button where it was, and lists what is wrong only where that is much", async () => {
  const rows = {
    type: "array",
    minItems: 1,
    items: {
      type: "object",
      required: ["impact", "effort"],
      properties: { impact: { type: "number" }, effort: { type: "number" } },
    },
  };
  const submit = vi.fn();
  const schema = { type: "object", required: ["items"], properties: { items: rows } };
  const { rerender } = await render(<SchemaForm schema={schema} defaultValue={{ items: [{}] }} onSubmit={submit} />);
  const button = page.getByRole("button", { name: "Run" });
  await userEvent.click(button);
  await expect.element(page.getByRole("alert")).toHaveTextContent("2 fields need attention");
  expect(page.getByRole("link").elements()).toEqual([]);
  await rerender(<SchemaForm key="more" schema={schema} defaultValue={{ items: [{}, {}] }} onSubmit={submit} />);
  await userEvent.click(button);
  await expect.element(page.getByRole("link", { name: "Items › Item 2 › Effort" })).toBeVisible();
  const { bottom } = button.element().getBoundingClientRect();
  expect(page.getByRole("alert").element().getBoundingClientRect().top).toBeGreaterThan(bottom);
});
