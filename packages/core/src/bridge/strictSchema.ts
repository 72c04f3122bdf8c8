import { defineOwn } from "../json/defineOwn.ts";
import { isRecord } from "../json/record.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";

/** Gives arguments the shape that the tool's own schema has. */
export type ReadArguments = (value: unknown) => unknown;

/** A schema in OpenAI's strict subset, and how arguments made by it are read; or why there is none. */
export type StrictSchema = { schema: JsonSchema; read: ReadArguments; why?: undefined } | { why: string };

const MOST_PROPERTIES = 5_000;
const MOST_VALUES = 1_000;
const DEEPEST = 10;

const kept = new Set(
  "title description minimum maximum exclusiveMinimum exclusiveMaximum multipleOf minItems maxItems".split(" "),
);
const formats = new Set("date-time time date duration email hostname ipv4 ipv6 uuid".split(" "));

/** Why a schema is outside the subset; `at` is a path in words. */
class Misfit extends Error {}

interface Part {
  schema: JsonSchema;
  read: ReadArguments;
}

const asIs: ReadArguments = (value) => value;

/**
 * A schema that `toModelSchema` made, in OpenAI's strict subset: every property required and every object closed. What
 * was optional may be null, and `read` leaves such a null out again. Checks that the subset has no words for stand in
 * the description; the tool's own schema holds them. A value of any shape, or an object of any names, has no place in
 * the subset.
 */
export function toStrictSchema(root: JsonSchema): StrictSchema {
  const count = { properties: 0, values: 0 };
  const definitions = (root.$defs ?? {}) as Record<string, JsonSchema>;
  const made = new Map<string, Part>();

  const strict = (schema: JsonSchema, at: string, depth: number): Part => {
    if (depth > DEEPEST) throw new Misfit(`${at} is nested more than ${DEEPEST} deep`);
    if (typeof schema.$ref === "string") return reference(schema.$ref, at, depth);
    const choices = choicesOf(schema, at);
    if (choices) return oneOf(schema, choices, at, depth);
    const values = Object.hasOwn(schema, "const") ? [schema.const] : schema.enum;
    if (Array.isArray(values)) return enumeration(schema, values, at);
    const types = typesOf(schema);
    if (types.length === 0) throw new Misfit(`${at} takes any value; give it a type`);
    if (types.includes("object")) return object(schema, types, at, depth);
    if (types.includes("array")) return list(schema, types, at, depth);
    return { schema: { ...words(schema), type: one(types), ...textChecks(schema) }, read: asIs };
  };

  const reference = ($ref: string, at: string, depth: number): Part => {
    if ($ref === "#") return { schema: { $ref }, read: (value) => readRoot(value) };
    const name = $ref.slice("#/$defs/".length);
    const definition = Object.hasOwn(definitions, name) ? definitions[name] : undefined;
    if (!definition) throw new Misfit(`${at} refers to nothing`);
    let part = made.get(name);
    if (!part) {
      // Entered before its parts are made: they may refer to it.
      part = { schema: {}, read: asIs };
      made.set(name, part);
      const { schema, read } = strict(definition, name, depth);
      Object.assign(part, { schema, read });
    }
    const found = part;
    return { schema: { $ref }, read: (value) => found.read(value) };
  };

  const oneOf = (schema: JsonSchema, choices: readonly JsonSchema[], at: string, depth: number): Part => {
    const parts = choices.map((choice, index) => strict(choice, `${at} (variant ${index + 1})`, depth));
    const read: ReadArguments = (value) =>
      (parts[choices.findIndex((choice) => fits(choice, value, definitions))] ?? { read: asIs }).read(value);
    return { schema: { ...words(schema), anyOf: parts.map((part) => part.schema) }, read };
  };

  const enumeration = (schema: JsonSchema, values: readonly unknown[], at: string): Part => {
    count.values += values.length;
    const types = [...new Set(values.map(typeOf))];
    if (types.some((type) => type === "object" || type === "array")) {
      throw new Misfit(`${at} allows objects or lists by value`);
    }
    return { schema: { ...words(schema), type: one(types), enum: [...values] }, read: asIs };
  };

  const list = (schema: JsonSchema, types: readonly string[], at: string, depth: number): Part => {
    if (!isRecord(schema.items)) throw new Misfit(`${at} is a list of anything; say in "items" what it holds`);
    const items = strict(schema.items as JsonSchema, `an item of ${at}`, depth + 1);
    const read: ReadArguments = (value) => (Array.isArray(value) ? value.map(items.read) : value);
    return { schema: { ...words(schema), type: one(types), items: items.schema }, read };
  };

  const object = (schema: JsonSchema, types: readonly string[], at: string, depth: number): Part => {
    const properties = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
    const { additionalProperties: more } = schema;
    const isOpen = more === true || isRecord(more) || (more === undefined && properties.length === 0 && depth > 0);
    if (isOpen || isRecord(schema["patternProperties"])) {
      throw new Misfit(`${at} is a record of any names; name its properties, or make it a list of { key, value }`);
    }
    count.properties += properties.length;
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    const shaped: Record<string, JsonSchema> = {};
    const readers = new Map<string, { read: ReadArguments; dropsNull: boolean }>();
    for (const [name, own] of properties) {
      const part = strict(own, at === "the input" ? `"${name}"` : `"${name}" of ${at}`, depth + 1);
      const isOptional = !required.has(name);
      const takesNull = allowsNull(part.schema, made);
      defineOwn(shaped, name, isOptional && !takesNull ? orNull(part.schema) : part.schema);
      readers.set(name, { read: part.read, dropsNull: isOptional && !takesNull });
    }
    const read: ReadArguments = (value) => {
      if (!isRecord(value)) return value;
      const result: Record<string, unknown> = {};
      for (const [name, own] of Object.entries(value)) {
        const reader = readers.get(name);
        if (own === null && reader?.dropsNull) continue;
        defineOwn(result, name, reader ? reader.read(own) : own);
      }
      return result;
    };
    const names = properties.map(([name]) => name);
    return {
      schema: { ...words(schema), type: one(types), properties: shaped, required: names, additionalProperties: false },
      read,
    };
  };

  let readRoot: ReadArguments = asIs;
  try {
    const { schema, read } = strict(root, "the input", 0);
    readRoot = read;
    if (count.properties > MOST_PROPERTIES) throw new Misfit(`the input has more than ${MOST_PROPERTIES} properties`);
    if (count.values > MOST_VALUES) throw new Misfit(`the input lists more than ${MOST_VALUES} values`);
    const named = Object.fromEntries([...made].map(([name, part]) => [name, part.schema]));
    return { schema: made.size > 0 ? { ...schema, $defs: named } : schema, read };
  } catch (error) {
    if (error instanceof Misfit) return { why: error.message };
    throw error;
  }
}

