import type { JsonSchema } from "../schema/jsonSchema.ts";
import type { FieldDefinition } from "../spec/field.ts";
import type { FormSpec } from "../spec/formSpec.ts";
import { defineOwn } from "./pointer.ts";

/** All fields of a spec, in the order of asking. */
export function fieldsOf(spec: FormSpec): FieldDefinition[] {
  return [...(spec.fields ?? []), ...(spec.sections ?? []).flatMap((section) => section.fields)];
}

/** The JSON Schema of what a spec's fields produce: the contract of a form that has only a spec. */
export function formSpecSchema(spec: FormSpec): JsonSchema {
  return { ...objectSchema(fieldsOf(spec)), additionalProperties: false };
}

function objectSchema(fields: readonly FieldDefinition[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const field of fields) defineOwn(properties, field.key, fieldSchema(field));
  // What is hidden at times cannot be demanded always; the form demands it where it is shown.
  const required = fields.filter((field) => field.required && !field.visibleWhen).map((field) => field.key);
  return { type: "object", properties, ...(required.length > 0 && { required }) };
}

/** The JSON Schema of one field. */
function fieldSchema(field: Omit<FieldDefinition, "key">): JsonSchema {
  const rules: JsonSchema = {};
  const { minimum, maximum, minLength, maxLength, pattern } = field;
  for (const [keyword, value] of Object.entries({
    minimum,
    maximum,
    minLength,
    maxLength,
    pattern,
    default: field.default,
  })) {
    if (value !== undefined) rules[keyword] = value;
  }
  const choices = field.options?.map((option) => option.value);
  switch (field.type) {
    case "number":
      return { type: "number", ...rules };
    case "boolean":
      return { type: "boolean", ...rules };
    case "date":
      return {
        type: "string",
        format: field.variant === "datetime" ? "date-time" : field.variant === "time" ? "time" : "date",
        ...rules,
      };
    case "url":
      return { type: "string", format: "uri", ...rules };
    case "email":
      return { type: "string", format: "email", ...rules };
    case "object":
      return { ...(field.fields ? objectSchema(field.fields) : { type: "object" }), ...rules };
    case "array":
      return {
        type: "array",
        items: choices ? { enum: choices } : field.item ? fieldSchema(field.item) : { type: "string" },
        ...rules,
      };
    case "enum":
      return choices ? { enum: choices, ...rules } : { type: "string", ...rules };
    default:
      return { type: "string", ...(choices && { enum: choices }), ...rules };
  }
}
