import type { Translation } from "./translation.ts";

/** What a check of a form finds: fetched with the engine that finds it. */
export const issueEnglish = {
  "form.issue.required": "This field is required",
  "form.issue.type.string": "Must be text",
  "form.issue.type.number": "Must be a number",
  "form.issue.type.integer": "Must be a whole number",
  "form.issue.type.boolean": "Must be yes or no",
  "form.issue.type.object": "Must be a JSON object, in { }",
  "form.issue.type.array": "Must be a list, in [ ]",
  "form.issue.minimum": "Must be at least {limit}",
  "form.issue.maximum": "Must be at most {limit}",
  "form.issue.exclusiveMinimum": "Must be more than {limit}",
  "form.issue.exclusiveMaximum": "Must be less than {limit}",
  "form.issue.multipleOf": "Must be a multiple of {limit}",
  "form.issue.minLength": {
    one: "Must be at least {count} character",
    other: "Must be at least {count} characters",
  },
  "form.issue.maxLength": { one: "Must be at most {count} character", other: "Must be at most {count} characters" },
  "form.issue.uniqueItems": "Items must not repeat",
  "form.issue.pattern": "Does not have the expected form",
  "form.issue.format.email": "Must be an email address, such as ada@example.com",
  "form.issue.format.uri": "Must be a full address, such as https://example.com",
  "form.issue.format.date": "Must be a date, such as 2026-03-31",
  "form.issue.format.date-time": "Must be a date and time, such as 2026-03-31T14:30:00Z",
} satisfies Record<string, Translation>;
