/** One error of a value. */
export interface ValidationIssue {
  /** JSON Pointer to the value (`""` is the whole document). */
  path: string;
  /** The JSON Schema keyword that refused (`required`, `minimum`, …) or `custom`. */
  code: string;
  /** Plain words, fit to be shown; a catalogue may replace them by `code` and `params`. */
  message: string;
  params?: Record<string, unknown>;
}

/** The message of a missing required value, known without an engine. */
export const requiredMessage = "This field is required";

/** A schema made ready to check values; an empty list means valid. It never throws on a value. */
export interface Validator {
  validate(value: unknown): ValidationIssue[];
}

/** The seam between engines: eval-free (@cfworker/json-schema) in the browser, Ajv on the server. */
export type CreateValidator = (schema: import("./jsonSchema.ts").JsonSchema) => Validator;
