import { pointerOf } from "../json/pointer.ts";
import type { StandardIssue, StandardSchema } from "./jsonSchema.ts";
import { reviveValue } from "./reviveValue.ts";
import type { ValidationIssue } from "./validator.ts";

/** What a Standard Schema makes of a value. */
export type StandardReading =
  | {
      /** The schema's output: with defaults and transforms. */
      value: unknown;
      issues?: undefined;
    }
  | { issues: ValidationIssue[] };

/**
 * Reads a value that JSON carried: dates, bigints, sets and maps come back first, then the schema checks by its own
 * rules.
 */
export async function readStandard(schema: StandardSchema, json: unknown): Promise<StandardReading> {
  const result = await schema["~standard"].validate(reviveValue(schema, json));
  return result.issues ? { issues: result.issues.map(toValidationIssue) } : { value: result.value };
}

/** One issue of a Standard Schema: its path as a JSON Pointer, its message as its author wrote it. */
function toValidationIssue(issue: StandardIssue): ValidationIssue {
  const segments = (issue.path ?? []).map((part) => String(typeof part === "object" ? part.key : part));
  return { path: pointerOf(segments), code: "custom", message: issue.message };
}
