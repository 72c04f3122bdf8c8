import { defineOwn } from "../json/defineOwn.ts";
import { isRecord } from "../json/record.ts";
import type { JsonSchema } from "./jsonSchema.ts";
import { normalizeSchema } from "./normalizeSchema.ts";
import { isGrammarOf } from "./pattern/formatGrammar.ts";
import { unicodePattern } from "./pattern/unicodePattern.ts";
import { dataKeywords, schemaMaps } from "./schemasIn.ts";

/** The drafts that the engines know, by the names that @cfworker/json-schema gives them. */
export type Dialect = "7" | "2019-09" | "2020-12";

/**
 * The draft that a schema's `$schema` names: 2020-12 where it names none, or an unknown one. What is older is put into
 * the words of draft 7.
 */
export function dialectOf(schema: JsonSchema | boolean): Dialect {
  const name = typeof schema === "object" && typeof schema.$schema === "string" ? schema.$schema : "";
  if (/draft-0[1-7]/.test(name)) return "7";
  return name.includes("2019-09") ? "2019-09" : "2020-12";
}

const maxDepth = 500;

/**
 * The engines' own copy of a schema: they write into it, and the caller's may be frozen. Other dialects are put into
 * the draft's words, patterns are made fit for the
 * `u` flag, `nullable: true` (OpenAPI) means that null is allowed, and `const: undefined` and the like are gone.
 * @throws RangeError when schemas are nested more than 500 deep.
 */
export function prepareSchema(schema: JsonSchema | boolean, guard: EngineGuard = noGuard): JsonSchema | boolean {
  const dialect = dialectOf(schema);
  const context: CopyContext = { refStandsAlone: dialect === "7", guard };
  return copySchema(normalizeSchema(schema), 0, context) as JsonSchema | boolean;
}

/** How an engine's copy avoids patterns that could keep it busy for ever, and formats that it checks wrongly. */
export interface EngineGuard {
  isSlow: (source: string) => boolean;
  /** The keyword that replaces a slow pattern. */
  replace: (source: string) => JsonSchema;
  /** Whether the copy leaves out this key of `patternProperties`. */
  leaveOut: (source: string) => boolean;
  /** The engine's name of a format; undefined leaves the keyword out. */
  formatOf: (name: string) => string | undefined;
  /** The keyword beside each reference by which the engine counts them; none where it counts by itself. */
  stepKeyword?: string;
  /** Whether items are compared with each other: the engine takes time quadratic in their number. */
  comparesItems: boolean;
}

/** Everything is checked as it is written. */
export const noGuard: EngineGuard = {
  isSlow: () => false,
  replace: () => ({}),
  leaveOut: () => false,
  formatOf: (name) => name,
  comparesItems: true,
};

/** The same for every part of one schema. */
interface CopyContext {
  refStandsAlone: boolean;
  guard: EngineGuard;
}

/** Beside `$ref`, drafts before 2019-09 ignore everything that checks. */
const besideRef = new Set(["$ref", "$schema", "$defs", "definitions", "title", "description", "default"]);

const references = ["$ref", "$dynamicRef", "$recursiveRef"];

function copySchema(schema: unknown, depth: number, context: CopyContext): unknown {
  if (depth > maxDepth) throw new RangeError(`schemas are nested more than ${maxDepth} deep`);
  if (Array.isArray(schema)) return schema.map((part) => copySchema(part, depth + 1, context));
  if (typeof schema !== "object" || schema === null) return schema;
  const copy: Record<string | symbol, unknown> = {};
  const guards: JsonSchema[] = [];
  const format = formatOfPattern(schema as JsonSchema);
  if (format !== undefined) copy[formatInWords] = format;
  for (const [keyword, value] of Object.entries(schema)) {
    if (value === undefined || (context.refStandsAlone && "$ref" in schema && !besideRef.has(keyword))) continue;
    if (keyword === "uniqueItems" && !context.guard.comparesItems) continue;
    let own: unknown;
    if (dataKeywords.has(keyword)) own = value;
    else if (keyword === "patternProperties") own = copyPatternMap(value, depth + 1, context, copy);
    else if (schemaMaps.has(keyword)) own = copyMap(value, depth + 1, context);
    else if (keyword === "pattern" && typeof value === "string") {
      const source = unicodePattern(value);
      if (source === undefined) continue;
      if (context.guard.isSlow(source)) {
        guards.push({ ...context.guard.replace(source), ...(format !== undefined && { [formatInWords]: format }) });
        continue;
      }
      own = source;
    } else if (keyword === "format" && typeof value === "string") {
      if (format !== undefined) continue;
      own = context.guard.formatOf(value);
      if (own === undefined) continue;
    } else own = copySchema(value, depth + 1, context);
    defineOwn(copy, keyword, own);
  }
  if (context.guard.stepKeyword !== undefined && references.some((keyword) => keyword in copy)) {
    copy[context.guard.stepKeyword] = true;
  }
  if (guards.length > 0) copy["allOf"] = [...(Array.isArray(copy["allOf"]) ? copy["allOf"] : []), ...guards];
  if (leftOut in copy) openUp(copy);
  // The value of a discriminator says which branch it is, where the branches themselves do not.
  if (isRecord(copy["discriminator"]) && Array.isArray(copy["oneOf"]) && copy["anyOf"] === undefined) {
    copy["anyOf"] = copy["oneOf"];
    delete copy["oneOf"];
  }
  return copy["nullable"] === true ? allowNull(copy) : copy;
}

/** The keyword of an engine's copy that names the format which the pattern beside it says in whole. */
export const formatInWords = "callboard:format";

function formatOfPattern({ format, pattern }: JsonSchema): string | undefined {
  if (typeof format !== "string" || typeof pattern !== "string") return undefined;
  const source = unicodePattern(pattern);
  return source !== undefined && isGrammarOf(format, source) ? format : undefined;
}

function copyMap(map: unknown, depth: number, context: CopyContext): unknown {
  if (typeof map !== "object" || map === null || Array.isArray(map)) return map;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(map)) defineOwn(copy, key, copySchema(value, depth, context));
  return copy;
}

/** Marks a schema whose copy lacks some of its `patternProperties`. */
const leftOut = Symbol("left out");

function copyPatternMap(
  map: unknown,
  depth: number,
  context: CopyContext,
  owner: Record<string | symbol, unknown>,
): unknown {
  if (typeof map !== "object" || map === null || Array.isArray(map)) return map;
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(map)) {
    const source = unicodePattern(key);
    if (source !== undefined && context.guard.leaveOut(source)) owner[leftOut] = true;
    else if (source !== undefined) defineOwn(copy, source, copySchema(value, depth, context));
  }
  return copy;
}

/** A schema that lost a name pattern cannot refuse a name as unknown. */
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
  // What stands beside it may refuse null all the same.
  const deciding = ["$ref", "allOf", "anyOf", "oneOf", "const"].filter((keyword) => keyword in schema);
  if (deciding.length === 0) return schema;
  const { $id, $defs, definitions, $anchor, ...rest } = schema;
  const kept = Object.fromEntries(
    Object.entries({ $id, $defs, definitions, $anchor }).filter(([, value]) => value !== undefined),
  );
  return { ...kept, anyOf: [rest, { type: "null" }] };
}
