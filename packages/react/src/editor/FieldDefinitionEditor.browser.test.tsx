import type { FieldDefinition } from "@callboard/core/form";
import { useState } from "react";
import { describe, expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { FieldDefinitionEditor } from "./FieldDefinitionEditor.tsx";

const two: FieldDefinition[] = [
  { key: "name", label: "Name", type: "text" },
  { key: "size", label: "Size", type: "number" },
];

async function mount(start: FieldDefinition[] = two) {
  const change = vi.fn();
  function Page() {
    const [fields, setFields] = useState(start);
    return (
      <FieldDefinitionEditor
        value={fields}
        onChange={(next) => {
          setFields(next);
          change(next);
        }}
      />
    );
  }
  await render(<Page />);
  return (): FieldDefinition[] => (change.mock.lastCall?.[0] as FieldDefinition[] | undefined) ?? start;
}
const keys = (fields: FieldDefinition[]): string[] => fields.map((field) => field.key);
const row = (name: RegExp) => page.getByRole("button", { name });

describe("a list of fields", () => {
  it("takes a new one, which opens with its label ready to be written, and whose key follows", async () => {
    const fields = await mount([]);
    await userEvent.click(page.getByRole("button", { name: "Add field" }));
    await userEvent.click(page.getByRole("button", { name: "Number", exact: true }));
    const label = page.getByRole("textbox", { name: "Label" });
    await expect.element(label).toHaveFocus();
    await userEvent.keyboard("Team size");
    expect(fields()).toEqual([{ key: "team_size", type: "number", label: "Team size" }]);
    await userEvent.fill(page.getByRole("textbox", { name: "Key" }), "n");
    await userEvent.fill(label, "People");
    expect(fields()).toEqual([{ key: "n", type: "number", label: "People" }]);
    await expect.element(page.getByRole("region", { name: "Preview" }).getByLabelText("People")).toBeVisible();
  });

  it("is reordered by the keyboard, which says so and keeps the focus", async () => {
    const fields = await mount();
    (page.getByRole("button", { name: "Move Size up" }).element() as HTMLElement).focus();
    await userEvent.keyboard("{Enter}");
    expect(keys(fields())).toEqual(["size", "name"]);
    await expect.element(page.getByText("Size moved to place 1")).toBeInTheDocument();
    await expect.element(page.getByRole("button", { name: "Move Size down" })).toHaveFocus();
  });

  it("is reordered by drag", async () => {
    const fields = await mount();
    const handles = document.querySelectorAll(".cb-editor-handle");
    // What drags is fetched once the list is there.
    await vi.waitFor(async () => {
      await userEvent.dragAndDrop(handles[1]!, document.querySelectorAll(".cb-editor-row")[0]!, {
        targetPosition: { x: 40, y: 4 },
      });
      expect(keys(fields())).toEqual(["size", "name"]);
    });
    expect(document.querySelector("[data-drop], [data-dragging]")).toBeNull();
  });

  it("gives back what was removed, at its place", async () => {
    const fields = await mount();
    await userEvent.click(page.getByRole("button", { name: "Remove Name" }));
    expect(keys(fields())).toEqual(["size"]);
    await expect.element(page.getByRole("button", { name: "Undo" })).toHaveFocus();
    await userEvent.keyboard("{Enter}");
    expect(fields()).toEqual(two);
    await expect.element(row(/^Name/)).toHaveFocus();
  });

  it("duplicates with a key of its own", async () => {
    const fields = await mount();
    await userEvent.click(page.getByRole("button", { name: "Duplicate Name" }));
    expect(keys(fields())).toEqual(["name", "name_2", "size"]);
  });
});

describe("a field's settings", () => {
  it("change its type, variant and rules, and nothing else", async () => {
    const fields = await mount();
    await userEvent.click(row(/^Size/));
    await userEvent.selectOptions(page.getByRole("combobox", { name: "Shown as" }), "Per cent");
    expect(fields()[1]).toEqual({ key: "size", label: "Size", type: "number", variant: "percent" });
    await userEvent.selectOptions(page.getByRole("combobox", { name: "Kept as" }), "A share of 100 (25)");
    await userEvent.fill(page.getByRole("spinbutton", { name: "Least" }), "5");
    await userEvent.click(page.getByRole("switch", { name: "Must be filled in" }));
    expect(fields()[1]).toEqual({
      ...{ key: "size", label: "Size", type: "number", variant: "percent" },
      ...{ of: 100, minimum: 5, required: true },
    });
    await userEvent.selectOptions(page.getByRole("combobox", { name: "Type" }), "Text");
    expect(fields()[1]).toMatchObject({ type: "text", required: true });
    expect(fields()[1]).not.toHaveProperty("variant");
    expect(fields()[0]).toBe(two[0]);
  });

  it("name a key that another field has, at the key", async () => {
    await mount();
    await userEvent.click(row(/^Size/));
    const key = page.getByRole("textbox", { name: "Key" });
    await userEvent.fill(key, "name");
    await expect.element(key).toHaveAccessibleDescription("Another field has the key “name”. Choose another key.");
    await expect.element(key).toHaveAttribute("aria-invalid", "true");
    await expect.element(page.getByText("1 problem")).toBeVisible();
  });

  it("name a pattern that is none", async () => {
    await mount();
    await userEvent.click(row(/^Name/));
    await userEvent.fill(page.getByRole("textbox", { name: "Pattern" }), "(");
    await expect.element(page.getByText(/“\(” is no regular expression/)).toBeVisible();
  });

  it("list choices, several at once from lines", async () => {
    const fields = await mount([{ key: "a", label: "A", type: "enum", options: [] }]);
    await userEvent.click(row(/^A /));
    await userEvent.click(page.getByRole("button", { name: "Add choice" }));
    await userEvent.keyboard("small");
    expect(fields()[0]?.options).toEqual([{ value: "small", label: "small" }]);
    await userEvent.fill(page.getByRole("textbox", { name: "Label of choice 1" }), "Small");
    expect(fields()[0]?.options).toEqual([{ value: "small", label: "Small" }]);
    await userEvent.click(page.getByRole("button", { name: "Remove choice 1" }));
    expect(fields()[0]?.options).toEqual([]);
  });

  it("set when it is shown, by any of the eight comparisons, and the preview obeys", async () => {
    const fields = await mount();
    await userEvent.click(row(/^Name/));
    await userEvent.click(page.getByRole("button", { name: "Add condition" }));
    const operators = page.getByRole("combobox", { name: "Comparison of condition 1" });
    expect(operators.element().querySelectorAll("option")).toHaveLength(8);
    await userEvent.selectOptions(operators, "is at least");
    await userEvent.fill(page.getByRole("textbox", { name: "Value of condition 1" }), "3");
    expect(fields()[0]?.visibleWhen).toEqual({ field: "size", operator: "gte", value: 3 });
    const preview = page.getByRole("region", { name: "Preview" });
    await expect.element(preview.getByRole("textbox", { name: "Name" })).not.toBeInTheDocument();
    await userEvent.fill(preview.getByRole("spinbutton", { name: "Size" }), "4");
    await expect.element(preview.getByRole("textbox", { name: "Name" })).toBeVisible();
    await userEvent.click(page.getByRole("button", { name: "Add condition" }));
    await userEvent.selectOptions(page.getByRole("combobox", { name: "How conditions count" }), "Any of these holds");
    expect(fields()[0]?.visibleWhen).toMatchObject({ any: [{ value: 3 }, { value: 0 }] });
  });

  it("reach fields inside of fields", async () => {
    const fields = await mount([
      { key: "a", label: "Outer", type: "object", fields: [{ key: "b", label: "Inner", type: "text" }] },
    ]);
    await userEvent.click(row(/^Outer/));
    await userEvent.click(row(/^Inner/));
    await userEvent.fill(page.getByRole("textbox", { name: "Key" }).nth(1), "deep");
    expect(fields()[0]?.fields?.[0]?.key).toBe("deep");
  });
});

describe("the JSON Schema", () => {
  it("is copied, and says so where the browser does not allow it", async () => {
    const write = vi.spyOn(navigator.clipboard, "writeText").mockRejectedValueOnce(new Error("no")).mockResolvedValue();
    await mount();
    await userEvent.click(page.getByRole("radio", { name: "JSON Schema" }));
    await userEvent.click(page.getByRole("button", { name: "Copy" }));
    await expect.element(page.getByRole("status").filter({ hasText: "Not allowed" })).toBeInTheDocument();
    await userEvent.click(page.getByRole("button", { name: "Not allowed" }));
    await expect.element(page.getByRole("button", { name: "Copied" })).toBeVisible();
    expect(write).toHaveBeenLastCalledWith(expect.stringContaining('"title": "Size"'));
    write.mockRestore();
  });

  const schema = {
    type: "object",
    title: "Order",
    properties: {
      count: { type: "integer", exclusiveMinimum: 0 },
      who: { $ref: "#/$defs/person" },
    },
    required: ["count"],
    $defs: { person: { type: "object", properties: { name: { type: "string" } } } },
  };

  it("makes fields, and is given back whole", async () => {
    const fields = await mount();
    await userEvent.click(page.getByRole("radio", { name: "JSON Schema" }));
    const box = page.getByRole("textbox", { name: "JSON Schema" });
    await userEvent.fill(box, JSON.stringify(schema));
    expect(keys(fields())).toEqual(["name", "size"]);
    await userEvent.click(page.getByRole("button", { name: "Use this schema" }));
    expect(keys(fields())).toEqual(["count", "who"]);
    expect(fields()[0]).toMatchObject({ type: "number", integer: true, required: true });
    expect(JSON.parse((box.element() as HTMLTextAreaElement).value)).toEqual(schema);
    await userEvent.click(page.getByRole("radio", { name: "Preview" }));
    await expect
      .element(page.getByRole("region", { name: "Preview" }).getByRole("textbox", { name: "Name" }))
      .toBeVisible();
  });

  it.each([
    ["{", /not valid JSON/],
    ["[]", /no properties/],
    ['{"type":"string"}', /no properties/],
  ])("%s is refused in words, and the fields stay", async (text, words) => {
    const fields = await mount();
    await userEvent.click(page.getByRole("radio", { name: "JSON Schema" }));
    await userEvent.fill(page.getByRole("textbox", { name: "JSON Schema" }), text);
    await userEvent.click(page.getByRole("button", { name: "Use this schema" }));
    await expect.element(page.getByRole("alert")).toHaveTextContent(words);
    expect(fields()).toEqual(two);
  });
});
