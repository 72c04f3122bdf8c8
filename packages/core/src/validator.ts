// The validator that needs no eval, for pages under a strict policy; and what keeps a document from being a schema.
export { createValidator, patternsPending } from "./schema/cfworkerValidator.ts";
export { schemaFaults } from "./schema/schemaFaults.ts";
export type { SchemaFault } from "./schema/schemaFaults.ts";
export type { CreateValidator, ValidationIssue, Validator } from "./schema/validator.ts";
