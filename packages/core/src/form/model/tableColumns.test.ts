import { expect, test } from "vitest";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { compileForm } from "./compile.ts";

const columnsOf = (properties: Record<string, JsonSchema>, variant?: string, items: JsonSchema = {}) => {
  const schema: JsonSchema = {
    type: "object",
    properties: { rows: { type: "array", items: { type: "object", properties, ...items } } },
  };
  const { root } = compileForm(schema, variant === undefined ? undefined : { fields: [{ key: "rows", variant }] });
  const rows = root.kind === "object" ? root.fields.get("rows") : undefined;
  return rows?.kind === "array" ? rows.columns?.map(({ key }) => key) : undefined;
};
const short: Record<string, JsonSchema> = {
  name: { type: "string" },
  count: { type: "integer" },
  gift: { type: "boolean", default: false },
  due: { type: "string", format: "date" },
};

test("a list of at most four short fields is a table, unless its spec asks for a list", () => {
  expect(columnsOf(short)).toEqual(["name", "count", "gift", "due"]);
  expect(columnsOf(short, "list")).toBeUndefined();
  expect(columnsOf({ ...short, size: { enum: ["S", "M"] } })).toBeUndefined();
  expect(columnsOf({ ...short, size: { enum: ["S", "M"] } }, "table")).toHaveLength(5);
});

test.each<[string, JsonSchema, JsonSchema?]>([
  ["an object", { type: "object", properties: { a: { type: "string" } } }],
  ["a list", { type: "array", items: { type: "string" } }],
  ["a long text", { type: "string", maxLength: 2000 }],
  ["a secret", { type: "string", writeOnly: true }],
  ["yes, no or neither", { type: "boolean" }],
  ["a choice of long names", { enum: ["By the carrier's evening delivery"] }],
  ["a file", { type: "string", contentEncoding: "base64", contentMediaType: "image/png" }],
  ["further properties", { type: "string" }, { additionalProperties: { type: "string" } }],
])("a list whose elements have %s is none, even where it is asked for", (_name, odd, items) => {
  expect(columnsOf({ name: { type: "string" }, odd }, undefined, items)).toBeUndefined();
  expect(columnsOf({ name: { type: "string" }, odd }, "table", items)).toBeUndefined();
});

test("its choices are menus, which would stand side by side elsewhere", () => {
  const root = compileForm({
    type: "array",
    items: { type: "object", required: ["size"], properties: { size: { enum: ["S", "M"] } } },
  }).root;
  expect(root.kind === "array" && root.columns?.[0]?.node).toMatchObject({ type: "enum", variant: "select" });
});
