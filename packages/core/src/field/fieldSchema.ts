import type { JsonSchema } from "../schema/jsonSchema.ts";
import { sameJson } from "../json/sameJson.ts";
import type { FieldDefinition, FieldOption } from "./field.ts";
import { extensionNames, fieldKeyword, readExtension, type FieldExtension } from "./fieldExtension.ts";
import {
  choiceKeywords,
  commonType,
  listOf,
  nativeKeywords,
  objectKeywords,
  withDefinitions,
  withRest,
} from "./fieldKeywords.ts";
import { optionLabel } from "./fieldOption.ts";

type Field = Omit<FieldDefinition, "key">;

/**
 * The JSON Schema (2020-12) of an object with these fields. `x-field` carries everything that JSON Schema cannot
 * express, so that `schemaToFields` restores the same fields; `base` adds other keywords of the root.
 */
export function fieldsToSchema(fields: readonly FieldDefinition[], base?: JsonSchema): JsonSchema {
  const { properties: given, required, [fieldKeyword]: extension, ...rest } = base ?? {};
  const names = listOf(required)?.filter((name) => fields.every((field) => field.key !== name));
  const { type, properties, ...own } = objectKeywords(fields, fieldToSchema, names);
  const order = (own[fieldKeyword] as FieldExtension | undefined)?.order;
  const marks = { ...(isObject(extension) && extension), ...(order && { order }) };
  // An earlier order is removed where it contradicts the order of the fields.
  const keys = fields.map((field) => field.key);
  const before = listOf(marks["order"]);
  if (!order && sameJson(before?.toSorted(), keys.toSorted()) && !sameJson(before, keys)) delete marks["order"];
  return {
    ...rest,
    ...((!base || base.type !== undefined) && { type: base?.type ?? type! }),
    ...((!base || given !== undefined || fields.length > 0) && { properties: properties! }),
    ...own,
    ...(Array.isArray(required) && { required: own.required ?? [] }),
    ...withDefinitions(rest, fields),
    ...((extension !== undefined || order) && { [fieldKeyword]: isObject(extension ?? {}) ? marks : extension }),
  };
}

/** The JSON Schema of one field's value. */
export function fieldToSchema(field: Field): JsonSchema | boolean {
  if (typeof field.schema === "boolean") return field.schema;
  const own = nativeKeywords(field, fieldToSchema);
  const extension = extensionOf(field, own);
  const foreign = field.schema?.[fieldKeyword];
  const merged = isObject(foreign) ? { ...foreign, ...extension } : extension;
  return {
    ...withRest(own, field.schema),
    ...(Object.keys(merged).length > 0 && { [fieldKeyword]: merged }),
  };
}

/** The `x-field` of a field: only the properties that a reader of the native keywords would guess wrong. */
function extensionOf(field: Field, own: JsonSchema): FieldExtension {
  const guess = guessKind({ ...own, ...(field.schema as JsonSchema | undefined) });
  const extension: Record<string, unknown> = {};
  for (const name of extensionNames) {
    const value = field[name];
    if (value !== undefined && value !== guess[name as keyof typeof guess]) extension[name] = value;
  }
  if (field.entity !== undefined) delete extension["entity"];
  if (field.required && field.visibleWhen) extension["required"] = true;
  if (field.options?.length === 0) extension["options"] = [];
  if (field.type === "array" && field.item && !field.options?.length && kindOfItems(own.items) !== "item")
    extension["item"] = true;
  return { ...(own[fieldKeyword] as FieldExtension | undefined), ...extension };
}

/** The meaning of a list's `items`: choices, nothing (a list of texts), or an element field. */
export function kindOfItems(items: unknown): "options" | "texts" | "item" {
  const choices = isObject(items) ? readChoices(items) : undefined;
  if (choices && sameJson(choiceKeywords(choices, true), items)) return "options";
  return sameJson(items, { type: "string" }) ? "texts" : "item";
}

/** The choices in `enum`, or in `oneOf` of constants with titles. */
export function readChoices(schema: JsonSchema): Pick<Field, "options" | "choicesAs"> | undefined {
  if (Array.isArray(schema.enum)) {
    if (schema.enum.length === 0) return undefined;
    const words = readExtension(schema).options ?? [];
    return { options: schema.enum.map((value, index) => ({ value, label: optionLabel(value), ...words[index] })) };
  }
  if (!Array.isArray(schema.oneOf) || schema.oneOf.length === 0) return undefined;
  const options: FieldOption[] = [];
  for (const one of schema.oneOf) {
    if (!isObject(one) || one.const === undefined || typeof one.title !== "string") return undefined;
    const { const: value, title, description, ...more } = one;
    if (Object.keys(more).length > 0 || (description !== undefined && typeof description !== "string"))
      return undefined;
    options.push({ value, label: title, ...(description !== undefined && { description }) });
  }
  return { options, choicesAs: "oneOf" };
}

const byFormat: Record<string, Pick<FieldDefinition, "type" | "variant">> = {
  date: { type: "date" },
  "date-time": { type: "date", variant: "datetime" },
  time: { type: "date", variant: "time" },
  uri: { type: "url" },
  url: { type: "url" },
  email: { type: "email" },
  password: { type: "text", variant: "password" },
};

/** Type and variant as the native keywords alone suggest them. */
export function guessKind(schema: JsonSchema): Pick<FieldDefinition, "type" | "variant" | "integer"> {
  const type = Array.isArray(schema.type) ? schema.type.find((name) => name !== "null") : schema.type;
  const choices = readChoices(schema);
  if (choices) {
    const values = choices.options!.map((option) => option.value);
    const expected = choices.choicesAs ? undefined : commonType(values);
    // Choices without a type belong to a field without one.
    return expected !== undefined && type === undefined ? {} : { type: "enum" };
  }
  switch (type) {
    case "number":
      return { type };
    case "integer":
      return { type: "number", integer: true };
    case "boolean":
    case "object":
    case "array":
      return { type };
    case "string": {
      if (typeof schema["x-entity-type"] === "string") return { type: "relation" };
      const format = schema.format;
      return typeof format === "string" && Object.hasOwn(byFormat, format) ? byFormat[format]! : { type: "text" };
    }
    default:
      return {};
  }
}

export const isObject = (value: unknown): value is JsonSchema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
