import type { JsonSchema } from "@callboard/core";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { SchemaForm } from "./ToolForm.tsx";

const text: JsonSchema = { type: "string" };

it.each<[string, JsonSchema]>([
  ["an if", { if: { properties: { card: { const: "yes" } }, required: ["card"] }, then: { required: ["address"] } }],
  ["another field's presence", { dependentRequired: { card: ["address"] } }],
])("a field that %s makes required says so, and insists", async (_, rule) => {
  const submit = vi.fn();
  const schema: JsonSchema = { type: "object", properties: { card: text, address: text }, ...rule };
  await render(<SchemaForm schema={schema} onSubmit={submit} />);
  const address = page.getByRole("textbox", { name: "Address" });
  await expect.element(address).not.toBeRequired();
  await userEvent.fill(page.getByRole("textbox", { name: "Card" }), "yes");
  await expect.element(address).toBeRequired();
  await userEvent.click(page.getByRole("button", { name: "Run" }));
  await expect.element(address).toHaveAccessibleDescription(/required/i);
  expect(submit).not.toHaveBeenCalled();
  await userEvent.fill(page.getByRole("textbox", { name: "Card" }), "");
  await expect.element(address).not.toBeRequired();
  await userEvent.click(page.getByRole("button", { name: "Run" }));
  await vi.waitFor(() => expect(submit.mock.calls).toEqual([[{}]]));
});
