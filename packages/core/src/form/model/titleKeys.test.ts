import { expect, it, test } from "vitest";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { compileForm } from "./compile.ts";
import { titleKeys } from "./titleKeys.ts";

const text: JsonSchema = { type: "string" };
const keysOf = (schema: JsonSchema) => titleKeys(compileForm(schema).root);
const object = (...names: string[]): JsonSchema => ({
  type: "object",
  properties: Object.fromEntries(names.map((name) => [name, text])),
});

test.each([
  [["id", "email", "name"], ["name"]],
  [["label", "title"], ["label"]],
  [["first_name", "lastName"], ["first_name"]],
  [["sku", "productName"], ["productName"]],
  [["street", "email"], ["email"]],
  [["street", "city"], []],
])("of %j an element is known by %j", (names, expected) => {
  expect(keysOf(object(...names))).toEqual(expected);
});

it("is no secret, no long text and no number", () => {
  const fields = {
    name: { type: "number" },
    title: { type: "string", writeOnly: true },
    label: { ...text, maxLength: 900 },
  };
  expect(keysOf({ type: "object", properties: fields })).toEqual([]);
});

it("is asked of each kind of a union, and of nothing else", () => {
  const kinds = [object("name", "a"), object("title", "b"), object("name", "c")];
  expect(keysOf({ oneOf: kinds })).toEqual(["name", "title"]);
  expect([keysOf(text), keysOf({ type: "array", items: text }), keysOf({})]).toEqual([[], [], []]);
});
