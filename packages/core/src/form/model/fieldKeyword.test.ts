import { expect, it } from "vitest";
import type { FieldDefinition } from "../../field/field.ts";
import { fieldsToSchema } from "../../field/fieldSchema.ts";
import { compileForm } from "./compile.ts";
import type { FormNode, ObjectNode } from "./model.ts";

const fields: FieldDefinition[] = [
  { key: "price", type: "number", variant: "currency", currency: "EUR", step: 0.01, placeholder: "0.00" },
  { key: "share", type: "number", variant: "percent", of: 100 },
  { key: "labels", type: "array", variant: "tags", item: { type: "text", maxLength: 9 } },
  { key: "raw", type: "object", variant: "json" },
  { key: "size", type: "enum", variant: "radio", options: [{ value: "s", label: "Small", description: "Fits one" }] },
  { key: "meeting", type: "date", variant: "zoned", zone: "Europe/Berlin" },
  { key: "code", type: "text", variant: "code", language: "sql" },
  { key: "call", type: "phone", visibleWhen: { field: "size", operator: "eq", value: "s" } },
  {
    key: "rows",
    type: "array",
    item: { type: "object", fields: [{ key: "stars", type: "number", variant: "rating" }] },
  },
];

/** What of a field decides how it is drawn. */
function drawn(node: FormNode): unknown {
  const { kind, label, variant, details, placeholder, visible } = node;
  const own = node.kind === "leaf" ? { type: node.type, options: node.options, step: node.step } : {};
  const below =
    node.kind === "object"
      ? [...node.fields.values()].map(drawn)
      : node.kind === "array" && node.item
        ? drawn(node.item)
        : undefined;
  return { kind, label, variant, details, placeholder, visible, ...own, below };
}

it("a schema that fields made is drawn as the fields are", () => {
  const bySpec = compileForm(undefined, { fields }).root as ObjectNode;
  const bySchema = compileForm(JSON.parse(JSON.stringify(fieldsToSchema(fields)))).root as ObjectNode;
  expect([...bySchema.fields.values()].map(drawn)).toEqual([...bySpec.fields.values()].map(drawn));
  expect(bySchema.fields.get("price")).toMatchObject({ variant: "currency", details: { currency: "EUR" } });
  expect(bySchema.fields.get("labels")).toMatchObject({ kind: "leaf", type: "array", variant: "tags" });
});

it("nonsense under x-field is passed over", () => {
  const properties = Object.fromEntries(
    [
      { visibleWhen: { all: 1 } },
      { type: "file" },
      [],
      5,
      { variant: {} },
      { options: [1] },
      JSON.parse('{"__proto__":1}'),
    ].map((value, index) => [`p${index}`, { type: "string", enum: ["a", "b"], "x-field": value }]),
  );
  const root = compileForm({ type: "object", properties }).root as ObjectNode;
  for (const node of root.fields.values()) expect(node).toMatchObject({ kind: "leaf", type: "enum" });
  for (const node of root.fields.values()) expect(node.visible).toBeUndefined();
});
