import { fieldTypes } from "@callboard/core/fields";
import type { FieldDefinition } from "@callboard/core/form";
import { describe, expect, it, vi } from "vitest";
import { render } from "vitest-browser-react";
import { page, userEvent } from "vitest/browser";
import { createUiRegistry } from "../provider/uiRegistry.ts";
import { ToolProvider } from "../provider/ToolProvider.tsx";
import { bootstrapFieldRegistry } from "./bootstrapFieldRegistry.tsx";
import { FieldDefinitionDisplay } from "../field/FieldDefinitionDisplay.tsx";
import { FieldDefinitionForm } from "./FieldDefinitionForm.tsx";

const fields: FieldDefinition[] = [
  { key: "name", type: "text", required: true },
  {
    key: "kind",
    type: "enum",
    options: [
      { value: "p", label: "Person" },
      { value: "c", label: "Company" },
    ],
  },
  { key: "vat", type: "text", label: "VAT id", visibleWhen: { field: "kind", operator: "eq", value: "c" } },
  { key: "note", type: "text", audience: "internal" },
  {
    key: "address",
    type: "object",
    fields: [
      { key: "city", type: "text" },
      { key: "floor", type: "number", visibleWhen: { field: "kind", operator: "eq", value: "p" } },
    ],
  },
  {
    key: "rows",
    type: "array",
    item: { type: "object", fields: [{ key: "share", type: "number", variant: "percent" }] },
  },
];
const value = {
  name: "Ada",
  kind: "p",
  vat: "DE1",
  note: "hm",
  address: { city: "Oslo", floor: 2 },
  rows: [{ share: 0.5 }, { share: "half" }],
};

it("a form of fields submits what they make", async () => {
  const submit = vi.fn();
  await render(<FieldDefinitionForm fields={fields} onSubmit={submit} submitLabel="Save" />);
  await userEvent.click(page.getByRole("button", { name: "Save" }));
  expect(submit).not.toHaveBeenCalled();
  await userEvent.fill(page.getByRole("textbox", { name: "Name" }), "Ada");
  await userEvent.click(page.getByRole("button", { name: "Save" }));
  expect(submit).toHaveBeenCalledWith({ name: "Ada" });
});

describe("a display of fields", () => {
  const text = async (mode?: "embed", registry = createUiRegistry()) => {
    const screen = await render(
      <ToolProvider components={registry}>
        <FieldDefinitionDisplay fields={fields} value={value} {...(mode && { mode })} />
      </ToolProvider>,
    );
    await vi.waitFor(() => expect(screen.container.textContent).toContain("50%"), 10_000);
    return screen.container.textContent;
  };

  it("says a date that does not exist as it is written", async () => {
    const dated: FieldDefinition[] = [
      { key: "due", type: "date" },
      { key: "at", type: "date", variant: "datetime" },
      { key: "there", type: "date", variant: "zoned" },
    ];
    const value = { due: "2024-02-30", at: "2023-02-29T10:00:00Z", there: "2024-04-31T10:00:00+02:00" };
    const screen = await render(<FieldDefinitionDisplay fields={dated} value={value} />);
    for (const written of Object.values(value)) await expect.element(screen.getByText(written)).toBeVisible();
  });

  it("says names and values as their types do, without what is hidden", async () => {
    const shown = await text();
    for (const part of ["NameAda", "Person", "CityOslo", "Floor2", "50%", "half", "hm"]) expect(shown).toContain(part);
    expect(shown).not.toContain("VAT");
  });

  it("leaves out what is for operators where customers read", async () => {
    expect(await text("embed")).not.toContain("hm");
  });

  it("says the same from a registry that was filled", async () => {
    const registry = createUiRegistry();
    bootstrapFieldRegistry(registry);
    expect(await text(undefined, registry)).toBe(await text());
  });
});

describe("the 24 components of the registry", () => {
  it.each(fieldTypes)("%s: input and display are there, and can be replaced", async (type) => {
    const registry = createUiRegistry();
    bootstrapFieldRegistry(registry);
    expect(registry.keys("field-input")).toHaveLength(12);
    expect(registry.keys("field-display")).toHaveLength(12);
    registry.register("field-input", type, () => <p>own input</p>);
    registry.register("field-display", type, () => <p>own display</p>);
    const own: FieldDefinition = {
      key: "one",
      type,
      ...(type === "object" && { fields: [{ key: "a", type: "text" }] }),
      ...(type === "enum" && { options: [{ value: 1, label: "One" }] }),
    };
    await render(
      <ToolProvider components={registry}>
        <FieldDefinitionForm fields={[own]} />
        <FieldDefinitionDisplay fields={[own]} value={{ one: 1 }} />
      </ToolProvider>,
    );
    await expect.element(page.getByText("own input")).toBeVisible();
    await expect.element(page.getByText("own display")).toBeVisible();
  });
});
