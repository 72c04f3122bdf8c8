import type { JsonSchema } from "@callboard/core";
import { expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { SchemaForm } from "./ToolForm.tsx";

const { unions, maps } = vi.hoisted(() => {
  const gate = () => {
    let open: () => void = () => {};
    const opened = new Promise<void>((resolve) => (open = resolve));
    return { opened, open: () => open() };
  };
  return { unions: gate(), maps: gate() };
});
vi.mock(import("./UnionField.tsx"), async (importOriginal) => {
  await unions.opened;
  return importOriginal();
});
vi.mock(import("./MapField.tsx"), async (importOriginal) => {
  await maps.opened;
  return importOriginal();
});

const kind = (title: string): JsonSchema => ({ title, type: "object", properties: { [title]: { type: "string" } } });
const schema: JsonSchema = {
  type: "object",
  required: ["to"],
  properties: { name: { type: "string" }, to: { title: "To", oneOf: [kind("mail"), kind("post")] } },
};

it("a field that is still being fetched has its name and place, and the others keep focus and text as it arrives", async () => {
  const change = vi.fn();
  await render(<SchemaForm schema={schema} onChange={change} />);
  await expect.element(page.getByRole("group", { name: "To" })).toHaveAttribute("aria-busy", "true");
  const name = page.getByRole("textbox", { name: "Name" });
  const control = name.element();
  await userEvent.fill(name, "Ad");
  unions.open();
  await expect.element(page.getByRole("radio", { name: "mail" })).toBeChecked();
  expect(document.activeElement).toBe(control);
  await userEvent.keyboard("a");
  expect(name.element()).toBe(control);
  expect(control).toHaveValue("Ada");
  expect(change).toHaveBeenLastCalledWith({ name: "Ada", to: {} });
});

it("an added row whose field is still being fetched gets the focus as it arrives", async () => {
  const items: JsonSchema = { type: "object", additionalProperties: { type: "string" } };
  await render(
    <SchemaForm schema={{ type: "object", properties: { rows: { type: "array", title: "Rows", items } } }} />,
  );
  await userEvent.click(page.getByRole("button", { name: "Add to Rows" }));
  await expect.element(page.getByRole("group", { name: "Item 1" })).toHaveAttribute("aria-busy", "true");
  maps.open();
  await expect.element(page.getByRole("button", { name: "Add entry to Item 1" })).toHaveFocus();
});
