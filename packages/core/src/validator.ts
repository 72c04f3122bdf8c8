// The validator that needs no eval, for pages under a strict policy.
export { createValidator, patternsPending } from "./schema/cfworkerValidator.ts";
export type { CreateValidator, ValidationIssue, Validator } from "./schema/validator.ts";
