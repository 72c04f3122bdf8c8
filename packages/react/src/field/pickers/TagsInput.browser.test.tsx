import type { JsonSchema } from "@callboard/core/form";
import { describe, expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { SchemaForm } from "../../form/ToolForm.tsx";

async function mount(list: JsonSchema = {}) {
  const change = vi.fn();
  const submit = vi.fn();
  const tags = { type: "array", title: "Places", items: { type: "string" }, ...list, "x-field": { variant: "tags" } };
  await render(
    <SchemaForm
      schema={{ type: "object", properties: { tags } }}
      onChange={change}
      onSubmit={submit}
      submitLabel="Go"
    />,
  );
  const box = page.getByRole("textbox", { name: "Places" });
  await userEvent.click(box);
  return { box, submit, held: () => (change.mock.lastCall?.[0] as { tags?: unknown } | undefined)?.tags };
}

function paste(text: string): boolean {
  const data = new DataTransfer();
  data.setData("text", text);
  const event = new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true });
  return !document.activeElement!.dispatchEvent(event);
}

describe("a tag", () => {
  it("can hold a comma, by Enter and by leaving", async () => {
    const { held } = await mount();
    await userEvent.keyboard("New York, NY{Enter}Paris, TX");
    await userEvent.tab();
    expect(held()).toEqual(["New York, NY", "Paris, TX"]);
  });

  it("may stand there twice where the schema lets it", async () => {
    const { held } = await mount();
    await userEvent.keyboard("a{Enter}a{Enter}");
    expect(held()).toEqual(["a", "a"]);
  });

  it("that may stand there once only is kept as typed, and refused with words", async () => {
    const { box, held, submit } = await mount({ uniqueItems: true });
    await userEvent.keyboard("a{Enter}a{Enter}");
    expect(held()).toEqual(["a"]);
    await expect.element(box).toHaveValue("a");
    await expect.element(box).toHaveAccessibleDescription(/a is in the list already/);
    await userEvent.click(page.getByRole("button", { name: "Go" }));
    expect(submit).not.toHaveBeenCalled();
    await userEvent.fill(box, "b");
    await userEvent.keyboard("{Enter}");
    expect(held()).toEqual(["a", "b"]);
    await userEvent.click(page.getByRole("button", { name: "Go" }));
    expect(submit).toHaveBeenCalledWith({ tags: ["a", "b"] });
  });

  it("is a number where numbers are listed, and no other text", async () => {
    const { box, held } = await mount({ items: { type: "integer" } });
    await userEvent.keyboard("12{Enter}x{Enter}");
    expect(held()).toEqual([12]);
    await expect.element(box).toHaveValue("x");
    await expect.element(box).toHaveAccessibleDescription("Enter a number");
  });
});

describe("pasted", () => {
  it("lines are a tag each, and what was typed stays", async () => {
    const { held } = await mount();
    await userEvent.keyboard("old ");
    expect(paste("a, b\nc\t d ")).toBe(true);
    await expect.poll(held).toEqual(["old a, b", "c", "d"]);
  });

  it("one line goes into the text, commas and all", async () => {
    await mount();
    expect(paste("New York, NY")).toBe(false);
  });
});

describe("an input method", () => {
  it.each([{ isComposing: true }, { keyCode: 229 }])("confirms a word by Enter without adding it (%o)", async (how) => {
    const { box, held } = await mount();
    await userEvent.fill(box, "東京");
    box
      .element()
      .dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true, ...how }));
    expect(held()).toBeUndefined();
    box.element().dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, cancelable: true }));
    expect(held()).toEqual(["東京"]);
  });
});
