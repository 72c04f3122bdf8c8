import type { JsonSchema } from "../schema/jsonSchema.ts";
import type { Condition } from "./condition.ts";
import type { FieldDefinition, FieldDetails, FieldOption } from "./field.ts";

/** The keyword under which a property's schema carries what JSON Schema has no word for. */
export const fieldKeyword = "x-field";

/** What `x-field` may say. */
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
  /** The words of the choices that `enum` beside it lists, in its order; none where there is no choice yet. */
  options?: Pick<FieldOption, "label" | "description">[];
  /** `items` is the field's `item`, though it could be read otherwise. */
  item?: true;
  /** The properties' order, where their names are such that an object would sort them. */
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
  type: (value) =>
    isText(value) && / (text|number|boolean|date|enum|url|email|phone|media|relation|object|array) /.test(` ${value} `),
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

/** The names that `x-field` knows, but for what it says about the schema beside it. */
export const extensionNames = (Object.keys(checks) as (keyof FieldExtension)[]).filter(
  (name) => name !== "item" && name !== "order" && name !== "required" && name !== "options",
) as Exclude<keyof FieldExtension, "item" | "order" | "required" | "options">[];

/** What a schema's `x-field` says, as far as it can be understood: schemas come from anywhere. */
export function readExtension(schema: JsonSchema): FieldExtension {
  const given = schema[fieldKeyword];
  if (typeof given !== "object" || given === null || Array.isArray(given)) return {};
  return Object.fromEntries(
    Object.entries(given).filter(
      ([name, value]) => Object.hasOwn(checks, name) && checks[name as keyof FieldExtension](value),
    ),
  );
}

/** What a property's own schema says of its field; undefined where it says nothing. */
export function fieldOfSchema(schema: unknown): Omit<FieldDefinition, "key"> | undefined {
  if (typeof schema !== "object" || schema === null || !Object.hasOwn(schema, fieldKeyword)) return undefined;
  const { item: _item, order: _order, options: _options, ...field } = readExtension(schema as JsonSchema);
  return field;
}

/** What a field's variant needs to know, where it is told any of it. */
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

const operators = ["eq", "neq", "gt", "lt", "gte", "lte", "in", "contains"];

/** Whether data is a condition, all the way down. */
function isCondition(value: unknown, depth = 0): value is Condition {
  if (typeof value !== "object" || value === null || Array.isArray(value) || depth > 32) return false;
  const { all, any, not, field, operator } = value as Record<string, unknown>;
  const isList = (parts: unknown): boolean =>
    Array.isArray(parts) && parts.every((part) => isCondition(part, depth + 1));
  if (all !== undefined) return isList(all);
  if (any !== undefined) return isList(any);
  if (not !== undefined) return isCondition(not, depth + 1);
  return typeof field === "string" && operators.includes(operator as string);
}
