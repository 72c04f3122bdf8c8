import type { JsonSchema } from "../schema/jsonSchema.ts";
import { sameJson } from "../json/sameJson.ts";
import type { FieldDefinition } from "./field.ts";
import { fieldKeyword } from "./fieldExtension.ts";
import { optionLabel } from "./fieldOption.ts";

type Field = Omit<FieldDefinition, "key">;
type ToSchema = (field: Field) => JsonSchema | boolean;

/** The JSON Schema keywords of a field's value, for a form that has the field itself. */
export function plainSchema(field: Field): JsonSchema | boolean {
  if (typeof field.schema === "boolean") return field.schema;
  return withRest(nativeKeywords(field, plainSchema), field.schema);
}

/** The keywords of a field merged with its `schema`; `required` is the union. */
export function withRest(own: JsonSchema, rest: JsonSchema | undefined): JsonSchema {
  const required = [...(listOf(own.required) ?? []), ...(listOf(rest?.required) ?? [])];
  return { ...own, ...rest, ...(required.length > 0 && { required }) };
}

export function objectKeywords(
  fields: readonly FieldDefinition[],
  toSchema: ToSchema,
  names: readonly string[] = [],
): JsonSchema {
  const properties = Object.fromEntries(fields.map((field) => [field.key, toSchema(field)]));
  // A field that may be hidden is not required by the schema; the form requires it while it is visible.
  const demanded = fields.filter((field) => field.required && !field.visibleWhen).map((field) => field.key);
  const order = fields.map((field) => field.key);
  return {
    type: "object",
    properties,
    ...(demanded.length + names.length > 0 && { required: [...demanded, ...names] }),
    ...(!sameJson(Object.keys(properties), order) && { [fieldKeyword]: { order } }),
  };
}

/** Definitions move to the root, where `$ref` resolves them. */
export function withDefinitions(root: JsonSchema, fields: readonly FieldDefinition[]): JsonSchema {
  const merged: Record<string, unknown> = {};
  const take = (field: Field): void => {
    for (const [keyword, definitions] of Object.entries(field.definitions ?? {})) {
      const known = (merged[keyword] ?? root[keyword]) as object | undefined;
      merged[keyword] = { ...(definitions as object), ...known };
    }
    field.fields?.forEach(take);
    if (field.item) take(field.item);
  };
  fields.forEach(take);
  return merged;
}

const native = ["default", "minimum", "maximum", "minLength", "maxLength", "pattern"] as const;
const counts = ["minItems", "maxItems", "uniqueItems"] as const;

export function nativeKeywords(field: Field, toSchema: ToSchema): JsonSchema {
  const schema: JsonSchema = shapeOf(field, toSchema);
  if (field.label !== undefined) schema.title = field.label;
  if (field.help !== undefined) schema.description = field.help;
  for (const rule of [...native, ...counts]) if (field[rule] !== undefined) schema[rule] = field[rule];
  if (field.entity !== undefined) schema["x-entity-type"] = field.entity;
  return schema;
}

function shapeOf(field: Field, toSchema: ToSchema): JsonSchema {
  const { type, variant } = field;
  const choices = (typed: boolean): JsonSchema | undefined =>
    field.options && field.options.length > 0 ? choiceKeywords(field, typed) : undefined;
  switch (type) {
    case undefined:
      // A field with a `schema` needs no other shape.
      return choices(false) ?? (field.schema === undefined ? { type: "string" } : {});
    case "number":
      return { type: field.integer ? "integer" : "number", ...choices(false) };
    case "boolean":
      return { type: "boolean", ...choices(false) };
    case "date":
      return { type: "string", format: dateFormats[variant ?? "date"] ?? "date", ...choices(false) };
    case "url":
      return { type: "string", format: "uri", ...choices(false) };
    case "email":
      return { type: "string", format: "email", ...choices(false) };
    case "text":
      return { type: "string", ...(variant === "password" && { format: "password" }), ...choices(false) };
    case "object":
      return field.fields ? objectKeywords(field.fields, toSchema) : { type: "object" };
    case "array":
      return { type: "array", items: choices(true) ?? (field.item ? toSchema(field.item) : { type: "string" }) };
    case "enum":
      return choices(true) ?? { type: "string" };
    default:
      return { type: "string", ...choices(false) };
  }
}

const dateFormats: Record<string, string> = {
  date: "date",
  time: "time",
  datetime: "date-time",
  zoned: "date-time",
  duration: "duration",
};

/**
 * Choices as `enum` with labels beside it, or as `oneOf` constants. Some readers, models among them, need `type` beside
 * `enum`.
 */
export function choiceKeywords(
  { options = [], choicesAs }: Pick<Field, "options" | "choicesAs">,
  typed: boolean,
): JsonSchema {
  if (choicesAs === "oneOf") {
    return {
      oneOf: options.map(({ value, label, description }) => ({
        const: value,
        title: label,
        ...(description !== undefined && { description }),
      })),
    };
  }
  const type = typed ? commonType(options.map((option) => option.value)) : undefined;
  const isPlain = options.every(
    ({ value, label, description }) => label === optionLabel(value) && description === undefined,
  );
  const words = options.map(({ label, description }) => ({ label, ...(description !== undefined && { description }) }));
  return {
    ...(type !== undefined && { type }),
    enum: options.map((option) => option.value),
    ...(!isPlain && { [fieldKeyword]: { options: words } }),
  };
}

/** The JSON type that all choices share. */
export function commonType(values: readonly unknown[]): string | undefined {
  const [first] = values;
  const type = typeof first;
  const isPlain = type === "string" || type === "number" || type === "boolean";
  return isPlain && values.every((value) => typeof value === type) ? type : undefined;
}

export const listOf = (value: unknown): string[] | undefined =>
  Array.isArray(value) ? (value as string[]) : undefined;
