import type { JsonSchema } from "../schema/jsonSchema.ts";
import { operators, type Condition } from "./condition.ts";
import { fieldVariants } from "./fieldVariants.ts";
import type { FieldDefinition, FieldDetails, FieldOption } from "./field.ts";

/** The extension keyword for field properties that JSON Schema cannot express. */
export const fieldKeyword = "x-field";

/** The content of `x-field`. */
export type FieldExtension = Pick<
  FieldDefinition,
  | "type"
  | "variant"
  | "placeholder"
  | "step"
  | "unit"
  | "audience"
  | "visibleWhen"
  | "required"
  | "integer"
  | "entity"
  | "currency"
  | "of"
  | "digits"
  | "zone"
  | "language"
  | "accept"
  | "maxBytes"
> & {
  /** The labels of the choices in the `enum` beside it, in the same order; empty without choices. */
  options?: Pick<FieldOption, "label" | "description">[];
  /** `items` is the field's `item`, even where it could be read as choices. */
  item?: true;
  /** The order of the properties, where an object would sort their names. */
  order?: string[];
};

const isText = (value: unknown): boolean => typeof value === "string";
const isNumber = (value: unknown): boolean => typeof value === "number" && Number.isFinite(value);
const isTrue = (value: unknown): boolean => value === true;

const isOptionWords = (value: unknown): boolean => {
  if (typeof value !== "object" || value === null) return false;
  const { label, description } = value as Record<string, unknown>;
  return isText(label) && (description === undefined || isText(description)) && Object.keys(value).length < 3;
};

const checks: { [Key in keyof FieldExtension]-?: (value: unknown) => boolean } = {
  type: (value) => isText(value) && Object.hasOwn(fieldVariants, value as string),
  variant: isText,
  placeholder: isText,
  options: (value) => Array.isArray(value) && value.every((one) => isOptionWords(one)),
  step: isNumber,
  unit: isText,
  audience: (value) => value === "internal",
  visibleWhen: (value) => isCondition(value),
  required: isTrue,
  integer: isTrue,
  entity: isText,
  currency: isText,
  of: (value) => value === 1 || value === 100,
  digits: isNumber,
  zone: isText,
  language: isText,
  accept: isText,
  maxBytes: isNumber,
  item: isTrue,
  order: (value) => Array.isArray(value) && value.every(isText),
};

/** The properties of `x-field`, except those about the schema beside it. */
export const extensionNames = (Object.keys(checks) as (keyof FieldExtension)[]).filter(
  (name) => name !== "item" && name !== "order" && name !== "required" && name !== "options",
) as Exclude<keyof FieldExtension, "item" | "order" | "required" | "options">[];

/** The valid part of a schema's `x-field`; schemas come from anywhere. */
export function readExtension(schema: JsonSchema): FieldExtension {
  const given = schema[fieldKeyword];
  if (typeof given !== "object" || given === null || Array.isArray(given)) return {};
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => Object.hasOwn(checks, name) && checks[name as keyof FieldExtension](value),
    ),
  );
}

/** The `x-field` of a property's schema; undefined where it has none. */
export function fieldOfSchema(schema: unknown): Omit<FieldDefinition, "key"> | undefined {
  if (typeof schema !== "object" || schema === null || !Object.hasOwn(schema, fieldKeyword)) return undefined;
  const { item: _item, order: _order, options: _options, ...field } = readExtension(schema as JsonSchema);
  return field;
}

/** The options of a field's variant, if it has any. */
export function detailsOf({
  currency,
  of,
  digits,
  zone,
  language,
  accept,
  maxBytes,
}: FieldDetails): FieldDetails | undefined {
  const told = Object.entries({ currency, of, digits, zone, language, accept, maxBytes }).filter(
    ([, value]) => value !== undefined,
  );
  return told.length > 0 ? Object.fromEntries(told) : undefined;
}

/** Whether data is a valid condition, recursively. */
export function isCondition(value: unknown, depth = 0): value is Condition {
  if (typeof value !== "object" || value === null || Array.isArray(value) || depth > 32) return false;
  const { all, any, not, field, operator } = value as Record<string, unknown>;
  const isList = (parts: unknown): boolean =>
    Array.isArray(parts) && parts.every((part) => isCondition(part, depth + 1));
  if ("all" in value) return isList(all);
  if ("any" in value) return isList(any);
  if ("not" in value) return isCondition(not, depth + 1);
  return typeof field === "string" && operators.includes(operator as never);
}
