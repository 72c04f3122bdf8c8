import { expect, test } from "vitest";
import type { JsonSchema } from "./jsonSchema.ts";
import { schemaFaults } from "./schemaFaults.ts";

const text = { type: "string" };
const closed = { additionalProperties: false } as const;
const codes = (schema: object, strict = false) =>
  schemaFaults({ type: "object", ...schema } as JsonSchema, { strict }).map(
    ({ code, severity }) => `${severity} ${code}`,
  );

test.each<[string, object, string[]]>([
  ["a good one", { properties: { text, list: { type: ["array", "null"], items: text } }, required: ["text"] }, []],
  ["a reference to nowhere", { properties: { a: { $ref: "#/$defs/none" } } }, ["error broken_reference"]],
  ["a reference that is no address", { properties: { a: { $ref: "#/%" } } }, ["error broken_reference"]],
  [
    "references to a place and to elsewhere",
    { $defs: { "a b": text }, properties: { a: { $ref: "#/$defs/a%20b" }, b: { $ref: "x.json#/a" } } },
    [],
  ],
  ["a type of another language", { properties: { a: { type: "str" } } }, ["error invalid_schema"]],
  ["properties that are a list", { properties: [text] }, ["error invalid_schema"]],
  ["required of itself", { properties: { a: { ...text, required: true } } }, ["error invalid_schema"]],
  ["required as a text", { properties: { text }, required: "text" }, ["error invalid_schema"]],
  ["an enum of nothing", { properties: { a: { ...text, enum: [] } } }, ["error invalid_schema"]],
  ["a tuple of draft 4", { properties: { a: { type: "array", items: [text] } } }, ["warning unsupported_keyword"]],
  ["a required name without a property", { properties: { text }, required: ["txt"] }, ["warning required_unknown"]],
  ["the same in a closed object", { properties: { text }, required: ["other"], ...closed }, ["error required_unknown"]],
  [
    "variants that require what stands beside them",
    { properties: { text }, anyOf: [{ properties: {}, required: ["text"] }] },
    [],
  ],
  [
    "values that look like schemas",
    { properties: { a: { ...text, default: { type: "str" }, enum: [{ type: "str" }] } } },
    [],
  ],
  ["a property with the name of a keyword", { properties: { type: text, required: text, enum: text } }, []],
])("%s", (_name, schema, expected) => expect(codes(schema)).toEqual(expected));

test("strict asks for closed objects that require all they have", () => {
  const inner = { type: "object", properties: { text }, required: ["text"] };
  expect(codes({ properties: { inner }, required: ["inner"], ...closed }, true)).toEqual(["error not_strict"]);
  expect(codes({ properties: { inner: { ...inner, ...closed } }, ...closed }, true)).toEqual(["error not_strict"]);
  expect(codes({ properties: { inner: { ...inner, ...closed } }, required: ["inner"], ...closed }, true)).toEqual([]);
});

test.each([
  ["dict", 'Write "object"'],
  ["bolean", 'Write "boolean"'],
  ["url", '"format": "uri"'],
  [7, "The types are string"],
])("of the type %j it says where it stands and what to write", (type, words) => {
  const list = { type: "array", items: { type: "object", properties: { "a/b": { type } } } };
  const [fault] = schemaFaults({ type: "object", properties: { list } } as JsonSchema);
  expect(fault).toMatchObject({
    path: "/properties/list/items/properties/a~1b",
    message: expect.stringContaining(words),
  });
  expect(fault?.message).toMatch(/^"list\.a\/b" has the type/);
});

test("a schema that contains itself is read once", () => {
  const loop: JsonSchema = { type: "object", properties: {} };
  loop.properties!["again"] = loop;
  expect(schemaFaults(loop)).toEqual([]);
});
