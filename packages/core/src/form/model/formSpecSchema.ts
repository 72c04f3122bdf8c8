import type { JsonSchema } from "../../schema/jsonSchema.ts";
import type { FieldDefinition } from "../../field/field.ts";
import { objectKeywords, plainSchema, withDefinitions } from "../../field/fieldKeywords.ts";
import type { FormSpec } from "./formSpec.ts";

/** All fields of a spec, in the order of asking. */
export function fieldsOf(spec: FormSpec): FieldDefinition[] {
  return [...(spec.fields ?? []), ...(spec.sections ?? []).flatMap((section) => section.fields)];
}

/** The JSON Schema of what a spec's fields produce: the contract of a form that has only a spec. */
export function formSpecSchema(spec: FormSpec): JsonSchema {
  const fields = fieldsOf(spec);
  return { ...objectKeywords(fields, plainSchema), ...withDefinitions({}, fields), additionalProperties: false };
}
