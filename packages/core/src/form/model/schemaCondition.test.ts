import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createValidator } from "../../schema/cfworkerValidator.ts";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { evaluateCondition } from "../../field/condition.ts";
import { schemaCondition } from "./schemaCondition.ts";
import { readPath } from "../../json/pointer.ts";

/** Fields of a form: what each may hold, and what an `if` may ask of it. */
const text = fc.constantFrom("", "a", "b");
const number = fc.integer({ min: 0, max: 3 });
const kinds = {
  text: {
    value: text,
    test: fc.oneof(
      text.map((value) => ({ const: value })),
      fc.array(text, { maxLength: 2 }).map((values) => ({ enum: values })),
      fc.constant({ type: "string", minLength: 1 }),
    ),
  },
  number: {
    value: number,
    test: fc.oneof(
      ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "const"].map((keyword) =>
        number.map((limit) => ({ [keyword]: limit })),
      ),
      fc.tuple(number, number).map(([minimum, maximum]) => ({ minimum, maximum })),
    ),
  },
  list: {
    value: fc.array(text, { maxLength: 3 }),
    test: fc.oneof(
      text.map((value) => ({ contains: { const: value } })),
      fc.array(text, { maxLength: 2 }).map((values) => ({ contains: { type: "string", enum: values } })),
      fc.constant({ minItems: 1 }),
    ),
  },
};

const combine = (one: fc.Arbitrary<JsonSchema>): fc.Arbitrary<JsonSchema> => {
  const several = fc.array(one, { minLength: 1, maxLength: 3 });
  return fc.oneof(
    { weight: 3, arbitrary: one },
    several.map((allOf) => ({ allOf })),
    several.map((anyOf) => ({ anyOf })),
    several.map((oneOf) => ({ oneOf })),
    one.map((not) => ({ not })),
    fc.boolean().map((always) => ({ allOf: [always] })),
  );
};

const tests = (fields: Record<string, fc.Arbitrary<JsonSchema>>): fc.Arbitrary<JsonSchema> => {
  const names = fc.subarray(Object.keys(fields));
  const properties = fc.record(fields, { requiredKeys: [] }).map((some) => some as Record<string, JsonSchema>);
  return combine(
    fc.oneof(
      fc.record({ properties, required: names }),
      names.map((required) => ({ required })),
    ),
  );
};

const own = { a: kinds.text, n: kinds.number, tags: kinds.list };
const ownTests = Object.fromEntries(Object.entries(own).map(([key, kind]) => [key, combine(kind.test)]));
const ownValues = Object.fromEntries(Object.entries(own).map(([key, kind]) => [key, kind.value]));
const value = fc.record(
  { ...ownValues, group: fc.record(ownValues, { requiredKeys: [] }) },
  { requiredKeys: [] },
) as fc.Arbitrary<Record<string, unknown>>;

describe("an if as a condition", () => {
  it("holds exactly where the schema does, nested and combined in whatever way", () => {
    fc.assert(
      fc.property(tests({ ...ownTests, group: tests(ownTests) }), value, (schema, given) => {
        const condition = schemaCondition(schema)!;
        const holds = evaluateCondition(condition, (field) => readPath(given, field.split(".")));
        expect(holds).toBe(createValidator(schema).validate(given).length === 0);
      }),
    );
  });

  it("is none where conditions cannot say it, however deep that stands", () => {
    const unsayable: JsonSchema = { properties: { group: { anyOf: [{ properties: { a: { pattern: "^x" } } }] } } };
    expect(schemaCondition(unsayable)).toBeUndefined();
    expect(schemaCondition({ not: { allOf: [true, unsayable] } })).toBeUndefined();
    let deep: JsonSchema = { required: ["a"] };
    for (let depth = 0; depth < 20_000; depth++) deep = { not: deep };
    expect(schemaCondition(deep)).toBeUndefined();
  });
});
