import { dereference, validate, type OutputUnit, type Schema } from "@cfworker/json-schema";
import { issuesOf } from "./leafIssues.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { dialectOf, jsonValue, prepareSchema } from "./prepareSchema.ts";
import type { ValidationIssue, Validator } from "./validator.ts";

/** Base of every schema that names none: a fixed one, so that `$ref`s never resolve against the page's address. */
const base = new URL("callboard:/schema");

/**
 * The validator that needs no `eval`: for browsers under a strict CSP. The draft is picked by `$schema`; a remote `$ref`
 * is never fetched. A schema that it cannot work with makes every value refused by one issue of code `schema`.
 */
export function createValidator(schema: JsonSchema | boolean): Validator {
  let check: (value: unknown) => OutputUnit[];
  let prepared: Schema | boolean;
  let lookup: Record<string, Schema | boolean>;
  try {
    prepared = prepareSchema(schema) as Schema | boolean;
    lookup = dereference(prepared as Schema, Object.create(null) as Record<string, Schema | boolean>, base);
    const dialect = dialectOf(schema);
    check = (value) => validate(value, prepared, dialect, lookup, false).errors;
  } catch (error) {
    const refusal = [unusableSchema(error)];
    return { validate: () => refusal };
  }
  return {
    validate(value) {
      if (value === undefined) return [missingValue];
      try {
        const errors = check(jsonValue(value));
        return errors.length === 0 ? [] : issuesOf(errors, prepared, lookup);
      } catch (error) {
        return [unusableSchema(error)];
      }
    },
  };
}

/** What both engines say of no value at all. */
export const missingValue: ValidationIssue = { path: "", code: "required", message: "A value is needed" };

/** What is said instead of throwing, when schema or value are beyond the engine: it cannot tell, so it refuses. */
function unusableSchema(error: unknown): ValidationIssue {
  const text = error instanceof Error ? error.message.split("\n")[0]! : String(error);
  const reference = /Unresolved \$ref "([^"]*)"/.exec(text)?.[1];
  const why =
    reference !== undefined
      ? `it refers to ${reference}, which is not part of it; put that schema under $defs`
      : text.replace(/Maximum call stack size exceeded/, "schema or value is nested too deep");
  return {
    path: "",
    code: "schema",
    message: `This value cannot be checked against its schema: ${why}`,
    params: { why },
  };
}
