import { defineOwn } from "../json/defineOwn.ts";
import { pointerSegments, readPath } from "../json/pointer.ts";
import { isRecord } from "../json/record.ts";
import { sameJson } from "../json/sameJson.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import { dataKeywords, schemaMaps } from "../schema/schemasIn.ts";

const DEEPEST = 100;

/** Keywords that say where a schema is from, not what it takes. */
const leftOut = new Set(["$schema", "$id", "id", "$comment", "$anchor", "$defs", "definitions", "$vocabulary"]);

/** The keywords that come first, in this order; the others follow by name. */
const first = ["type", "description", "properties", "required", "additionalProperties", "items", "enum", "anyOf"];

/**
 * A tool's input as every provider takes it: an object at the top with no union there, each schema an object, each
 * `$ref` into `$defs`. A union becomes one object of all its properties, and says in words which belong together; the
 * tool's own schema still checks what comes. The same schema gives the same bytes, in whatever order its keywords
 * stand. Properties keep their order.
 */
export function toModelSchema(schema: JsonSchema): JsonSchema {
  const definitions: Record<string, JsonSchema> = {};
  const root = copyWith(schema, definitions)(schema, 0);
  const flat = asObject(flatten(root, definitions, 0));
  const used = usedDefinitions(flat, definitions);
  return inOrder(used ? { ...flat, $defs: used } : flat) as JsonSchema;
}

/** Any schema, such as an output's, with its definitions in `$defs` and its keywords in order. */
export function toPlainSchema(schema: JsonSchema): JsonSchema {
  const definitions: Record<string, JsonSchema> = {};
  const root = resolve(copyWith(schema, definitions)(schema, 0), definitions);
  const used = usedDefinitions(root, definitions);
  return inOrder(used ? { ...root, $defs: used } : root) as JsonSchema;
}

/** Copies parts of a document; what a local `$ref` leads to becomes a definition. */
function copyWith(document: JsonSchema, definitions: Record<string, JsonSchema>) {
  const names = new Map<string, string>();
  const copy = (part: unknown, depth: number): JsonSchema => {
    if (part === false) return { not: {} };
    if (!isRecord(part) || depth > DEEPEST) return {};
    const result: JsonSchema = {};
    for (const [keyword, value] of Object.entries(part)) {
      if (value === undefined || leftOut.has(keyword)) continue;
      if (keyword === "$ref") {
        const name = typeof value === "string" ? nameOf(value, depth) : undefined;
        if (name !== undefined) result.$ref = name;
      } else if (dataKeywords.has(keyword)) result[keyword] = value;
      else if (schemaMaps.has(keyword) && isRecord(value)) result[keyword] = copyMap(value, depth);
      else result[keyword] = copyValue(value, depth, keyword);
    }
    return result;
  };
  const copyMap = (map: Record<string, unknown>, depth: number) => {
    const result: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(map)) {
      // `dependencies` may hold lists of names.
      defineOwn(result, name, Array.isArray(value) ? value : copy(value, depth + 1));
    }
    return result;
  };
  const copyValue = (value: unknown, depth: number, keyword: string): unknown => {
    if (Array.isArray(value)) {
      return value.map((part) => (isRecord(part) || /Of$|tems$/.test(keyword) ? copy(part, depth + 1) : part));
    }
    if (isRecord(value)) return copy(value, depth + 1);
    return keyword === "items" && typeof value === "boolean" ? copy(value, depth + 1) : value;
  };
  const nameOf = (pointer: string, depth: number): string | undefined => {
    if (pointer === "#") return "#";
    const known = names.get(pointer);
    if (known !== undefined) return known;
    const target = targetOf(document, pointer);
    if (target === undefined) return undefined;
    const stem =
      pointer
        .split("/")
        .at(-1)!
        .replace(/[^A-Za-z0-9_-]/g, "_") || "part";
    let name = stem;
    for (let more = 2; Object.hasOwn(definitions, name); more++) name = `${stem}_${more}`;
    names.set(pointer, `#/$defs/${name}`);
    definitions[name] = {};
    definitions[name] = copy(target, depth + 1);
    return `#/$defs/${name}`;
  };
  return copy;
}

