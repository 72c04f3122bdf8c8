import { mergeSchemas, type JsonSchema } from "@callboard/core/form";
import { isRecord } from "@callboard/react/internal-form";

/** Deeper than this, schemas are drawn as they are. */
const deepest = 200;

const originals = new WeakMap<object, JsonSchema>();

/** Keywords whose value is data: what stands in it only looks like a schema. */
const dataKeywords = new Set(["const", "enum", "default", "examples", "example"]);
const schemaMaps = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);

/** Newer keywords that rjsf knows under older names; the engines accept both under this dialect. */
const dialect = "https://json-schema.org/draft/2019-09/schema";

/**
 * A schema in the words that rjsf can draw: tuples as `items`, dependent schemas as `dependencies`, what `unevaluated…`
 * describes as `additional…`, an optional null as no choice of its own. The same object where all is well.
 */
export function drawnSchema(schema: JsonSchema): JsonSchema {
  const drawn = rewrite(schema, 0) as JsonSchema;
  if (drawn === schema) return schema;
  const whole = { ...drawn, $schema: dialect };
  originals.set(whole, schema);
  return whole;
}

/** The schema that is checked, by the schema that is drawn. */
export const originalSchema = (schema: JsonSchema): JsonSchema => originals.get(schema) ?? schema;

function rewrite(given: unknown, depth: number): unknown {
  if (depth > deepest || typeof given !== "object" || given === null) return given;
  if (Array.isArray(given)) return changed(given, (part) => rewrite(part, depth + 1)) as unknown[];
  const part = given as JsonSchema;
  let own: JsonSchema = part;
  for (const [keyword, value] of Object.entries(part)) {
    if (dataKeywords.has(keyword)) continue;
    const next =
      schemaMaps.has(keyword) && isRecord(value)
        ? changed(value, (inner, name) => named(rewrite(inner, depth + 1), keyword === "properties" ? name : undefined))
        : rewrite(value, depth + 1);
    if (next !== value) own = put(own, part, keyword, next);
  }
  return reword(own);
}

function reword(part: JsonSchema): JsonSchema {
  const { prefixItems, unevaluatedItems, unevaluatedProperties, dependentSchemas, dependentRequired } = part;
  let own = part;
  if (Array.isArray(prefixItems)) {
    const { prefixItems: _places, items, ...rest } = own;
    own = { ...rest, items: prefixItems, ...(items !== undefined && { additionalItems: items }) };
  }
  if (isRecord(unevaluatedItems)) {
    const { unevaluatedItems: _rest, ...rest } = own;
    own = Array.isArray(rest.items)
      ? { additionalItems: unevaluatedItems, ...rest }
      : { items: unevaluatedItems, ...rest };
  }
  if (isRecord(unevaluatedProperties)) {
    const { unevaluatedProperties: _rest, ...rest } = own;
    own = { additionalProperties: unevaluatedProperties, ...rest } as JsonSchema;
  }
  if (isRecord(dependentSchemas) || isRecord(dependentRequired)) {
    const { dependentSchemas: _schemas, dependentRequired: _required, dependencies, ...rest } = own;
    const all: Record<string, unknown> = { ...(isRecord(dependencies) ? dependencies : {}) };
    for (const [key, names] of Object.entries(isRecord(dependentRequired) ? dependentRequired : {})) all[key] = names;
    for (const [key, schema] of Object.entries(isRecord(dependentSchemas) ? dependentSchemas : {}))
      all[key] = Array.isArray(all[key]) && isRecord(schema) ? { allOf: [schema, { required: all[key] }] } : schema;
    own = { ...rest, dependencies: all };
  }
  if (isRecord(own["dependencies"])) {
    const dependencies = changed(own["dependencies"], branchesByTest);
    if (dependencies !== own["dependencies"]) own = { ...own, dependencies };
  }
  return withoutNullChoice(own);
}

/** Branches with constants of the property: rjsf demands that exactly one matches, so each is a test of its own. */
function branchesByTest(dependent: unknown, key: string): unknown {
  if (!isRecord(dependent) || !Array.isArray(dependent["oneOf"])) return dependent;
  const { oneOf, allOf, ...rest } = dependent;
  const members: unknown[] = [];
  for (const branch of oneOf as unknown[]) {
    if (!isRecord(branch) || !isRecord(branch["properties"]) || !Object.hasOwn(branch["properties"], key))
      return dependent;
    const { [key]: test, ...properties } = branch["properties"];
    members.push({ if: { properties: { [key]: test }, required: [key] }, then: { ...branch, properties } });
  }
  return { ...rest, allOf: [...(Array.isArray(allOf) ? (allOf as unknown[]) : []), ...members] };
}

/**
 * Merges an `allOf` for drawing: parts that contradict each other are drawn as the first has it, for the check to
 * refuse.
 */
export function mergeAllOf<S>(schema: S): S {
  const { allOf, ...own } = schema as JsonSchema;
  const merged = (allOf ?? []).reduce<JsonSchema>((before, part) => {
    if (!isRecord(part)) return before;
    const next = "allOf" in part ? mergeAllOf(part as JsonSchema) : (part as JsonSchema);
    const both = mergeSchemas(before, next);
    // A field without any choice could not be filled in.
    if (Array.isArray(both.enum) && both.enum.length === 0) both.enum = before.enum ?? next.enum ?? [];
    return both;
  }, own as JsonSchema);
  return merged as S;
}

/** `anyOf: [text, null]` is one field that may stay empty. */
function withoutNullChoice(part: JsonSchema): JsonSchema {
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const { [keyword]: branches, ...rest } = part;
    if (!Array.isArray(branches) || branches.length !== 2 || rest.type !== undefined) continue;
    const some = branches.filter((branch) => !(isRecord(branch) && branch["type"] === "null"));
    const [branch] = some;
    if (some.length !== 1 || !isRecord(branch) || typeof branch["type"] !== "string") continue;
    if (["$ref", "const", "enum"].some((name) => name in branch)) continue;
    return { ...branch, ...rest, type: [branch["type"], "null"] };
  }
  return part;
}

/** A property that may be anything is asked for as JSON; rjsf leaves one without a word out. */
const named = (schema: unknown, name: string | undefined): unknown =>
  name !== undefined && (schema === true || (isRecord(schema) && Object.keys(schema).length === 0))
    ? { title: name }
    : schema;

function put(own: JsonSchema, part: JsonSchema, keyword: string, value: unknown): JsonSchema {
  const copy = own === part ? { ...part } : own;
  Object.defineProperty(copy, keyword, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

/** A copy with its parts changed; the same object where none was. */
function changed<T extends object>(holder: T, change: (part: unknown, key: string) => unknown): T {
  let copy: T | undefined;
  for (const [key, part] of Object.entries(holder)) {
    const next = change(part, key);
    if (next === part) continue;
    copy ??= (Array.isArray(holder) ? [...(holder as unknown[])] : { ...holder }) as T;
    Object.defineProperty(copy, key, { value: next, enumerable: true, configurable: true, writable: true });
  }
  return copy ?? holder;
}
