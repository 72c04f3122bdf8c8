import type { JsonSchema } from "@callboard/core";
import { expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { SchemaForm } from "./ToolForm.tsx";

const schema: JsonSchema = {
  type: "object",
  properties: {
    env: { type: "object", title: "Env", additionalProperties: { type: "string" } },
    extra: { type: "object", title: "Extra" },
  },
};
const asJson = (label: string) => page.getByRole("button", { name: `Edit as JSON: ${label}` });
const asEntries = (label: string) => page.getByRole("button", { name: `Edit as entries: ${label}` });
const json = (label: string) => page.getByRole("textbox", { name: label, exact: true });
const env = (name: string) => page.getByRole("group", { name: "Env" }).getByRole("textbox", { name, exact: true });
const extra = (name: string) => page.getByRole("group", { name: "Extra" }).getByRole("textbox", { name, exact: true });

it("a map is written as JSON and as entries, one value in both", async () => {
  const change = vi.fn();
  const value = { env: { A: "1", B: "2" }, extra: {} };
  await render(<SchemaForm schema={schema} defaultValue={value} onChange={change} />);
  await userEvent.click(asJson("Env"));
  await expect.element(json("Env")).toHaveValue(JSON.stringify(value.env, null, 2));
  await expect.element(asEntries("Env")).toHaveFocus();
  expect(change).not.toHaveBeenCalled();
  await userEvent.fill(json("Env"), '{"A": "3"}');
  await userEvent.click(asEntries("Env"));
  await expect.element(env("A")).toHaveValue("3");
  expect(change).toHaveBeenLastCalledWith({ ...value, env: { A: "3" } });
  await userEvent.fill(env("A"), "4");
  await userEvent.click(asJson("Env"));
  await expect.element(json("Env")).toHaveValue(JSON.stringify({ A: "4" }, null, 2));
});

it.each(["Env", "Extra"])("half-typed JSON of %s is kept, and finished before the entries come back", async (label) => {
  const change = vi.fn();
  await render(<SchemaForm schema={schema} defaultValue={{ env: { A: "1" }, extra: { A: "1" } }} onChange={change} />);
  if (label === "Env") await userEvent.click(asJson(label));
  const half = '{\n"A": "1",\n}';
  await userEvent.fill(json(label), half);
  await userEvent.click(asEntries(label));
  await expect.element(json(label)).toHaveValue(half);
  await expect.element(json(label)).toHaveFocus();
  await expect.element(json(label)).toHaveAccessibleDescription("Line 3: this is not valid JSON");
  await userEvent.fill(json(label), "[1]");
  await userEvent.click(asEntries(label));
  await expect.element(json(label)).toHaveValue("[1]");
  await userEvent.fill(json(label), '{"B": "2"}');
  await userEvent.click(asEntries(label));
  await expect.element(page.getByRole("button", { name: "Remove B" })).toBeVisible();
});

it("entries of a free-form object are plain words or JSON; one without a value stays", async () => {
  const change = vi.fn();
  await render(<SchemaForm schema={schema} onChange={change} />);
  await userEvent.click(asEntries("Extra"));
  expect(change).not.toHaveBeenCalled();
  await userEvent.click(page.getByRole("button", { name: "Add entry to Extra" }));
  await userEvent.keyboard("size");
  await userEvent.fill(extra("size"), "quite large");
  expect(change.mock.lastCall![0].extra).toEqual({ size: "quite large" });
  await userEvent.clear(extra("size"));
  expect(change.mock.lastCall![0].extra).toEqual({ size: null });
  await expect.element(extra("size")).toHaveValue("");
  await userEvent.fill(extra("size"), "[1, 2]");
  expect(change.mock.lastCall![0].extra).toEqual({ size: [1, 2] });
  await userEvent.fill(extra("size"), "[1, ");
  await userEvent.click(asJson("Extra"));
  await expect.element(extra("size")).toHaveFocus();
  await expect.element(extra("size")).toHaveValue("[1, ");
  await userEvent.fill(extra("size"), "true");
  await userEvent.click(asJson("Extra"));
  await expect.element(json("Extra")).toHaveValue(JSON.stringify({ size: true }, null, 2));
});

it.each([
  ["Rail", "Rail"],
  ["42", '"42"'],
  [42, "42"],
  ["true", '"true"'],
  ['"', '"\\""'],
  ["", '""'],
  [null, ""],
])("an entry of %j is shown as what would be typed for it", async (value, shown) => {
  await render(<SchemaForm schema={schema} defaultValue={{ extra: { a: value } }} />);
  await userEvent.click(asEntries("Extra"));
  await expect.element(extra("a")).toHaveValue(shown);
});

it("the buttons of several rows of free objects are told apart by their rows", async () => {
  const value = { list: [{ a: "1" }, { b: "2" }] };
  const items = { type: "object", title: "Form" };
  const list = { type: "object", properties: { list: { type: "array", items } } } as JsonSchema;
  await render(<SchemaForm schema={list} defaultValue={value} />);
  await userEvent.click(asEntries("Item 2"));
  await expect.element(page.getByRole("button", { name: "Remove b" })).toBeVisible();
  await expect.element(page.getByRole("button", { name: "Add entry to Item 2" })).toBeVisible();
  await expect.element(asEntries("Item 1")).toBeVisible();
  await expect.element(asJson("Item 2")).toBeVisible();
});
