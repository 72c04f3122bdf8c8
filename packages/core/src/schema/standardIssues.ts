import type { StandardIssue, StandardSchema } from "./jsonSchema.ts";
import type { ValidationIssue } from "./validator.ts";

/** What a Standard Schema (Zod, Valibot, …) says against a value, in the shape of the other validators; empty means valid. */
export async function standardIssues(schema: StandardSchema, value: unknown): Promise<ValidationIssue[]> {
  const result = await schema["~standard"].validate(value);
  return (result.issues ?? []).map(toValidationIssue);
}

/** One issue of a Standard Schema: its path as a JSON Pointer, its own words kept, because a refinement's message is its author's. */
export function toValidationIssue(issue: StandardIssue): ValidationIssue {
  const path = (issue.path ?? [])
    .map((part) => String(typeof part === "object" ? part.key : part))
    .map((part) => `/${part.replaceAll("~", "~0").replaceAll("/", "~1")}`)
    .join("");
  return { path, code: "custom", message: issue.message };
}
