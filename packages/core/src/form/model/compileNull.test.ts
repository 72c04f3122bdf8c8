import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { createValidator } from "../../schema/cfworkerValidator.ts";
import { createAjvValidator } from "../../schema/ajv.ts";
import { compileForm } from "./compile.ts";
import { initialValue } from "./initialValue.ts";

const formOf = (a: unknown, more: JsonSchema = {}) => {
  const schema = { type: "object", required: ["a"], properties: { a }, ...more } as JsonSchema;
  const { root } = compileForm(schema);
  if (root.kind !== "object") throw new Error(root.kind);
  const value = initialValue(root, undefined);
  const wrong = [createValidator, createAjvValidator].map((create) =>
    create(schema)
      .validate(value)
      .filter(({ code }) => code !== "required"),
  );
  return { node: root.fields.get("a")!, value, wrong };
};
const text = { $defs: { T: { type: "string" } } };

describe("a field that may be null", () => {
  it.each<[string, unknown, JsonSchema?]>([
    ["a nullable reference", { $ref: "#/$defs/T", nullable: true }, text],
    ["a nullable allOf", { allOf: [{ $ref: "#/$defs/T" }], nullable: true }, text],
    ["a nullable union", { oneOf: [{ type: "integer" }, { type: "boolean" }], nullable: true }],
    ["a type or null", { type: ["string", "null"] }],
    ["a choice with null", { enum: ["a", null] }],
    ["a kind that may be null", { anyOf: [{ type: ["string", "null"], enum: ["a", null] }, { type: "integer" }] }],
  ])("%s starts as null, which both engines take", (_, a, more) => {
    expect(formOf(a, more)).toMatchObject({ node: { nullable: true }, value: { a: null }, wrong: [[], []] });
  });

  it.each<[string, unknown]>([
    ["a choice without null", { type: ["string", "null"], enum: ["a", "b"] }],
    [
      "titled constants",
      {
        type: ["integer", "null"],
        oneOf: [
          { const: 1, title: "Low" },
          { const: 2, title: "High" },
        ],
      },
    ],
    ["a type that is none", { type: "string", enum: ["a", null] }],
  ])("%s is no such field, whatever its type says", (_, a) => {
    expect(formOf(a)).toMatchObject({
      node: { nullable: false, options: expect.anything() as unknown },
      value: {},
      wrong: [[], []],
    });
  });
});

describe("a union", () => {
  it("behind a reference has its kinds, also where they refer back to it", () => {
    const rule = { anyOf: [{ type: "string" }, { type: "array", items: { $ref: "#/$defs/T" } }] };
    const { node } = formOf({ $ref: "#/$defs/T" }, { $defs: { T: rule } });
    expect(node).toMatchObject({ kind: "union", branches: [{ node: { kind: "leaf" } }, { node: { kind: "array" } }] });
  });

  it("by a discriminator has each kind's value, from the mapping or the name, and what the kinds inherit", () => {
    const schemas = {
      Pet: {
        type: "object",
        required: ["kind"],
        properties: { kind: { type: "string" }, name: { type: "string" } },
        discriminator: { propertyName: "kind", mapping: { cat: "Cat", dog: "#/components/schemas/Dog" } },
        oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Dog" }],
      },
      Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { lives: { type: "integer" } } }] },
      Dog: { allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { bark: { type: "string" } } }] },
    };
    const { node } = formOf({ $ref: "#/components/schemas/Pet" }, { components: { schemas } });
    if (node.kind !== "union") throw new Error(node.kind);
    const fields = node.branches.map(({ node: kind }) => kind.kind === "object" && [...kind.fields.keys()].toSorted());
    expect(fields).toEqual([
      ["kind", "lives", "name"],
      ["bark", "kind", "name"],
    ]);
    expect(node.branches.map(({ node: kind }) => initialValue(kind, undefined))).toEqual([
      { kind: "cat" },
      { kind: "dog" },
    ]);
  });

  it("by a discriminator is checked as one of its kinds, though a value may fit several", () => {
    const kind = (key: string) => ({
      type: "object",
      properties: { kind: { type: "string" }, [key]: { type: "integer" } },
    });
    const schema = { oneOf: [kind("a"), kind("b")], discriminator: { propertyName: "kind" } };
    for (const create of [createValidator, createAjvValidator])
      expect(create(schema).validate({ kind: "a" })).toEqual([]);
  });
});
