import { dereference, validate, type OutputUnit, type Schema } from "@cfworker/json-schema";
import {
  engineFormat,
  guardedPattern,
  isSlow,
  isSlowName,
  longestName,
  patternsPending,
  runGuarded,
} from "./pattern/engineFormats.ts";
import { followReference, inSteps, TooManySteps } from "./checkSteps.ts";
import { issuesOf } from "./leafIssues.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { jsonValue } from "../json/jsonValue.ts";
import { dialectOf, prepareSchema } from "./prepareSchema.ts";
import type { ValidationIssue, Validator } from "./validator.ts";

/** Base of every schema that names none: a fixed one, so that `$ref`s never resolve against the page's address. */
const base = new URL("callboard:/schema");

/**
 * The validator that needs no `eval`: for browsers under a strict CSP. The draft is picked by `$schema`; a remote
 * `$ref` is never fetched. A schema that the engine cannot work with, and a pattern that might keep it busy for too
 * long, are one issue of code `schema`. No pattern hangs the page.
 */
export function createValidator(schema: JsonSchema | boolean): Validator {
  const engine = createEngine(schema, true);
  let forLongLists: Validator | undefined;
  return {
    validate(value) {
      if (!hasLongList(value, 0)) return engine.validate(value);
      // The engine would compare each item with each other: whoever runs the tool decides.
      return (forLongLists ??= createEngine(schema, false)).validate(value);
    },
  };
}

function createEngine(schema: JsonSchema | boolean, comparesItems: boolean): Validator {
  let check: (value: unknown) => OutputUnit[];
  let prepared: Schema | boolean;
  let lookup: Record<string, Schema | boolean>;
  let namesMatter = false;
  let isPartial = false;
  try {
    prepared = prepareSchema(schema, {
      isSlow,
      replace: guardedPattern,
      formatOf: engineFormat,
      comparesItems,
      leaveOut(source) {
        namesMatter ||= isSlow(source);
        const leave = isSlowName(source);
        isPartial ||= leave;
        return leave;
      },
    }) as Schema | boolean;
    lookup = dereference(prepared as Schema, Object.create(null) as Record<string, Schema | boolean>, base);
    const dialect = dialectOf(schema);
    const counted = new Proxy(lookup, {
      get(target, uri: string) {
        followReference();
        return target[uri];
      },
    });
    check = (value) => validate(value, prepared, dialect, counted, false).errors;
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
        const { result: errors, isCertain } = runGuarded(() => inSteps(json, () => check(json)));
        if (isCertain && !isPartial) return errors.length === 0 ? [] : issuesOf(errors, prepared, lookup);
        return [...issuesOf(certainErrors(errors), prepared, lookup), slowPattern];
      } catch (error) {
        return [error instanceof TooManySteps ? tooManySteps : unusableSchema(error)];
      }
    },
  };
}

export { patternsPending };

/** The issue of a pattern that has no answer in time: whoever runs the tool decides. */
export const slowPattern: ValidationIssue = {
  path: "",
  code: "schema",
  message: "This value cannot be checked here: a pattern would take too long on it",
  params: { why: "a pattern would take too long on it" },
};

/** The issue of a schema whose references lead on and on, for both engines. */
export const tooManySteps: ValidationIssue = {
  path: "",
  code: "schema",
  message:
    "This value cannot be checked: the choices of its schema refer to one another so often that it would take too long. " +
    "The tool's author has to say each kind once, told apart by one property",
  params: { why: "the choices of its schema refer to one another so often that it would take too long" },
};

/**
 * The errors that hold even if a pattern that was taken to match does not. An error of `not`, of `oneOf` with several
 * matches or below the branch of an `if` may rest on that pattern, so it is left out.
 */
function certainErrors(errors: readonly OutputUnit[]): OutputUnit[] {
  const oneOfs = errors.filter(({ keyword, error }) => keyword === "oneOf" && !error.endsWith("(0 matches)."));
  const doubtful = [...new Set(oneOfs.map(({ keywordLocation }) => keywordLocation))];
  return errors.filter(
    ({ keyword, keywordLocation }) =>
      keyword !== "not" &&
      !/\/(?:then|else)(?:\/|$)/.test(keywordLocation) &&
      !doubtful.some((other) => keywordLocation === other || keywordLocation.startsWith(`${other}/`)),
  );
}

function hasLongName(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null || depth > 500) return false;
  if (Array.isArray(value)) return value.some((part) => hasLongName(part, depth + 1));
  return Object.entries(value).some(([name, part]) => name.length > longestName || hasLongName(part, depth + 1));
}

/** Items that are compared with each other within a few milliseconds. */
const longestCompared = 1_000;

function hasLongList(value: unknown, depth: number): boolean {
  if (typeof value !== "object" || value === null || depth > 500) return false;
  if (!Array.isArray(value)) return Object.values(value).some((part) => hasLongList(part, depth + 1));
  return value.length > longestCompared || value.some((part) => hasLongList(part, depth + 1));
}

/** The issue of a missing value, for both engines. */
export const missingValue: ValidationIssue = { path: "", code: "required", message: "A value is needed" };

/** The issue of a schema or value that is beyond the engine: it refuses instead of throwing. */
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
