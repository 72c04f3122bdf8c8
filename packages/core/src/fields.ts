// Field definitions, their variants and filters, and JSON Schema in both directions.
export { fieldsToSchema } from "./field/fieldSchema.ts";
export { schemaToFields } from "./field/schemaFields.ts";
export { fieldTypes, fieldVariants } from "./field/fieldVariants.ts";
export { checkFields } from "./field/fieldProblems.ts";
export type { FieldProblem } from "./field/fieldProblems.ts";
export { filtersToCondition, schemaToFilterFields } from "./field/filter.ts";
export type { FilterCondition, FilterControl, FilterFieldConfig } from "./field/filter.ts";
export { choicesAtOnce } from "./client/choices.ts";
export { connectionKinds } from "./client/connections.ts";
