import { describe, expect, it } from "vitest";
import { createAjvValidator } from "./ajv.ts";
import { createValidator } from "./cfworkerValidator.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { cpuTime } from "../../../../test/setup/cpuTime.ts";

const draft7 = "http://json-schema.org/draft-07/schema#";

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index);
const keys = (count: number) => Object.fromEntries(numbers(count).map((index) => [`key${index}`, index]));

describe.each([
  ["eval-free", createValidator],
  ["Ajv", createAjvValidator],
] as const)("%s", (_name, create) => {
  const says = (schema: JsonSchema, value: unknown) =>
    create(schema)
      .validate(value)
      .map(({ path, code, message }) => `${path} ${code}: ${message}`);

  it.each<[JsonSchema, unknown, string[]]>([
    [{ type: "number", minimum: 3 }, 1, [" minimum: Must be at least 3"]],
    [{ type: "string", minLength: 1 }, "", [" minLength: Must be at least 1 character"]],
    [{ type: "array", maxItems: 2 }, [1, 2, 3], [" maxItems: Takes at most 2 items"]],
    [{ enum: ["a", "b"] }, "c", [" enum: Must be “a” or “b”"]],
    [{ type: ["string", "number"] }, true, [" type: Must be text or a number"]],
    [{ required: ["a", "b/c"] }, {}, ["/a required: This field is required", "/b~1c required: This field is required"]],
    [{ required: ['a " b'] }, {}, ['/a " b required: This field is required']],
    [
      { properties: { a: { type: "object", additionalProperties: false } } },
      { a: { x: 1 } },
      ["/a/x additionalProperties: This is not a known field"],
    ],
    [{ type: "string", format: "email" }, "ada", [" format: Must be an email address, such as ada@example.com"]],
    [{ dependentRequired: { a: ["b"] } }, { a: 1 }, ["/b dependentRequired: Required when a is filled in"]],
    [{ contains: { type: "string" } }, [1, 2], [" contains: None of the items is of the kind that is needed"]],
    [{ propertyNames: { pattern: "^a" } }, { b: 1 }, ["/b propertyNames: This name is not allowed"]],
  ])("%j refuses %j in plain words", (schema, value, expected) => {
    expect(says(schema, value)).toEqual(expected);
  });

  it.each<[string, JsonSchema, unknown, number]>([
    ["names", { propertyNames: { enum: ["a"] } }, keys(20_000), 20_000],
    ["names with a pattern", { propertyNames: { pattern: "^x" } }, keys(20_000), 20_000],
    ["fields", { type: "object", additionalProperties: false }, keys(20_000), 20_000],
    ["items of one list", { contains: { type: "string" }, minContains: 2 }, numbers(20_000), 1],
    ["items that do not repeat", { uniqueItems: true }, numbers(60_000), 0],
    ["items that do not repeat, in shapes", { uniqueItems: true }, numbers(20_000).map((id) => ({ id })), 0],
  ])("takes time linear in the number of %s", async (_name, schema, value, issues) => {
    const validator = create(schema);
    expect(await cpuTime(() => expect(validator.validate(value)).toHaveLength(issues))).toBeLessThan(3_000);
  });

  it("takes a schema of very many parts soon, and refuses what it refuses", async () => {
    const nested = (depth: number): JsonSchema =>
      depth === 0 ? { type: "string", minLength: 1 } : { oneOf: [nested(depth - 1), { not: nested(depth - 1) }] };
    const schema = { properties: { a: nested(13), b: { type: "number" } } };
    expect(
      await cpuTime(() =>
        expect(
          create(schema)
            .validate({ b: "x" })
            .map(({ path }) => path),
        ).toEqual(["/b"]),
      ),
    ).toBeLessThan(1_500);
  });

  /** Kinds of kinds, each level named twice: 2^levels ways to the text at the end. */
  const doubling = (levels: number): JsonSchema => ({
    $ref: "#/$defs/kind0",
    $defs: Object.fromEntries([
      ...numbers(levels).map((level) => {
        const next = { $ref: `#/$defs/kind${level + 1}` };
        return [`kind${level}`, { oneOf: [next, { allOf: [next] }] }] as const;
      }),
      [`kind${levels}`, { type: "string" }],
    ]),
  });
  /** A filter of filters, whose kinds are told apart only once all below them are checked. */
  const filter: JsonSchema = {
    $ref: "#/$defs/filter",
    $defs: {
      filter: {
        oneOf: ["and", "or", "not"].map((op) => ({
          type: "object",
          properties: { op: { const: op }, of: { $ref: "#/$defs/filter" } },
        })),
      },
    },
  };
  const nestedFilter = (depth: number): unknown => (depth === 0 ? {} : { op: "and", of: nestedFilter(depth - 1) });

  it.each<[string, JsonSchema, unknown]>([
    ["choices that refer to one another over and over", doubling(40), "x"],
    ["a value that chooses deeply among choices", filter, nestedFilter(100)],
  ])("gives %s up soon, in words", async (_name, schema, value) => {
    const validator = create(schema);
    const said = [expect.objectContaining({ path: "", code: "schema", message: expect.stringContaining("too long") })];
    expect(await cpuTime(() => expect(validator.validate(value)).toEqual(said))).toBeLessThan(3_000);
  });

  it("follows references as often as a large value needs", () => {
    const schema = { type: "array", items: { $ref: "#/$defs/row" }, $defs: { row: { type: "integer" } } };
    const values = numbers(30_000);
    expect(says(schema, values)).toEqual([]);
    expect(says(schema, [...values, "x"])).toEqual(["/30000 type: Must be a whole number"]);
    expect(says(doubling(5), 5)).toEqual([" type: Must be text"]);
  });

  it("names the leaf cause of a union, not the union", () => {
    const circle = {
      type: "object",
      properties: { kind: { const: "circle" }, r: { type: "number" } },
      required: ["kind", "r"],
    };
    const square = {
      type: "object",
      properties: { kind: { const: "square" }, side: { type: "number" } },
      required: ["kind", "side"],
    };
    const schema = { anyOf: [{ $ref: "#/$defs/circle" }, square, { type: "null" }], $defs: { circle } };
    expect(says(schema, { kind: "square" })).toEqual(["/side required: This field is required"]);
    expect(says(schema, { kind: "circle" })).toEqual(["/r required: This field is required"]);
    expect(says(schema, { kind: "oval" })).toEqual(["/kind enum: Must be “circle” or “square”"]);
    expect(says(schema, 5)).toEqual([" type: Must be a group of fields"]);
    expect(says({ anyOf: [{ type: "string", maxLength: 2 }, { type: "null" }] }, "abc")).toEqual([
      " maxLength: Must be at most 2 characters",
    ]);
  });

  it("names the leaf cause below if, allOf and $ref", () => {
    const schema = {
      if: { properties: { a: { const: 1 } } },
      then: { required: ["b"] },
      allOf: [{ properties: { c: { $ref: "#/$defs/c" } } }],
      $defs: { c: { type: "integer", maximum: 9 } },
    };
    expect(says(schema, { a: 1, c: 10 })).toEqual([
      "/c maximum: Must be at most 9",
      "/b required: This field is required",
    ]);
  });

  it("picks the draft by $schema", () => {
    const tuple = { $schema: draft7, items: [{ type: "string" }], additionalItems: false };
    expect(says(tuple, ["a"])).toEqual([]);
    expect(says(tuple, ["a", 1])).toEqual(["/1 additionalItems: There is no place for this item"]);
    expect(says({ prefixItems: [{ type: "string" }], items: false }, ["a", 1])).toEqual([
      "/1 additionalItems: There is no place for this item",
    ]);
    expect(
      says({ $schema: "http://json-schema.org/draft-04/schema#", minimum: 1, exclusiveMinimum: true } as JsonSchema, 1),
    ).toHaveLength(1);
  });

  it("takes undefined, frozen schemas and OpenAPI's nullable", () => {
    expect(says({}, undefined)).toEqual([" required: A value is needed"]);
    expect(says({ type: "object", required: ["a"] }, { a: undefined })).toEqual([
      "/a required: This field is required",
    ]);
    const frozen = Object.freeze({
      type: "object",
      properties: Object.freeze({ a: Object.freeze({ type: "string", nullable: true }) }),
    });
    expect(says(frozen as JsonSchema, { a: null })).toEqual([]);
    expect(says(frozen as JsonSchema, { a: 1 })).toEqual(["/a type: Must be text"]);
  });

  it("never mutates a value, not even to put a default in", () => {
    const value = Object.freeze({});
    expect(says({ properties: { a: { default: 1 } } }, value)).toEqual([]);
    expect(value).toEqual({});
  });

  it("checks patterns that are written for the laxer dialect", () => {
    const schema = { type: "string", pattern: "^[\\w-\\.]+\\@x{a}$" };
    expect(says(schema, "a-b.c@x{a}")).toEqual([]);
    expect(says(schema, "a b@x{a}")).toEqual([" pattern: Does not have the expected form"]);
    expect(says({ pattern: "(" }, "anything")).toEqual([]);
  });

  it("says which schema is missing, and fetches none", () => {
    const [issue] = create({ $ref: "https://example.com/other.json" }).validate(1);
    expect(issue).toMatchObject({ path: "", code: "schema" });
    expect(issue!.message).toContain("https://example.com/other.json");
  });

  it("survives schemas and values of any depth, and names of the prototype", () => {
    let schema: JsonSchema = {};
    let value: unknown = 1;
    for (let i = 0; i < 10_000; i++) {
      schema = { properties: { a: schema } };
      value = { a: value };
    }
    expect(create(schema).validate({})[0]?.code).toBe("schema");
    expect(() =>
      create({ $ref: "#/$defs/a", $defs: { a: { properties: { a: { $ref: "#/$defs/a" } } } } }).validate(value),
    ).not.toThrow();
    const hostile = JSON.parse(
      '{"required":["__proto__","constructor"],"properties":{"__proto__":{"type":"number"}}}',
    ) as JsonSchema;
    expect(says(hostile, {})).toHaveLength(2);
    expect(says(hostile, JSON.parse('{"__proto__":"x","constructor":1}'))).toEqual([
      "/__proto__ type: Must be a number",
    ]);
    expect(Object.prototype).not.toHaveProperty("type");
  });
});

