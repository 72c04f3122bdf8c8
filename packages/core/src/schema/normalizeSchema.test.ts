import { describe, expect, it } from "vitest";
import { compileForm } from "../form/model/compile.ts";
import { createAjvValidator } from "./ajv.ts";
import { createValidator } from "./cfworkerValidator.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { normalizeSchema } from "./normalizeSchema.ts";
import { toJsonSchema } from "./toJsonSchema.ts";

const draft4 = "http://json-schema.org/draft-04/schema#";

/**
 * Schemas of dialects that do not give their name (and of some that do), what they mean, and values that they take and
 * refuse.
 */
const dialects: readonly [
  name: string,
  given: unknown,
  meant: unknown,
  taken: readonly unknown[],
  refused: readonly unknown[],
][] = [
  [
    "OpenAPI 3.0: below",
    { type: "number", maximum: 100, exclusiveMaximum: true },
    { type: "number", exclusiveMaximum: 100 },
    [50, 99.9],
    [100],
  ],
  ["OpenAPI 3.0: above", { minimum: 0, exclusiveMinimum: true }, { exclusiveMinimum: 0 }, [0.5], [0]],
  ["OpenAPI 3.0: not exclusive", { minimum: 0, exclusiveMinimum: false }, { minimum: 0 }, [0], [-1]],
  ["exclusive of nothing", { type: "number", exclusiveMinimum: true }, { type: "number" }, [-1], ["x"]],
  [
    "draft 4 by name",
    { $schema: draft4, minimum: 1, exclusiveMinimum: true },
    { $schema: "http://json-schema.org/draft-07/schema#", exclusiveMinimum: 1 },
    [2],
    [1],
  ],
  [
    "an example",
    { type: "string", example: "Oslo" },
    { type: "string", example: "Oslo", examples: ["Oslo"] },
    ["a"],
    [1],
  ],
  [
    "Gemini",
    {
      type: "OBJECT",
      properties: {
        a: { type: "STRING", format: "enum", enum: ["x"] },
        n: { type: "INTEGER", nullable: true },
        l: { type: "ARRAY", items: { type: "BOOLEAN" }, minItems: "1" },
      },
      required: ["a"],
    },
    {
      type: "object",
      properties: {
        a: { type: "string", enum: ["x"] },
        n: { type: "integer", nullable: true },
        l: { type: "array", items: { type: "boolean" }, minItems: 1 },
      },
      required: ["a"],
    },
    [{ a: "x", n: null, l: [true] }],
    [{}, { a: "y" }, { a: "x", l: [] }, { a: "x", n: 1.5 }],
  ],
  [
    "Gemini's null",
    { anyOf: [{ type: "STRING" }, { type: "NULL" }] },
    { anyOf: [{ type: "string" }, { type: "null" }] },
    ["a", null],
    [1],
  ],
  ["lists of types", { type: ["STRING", "NULL"] }, { type: ["string", "null"] }, ["a", null], [1]],
  [
    "no type",
    { properties: { a: { type: "any" }, b: { type: "TYPE_UNSPECIFIED" } } },
    { properties: { a: {}, b: {} } },
    [{ a: 1, b: "x" }],
    [],
  ],
  [
    "Python's types",
    { type: "dict", properties: { a: { type: "str" }, b: { type: "float" }, c: { type: "list" } } },
    { type: "object", properties: { a: { type: "string" }, b: { type: "number" }, c: { type: "array" } } },
    [{ a: "x", b: 1.5, c: [] }],
    [{ a: 1 }, { c: {} }],
  ],
  [
    "draft 3",
    {
      type: "object",
      properties: { a: { type: "string", required: true }, b: { type: "number", required: false, divisibleBy: 2 } },
    },
    {
      type: "object",
      properties: { a: { type: "string" }, b: { type: "number", divisibleBy: 2, multipleOf: 2 } },
      required: ["a"],
    },
    [{ a: "x", b: 4 }],
    [{}, { a: "x", b: 3 }],
  ],
  [
    "draft 3: a list of schemas",
    { type: ["string", { type: "object", properties: { a: { type: "NUMBER" } } }] },
    { anyOf: [{ type: "string" }, { type: "object", properties: { a: { type: "number" } } }] },
    ["a", { a: 1 }],
    [1, { a: "x" }],
  ],
  [
    "types alone",
    { type: "object", properties: { city: "string", note: "what it is for" } },
    { type: "object", properties: { city: { type: "string" }, note: { description: "what it is for" } } },
    [{ city: "x", note: 1 }],
    [{ city: 1 }],
  ],
  [
    "keywords that are null",
    { type: "string", enum: null, minLength: null, title: null, items: null, default: null },
    { type: "string", default: null },
    ["a"],
    [1],
  ],
  [
    "definitions inside the property",
    { properties: { s: { $defs: { Sort: { enum: [1, 2] } }, properties: { by: { $ref: "#/$defs/Sort" } } } } },
    {
      properties: {
        s: { $defs: { Sort: { enum: [1, 2] } }, properties: { by: { $ref: "#/properties/s/$defs/Sort" } } },
      },
    },
    [{ s: { by: 1 } }],
    [{ s: { by: 3 } }],
  ],
  [
    "definitions of a sibling",
    { properties: { a: { definitions: { "S t": { type: "string" } } }, b: { $ref: "#/definitions/S%20t" } } },
    {
      properties: {
        a: { definitions: { "S t": { type: "string" } } },
        b: { $ref: "#/properties/a/definitions/S%20t" },
      },
    },
    [{ b: "x" }],
    [{ b: 1 }],
  ],
  [
    "the other name of definitions",
    { $defs: { A: { type: "string" } }, properties: { a: { $ref: "#/definitions/A" } } },
    { $defs: { A: { type: "string" } }, properties: { a: { $ref: "#/$defs/A" } } },
    [{ a: "x" }],
    [{ a: 1 }],
  ],
  [
    "OpenAPI's components, moved",
    { $defs: { A: { type: "string" } }, properties: { a: { $ref: "#/components/schemas/A" } } },
    { $defs: { A: { type: "string" } }, properties: { a: { $ref: "#/$defs/A" } } },
    [{ a: "x" }],
    [{ a: 1 }],
  ],
  [
    "OpenAPI's components, nested",
    {
      properties: {
        a: { components: { schemas: { A: { type: "STRING" } } }, items: { $ref: "#/components/schemas/A" } },
      },
    },
    {
      properties: {
        a: {
          components: { schemas: { A: { type: "string" } } },
          items: { $ref: "#/properties/a/components/schemas/A" },
        },
      },
    },
    [{ a: ["x"] }],
    [{ a: [1] }],
  ],
  [
    "Vertex's references",
    { defs: { Pet: { type: "STRING" } }, properties: { a: { ref: "#/defs/Pet" } } },
    { defs: { Pet: { type: "string" } }, properties: { a: { ref: "#/defs/Pet", $ref: "#/defs/Pet" } } },
    [{ a: "x" }],
    [{ a: 1 }],
  ],
  [
    "a bare name",
    { $defs: { A: { type: "string" } }, properties: { a: { $ref: "A" } } },
    { $defs: { A: { type: "string" } }, properties: { a: { $ref: "#/$defs/A" } } },
    [{ a: "x" }],
    [{ a: 1 }],
  ],
  [
    "draft 4's id",
    {
      id: "http://x.de/s",
      definitions: { A: { id: "#a", type: "string" } },
      properties: { a: { $ref: "#a" }, b: { $ref: "http://x.de/s#/definitions/A" } },
    },
    {
      id: "http://x.de/s",
      definitions: { A: { id: "#a", type: "string" } },
      properties: { a: { $ref: "#/definitions/A" }, b: { $ref: "#/definitions/A" } },
    },
    [{ a: "x", b: "y" }],
    [{ a: 1 }, { b: 1 }],
  ],
  [
    "jsonschema.net",
    { properties: { a: { $id: "#/properties/a", type: "string" } } },
    { properties: { a: { type: "string" } } },
    [{ a: "x" }],
    [{ a: 1 }],
  ],
];

