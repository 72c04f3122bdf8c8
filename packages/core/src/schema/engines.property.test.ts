import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createAjvValidator } from "./ajv.ts";
import { compileWithAjv } from "./ajvEngine.ts";
import { issueOfAjv } from "./ajvIssue.ts";
import { createValidator } from "./cfworkerValidator.ts";
import { formatWords, issueWords } from "./issueMessage.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { isMultipleOf } from "./multipleOf.ts";

/** A schema of each keyword, a value that it takes, and one that it refuses. */
const cases: Readonly<Record<string, [schema: JsonSchema, taken: unknown, refused: unknown]>> = {
  required: [{ required: ["a", "b/c"] }, { a: 1, "b/c": 2 }, { a: 1 }],
  dependentRequired: [{ dependentRequired: { a: ["b"] } }, { a: 1, b: 1 }, { a: 1 }],
  type: [{ type: "integer" }, 1, 1.5],
  const: [{ const: { a: 1 } }, { a: 1 }, { a: 2 }],
  enum: [{ enum: ["a", 1, null] }, null, "b"],
  minimum: [{ minimum: 0.1 }, 0.1, 0.09],
  maximum: [{ maximum: 10 }, 10, 10.01],
  exclusiveMinimum: [{ exclusiveMinimum: 3 }, 3.1, 3],
  exclusiveMaximum: [{ exclusiveMaximum: 3 }, 2.9, 3],
  multipleOf: [{ multipleOf: 0.01 }, 19.99, 19.999],
  minLength: [{ minLength: 2 }, "ab", "a"],
  maxLength: [{ maxLength: 1 }, "a", "ab"],
  pattern: [{ pattern: "^[\\w-\\.]+$" }, "a-b", "a b"],
  format: [{ format: "email" }, "ada@example.com", "ada"],
  minItems: [{ minItems: 1 }, [1], []],
  maxItems: [{ maxItems: 1 }, [1], [1, 2]],
  uniqueItems: [{ uniqueItems: true }, [1, "1"], [{ a: 1 }, { a: 1 }]],
  contains: [{ contains: { type: "string" } }, ["a", 1], [1]],
  minContains: [{ contains: { type: "string" }, minContains: 2 }, ["a", "b"], ["a", 1]],
  maxContains: [{ contains: { type: "string" }, maxContains: 1 }, ["a", 1], ["a", "b"]],
  minProperties: [{ minProperties: 1 }, { a: 1 }, {}],
  maxProperties: [{ maxProperties: 1 }, { a: 1 }, { a: 1, b: 2 }],
  additionalProperties: [{ properties: { a: {} }, additionalProperties: false }, { a: 1 }, { b: 1 }],
  additionalItems: [{ prefixItems: [{}], items: false }, [1], [1, 2]],
  propertyNames: [{ propertyNames: { pattern: "^a" } }, { ab: 1 }, { "b/c": 1 }],
  not: [{ not: { type: "string" } }, 1, "a"],
  oneOf: [{ oneOf: [{ type: "integer" }, { minimum: 2 }] }, 1, 3],
};

/** A union is reported by the branch that was meant most likely, and by itself only where no branch says anything. */
const reportedByParts = ["anyOf"];

const both = (schema: JsonSchema, value: unknown) =>
  [createValidator(schema).validate(value), createAjvValidator(schema).validate(value)] as const;

describe("every keyword", () => {
  it("has a case", () => {
    expect([...Object.keys(cases), ...reportedByParts].toSorted()).toEqual(Object.keys(issueWords).toSorted());
  });

  it.each(Object.entries(cases))("%s reads the same from both engines", (keyword, [schema, taken, refused]) => {
    expect(both(schema, taken)).toEqual([[], []]);
    const [issues, onHost] = both(schema, refused);
    expect(issues).toMatchObject([{ code: keyword, message: issueWords[keyword]!(issues[0]?.params ?? {}) }]);
    expect(issues[0]!.message).not.toMatch(/nothing|undefined|NaN|\[object/);
    expect(onHost).toEqual(issues);
    // What Ajv says by itself, which is shown where the eval-free engine has no complaint.
    expect(compileWithAjv(schema)(refused).map(issueOfAjv)).toContainEqual(issues[0]);
  });

  it("says what a format is in words of its own", () => {
    for (const name of Object.keys(formatWords)) {
      expect(issueWords["format"]!({ format: name })).toBe(`Must be ${formatWords[name]!}`);
    }
  });
});

describe("decimals", () => {
  /** An amount with up to `places` decimals, as JSON writes it. */
  const decimal = (most: number, places: number) =>
    fc
      .tuple(fc.integer({ min: -most, max: most }), fc.nat(places))
      .map(([digits, shift]) => Number(`${digits}e-${shift}`));

  it("takes every amount of cents, and refuses a tenth of a cent", () => {
    const cents: JsonSchema = { type: "number", multipleOf: 0.01 };
    const [browser, host] = [createValidator(cents), createAjvValidator(cents)];
    for (let cent = 0; cent < 20_000; cent++) {
      const amount = Number(`${cent}e-2`);
      if (browser.validate(amount).length + host.validate(amount).length > 0) expect(amount).toBe("taken by both");
    }
    for (const amount of [0.071, 19.999, 1e-9]) {
      expect(both(cents, amount)).toEqual([
        [
          expect.objectContaining({
            code: "multipleOf",
            message: "Must be a multiple of 0.01",
            params: { limit: 0.01 },
          }),
        ],
        [
          expect.objectContaining({
            code: "multipleOf",
            message: "Must be a multiple of 0.01",
            params: { limit: 0.01 },
          }),
        ],
      ]);
    }
  });

  it("is the same rule in both engines, for any divisor and value", () => {
    fc.assert(
      fc.property(decimal(9_999, 6), fc.oneof(decimal(1_000_000, 8), fc.double({ noNaN: true })), (divisor, value) => {
        const [browser, host] = both({ multipleOf: divisor }, value);
        expect(host).toEqual(browser);
        expect(browser.length === 0).toBe(isMultipleOf(divisor, value));
      }),
    );
  });

  it("takes a whole number of steps, whatever they are", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 9_999 }), fc.nat(6), fc.integer(), (digits, shift, steps) => {
        const [divisor, value] = [`${digits}e-${shift}`, `${BigInt(digits) * BigInt(steps)}e-${shift}`].map(Number);
        if (!Number.isSafeInteger(digits * steps)) return;
        expect(isMultipleOf(divisor!, value!)).toBe(true);
      }),
    );
  });

  it("agrees on limits", () => {
    fc.assert(
      fc.property(
        fc.constantFrom("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"),
        decimal(1_000, 3),
        decimal(1_000, 3),
        (keyword, limit, value) => {
          const [browser, host] = both({ type: "number", [keyword]: limit }, value);
          expect(host).toEqual(browser);
        },
      ),
    );
  });
});
