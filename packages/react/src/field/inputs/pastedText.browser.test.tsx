import type { JsonSchema } from "@callboard/core";
import { expect, it, vi } from "vitest";
import { page, userEvent } from "vitest/browser";
import { render } from "vitest-browser-react";
import { SchemaForm } from "../../form/ToolForm.tsx";

const paste = (text: string): void => {
  const clipboardData = new DataTransfer();
  clipboardData.setData("text/plain", text);
  const event = new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true });
  document.activeElement!.dispatchEvent(event);
};

const lines: JsonSchema = { type: "object", properties: { name: { type: "string" }, notes: { type: "string" } } };

it("several lines pasted into a field of one stay lines, where one goes on writing", async () => {
  const submit = vi.fn();
  await render(<SchemaForm schema={lines} onSubmit={submit} />);
  await userEvent.fill(page.getByRole("textbox", { name: "Name" }), "before ");
  paste("one\r\ntwo");
  await expect.element(page.getByRole("textbox", { name: "Name" })).toHaveFocus();
  await userEvent.keyboard("!");
  await userEvent.click(page.getByRole("button", { name: "Run" }));
  await vi.waitFor(() => expect(submit.mock.calls).toEqual([[{ name: "before one\ntwo!" }]]));
});

it.each([
  ["a million characters", "a line of some text\n".repeat(55_000), /1,100,000 characters/],
  ["55,000 empty lines", "\n".repeat(55_000), /55,000 characters/],
])("a text of %s is held whole and shown by its beginning, and can be taken back", async (_, whole, words) => {
  const submit = vi.fn();
  await render(<SchemaForm schema={lines} onSubmit={submit} />);
  await userEvent.click(page.getByRole("textbox", { name: "Notes" }));
  paste(whole);
  const notes = page.getByRole("textbox", { name: "Notes" });
  await expect.element(notes).toHaveAccessibleDescription(words);
  expect((notes.element() as HTMLTextAreaElement).value.length).toBeLessThan(5_000);
  await userEvent.click(page.getByRole("button", { name: "Run" }));
  await vi.waitFor(() => expect(submit.mock.calls[0]?.[0].notes === whole).toBe(true));
  await userEvent.click(page.getByRole("button", { name: "Remove this text" }));
  await userEvent.keyboard("short");
  await expect.element(page.getByRole("textbox", { name: "Notes" })).toHaveValue("short");
});

it("plain words are a text where anything may stand", async () => {
  const submit = vi.fn();
  await render(<SchemaForm schema={{ type: "object", properties: { any: {} } }} onSubmit={submit} />);
  const any = page.getByRole("textbox", { name: "Any" });
  await userEvent.fill(any, "plain words");
  await userEvent.click(page.getByRole("button", { name: "Run" }));
  await userEvent.fill(any, '{"a": [1]}');
  await userEvent.click(page.getByRole("button", { name: "Run" }));
  await userEvent.fill(any, "{ half");
  await userEvent.click(page.getByRole("button", { name: "Run" }));
  await vi.waitFor(() => expect(submit.mock.calls).toEqual([[{ any: "plain words" }], [{ any: { a: [1] } }]]));
  await expect.element(any).toHaveAttribute("aria-invalid", "true");
});

it("a choice called None is not taken for none", async () => {
  const schema: JsonSchema = { type: "object", properties: { policy: { enum: ["Strict", "Lax", "None"] } } };
  await render(<SchemaForm schema={schema} onSubmit={vi.fn()} />);
  const names = page.getByRole("option").elements();
  expect(names.map(({ textContent }) => textContent)).toEqual(["Not set", "Strict", "Lax", "None"]);
});