describe("a dialect without its name", () => {
  it.each(dialects)("%s", (_name, given, meant, taken, refused) => {
    const schema = freeze(given) as JsonSchema;
    expect(normalizeSchema(schema)).toEqual(meant);
    expect(toJsonSchema(schema)).toEqual(meant);
    expect(compileForm(schema).schema).toEqual(meant);
    for (const create of [createValidator, createAjvValidator]) {
      const validator = create(schema);
      expect(taken.map((value) => validator.validate(value))).toEqual(taken.map(() => []));
      expect(refused.filter((value) => validator.validate(value).length === 0)).toEqual([]);
    }
    for (const value of refused)
      expect(createAjvValidator(schema).validate(value)).toEqual(createValidator(schema).validate(value));
  });

  it("draws what it means", () => {
    const sort = compileForm({
      properties: { s: { $defs: { Sort: { enum: [1, 2, 3] } }, properties: { by: { $ref: "#/$defs/Sort" } } } },
    });
    expect(sort.root).toMatchObject({ kind: "object" });
    const of = (schema: unknown) => compileForm(schema as JsonSchema).root;
    expect(of({ type: "OBJECT", properties: { a: { type: "STRING" } } })).toMatchObject({ kind: "object" });
    expect(of({ type: "number", minimum: 0, exclusiveMinimum: true })).toMatchObject({
      kind: "leaf",
      type: "number",
      minimum: 0,
    });
  });

  it("leaves a schema as it is, the very same, where there is nothing to do", () => {
    const names = {
      type: { type: "string" },
      required: { type: "boolean" },
      id: { type: "string" },
      $ref: { type: "string" },
      enum: { enum: ["OBJECT"] },
    };
    const schema = {
      type: "object",
      properties: names,
      required: ["type"],
      default: { type: "OBJECT" },
      "x-field": { required: true },
      $defs: { a: { $anchor: "a" } },
      allOf: [{ $ref: "#a" }],
    };
    expect(normalizeSchema(schema)).toBe(schema);
    const missing = { properties: { a: { $ref: "#/$defs/None" }, b: { $ref: "https://example.com/x.json" } } };
    expect(normalizeSchema(missing)).toBe(missing);
    expect(normalizeSchema(true)).toBe(true);
  });

  it("survives any depth, and a schema that holds itself", () => {
    const circle: JsonSchema = { type: "OBJECT", properties: {} };
    circle.properties!["self"] = circle;
    expect(() => normalizeSchema(circle)).not.toThrow();
  });
});

function freeze(part: unknown): unknown {
  if (typeof part === "object" && part !== null) Object.values(Object.freeze(part)).forEach(freeze);
  return part;
}
