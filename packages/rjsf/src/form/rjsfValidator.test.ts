import type { RJSFSchema } from "@rjsf/utils";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawnSchema } from "./drawnSchema.ts";
import { propertyOf } from "./fieldPlace.ts";
import { createRjsfValidator } from "./rjsfValidator.ts";

const as = (schema: object): RJSFSchema => schema as RJSFSchema;

describe("the validator of rjsf's forms", () => {
  const validator = createRjsfValidator();

  it("tells valid from not, with references into the whole", () => {
    const root = as({
      properties: { limit: { type: "integer" } },
      definitions: { name: { type: "string", minLength: 2 }, pair: { items: { $ref: "#/definitions/name" } } },
    });
    expect(validator.isValid(as({ $ref: "#/definitions/name" }), "ab", root)).toBe(true);
    expect(validator.isValid(as({ $ref: "#/definitions/name" }), "a", root)).toBe(false);
    expect(validator.isValid(as({ $ref: "#/definitions/pair" }), ["ab", "c"], root)).toBe(false);
    expect(validator.isValid(as({ anyOf: [{ $ref: "#/properties/limit" }] }), 1.5, root)).toBe(false);
    expect(validator.isValid(as({ items: { $ref: "#" } }), [{ limit: 1 }], root)).toBe(true);
    expect(validator.isValid(as({ items: { $ref: "#" } }), [{ limit: "x" }], root)).toBe(false);
  });

  it("finds the whole by its $id too, and takes its dialect", () => {
    const root = as({
      $schema: "https://json-schema.org/draft/2020-12/schema",
      $id: "https://example.com/order",
      $defs: { pair: { prefixItems: [{ type: "string" }] } },
    });
    expect(validator.isValid(as({ $ref: "#/$defs/pair" }), ["a"], root)).toBe(true);
    expect(validator.isValid(as({ $ref: "#/$defs/pair" }), [1], root)).toBe(false);
    expect(validator.isValid(as({ $ref: "https://example.com/order#/$defs/pair" }), [1], root)).toBe(false);
    expect(validator.isValid(as({ prefixItems: [{ type: "string" }] }), [1], root)).toBe(false);
  });

  it("answers of nothing at all as Ajv does: only what asks for a kind refuses it", () => {
    expect(validator.isValid(as({ properties: { a: { const: 1 } } }), undefined, as({}))).toBe(true);
    expect(validator.isValid(as({ type: "object" }), undefined, as({}))).toBe(false);
  });

  it("is false, and throws nothing, of a schema that it cannot work with", () => {
    expect(validator.isValid(as({ $ref: "#/nowhere" }), 1, as({}))).toBe(false);
    expect(validator.validateFormData(1, as({ $ref: "https://example.com/elsewhere" })).errors).toEqual([]);
  });

  it("lays errors at their places, in the words given", () => {
    const { errors, errorSchema } = createRjsfValidator({ say: ({ code }) => `!${code}` }).validateFormData(
      { rows: [{}, { "a b": 1 }] },
      as({
        type: "object",
        required: ["name"],
        properties: { rows: { items: { properties: { "a b": { type: "string" } }, required: ["a b"] } } },
      }),
    );
    expect(errors.map(({ property, message }) => [property, message]).sort()).toEqual([
      [".name", "!required"],
      [".rows[0]['a b']", "!required"],
      [".rows[1]['a b']", "!type"],
    ]);
    expect(errorSchema).toEqual({
      name: { __errors: ["!required"] },
      rows: { 0: { "a b": { __errors: ["!required"] } }, 1: { "a b": { __errors: ["!type"] } } },
    });
  });

  it("lets an app change errors and add its own", () => {
    const schema = as({ type: "object", properties: { a: { type: "string" }, b: { type: "string" } } });
    const { errorSchema } = validator.validateFormData(
      { a: 1, b: "x" },
      schema,
      (_, errors) => {
        errors["b"]!.addError("taken");
        return errors;
      },
      (errors) => errors.map((error) => ({ ...error, message: "changed" })),
    );
    expect(errorSchema).toMatchObject({ a: { __errors: ["changed"] }, b: { __errors: ["taken"] } });
  });

  it("names any place such that rjsf finds it again", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[a-zß0-9 .%#_-]{1,6}$/), { minLength: 1, maxLength: 4 }), (path) => {
        const value = path.reduceRight<unknown>((inner, step) => ({ [step]: inner }), 1);
        const schema = path.reduceRight<object>((inner, step) => ({ properties: { [step]: inner } }), {
          type: "string",
        });
        const { errors, errorSchema } = validator.validateFormData(value, as(schema));
        expect(errors).toHaveLength(1);
        expect(errors[0]!.property).toBe(propertyOf(path));
        let at: unknown = errorSchema;
        for (const step of path) at = (at as Record<string, unknown>)[step];
        expect(at).toMatchObject({ __errors: [expect.any(String)] });
      }),
      { numRuns: 200 },
    );
  });
});

describe("a schema as rjsf can draw it", () => {
  it("is the same one where nothing needs other words", () => {
    const schema = { type: "object", properties: { a: { type: "string" }, b: { items: { $ref: "#" } } } };
    expect(drawnSchema(schema)).toBe(schema);
  });

  it("says tuples, dependent schemas, the unevaluated and optional nulls in rjsf's words", () => {
    expect(
      drawnSchema({
        properties: {
          pair: { prefixItems: [{ type: "string" }], items: { type: "number" } },
          rest: { prefixItems: [{ type: "string" }], unevaluatedItems: { type: "number" } },
          note: { title: "Note", anyOf: [{ type: "string" }, { type: "null" }] },
          free: {},
        },
        unevaluatedProperties: { type: "string" },
        dependentRequired: { a: ["b"] },
        dependentSchemas: { a: { properties: { c: true } }, d: { properties: { e: { type: "string" } } } },
      }),
    ).toMatchObject({
      properties: {
        pair: { items: [{ type: "string" }], additionalItems: { type: "number" } },
        rest: { items: [{ type: "string" }], additionalItems: { type: "number" } },
        note: { title: "Note", type: ["string", "null"] },
        free: { title: "free" },
      },
      additionalProperties: { type: "string" },
      dependencies: {
        a: { allOf: [{ properties: { c: { title: "c" } } }, { required: ["b"] }] },
        d: { properties: { e: { type: "string" } } },
      },
    });
  });

  it("is checked as it was given", () => {
    const schema = { prefixItems: [{ type: "string" }], items: false };
    const drawn = as(drawnSchema(schema));
    const { validateFormData } = createRjsfValidator();
    expect(validateFormData(["a"], drawn).errors).toEqual([]);
    expect(validateFormData(["a", "b"], drawn).errors).not.toEqual([]);
  });
});
