import { dereference, validate, type OutputUnit, type Schema } from "@cfworker/json-schema";
import { guardedFormat, isSlow, isSlowName, longestName, patternsPending, tookUnsure } from "./guardedPattern.ts";
import { issuesOf } from "./leafIssues.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { jsonValue } from "./jsonValue.ts";
import { dialectOf, prepareSchema } from "./prepareSchema.ts";
import type { ValidationIssue, Validator } from "./validator.ts";

/** Base of every schema that names none: a fixed one, so that `$ref`s never resolve against the page's address. */
const base = new URL("callboard:/schema");

/**
 * The validator that needs no `eval`: for browsers under a strict CSP. The draft is picked by `$schema`; a remote `$ref`
 * is never fetched. What cannot be told is one issue of code `schema`: a schema that the engine cannot work with, or a
 * pattern that might keep it busy for too long. No pattern ever does.
 */
export function createValidator(schema: JsonSchema | boolean): Validator {
  let check: (value: unknown) => OutputUnit[];
  let prepared: Schema | boolean;
  let lookup: Record<string, Schema | boolean>;
  let namesMatter = false;
  let isPartial = false;
  try {
    prepared = prepareSchema(schema, {
      isSlow,
      replace: (source) => ({ format: guardedFormat(source) }),
      leaveOut(source) {
        namesMatter ||= isSlow(source);
        const leave = isSlowName(source);
        isPartial ||= leave;
        return leave;
      },
    }) as Schema | boolean;
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
        const json = jsonValue(value);
        if (namesMatter && hasLongName(json, 0)) return [slowPattern];
        tookUnsure();
        const errors = check(json);
        const isUnsure = tookUnsure() || isPartial;
        if (!isUnsure) return errors.length === 0 ? [] : issuesOf(errors, prepared, lookup);
        return [...issuesOf(certain(errors), prepared, lookup), slowPattern];
      } catch (error) {
        return [unusableSchema(error)];
      }
    },
  };
}

export { patternsPending };

/** What is said where a pattern could not be told in time: whoever runs the tool decides. */
export const slowPattern: ValidationIssue = {
  path: "",
  code: "schema",
  message: "This value cannot be checked here: a pattern would take too long on it",
  params: { why: "a pattern would take too long on it" },
};

/** What stays true though a pattern was taken to match that perhaps does not: no more than one match, `not`, and what an `if` decided are not. */
function certain(errors: readonly OutputUnit[]): OutputUnit[] {
  const doubtful = errors.filter(({ keyword, error }) => keyword === "oneOf" && !error.endsWith("(0 matches)."));
  return errors.filter(
    ({ keyword, keywordLocation }) =>
      keyword !== "not" &&
      !/\/(?:then|else)(?:\/|$)/.test(keywordLocation) &&
      !doubtful.some(
        (other) => keywordLocation === other.keywordLocation || keywordLocation.startsWith(`${other.keywordLocation}/`),
      ),
  );
}

function hasLongName(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null || depth > 500) return false;
  if (Array.isArray(value)) return value.some((part) => hasLongName(part, depth + 1));
  return Object.entries(value).some(([name, part]) => name.length > longestName || hasLongName(part, depth + 1));
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
