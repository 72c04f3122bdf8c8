import { defineOwn } from "./defineOwn.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { unicodePattern } from "./pattern.ts";
import { dataKeywords, schemaMaps } from "./schemasIn.ts";

/** The drafts that the engines know, by the names that @cfworker/json-schema gives them. */
export type Dialect = "4" | "7" | "2019-09" | "2020-12";

/** The draft that a schema's `$schema` names: 2020-12 where it names none or one unknown. */
export function dialectOf(schema: JsonSchema | boolean): Dialect {
  const name = typeof schema === "object" && typeof schema.$schema === "string" ? schema.$schema : "";
  if (name.includes("draft-04")) return "4";
  if (name.includes("draft-06") || name.includes("draft-07")) return "7";
  return name.includes("2019-09") ? "2019-09" : "2020-12";
}

const maxDepth = 500;

/**
 * The engines' own copy of a schema: they write into it, and the caller's may be frozen. Patterns are made fit for the
 * `u` flag, `nullable: true` (OpenAPI) means that null is allowed, and `const: undefined` and the like are gone.
 * @throws RangeError when schemas are nested more than 500 deep.
 */
export function prepareSchema(
  schema: JsonSchema | boolean,
  patterns: PatternGuard = keepPatterns,
): JsonSchema | boolean {
  const dialect = dialectOf(schema);
  const way: Way = { refStandsAlone: dialect === "4" || dialect === "7", patterns };
  return copySchema(schema, 0, way) as JsonSchema | boolean;
}

/** What an engine does about patterns that could keep it busy for ever. */
export interface PatternGuard {
  isSlow: (source: string) => boolean;
  /** The keyword that asks in its place. */
  replace: (source: string) => JsonSchema;
  /** Whether one of `patternProperties` is left out of the copy. */
  leaveOut: (source: string) => boolean;
}

const keepPatterns: PatternGuard = { isSlow: () => false, replace: () => ({}), leaveOut: () => false };

/** What is the same all through one schema. */
interface Way {
  refStandsAlone: boolean;
  patterns: PatternGuard;
}

/** Beside `$ref`, drafts before 2019-09 ignore everything that checks. */
const besideRef = new Set(["$ref", "$schema", "$defs", "definitions", "title", "description", "default"]);

function copySchema(schema: unknown, depth: number, way: Way): unknown {
  if (depth > maxDepth) throw new RangeError(`schemas are nested more than ${maxDepth} deep`);
  if (Array.isArray(schema)) return schema.map((part) => copySchema(part, depth + 1, way));
  if (typeof schema !== "object" || schema === null) return schema;
  const copy: Record<string | symbol, unknown> = {};
  const guards: JsonSchema[] = [];
  for (const [keyword, value] of Object.entries(schema)) {
    if (value === undefined || (way.refStandsAlone && "$ref" in schema && !besideRef.has(keyword))) continue;
    let own: unknown;
    if (dataKeywords.has(keyword)) own = value;
    else if (keyword === "patternProperties") own = copyPatternMap(value, depth + 1, way, copy);
    else if (schemaMaps.has(keyword)) own = copyMap(value, depth + 1, way);
    else if (keyword === "pattern" && typeof value === "string") {
      const source = unicodePattern(value);
      if (source === undefined) continue;
      if (way.patterns.isSlow(source)) {
        guards.push(way.patterns.replace(source));
        continue;
      }
      own = source;
    } else own = copySchema(value, depth + 1, way);
    defineOwn(copy, keyword, own);
  }
  if (guards.length > 0) copy["allOf"] = [...(Array.isArray(copy["allOf"]) ? copy["allOf"] : []), ...guards];
  if (leftOut in copy) openUp(copy);
  return copy["nullable"] === true ? allowNull(copy) : copy;
}

function copyMap(map: unknown, depth: number, way: Way): unknown {
  if (typeof map !== "object" || map === null || Array.isArray(map)) return map;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(map)) defineOwn(copy, key, copySchema(value, depth, way));
  return copy;
}

/** Marks a schema of whose `patternProperties` some were left out. */
const leftOut = Symbol("left out");

function copyPatternMap(map: unknown, depth: number, way: Way, owner: Record<string | symbol, unknown>): unknown {
  if (typeof map !== "object" || map === null || Array.isArray(map)) return map;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(map)) {
    const source = unicodePattern(key);
    if (source !== undefined && way.patterns.leaveOut(source)) owner[leftOut] = true;
    else if (source !== undefined) defineOwn(copy, source, copySchema(value, depth, way));
  }
  return copy;
}

/** Where it is not known which names a pattern takes, none can be refused for being unknown. */
function openUp(schema: Record<string | symbol, unknown>): void {
  delete schema[leftOut];
  delete schema["additionalProperties"];
  delete schema["unevaluatedProperties"];
}

function allowNull(schema: Record<string | symbol, unknown>): Record<string | symbol, unknown> {
  const { type, enum: members } = schema;
  if (typeof type === "string" && type !== "null") schema["type"] = [type, "null"];
  else if (Array.isArray(type) && !type.includes("null")) schema["type"] = [...type, "null"];
  if (Array.isArray(members) && !members.includes(null)) schema["enum"] = [...members, null];
  return schema;
}
