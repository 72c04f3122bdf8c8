import type { FieldDefinition } from "@callboard/core/form";
import { describe, expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { FormSpecRenderer } from "../form/ToolForm.tsx";
import { ToolProvider } from "../provider/ToolProvider.tsx";

type Field = Omit<FieldDefinition, "key">;

/** A form of one field, and what it holds after each change. */
async function mount(field: Field, value?: unknown) {
  const change = vi.fn();
  const spec = { fields: [{ label: "Field", ...field, key: "field" }] };
  await render(
    <FormSpecRenderer spec={spec} {...(value !== undefined && { defaultValue: { field: value } })} onChange={change} />,
  );
  return () => (change.mock.lastCall?.[0] as { field?: unknown } | undefined)?.field;
}

describe("a percentage", () => {
  it("is written in per cent and kept as a share of one, without the noise of binary numbers", async () => {
    const value = await mount({ type: "number", variant: "percent" }, 0.07);
    const box = page.getByRole("spinbutton", { name: "Field" });
    await expect.element(box).toHaveValue("7");
    await userEvent.fill(box, "12.3");
    expect(value()).toBe(0.123);
    await expect.element(box).toHaveAccessibleDescription("%");
  });

  it("is kept of a hundred where the field says so", async () => {
    const value = await mount({ type: "number", variant: "percent", of: 100 }, 7);
    await userEvent.fill(page.getByRole("spinbutton"), "12.3");
    expect(value()).toBe(12.3);
  });
});

it("an amount of money has its sign where the locale writes it", async () => {
  const fields = [{ key: "field", label: "Field", type: "number", variant: "currency", currency: "EUR" } as const];
  await render(
    <ToolProvider locale="de">
      <FormSpecRenderer spec={{ fields }} defaultValue={{ field: 5 }} />
    </ToolProvider>,
  );
  await expect.element(page.getByRole("spinbutton")).toHaveAccessibleDescription("€");
  expect(document.querySelector(".cb-affixed")?.lastElementChild?.textContent).toBe("€");
});

it("a slider is not set before it is moved, and moves by the keyboard", async () => {
  const value = await mount({ type: "number", variant: "slider", minimum: 0, maximum: 10, integer: true });
  const slider = page.getByRole("slider", { name: "Field" });
  await expect.element(slider).toHaveAttribute("aria-valuetext", "Not set");
  (slider.element() as HTMLElement).focus();
  await userEvent.keyboard("{Enter}");
  expect(value()).toBe(0);
  await userEvent.keyboard("{ArrowRight}{ArrowRight}");
  expect(value()).toBe(2);
  await userEvent.click(page.getByRole("button", { name: "Clear" }));
  expect(value()).toBeUndefined();
});

it("stars are radio buttons that say how many", async () => {
  const value = await mount({ type: "number", variant: "rating", maximum: 3 }, 1);
  await expect.element(page.getByRole("radiogroup", { name: "Field" })).toBeVisible();
  await expect.element(page.getByRole("radio", { name: "1 of 3" })).toBeChecked();
  (page.getByRole("radio", { name: "1 of 3" }).element() as HTMLElement).focus();
  await userEvent.keyboard("{ArrowRight}");
  expect(value()).toBe(2);
});

it("yes or no can be told from not set", async () => {
  const value = await mount({ type: "boolean", variant: "choice" });
  await expect.element(page.getByRole("radio", { name: "Not set" })).toBeChecked();
  await userEvent.click(page.getByRole("radio", { name: "No", exact: true }));
  expect(value()).toBe(false);
  await userEvent.click(page.getByRole("radio", { name: "Not set" }));
  expect(value()).toBeUndefined();
});

it("tags are added by Enter, and taken back", async () => {
  const value = await mount({ type: "array", variant: "tags", item: { type: "text" } });
  const box = page.getByRole("textbox", { name: "Field" });
  await userEvent.click(box);
  await userEvent.keyboard("one{Enter}two{Enter}three{Enter}");
  expect(value()).toEqual(["one", "two", "three"]);
  await userEvent.keyboard("{Backspace}");
  expect(value()).toEqual(["one", "two"]);
  await userEvent.click(page.getByRole("button", { name: "Remove one" }));
  expect(value()).toEqual(["two"]);
  await expect.element(box).toHaveFocus();
  await expect.element(page.getByText("one removed")).toBeInTheDocument();
});

it("a list of many choices is searched, and chosen from by the keyboard", async () => {
  const options = ["Oslo", "Rome", "Paris", "Prague"].map((label) => ({ value: label.toLowerCase(), label }));
  const value = await mount({ type: "array", variant: "multiselect", options }, ["rome"]);
  const box = page.getByRole("combobox", { name: "Field" });
  await userEvent.click(box);
  await userEvent.keyboard("p{ArrowDown}{Enter}");
  expect(value()).toEqual(["rome", "prague"]);
  await expect.element(page.getByRole("option", { name: "Prague" })).toHaveAttribute("aria-selected", "true");
  await userEvent.keyboard("{Escape}");
  await expect.element(box).toHaveAttribute("aria-expanded", "false");
  await userEvent.click(page.getByRole("button", { name: "Remove Rome" }));
  expect(value()).toEqual(["prague"]);
  await expect.element(page.getByText("Rome removed")).toBeInTheDocument();
  await expect.element(box).toHaveFocus();
});

it("a time in a zone keeps its clock when the zone changes", async () => {
  const value = await mount({ type: "date", variant: "zoned", zone: "Europe/Berlin" }, "2026-07-01T14:30:00+02:00");
  await expect.element(page.getByLabelText("Date and time")).toHaveValue("2026-07-01T14:30");
  await userEvent.selectOptions(page.getByRole("combobox", { name: "Time zone" }), "Asia/Tokyo");
  expect(value()).toBe("2026-07-01T14:30:00+09:00");
});

it("a duration is asked for part by part", async () => {
  const value = await mount({ type: "date", variant: "duration" }, "PT30M");
  await expect.element(page.getByRole("group", { name: "Field" })).toBeVisible();
  await userEvent.fill(page.getByRole("spinbutton", { name: "Hours" }), "2");
  expect(value()).toBe("PT2H30M");
  await userEvent.fill(page.getByRole("spinbutton", { name: "Hours" }), "");
  await userEvent.fill(page.getByRole("spinbutton", { name: "Minutes" }), "");
  expect(value()).toBeUndefined();
});

it("a secret is hidden until somebody asks, and again on leaving", async () => {
  await mount({ type: "text", variant: "password" }, "hush");
  const box = page.getByLabelText("Field", { exact: true });
  await expect.element(box).toHaveAttribute("type", "password");
  await userEvent.click(page.getByRole("button", { name: "Show: Field" }));
  await expect.element(box).toHaveAttribute("type", "text");
  await userEvent.click(document.body);
  await expect.element(box).toHaveAttribute("type", "password");
});

it("a long text counts its characters as JSON Schema does", async () => {
  await mount({ type: "text", variant: "multiline", maxLength: 3 }, "😀😀");
  await expect.element(page.getByText("2 of 3 characters")).toBeVisible();
});

describe("a value of another type", () => {
  const cases: [string, Field][] = [
    ["number", { type: "number" }],
    ["currency", { type: "number", variant: "currency", currency: "USD" }],
    ["percent", { type: "number", variant: "percent" }],
    ["slider", { type: "number", variant: "slider" }],
    ["rating", { type: "number", variant: "rating" }],
    ["boolean", { type: "boolean" }],
    ["choice", { type: "boolean", variant: "choice" }],
    ["date", { type: "date" }],
    ["zoned", { type: "date", variant: "zoned" }],
    ["duration", { type: "date", variant: "duration" }],
    ["text", { type: "text" }],
    ["radio", { type: "enum", variant: "radio", options: [{ value: 1, label: "One" }] }],
    ["select", { type: "enum", options: [{ value: 1, label: "One" }] }],
    ["tags", { type: "array", variant: "tags", item: { type: "text" } }],
    ["choices", { type: "array", options: [{ value: 1, label: "One" }] }],
  ];
  it.each(cases)("is shown by a %s, written and read, and submitted as it was", async (_, field) => {
    const spec = { fields: [{ label: "Field", ...field, key: "field" }] };
    const change = vi.fn();
    const screen = await render(
      <>
        <FormSpecRenderer spec={spec} defaultValue={{ field: "not-this" }} onChange={change} />
        <FormSpecRenderer spec={spec} defaultValue={{ field: "not-this" }} readOnly />
      </>,
    );
    await vi.waitFor(() => {
      const [form, display] = screen.container.querySelectorAll("form");
      const written = [...form!.querySelectorAll("input, textarea, select")].map(
        (one) => (one as HTMLInputElement).value,
      );
      expect([form!.textContent, ...written].join(" ")).toContain("not-this");
      expect(display!.textContent).toContain("not-this");
    }, 10_000);
    expect(change).not.toHaveBeenCalled();
  });
});
