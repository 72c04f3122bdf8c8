import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { beyondModel } from "./beyondModel.ts";

const withIf = (test: JsonSchema, then: JsonSchema): JsonSchema => ({
  type: "object",
  properties: { country: { type: "string" }, size: { type: "object", properties: { width: { type: "number" } } } },
  if: test,
  then,
});
const postcode: JsonSchema = { properties: { postcode: { type: "string" } } };

describe("what is beyond the form model", () => {
  it("is nothing where conditions can say what an if asks", () => {
    expect(beyondModel(withIf({ properties: { country: { const: "NL" } } }, postcode))).toEqual([]);
    expect(
      beyondModel(withIf({ properties: { country: { enum: ["NL", "BE"] } }, required: ["country"] }, postcode)),
    ).toEqual([]);
    expect(beyondModel(true)).toEqual([]);
  });

  it.each<[string, JsonSchema]>([
    ["a pattern", { properties: { country: { pattern: "^N" } } }],
    ["a nested pattern", { properties: { size: { properties: { width: { pattern: "^3" } }, required: ["width"] } } }],
    ["a name that looks like a path", { properties: { size: { required: ["a.b"] } } }],
    ["one of very many", { oneOf: Array.from({ length: 9 }, (_, index) => ({ required: [`p${index}`] })) }],
    ["a length", { properties: { country: { minLength: 2 } } }],
    ["how many properties there are", { minProperties: 2 }],
    ["a list's elements", { properties: { tags: { contains: { minimum: 3 } } } }],
    ["a definition", { $ref: "#/$defs/test" }],
  ])("is an if that asks for %s", (_name, test) => {
    expect(beyondModel(withIf(test, postcode))).toEqual(["if"]);
    expect(beyondModel({ type: "array", items: { allOf: [withIf(test, postcode)] } })).toEqual(["if"]);
  });

  it("is no if that only limits, and no data that looks like a schema", () => {
    expect(beyondModel(withIf({ minProperties: 2 }, { required: ["country"] }))).toEqual([]);
    expect(beyondModel({ default: withIf({ minProperties: 2 }, postcode) })).toEqual([]);
  });

  it("is what stands for the properties and elements that nothing else describes", () => {
    expect(beyondModel({ unevaluatedProperties: { type: "string" } })).toEqual(["unevaluatedProperties"]);
    expect(beyondModel({ prefixItems: [true], unevaluatedItems: { type: "string" } })).toEqual(["unevaluatedItems"]);
    expect(beyondModel({ unevaluatedProperties: false, unevaluatedItems: true })).toEqual([]);
  });

  it("ends on schemas that hold themselves", () => {
    const schema: JsonSchema = { type: "object" };
    schema.properties = { self: schema };
    expect(beyondModel(schema)).toEqual([]);
  });
});