/** The variants of a union; undefined where there is none. */
function choicesOf(schema: JsonSchema, at: string): readonly JsonSchema[] | undefined {
  const { anyOf, oneOf, allOf, properties, type, items, ...rest } = schema;
  if (allOf) {
    if (allOf.length === 1 && !anyOf && !oneOf) {
      return [{ ...rest, ...(allOf[0] as JsonSchema), ...(properties && { properties }), ...(type && { type }) }];
    }
    throw new Misfit(`${at} has to fit several schemas at once (allOf); write them as one`);
  }
  const choices = anyOf ?? oneOf;
  if (!choices) return undefined;
  if (properties || items || (anyOf && oneOf))
    throw new Misfit(`${at} is a union with more beside it; write each variant whole`);
  return choices as JsonSchema[];
}

/** Whether a value is meant for a variant: by its type, and for objects by names and fixed values. */
function fits(choice: JsonSchema, value: unknown, definitions: Readonly<Record<string, JsonSchema>>): boolean {
  const { $ref } = choice;
  const schema = typeof $ref === "string" ? (definitions[$ref.slice("#/$defs/".length)] ?? {}) : choice;
  if (Object.hasOwn(schema, "const")) return schema.const === value;
  if (Array.isArray(schema.enum)) return schema.enum.includes(value);
  const type = typeOf(value);
  const types = typesOf(schema);
  if (!types.includes(type) && !(type === "integer" && types.includes("number"))) return false;
  if (!isRecord(value)) return true;
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  return Object.entries(value).every(([name, own]) => {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return property !== undefined && (!Object.hasOwn(property, "const") || property.const === own);
  });
}

function typesOf({ type, properties, items }: JsonSchema): string[] {
  if (Array.isArray(type)) return type;
  if (typeof type === "string") return [type];
  return properties ? ["object"] : items ? ["array"] : [];
}

const one = (types: readonly string[]): string | string[] => (types.length === 1 ? types[0]! : [...types]);

function typeOf(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

function allowsNull(schema: JsonSchema, made: ReadonlyMap<string, Part>): boolean {
  const part = typeof schema.$ref === "string" ? made.get(schema.$ref.slice("#/$defs/".length)) : undefined;
  if (part) return part.schema.$ref === undefined && allowsNull(part.schema, new Map());
  if (schema.anyOf) return schema.anyOf.some((choice) => allowsNull(choice as JsonSchema, made));
  return typesOf(schema).includes("null");
}

function orNull(schema: JsonSchema): JsonSchema {
  const { $ref, anyOf, type, enum: values } = schema;
  if ($ref !== undefined) return { anyOf: [schema, { type: "null" }] };
  if (anyOf) return { ...schema, anyOf: [...anyOf, { type: "null" }] };
  const types = Array.isArray(type) ? type : [type as string];
  return { ...schema, type: [...types, "null"], ...(values && { enum: [...values, null] }) };
}

/** The keywords that the subset has, and the others in words. */
function words(schema: JsonSchema): JsonSchema {
  const result: JsonSchema = {};
  const told: string[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (kept.has(keyword)) result[keyword] = value;
    else if (isCheck(keyword, value)) told.push(`${keyword}: ${JSON.stringify(value)}`);
  }
  if (told.length > 0) result.description = [schema.description, `(${told.join(", ")})`].filter(Boolean).join(" ");
  return result;
}

const structure = new Set(
  "type properties required additionalProperties items enum const anyOf oneOf allOf $ref $defs readOnly writeOnly deprecated nullable".split(
    " ",
  ),
);

/** Whether a keyword says something that a model should know, and that the subset has no keyword for. */
function isCheck(keyword: string, value: unknown): boolean {
  if (structure.has(keyword) || keyword.startsWith("x-") || keyword === "errorMessage") return false;
  if (keyword === "format") return !formats.has(value as string);
  if (keyword === "pattern") return !isPlainPattern(value);
  return true;
}

function isPlainPattern(pattern: unknown): pattern is string {
  return typeof pattern === "string" && !/\(\?[=!<]|\\[1-9pPbB]/.test(pattern);
}

function textChecks({ format, pattern }: JsonSchema & { pattern?: unknown }): JsonSchema {
  return {
    ...(format !== undefined && formats.has(format) && { format }),
    ...(isPlainPattern(pattern) && { pattern }),
  };
}