describe("uniqueItems on the server", () => {
  const repeats = (...items: unknown[]) =>
    createAjvValidator({ uniqueItems: true })
      .validate(items)
      .map(({ code, message }) => `${code}: ${message}`);
  it.each<[unknown[], boolean]>([
    [[1, 1], true],
    [[1, 1.0, 2], true],
    [[1, "1"], false],
    [[true, 1], false],
    [[null, 0, "", false], false],
    [
      [
        { a: 1, b: [2] },
        { b: [2], a: 1 },
      ],
      true,
    ],
    [[{ a: 1 }, { a: "1" }], false],
    [[["a", 1], { a: 1 }], false],
    [[[["a", 1]], { a: 1 }], false],
    [[[], {}], false],
  ])("%j repeats: %s", (items, does) => {
    expect(repeats(...items)).toEqual(does ? ["uniqueItems: Items must not repeat"] : []);
  });

  it("refuses a repetition in a long list", () => {
    expect(repeats(...numbers(5_000), 7)).toEqual(["uniqueItems: Items must not repeat"]);
  });
});

it("Ajv refuses 78,000 unknown names, a megabyte of them, within a fraction of a second", async () => {
  const validator = createAjvValidator({ type: "object", properties: {}, additionalProperties: false });
  const value = Object.fromEntries(numbers(78_000).map((index) => [`key_${index}`, 1]));
  const said = (count: number) => validator.validate(count === 1 ? { key_0: 1 } : value)[0];
  expect(said(2)).toEqual(said(1));
  const own = await cpuTime(() => validator.validate(value));
  const both = await cpuTime(() => createValidator({ additionalProperties: false }).validate(value));
  expect(own).toBeLessThan(both);
});
