import type { JsonSchema, Schema } from "../schema/jsonSchema.ts";
import { toJsonSchema } from "../schema/toJsonSchema.ts";
import { sameJson } from "../json/sameJson.ts";
import type { FieldDefinition } from "./field.ts";
import { extensionNames, fieldKeyword, readExtension } from "./fieldExtension.ts";
import { fieldToSchema, guessKind, isObject, kindOfItems, readChoices } from "./fieldSchema.ts";
import { unescapeSegment } from "../json/pointer.ts";

type Field = Omit<FieldDefinition, "key">;

/**
 * The fields of an object's schema, one a property. Nothing is lost: a field's `schema` keeps the keywords that a field
 * cannot express and its `definitions` what these refer to, so that `fieldsToSchema(fields, schema)` restores the
 * schema.
 */
export function schemaToFields(given: Schema): FieldDefinition[] {
  const schema = toJsonSchema(given);
  return readProperties(isObject(schema) ? schema : {}).map((field) => {
    const definitions = definitionsOf(schema, field);
    return definitions ? { ...field, definitions } : field;
  });
}

function readProperties(schema: JsonSchema): FieldDefinition[] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = Array.isArray(schema.required) ? schema.required : [];
  return orderOf(properties, readExtension(schema).order).map((key) => {
    const field = { key, ...readField(properties[key]!) };
    return required.includes(key) ? { ...field, required: true } : field;
  });
}

function orderOf(properties: object, order: readonly string[] | undefined): string[] {
  const keys = Object.keys(properties);
  const isOrder = order?.length === keys.length && sameJson(order.toSorted(), keys.toSorted());
  return isOrder ? [...order] : keys;
}

/** A schema as a field. If parts of it cannot be expressed or carried, the field keeps the schema as a whole. */
function readField(given: JsonSchema | boolean): Field {
  if (!isObject(given)) return { schema: given };
  const field = namedParts(given);
  const built = fieldToSchema(field) as JsonSchema;
  const rest = Object.fromEntries(
    Object.entries(given).filter(([keyword, value]) => !sameJson(built[keyword], value)),
  ) as JsonSchema;
  const extra = Array.isArray(rest.required)
    ? rest.required.filter((name) => !(Array.isArray(built.required) && built.required.includes(name)))
    : [];
  if (extra.length > 0) rest.required = extra;
  else if (Array.isArray(built.required)) delete rest.required;
  const extension = restOfExtension(given[fieldKeyword], built[fieldKeyword]);
  if (extension === undefined) delete rest[fieldKeyword];
  else rest[fieldKeyword] = extension;
  const whole = Object.keys(rest).length > 0 ? { ...field, schema: rest } : field;
  return sameSchema(fieldToSchema(whole), given) ? whole : { schema: given };
}

/** The keys of `x-field` that fields do not know. */
function restOfExtension(given: unknown, built: unknown): unknown {
  if (given === undefined || !isObject(given)) return given;
  const rest = Object.entries(given).filter(([name, value]) => !isObject(built) || !sameJson(built[name], value));
  return rest.length > 0 ? Object.fromEntries(rest) : undefined;
}

/** The properties of a schema that a field can express. */
function namedParts(schema: JsonSchema): Field {
  const extension = readExtension(schema);
  const field: Field = { ...guessKind(schema) };
  for (const name of extensionNames)
    if (extension[name] !== undefined) Object.assign(field, { [name]: extension[name] });
  if (extension.required) field.required = true;
  if (typeof schema.title === "string") field.label = schema.title;
  if (typeof schema.description === "string") field.help = schema.description;
  if (schema.default !== undefined) field.default = schema.default;
  for (const rule of ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"] as const) {
    const value = schema[rule];
    if (typeof value === "number") field[rule] = value;
  }
  if (typeof schema["pattern"] === "string") field.pattern = schema["pattern"];
  if (typeof schema["uniqueItems"] === "boolean") field.uniqueItems = schema["uniqueItems"];
  if (typeof schema["x-entity-type"] === "string") field.entity = schema["x-entity-type"];
  Object.assign(field, readChoices(schema) ?? (extension.options?.length === 0 && { options: [] }));
  if (field.type === "object" && isObject(schema.properties)) field.fields = readProperties(schema);
  if (field.type === "array" && isObject(schema.items)) {
    const kind = extension.item ? "item" : kindOfItems(schema.items);
    if (kind === "item") field.item = readField(schema.items);
    else if (kind === "options") Object.assign(field, readChoices(schema.items));
  }
  return field;
}

/**
 * The definitions that a field's own schemas refer to, and those that these refer to; undefined where there are none.
 */
function definitionsOf(root: JsonSchema, field: Field): JsonSchema | undefined {
  const found = new Map<string, Map<string, unknown>>();
  const visit = (value: unknown): void => {
    if (typeof value !== "object" || value === null) return;
    for (const [name, part] of Object.entries(value)) {
      if (name === "$ref" && typeof part === "string") follow(part);
      else visit(part);
    }
  };
  const follow = (reference: string): void => {
    const [, keyword, step] = /^#\/(\$defs|definitions)\/([^/]+)/.exec(reference) ?? [];
    if (keyword === undefined || step === undefined) return;
    const name = unescapeSegment(decoded(step));
    const definitions = root[keyword];
    if (!isObject(definitions) || !Object.hasOwn(definitions, name) || found.get(keyword)?.has(name)) return;
    found.set(keyword, (found.get(keyword) ?? new Map<string, unknown>()).set(name, definitions[name]));
    visit(definitions[name]);
  };
  const visitField = (one: Field): void => {
    visit(one.schema);
    one.fields?.forEach(visitField);
    if (one.item) visitField(one.item);
  };
  visitField(field);
  if (found.size === 0) return undefined;
  return Object.fromEntries([...found].map(([keyword, names]) => [keyword, Object.fromEntries(names)])) as JsonSchema;
}

function decoded(step: string): string {
  try {
    return decodeURIComponent(step);
  } catch {
    return step;
  }
}

/** Whether two schemas are equal; the order of `required` does not matter. */
function sameSchema(a: unknown, b: unknown): boolean {
  return sameJson(withSortedNames(a), withSortedNames(b));
}

function withSortedNames(value: unknown): unknown {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(withSortedNames);
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [
      name,
      name === "required" && Array.isArray(part) ? part.toSorted() : withSortedNames(part),
    ]),
  );
}
