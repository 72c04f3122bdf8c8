import { compileWithAjv, SlowPattern } from "./ajvEngine.ts";
import { issueOfAjv } from "./ajvIssue.ts";
import { TooManySteps } from "./checkSteps.ts";
import { createValidator, missingValue, slowPattern, tooManySteps } from "./cfworkerValidator.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { jsonValue } from "../json/jsonValue.ts";
import { hasMoreSchemas } from "./schemasIn.ts";
import type { Validator } from "./validator.ts";

/**
 * Ajv compiles some three schemas within a schema in a millisecond; with more than these everybody would wait for it.
 */
const MOST_COMPILED = 2_000;

/** Of more errors than these nobody reads the last, and the eval-free engine would take long to explain them. */
const MOST_EXPLAINED = 2_000;

/**
 * The validator of servers: Ajv, compiled once a schema, never mutating a value. It decides; the messages of
 * its issues come from the eval-free engine, so that a field reads the same on both sides. A schema that Ajv cannot
 * compile, or not soon, is left to the eval-free engine.
 */
export function createAjvValidator(schema: JsonSchema | boolean): Validator {
  const explain = createValidator(schema);
  if (namesProto(schema) || isVast(schema)) return explain;
  let check: ReturnType<typeof compileWithAjv>;
  try {
    check = compileWithAjv(schema);
  } catch {
    return explain;
  }
  return {
    validate(value) {
      if (value === undefined) return [missingValue];
      let errors: ReturnType<typeof check>;
      try {
        errors = check(jsonValue(value));
      } catch (error) {
        if (error instanceof SlowPattern) return [slowPattern];
        if (error instanceof TooManySteps) return [tooManySteps];
        return explain.validate(value);
      }
      if (errors.length === 0) return [];
      if (errors.length > MOST_EXPLAINED) return errors.filter(isCause).map(issueOfAjv);
      const issues = explain.validate(value).filter(({ code }) => code !== "schema");
      return issues.length > 0 ? issues : errors.slice(-1).map(issueOfAjv);
    },
  };
}

/**
 * An error of a union, of names or of `contains` stands for those below it, which differ by kind or need not all be
 * met.
 */
const isCause = ({ keyword, schemaPath }: { keyword: string; schemaPath: string }): boolean =>
  keyword !== "if" && !/\/(?:anyOf|oneOf|propertyNames|contains)\//.test(schemaPath);

function isVast(schema: JsonSchema | boolean): boolean {
  return hasMoreSchemas(schema, MOST_COMPILED);
}

/** Ajv leaves a property of this name unchecked. */
function namesProto(schema: JsonSchema | boolean): boolean {
  try {
    return JSON.stringify(schema).includes('"__proto__"');
  } catch {
    return true;
  }
}
