import type { JsonSchema } from "@callboard/core";
import { expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { SchemaForm } from "./ToolForm.tsx";

const schema: JsonSchema = {
  type: "object",
  properties: { env: { type: "object", title: "Env", additionalProperties: { type: "string" } } },
};
const name = (at: number) => page.getByRole("textbox", { name: "Name" }).nth(at);
const add = () => page.getByRole("button", { name: "Add entry to Env" });

it("adding an entry asks for its name first; an entry without one is gone back to", async () => {
  const change = vi.fn();
  await render(<SchemaForm schema={schema} onChange={change} />);
  await expect.element(page.getByText("Nothing here yet")).toBeVisible();
  await userEvent.click(add());
  await expect.element(name(0)).toHaveFocus();
  await userEvent.click(add());
  expect(page.getByRole("textbox", { name: "Name" }).elements()).toHaveLength(1);
  await expect.element(name(0)).toHaveFocus();
  await userEvent.keyboard("PATH");
  await userEvent.tab();
  await userEvent.keyboard("/bin");
  expect(change).toHaveBeenLastCalledWith({ env: { PATH: "/bin" } });
});

it("a removed entry comes back with its value; the focus goes to what is next", async () => {
  const change = vi.fn();
  await render(<SchemaForm schema={schema} defaultValue={{ env: { A: "1", B: "2" } }} onChange={change} />);
  await userEvent.click(page.getByRole("button", { name: "Remove A" }));
  expect(change).toHaveBeenLastCalledWith({ env: { B: "2" } });
  await expect.element(page.getByRole("button", { name: "Remove B" })).toHaveFocus();
  await expect.element(page.getByRole("status").first()).toHaveTextContent("A removed. Undo follows the list.");
  await userEvent.click(page.getByRole("button", { name: "Undo: bring back A" }));
  expect(change).toHaveBeenLastCalledWith({ env: { A: "1", B: "2" } });
  await expect.element(name(0)).toHaveFocus();
  await userEvent.click(page.getByRole("button", { name: "Remove A" }));
  await userEvent.click(page.getByRole("button", { name: "Remove B" }));
  await expect.element(add()).toHaveFocus();
});

it("two entries cannot have one name: the second is refused, and keeps its own", async () => {
  const change = vi.fn();
  await render(<SchemaForm schema={schema} defaultValue={{ env: { A: "1", B: "2" } }} onChange={change} />);
  await userEvent.fill(name(1), "A");
  await userEvent.tab();
  await expect.element(name(1)).toHaveAccessibleDescription("Another entry has this name");
  expect(change.mock.calls.every(([value]) => value.env.A === "1" && value.env.B === "2")).toBe(true);
});

it("a key typed into a name draws that entry again, and no other", async () => {
  let said = 0;
  const messages = new Proxy(
    {},
    {
      get(_words, key) {
        if (key === "form.entryName") said++;
        return undefined;
      },
    },
  );
  const env = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`K${at}`, "v"]));
  await render(
    <ToolProvider messages={messages}>
      <SchemaForm schema={schema} defaultValue={{ env }} />
    </ToolProvider>,
  );
  await userEvent.click(name(29));
  const all = said;
  await userEvent.keyboard("x");
  await expect.element(name(29)).toHaveValue("K29x");
  expect(all).toBeGreaterThanOrEqual(30);
  // Each drawing says the name twice; the typed text and the new key are a drawing each at the most.
  expect(said - all).toBeLessThanOrEqual(4);
});
