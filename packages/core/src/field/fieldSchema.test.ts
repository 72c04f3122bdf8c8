import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import type { Condition, Operator } from "./condition.ts";
import type { FieldDefinition } from "./field.ts";
import { fieldsToSchema } from "./fieldSchema.ts";
import { fieldTypes, fieldVariants } from "./fieldVariants.ts";
import { schemaToFields } from "./schemaFields.ts";

const text = fc.string({ maxLength: 8 });
const number = fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e6, max: 1e6 }).map((one) => one || 0);
const json = fc.jsonValue({ maxDepth: 2 }).map((value) => JSON.parse(JSON.stringify(value)) as unknown);
const condition: fc.Arbitrary<Condition> = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3 },
    fc.record({
      field: text,
      operator: fc.constantFrom<Operator>("eq", "neq", "gt", "lt", "gte", "lte", "in", "contains"),
      value: json,
    }),
    fc.record({ all: fc.array(tie("condition"), { maxLength: 2 }) }),
    fc.record({ any: fc.array(tie("condition"), { maxLength: 2 }) }),
    fc.record({ not: tie("condition") }),
  ),
})).condition;

const option = fc
  .record(
    { value: fc.oneof(text, number, fc.boolean()), label: text, description: text },
    { requiredKeys: ["value", "label"] },
  )
  .map((one) => ({ ...one }));

/** What every field may say. */
const common = {
  label: text,
  help: text,
  placeholder: text,
  default: json.filter((value) => value !== undefined),
  options: fc.array(option, { maxLength: 3 }),
  choicesAs: fc.constant("oneOf" as const),
  integer: fc.constant(true),
  minimum: number,
  maximum: number,
  step: number,
  unit: text,
  minLength: fc.nat(9),
  maxLength: fc.nat(99),
  pattern: text,
  minItems: fc.nat(9),
  maxItems: fc.nat(9),
  uniqueItems: fc.boolean(),
  entity: text,
  currency: text,
  of: fc.constantFrom(1 as const, 100 as const),
  digits: fc.nat(4),
  zone: text,
  language: text,
  accept: text,
  maxBytes: fc.nat(),
  audience: fc.constant("internal" as const),
  visibleWhen: condition,
};

type Part = Omit<FieldDefinition, "key">;
const partOver = (inner: fc.Arbitrary<Part> | undefined): fc.Arbitrary<Part> =>
  fc
    .record(
      {
        ...common,
        type: fc.constantFrom(...fieldTypes),
        variant: fc.constantFrom(...new Set(Object.values(fieldVariants).flat()), "made-up"),
        ...(inner && { fields: fieldsOf(inner), item: inner }),
      },
      { requiredKeys: ["type"] },
    )
    .map((one): Part => {
      const { fields, item, options, choicesAs, ...rest } = one as Part;
      const isList = rest.type === "array";
      return {
        ...rest,
        ...(rest.type === "object" && fields && { fields }),
        // Choices make a list's elements; an object has none.
        ...(options && { options: rest.type === "object" ? [] : options }),
        ...(isList && item && !options?.length && { item }),
        ...(choicesAs && options?.length && rest.type !== "object" && { choicesAs }),
      };
    });
const part = partOver(partOver(partOver(undefined)));

function fieldsOf(inner: fc.Arbitrary<Part>): fc.Arbitrary<FieldDefinition[]> {
  const key = fc.oneof(text, fc.constantFrom("1", "10", "__proto__", "constructor", "toString", "name"));
  const field = fc.tuple(key, inner, fc.boolean()).map(([own, one, required]) => ({
    key: own,
    ...one,
    ...(required && { required: true }),
  }));
  return fc.uniqueArray(field, { selector: (one) => one.key, maxLength: 4 });
}

/** Schemas as people write them, with keywords that no field has a word for. */
const schemas = fc.letrec<{ schema: JsonSchema | boolean; object: JsonSchema }>((tie) => ({
  schema: fc.oneof(
    { maxDepth: 3, depthSize: "small" },
    fc.boolean(),
    fc.record(
      {
        type: fc.oneof(
          fc.constantFrom("string", "number", "integer", "boolean", "null"),
          fc.constant(["string", "null"]),
        ),
        title: text,
        description: fc.oneof(text, fc.constant(1 as never)),
        format: fc.constantFrom("date", "date-time", "uri", "url", "uuid", "password", "iri", "duration"),
        enum: fc.array(fc.oneof(text, number, fc.constant(null)), { maxLength: 3 }),
        default: json,
        minimum: number,
        exclusiveMaximum: number,
        multipleOf: number,
        maxLength: fc.nat(),
        pattern: text,
        "x-entity-type": text,
        "x-else": json,
        "x-field": fc.oneof(json, fc.record({ variant: text, unknown: json, type: text }, { requiredKeys: [] })),
        enumNames: fc.array(text, { maxLength: 2 }),
      },
      { requiredKeys: [] },
    ) as fc.Arbitrary<JsonSchema>,
    fc.record({ $ref: fc.constantFrom("#/$defs/a", "#/$defs/b~1c", "#", "#/$defs/gone"), description: text }),
    fc.record({
      oneOf: fc.array(fc.record({ const: json, title: text }, { requiredKeys: ["const"] }), { maxLength: 3 }),
    }),
    fc.record({ anyOf: fc.tuple(tie("schema"), fc.constant({ type: "null" })) }),
    fc.record({ type: fc.constant("array"), items: tie("schema"), minItems: fc.nat() }, { requiredKeys: ["type"] }),
    tie("object"),
  ) as fc.Arbitrary<JsonSchema | boolean>,
  object: fc
    .record(
      {
        type: fc.constant("object"),
        title: text,
        properties: fc.dictionary(fc.oneof(text, fc.constantFrom("__proto__", "2", "1")), tie("schema"), {
          maxKeys: 3,
        }),
        required: fc.uniqueArray(fc.oneof(text, fc.constantFrom("2", "1")), { maxLength: 2 }),
        additionalProperties: fc.oneof(fc.boolean(), tie("schema")),
        "x-field": fc.record({ order: fc.constant(["1", "2"]), more: json }, { requiredKeys: [] }),
      },
      { requiredKeys: ["type"] },
    )
    .map((one) => JSON.parse(JSON.stringify(one)) as JsonSchema) as fc.Arbitrary<JsonSchema>,
}));

/** The order of `required` says nothing. */
const sorted = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, part: unknown) =>
      name === "required" && Array.isArray(part) ? part.toSorted() : part,
    ),
  );

describe("fields and their JSON Schema", () => {
  it("are one another's, whatever a field says", () => {
    fc.assert(
      fc.property(fieldsOf(part), (fields) => {
        const schema = JSON.parse(JSON.stringify(fieldsToSchema(fields))) as JsonSchema;
        expect(schemaToFields(schema)).toEqual(fields);
      }),
    );
  });

  it("keep what a schema says beyond fields", () => {
    fc.assert(
      fc.property(schemas.object, (object) => {
        const schema: JsonSchema = { ...object, $defs: { a: { $ref: "#/$defs/b~1c" }, "b/c": { type: "string" } } };
        expect(sorted(fieldsToSchema(schemaToFields(schema), schema))).toEqual(sorted(schema));
      }),
    );
  });
});
