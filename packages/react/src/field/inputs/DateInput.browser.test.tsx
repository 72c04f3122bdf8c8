import type { JsonSchema } from "@callboard/core/form";
import { describe, expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { SchemaForm } from "../../form/ToolForm.tsx";

async function mount(at: JsonSchema, value?: unknown) {
  const submit = vi.fn();
  const change = vi.fn();
  await render(
    <SchemaForm
      schema={{ type: "object", properties: { at: { title: "At", type: "string", ...at } }, required: ["at"] }}
      onSubmit={submit}
      onChange={change}
      submitLabel="Go"
      {...(value !== undefined && { defaultValue: { at: value } })}
    />,
  );
  const held = () => (change.mock.lastCall?.[0] as { at?: unknown } | undefined)?.at;
  return { box: page.getByLabelText("At"), submit, change, held };
}

describe("what is half typed", () => {
  it.each([
    ["date", "{1}{2}{3}{1}20245"],
    ["date-time", "{1}{2}{3}{1}20245"],
  ])("a year of five digits stays in the %s with an error, and the focus with it", async (format, keys) => {
    const { box, submit } = await mount({ format });
    await expect.element(box).toBeVisible();
    const before = box.element();
    (before as HTMLElement).focus();
    await userEvent.keyboard(keys.replaceAll(/[{}]/g, ""));
    await expect.element(box).toHaveFocus();
    expect(box.element()).toBe(before);
    await userEvent.keyboard("{Enter}");
    expect(submit).not.toHaveBeenCalled();
    expect(box.element()).toBe(before);
    await expect.element(box).toHaveAttribute("aria-invalid", "true");
    await expect.element(box).toHaveAccessibleDescription(/year of four digits|complete date/);
  });

  it("an unfinished date is an error that says so, and not that nothing is there", async () => {
    const { box } = await mount({ format: "date" }, "2026-03-31");
    const before = box.element();
    (before as HTMLElement).focus();
    await userEvent.keyboard("{Backspace}");
    await userEvent.tab();
    await userEvent.click(page.getByRole("button", { name: "Go" }));
    await expect.element(box).toHaveAccessibleDescription("Enter a complete date");
    expect(box.element()).toBe(before);
  });
});

describe("a time without a zone", () => {
  it.each(["2024-03-10T09:30:00", "2024-03-10T09:30", "2024-03-10 09:30:00"])(
    "%s is sent as the picker shows it",
    async (text) => {
      const { box, submit } = await mount({ format: "date-time" }, text);
      await expect.element(box).toHaveValue("2024-03-10T09:30");
      await userEvent.click(page.getByRole("button", { name: "Go" }));
      const instant = new Date(2024, 2, 10, 9, 30).toISOString().replace(".000Z", "Z");
      expect(submit).toHaveBeenCalledWith({ at: instant });
    },
  );

  it("of a day is sent as it is shown, too", async () => {
    const { box, submit } = await mount({ format: "time" }, "09:30");
    await expect.element(box).toHaveValue("09:30");
    await userEvent.click(page.getByRole("button", { name: "Go" }));
    expect(submit).toHaveBeenCalledWith({ at: "09:30:00Z" });
  });

  it("is left alone where the schema asks for no zone", async () => {
    const { change, submit } = await mount({}, "2024-03-10T09:30:00");
    await userEvent.click(page.getByRole("button", { name: "Go" }));
    expect(submit).toHaveBeenCalledWith({ at: "2024-03-10T09:30:00" });
    expect(change).not.toHaveBeenCalled();
  });
});

describe("a value that no picker shows", () => {
  it.each([
    ["date", "2024-02-30"],
    ["date-time", "2024-02-30T09:30:00Z"],
    ["date-time", "soon"],
  ])("of a %s, %s, stands as it is, and its control stays while it is mended", async (format, text) => {
    const { box, held } = await mount({ format }, text);
    await expect.element(box).toHaveValue(text);
    const before = box.element();
    const full = format === "date" ? "2024-03-01" : "2024-03-01T09:30:00Z";
    await userEvent.fill(box, full);
    expect(held()).toBe(full);
    await expect.element(box).toHaveFocus();
    expect(box.element()).toBe(before);
    await userEvent.tab();
    await expect.element(box).toHaveAttribute("type", format === "date" ? "date" : "datetime-local");
  });
});