function targetOf(document: JsonSchema, pointer: string): unknown {
  return pointer.startsWith("#/") ? readPath(document, pointerSegments(decoded(pointer.slice(1)))) : undefined;
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** A schema without a `$ref` at its top. */
function resolve(schema: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>): JsonSchema {
  let result = schema;
  for (let steps = 0; typeof result.$ref === "string" && steps < 20; steps++) {
    const { $ref, ...rest } = result;
    result = { ...definitions[$ref.slice("#/$defs/".length)], ...rest };
  }
  const { $ref: _ref, ...rest } = result;
  return rest;
}

/** One object with all properties of a union's variants, and of all parts that hold together. */
function flatten(given: JsonSchema, definitions: Readonly<Record<string, JsonSchema>>, depth: number): JsonSchema {
  const schema = resolve(given, definitions);
  const { anyOf, oneOf, allOf, ...rest } = schema;
  if ((!anyOf && !oneOf && !allOf) || depth > 8) return rest;
  const parts = (list: unknown) =>
    (Array.isArray(list) ? list : [])
      .map((part) => flatten(part as JsonSchema, definitions, depth + 1))
      .filter(({ type, properties }) => properties !== undefined || type === undefined || hasType(type, "object"));
  const together = parts(allOf);
  const variants = [parts(anyOf), parts(oneOf)].filter((list) => list.length > 0);
  const merged = mergeProperties([rest, ...together, ...variants.flat()]);
  const required = new Set([rest, ...together].flatMap(requiredOf));
  for (const list of variants) {
    for (const name of requiredOf(list[0]!)) {
      if (list.every((variant) => requiredOf(variant).includes(name))) required.add(name);
    }
  }
  const words = variants.map((list) => inWords(list, required)).filter((text) => text !== "");
  const { properties: _properties, required: _required, ...others } = rest;
  const closed = [...together, ...variants.flat()].every((part) => part.additionalProperties === false);
  const description = [rest.description, ...words].filter((text) => text).join(" ");
  return {
    ...others,
    type: "object",
    ...(description && { description }),
    properties: merged,
    ...(required.size > 0 && { required: [...required] }),
    ...(closed && rest.additionalProperties === undefined && { additionalProperties: false }),
  };
}

function requiredOf({ required }: JsonSchema): string[] {
  return Array.isArray(required) ? required : [];
}

function mergeProperties(parts: readonly JsonSchema[]): Record<string, JsonSchema> {
  const merged: Record<string, JsonSchema> = {};
  for (const { properties = {} } of parts) {
    for (const [name, schema] of Object.entries(properties as Record<string, JsonSchema>)) {
      const before = Object.hasOwn(merged, name) ? merged[name] : undefined;
      defineOwn(merged, name, before ? eitherOf(before, schema) : schema);
    }
  }
  return merged;
}

/** What takes the values of both. */
function eitherOf(one: JsonSchema, other: JsonSchema): JsonSchema {
  if (sameJson(one, other)) return one;
  const [values, more] = [valuesOf(one), valuesOf(other)];
  if (values && more) {
    const { const: _const, ...rest } = one;
    return { ...rest, enum: [...values, ...more.filter((value) => !values.some((known) => sameJson(known, value)))] };
  }
  const isChoice = Array.isArray(one.anyOf) && Object.keys(one).length === 1;
  const choices = isChoice ? (one.anyOf as JsonSchema[]) : [one];
  return { anyOf: choices.some((choice) => sameJson(choice, other)) ? choices : [...choices, other] };
}

function valuesOf(schema: JsonSchema): unknown[] | undefined {
  if (Object.hasOwn(schema, "const")) return [schema.const];
  return Array.isArray(schema.enum) ? schema.enum : undefined;
}

/** Which properties belong together, for a model. */
function inWords(variants: readonly JsonSchema[], always: ReadonlySet<string>): string {
  const texts = variants.map((variant) => {
    const properties = (variant.properties ?? {}) as Record<string, JsonSchema>;
    const fixed = Object.entries(properties).filter(([, schema]) => Object.hasOwn(schema, "const"));
    const needs = requiredOf(variant).filter((name) => !always.has(name) && !fixed.some(([key]) => key === name));
    const when = fixed.map(([name, schema]) => `${name} ${JSON.stringify(schema.const)}`).join(", ");
    if (when && needs.length > 0) return `${when} needs ${needs.join(", ")}`;
    return when || needs.join(", ");
  });
  const said = [...new Set(texts.filter((text) => text !== ""))];
  return said.length < 2 ? "" : `Give what one of these needs: ${said.join("; ")}.`;
}

function hasType(type: unknown, name: string): boolean {
  return type === name || (Array.isArray(type) && type.includes(name));
}

/** The top of an input: providers refuse one that could be anything else than an object. */
function asObject({ not: _not, enum: _enum, const: _const, ...schema }: JsonSchema): JsonSchema {
  return { ...schema, type: "object", properties: isRecord(schema.properties) ? schema.properties : {} } as JsonSchema;
}

/** The definitions that are still referred to; undefined where none is. */
function usedDefinitions(
  root: JsonSchema,
  definitions: Readonly<Record<string, JsonSchema>>,
): Record<string, JsonSchema> | undefined {
  const used = new Set<string>();
  const look = (part: unknown): void => {
    if (Array.isArray(part)) return part.forEach(look);
    if (!isRecord(part)) return;
    const name = typeof part["$ref"] === "string" ? part["$ref"].slice("#/$defs/".length) : "";
    if (Object.hasOwn(definitions, name) && !used.has(name)) {
      used.add(name);
      look(definitions[name]);
    }
    for (const [keyword, value] of Object.entries(part)) if (!dataKeywords.has(keyword)) look(value);
  };
  look(root);
  return used.size === 0 ? undefined : Object.fromEntries([...used].sort().map((name) => [name, definitions[name]!]));
}

/** Keywords in one order; names of properties, and data, as they are. */
function inOrder(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(inOrder);
  if (!isRecord(part)) return part;
  const result: Record<string, unknown> = {};
  for (const keyword of Object.keys(part).sort(byKeyword)) {
    const value = part[keyword];
    if (dataKeywords.has(keyword)) result[keyword] = value;
    else if (schemaMaps.has(keyword) && isRecord(value)) {
      const map: Record<string, unknown> = {};
      for (const [name, schema] of Object.entries(value)) defineOwn(map, name, inOrder(schema));
      result[keyword] = map;
    } else result[keyword] = inOrder(value);
  }
  return result;
}

function byKeyword(one: string, other: string): number {
  const [a, b] = [first.indexOf(one), first.indexOf(other)];
  if (a !== b && (a === -1 || b === -1)) return a === -1 ? 1 : -1;
  return a !== b ? a - b : one < other ? -1 : 1;
}
