import { expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { SchemaForm } from "./ToolForm.tsx";

const button = (name: string) => page.getByRole("button", { name, exact: true });
const names = (name: string) => page.getByRole("textbox", { name, exact: true });

/** Presets that are settings themselves: each has a default, and each of those could be opened again. */
const settings = {
  type: "object",
  properties: {
    name: { type: "string" },
    ...Object.fromEntries(
      ["one", "two", "three"].map((key) => [key, { $ref: "#", title: key, default: { name: key } }]),
    ),
  },
};

it("draws what a schema holds of itself by default once somebody asks for it, and submits it as it is", async () => {
  const submit = vi.fn();
  await render(<SchemaForm schema={settings} onSubmit={submit} />);
  await expect.element(button("Show one")).toBeVisible();
  expect(names("Name").elements()).toHaveLength(1);
  await userEvent.click(button("Run"));
  expect(submit).toHaveBeenLastCalledWith({ one: { name: "one" }, two: { name: "two" }, three: { name: "three" } });
  await userEvent.click(button("Show two"));
  await expect.element(names("Name").nth(1)).toHaveValue("two");
  await userEvent.fill(names("Name").nth(1), "mine");
  await userEvent.fill(names("Name").nth(1), "two");
  expect(names("Name").elements()).toHaveLength(2);
  await userEvent.click(button("Remove two"));
  await userEvent.click(button("Run"));
  expect(submit).toHaveBeenLastCalledWith({ one: { name: "one" }, three: { name: "three" } });
});

it("draws what is added though that is what it is by default", async () => {
  await render(<SchemaForm schema={settings} defaultValue={{}} />);
  await userEvent.click(button("Show one"));
  await userEvent.click(button("Remove one"));
  await userEvent.click(button("Add one"));
  await expect.element(names("Name").nth(1)).toHaveValue("one");
});
