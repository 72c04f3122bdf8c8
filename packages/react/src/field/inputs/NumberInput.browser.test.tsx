import type { FieldDefinition } from "@callboard/core/form";
import { describe, expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { FormSpecRenderer, SchemaForm } from "../../form/ToolForm.tsx";
import { arabic } from "../../messages/ar.ts";
import { german } from "../../messages/de.ts";
import { ToolProvider } from "../../provider/ToolProvider.tsx";

const languages = { en: undefined, de: german, "ar-EG": arabic };

/** A form of one number in a language; what it holds, and what it submits. */
async function mount(
  field: Omit<FieldDefinition, "key">,
  { locale = "en" as keyof typeof languages, value = undefined as unknown } = {},
) {
  const change = vi.fn();
  const submit = vi.fn();
  const spec = { fields: [{ label: "Amount", ...field, key: "amount", type: "number" as const }], submitLabel: "Go" };
  const messages = languages[locale];
  await render(
    <ToolProvider locale={locale} {...(messages && { messages })}>
      <FormSpecRenderer
        spec={spec}
        onChange={change}
        onSubmit={submit}
        {...(value !== undefined && { defaultValue: { amount: value } })}
      />
    </ToolProvider>,
  );
  const box = page.getByRole("spinbutton", { name: "Amount" });
  const held = () => (change.mock.lastCall?.[0] as { amount?: unknown } | undefined)?.amount;
  return { box, held, submit, change };
}

async function paste(text: string): Promise<void> {
  const box = document.activeElement as HTMLInputElement;
  box.setRangeText(text, box.selectionStart ?? 0, box.selectionEnd ?? 0, "end");
  box.dispatchEvent(new InputEvent("input", { bubbles: true, inputType: "insertFromPaste", data: text }));
}

describe("what is typed or pasted", () => {
  it.each([
    ["1,5", "de", 1.5, "1,5"],
    ["26,2", "en", 26.2, "26.2"],
    ["1.234,56", "de", 1234.56, "1.234,56"],
    ["1.234,56", "en", 1234.56, "1,234.56"],
    ["50.000", "de", 50_000, "50.000"],
    ["(5)", "en", -5, "-5"],
    ["−5", "en", -5, "-5"],
    ["١٢٣٤٫٥", "ar-EG", 1234.5, "١٬٢٣٤٫٥"],
    ["١٢٣", "en", 123, "123"],
    ["\u00a012\u200b ", "en", 12, "12"],
  ] as const)("%s in %s is %d, and is shown as %s once it is left", async (text, locale, value, shown) => {
    const { box, held } = await mount({}, { locale });
    await userEvent.click(box);
    await paste(text);
    expect(held()).toBe(value);
    await expect.element(box).toHaveValue(text);
    await userEvent.tab();
    await expect.element(box).toHaveValue(shown);
    await userEvent.click(box);
    await expect.element(box).not.toHaveValue("1,234.56");
    await userEvent.tab();
    expect(held()).toBe(value);
  });

  it.each([
    ["9007199254740993", "Too many digits to be kept exactly. The nearest number is 9007199254740992."],
    ["0.1234567890123456789", "Too many digits to be kept exactly. The nearest number is 0.12345678901234568."],
    ["1e400", "This number is too large to be kept"],
    ["12 abc", "Enter the number alone, without “abc”"],
    ["-", "Enter a number"],
    ["1,2,3", "Enter a number"],
  ])("%s stays as it is and says why it is none", async (text, why) => {
    const { box, held, submit } = await mount({ required: true }, { value: 7 });
    await userEvent.fill(box, text);
    await userEvent.tab();
    await expect.element(box).toHaveValue(text);
    await expect.element(box).toHaveAccessibleDescription(why);
    expect(held()).toBeUndefined();
    await userEvent.click(page.getByRole("button", { name: "Go" }));
    expect(submit).not.toHaveBeenCalled();
    await expect.element(box).toHaveAccessibleDescription(why);
    await expect.element(box).toHaveValue(text);
  });

  it("asks which number is meant where the language writes neither so", async () => {
    const { box } = await mount({}, { locale: "ar-EG" });
    await userEvent.fill(box, "1.234");
    await userEvent.tab();
    await expect.element(box).toHaveAccessibleDescription(/١٢٣٤.*|١٫٢٣٤/);
  });

  it("is edited without groups, so that one more digit is one more digit", async () => {
    const { box, held } = await mount({}, { value: 1234 });
    await expect.element(box).toHaveValue("1,234");
    await userEvent.click(box);
    await expect.element(box).toHaveValue("1234");
    await userEvent.keyboard("{End}5");
    expect(held()).toBe(12_345);
    await userEvent.tab();
    await expect.element(box).toHaveValue("12,345");
  });

  it("is replaced by what is typed where a script has selected it", async () => {
    const { box, held } = await mount({}, { value: 50_000 });
    await expect.element(box).toHaveValue("50,000");
    // As password managers, assistive software and browser automation do.
    const element = box.element() as HTMLInputElement;
    element.select();
    element.focus();
    await expect.element(box).toHaveValue("50000");
    await userEvent.keyboard("20000");
    expect(held()).toBe(20_000);
  });

  it("is all selected when it is reached by the keyboard", async () => {
    const { box, held } = await mount({}, { value: 1234 });
    await userEvent.tab();
    await expect.element(box).toHaveFocus();
    await userEvent.keyboard("9");
    expect(held()).toBe(9);
  });
});

describe("no silent change", () => {
  it("the wheel changes nothing", async () => {
    const { box, change } = await mount({ integer: true }, { value: 100 });
    await userEvent.click(box);
    for (const deltaY of [120, -240])
      box.element().dispatchEvent(new WheelEvent("wheel", { deltaY, bubbles: true, cancelable: true }));
    await expect.element(box).toHaveValue("100");
    expect(change).not.toHaveBeenCalled();
  });

  it("entering and leaving a field changes nothing", async () => {
    const { box, change } = await mount({ variant: "currency", currency: "USD" }, { value: 1234.567 });
    await expect.element(box).toHaveValue("1,234.567");
    await userEvent.click(box);
    await userEvent.tab();
    expect(change).not.toHaveBeenCalled();
  });

  it("the arrow keys step where a step is given, within the limits, and say the number", async () => {
    const { box, held } = await mount({ step: 0.1, minimum: 0, maximum: 0.35, unit: "kg" }, { value: 0.1 });
    await userEvent.click(box);
    await userEvent.keyboard("{ArrowUp}{ArrowUp}");
    expect(held()).toBe(0.3);
    await expect.element(box).toHaveAttribute("aria-valuetext", "0.3 kg");
    await userEvent.keyboard("{ArrowUp}");
    expect(held()).toBe(0.35);
    await userEvent.keyboard("{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}{ArrowDown}");
    expect(held()).toBe(0);
  });

  it("the arrow keys leave a number without a step, and a text that is none", async () => {
    const { box, change } = await mount({}, { value: 50_000 });
    await userEvent.click(box);
    await userEvent.keyboard("{ArrowUp}");
    expect(change).not.toHaveBeenCalled();
    const other = await mount({ label: "Count", integer: true });
    const count = page.getByRole("spinbutton", { name: "Count" });
    await userEvent.fill(count, "1x");
    await userEvent.keyboard("{ArrowUp}");
    await expect.element(count).toHaveValue("1x");
    expect(other.held()).toBeUndefined();
  });
});

describe("the unit inside the field", () => {
  it("is read with the number, and pasted with it", async () => {
    const { box, held } = await mount({ unit: "kg" }, { value: 5 });
    await expect.element(box).toHaveAccessibleDescription("kg");
    await expect.element(box).toHaveAttribute("aria-valuetext", "5 kg");
    await userEvent.fill(box, "7 kg");
    expect(held()).toBe(7);
    await userEvent.fill(box, "7 g");
    await userEvent.tab();
    await expect.element(box).toHaveAccessibleDescription("kg Enter the number in kg, without “g”");
    await expect.element(box).toHaveValue("7 g");
  });

  it("is the currency, and no other", async () => {
    const { box, held } = await mount({ variant: "currency", currency: "EUR" }, { locale: "de" });
    await userEvent.fill(box, "1.234,5 €");
    expect(held()).toBe(1234.5);
    await userEvent.tab();
    await expect.element(box).toHaveValue("1.234,50");
    await userEvent.fill(box, "$5");
    expect(held()).toBeUndefined();
  });

  it("a press on it reaches the number", async () => {
    const { box } = await mount({ unit: "kg" });
    await userEvent.click(page.getByText("kg"));
    await expect.element(box).toHaveFocus();
  });
});

it("years, ids and the like are shown without groups", async () => {
  const properties = { year: { type: "integer", title: "Year" }, count: { type: "integer", title: "Count" } };
  await render(<SchemaForm schema={{ type: "object", properties }} defaultValue={{ year: 2026, count: 2026 }} />);
  await expect.element(page.getByRole("spinbutton", { name: "Year" })).toHaveValue("2026");
  await expect.element(page.getByRole("spinbutton", { name: "Count" })).toHaveValue("2,026");
});

it("a number that came as a text is one once the field was left", async () => {
  const { box, held } = await mount({}, { value: "1.234", locale: "de" });
  await expect.element(box).toHaveValue("1.234");
  await userEvent.click(box);
  await userEvent.tab();
  // As JSON writes it, whatever the page's language.
  expect(held()).toBe(1.234);
  await expect.element(box).toHaveValue("1,234");
});
