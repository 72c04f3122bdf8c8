import type { JsonSchema } from "@callboard/core";
import { expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { SchemaForm } from "./ToolForm.tsx";

const kind = (title: string, key: string): JsonSchema => ({
  title,
  type: "object",
  required: [key],
  properties: { [key]: { type: "string" } },
});
const schemaOf = (kinds: JsonSchema[], required: boolean): JsonSchema => ({
  type: "object",
  ...(required && { required: ["to"] }),
  properties: { to: { title: "To", oneOf: kinds } },
});
const few = [kind("Mail", "address"), kind("Post", "street")];

it("few short kinds stand side by side, walked by the arrow keys, each with its draft", async () => {
  const change = vi.fn();
  await render(<SchemaForm schema={schemaOf(few, true)} onChange={change} />);
  const group = page.getByRole("radiogroup", { name: "Kind of To" });
  await expect.element(group.getByRole("radio", { name: "Mail" })).toBeChecked();
  await userEvent.fill(page.getByRole("textbox", { name: "Address" }), "a@b.c");
  (group.getByRole("radio", { name: "Mail" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}");
  await expect.element(page.getByRole("textbox", { name: "Street" })).toBeVisible();
  await expect.element(group.getByRole("radio", { name: "Post" })).toHaveFocus();
  await userEvent.keyboard("{ArrowLeft}");
  await expect.element(page.getByRole("textbox", { name: "Address" })).toHaveValue("a@b.c");
  expect(change).toHaveBeenLastCalledWith({ to: { address: "a@b.c" } });
});

it("one that need not be there starts as none, and can be none again", async () => {
  const change = vi.fn();
  await render(<SchemaForm schema={schemaOf(few, false)} onChange={change} />);
  await expect.element(page.getByRole("radio", { name: "None" })).toBeChecked();
  await userEvent.click(page.getByRole("radio", { name: "Post" }));
  await userEvent.fill(page.getByRole("textbox", { name: "Street" }), "High St");
  await userEvent.click(page.getByRole("radio", { name: "None" }));
  expect(change).toHaveBeenLastCalledWith({});
});

it("one that must be there and may be null is none in one step, which one undo takes back with its draft", async () => {
  const change = vi.fn();
  const to = { title: "To", oneOf: [...few, { type: "null" }] };
  await render(
    <SchemaForm schema={{ type: "object", required: ["to"], properties: { to } } as JsonSchema} onChange={change} />,
  );
  await userEvent.click(page.getByRole("radio", { name: "Post" }));
  await userEvent.fill(page.getByRole("textbox", { name: "Street" }), "High St");
  await userEvent.click(page.getByRole("radio", { name: "None" }));
  expect(change).toHaveBeenLastCalledWith({ to: null });
  await userEvent.keyboard("{Control>}z{/Control}");
  await expect.element(page.getByRole("textbox", { name: "Street" })).toHaveValue("High St");
  expect(change).toHaveBeenLastCalledWith({ to: { street: "High St" } });
  await userEvent.click(page.getByRole("radio", { name: "None" }));
  await userEvent.click(page.getByRole("radio", { name: "Post" }));
  await expect.element(page.getByRole("textbox", { name: "Street" })).toHaveValue("High St");
});

it("many kinds, or long ones, are a list to choose from", async () => {
  const long = [kind("By electronic mail to one address", "address"), kind("By post to a street", "street")];
  const screen = await render(<SchemaForm schema={schemaOf(long, true)} />);
  await userEvent.selectOptions(page.getByRole("combobox", { name: "Kind of To" }), "By post to a street");
  await expect.element(page.getByRole("textbox", { name: "Street" })).toBeVisible();
  const many = ["A", "B", "C", "D", "E"].map((title) => kind(title, title.toLowerCase()));
  await screen.rerender(<SchemaForm schema={schemaOf(many, true)} />);
  await expect.element(page.getByRole("combobox", { name: "Kind of To" })).toBeVisible();
});

it("kinds at several places do not press one another out", async () => {
  const schema: JsonSchema = { type: "object", properties: { list: { type: "array", items: { oneOf: few } } } };
  await render(
    <SchemaForm schema={schema} defaultValue={{ list: [{ address: "a" }, { street: "s" }] }} onChange={vi.fn()} />,
  );
  const at = (index: number) => page.getByRole("radiogroup").nth(index);
  await expect.element(at(0).getByRole("radio", { name: "Mail" })).toBeChecked();
  await expect.element(at(1).getByRole("radio", { name: "Post" })).toBeChecked();
});

it("what is wrong with the value of a kind is said once, and is the group's own where the kind has no control", async () => {
  const schema: JsonSchema = {
    type: "object",
    required: ["to"],
    properties: {
      to: {
        title: "To",
        description: "Where it goes.",
        oneOf: [
          { title: "Several", description: "At least two.", type: "array", minItems: 2, items: { type: "string" } },
          { title: "Post", type: "object", minProperties: 1, properties: { street: { type: "string" } } },
        ],
      },
    },
  };
  await render(<SchemaForm schema={schema} defaultValue={{ to: ["a"] }} onSubmit={vi.fn()} />);
  const outer = page.getByRole("group", { name: "To" }).first();
  await userEvent.click(page.getByRole("button", { name: "Run" }));
  const errors = () => [...document.querySelectorAll("fieldset .cb-field-error")].map((one) => one.textContent);
  await vi.waitFor(() => expect(errors()).toEqual(["Needs at least 2 items"]));
  await expect.element(outer).toHaveAccessibleDescription("Where it goes.");
  const list = document.querySelector(".cb-group[data-type=array]")!;
  expect(list).toHaveAccessibleDescription("At least two. Needs at least 2 items");
  await userEvent.click(page.getByRole("radio", { name: "Post" }));
  await userEvent.click(page.getByRole("button", { name: "Run" }));
  await vi.waitFor(() => expect(errors()).toHaveLength(1));
  await expect.element(outer).toHaveAccessibleDescription(`Where it goes. ${errors()[0]}`);
  const ids = [...document.querySelectorAll("[id]")].map((one) => one.id);
  expect(new Set(ids).size).toBe(ids.length);
});

it("a new row of one of several plain kinds begins without a value, not as none, and is asked for", async () => {
  const submit = vi.fn();
  const items = { anyOf: [{ type: "string" }, { type: "number" }, { type: "boolean" }, { type: "null" }] };
  const schema = { type: "object", properties: { list: { type: "array", items } } } as JsonSchema;
  await render(<SchemaForm schema={schema} onSubmit={submit} />);
  await userEvent.click(page.getByRole("button", { name: "Add to List" }));
  await expect.element(page.getByRole("radio", { name: "Text" })).toBeChecked();
  await userEvent.click(page.getByRole("button", { name: "Run" }));
  await expect.element(page.getByRole("textbox", { name: "Item 1" })).toBeInvalid();
  expect(submit).not.toHaveBeenCalled();
  await userEvent.click(page.getByRole("radio", { name: "None" }));
  await userEvent.click(page.getByRole("button", { name: "Run" }));
  await vi.waitFor(() => expect(submit.mock.lastCall?.[0]).toEqual({ list: [null] }));
});
