import { expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { SchemaForm } from "../../form/ToolForm.tsx";

const uuid = "550e8400-e29b-41d4-a716-446655440000";

it.each([
  [{ format: "uri" }, "https://example.com/"],
  [{ format: "uuid" }, uuid],
  [{ format: "email" }, "ada@example.com"],
  [{ format: "ipv4" }, "127.0.0.1"],
  [{ pattern: "^[A-Z]{2}\\d{3}$" }, "AB123"],
])("space around a text of %o is not held, and gone once the field is left", async (schema, text) => {
  const submit = vi.fn();
  const properties = { a: { type: "string", title: "A", ...schema } };
  await render(<SchemaForm schema={{ type: "object", properties }} onSubmit={submit} submitLabel="Go" />);
  const box = page.getByLabelText("A");
  await userEvent.fill(box, `\u00a0 ${text}\u200b `);
  await userEvent.tab();
  await expect.element(box).toHaveValue(text);
  await userEvent.click(page.getByRole("button", { name: "Go" }));
  expect(submit).toHaveBeenCalledWith({ a: text });
});

it("free text stays as it was typed", async () => {
  const submit = vi.fn();
  const properties = { a: { type: "string", title: "A" } };
  await render(<SchemaForm schema={{ type: "object", properties }} onSubmit={submit} submitLabel="Go" />);
  await userEvent.fill(page.getByLabelText("A"), " a ");
  await userEvent.click(page.getByRole("button", { name: "Go" }));
  expect(submit).toHaveBeenCalledWith({ a: " a " });
});
