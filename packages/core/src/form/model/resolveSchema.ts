import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { sameJson } from "../../json/sameJson.ts";
import { defineOwn } from "../../json/defineOwn.ts";
import { pointerSegments, readPath } from "../../json/pointer.ts";
import { asRecord, isRecord } from "../../json/record.ts";

/** A rule of an `if`, or of a dependency, that the schema carries beside its fields. */
export interface Conditional {
  if: unknown;
  then?: unknown;
  else?: unknown;
}

/** A schema with its `$ref`s followed and its `allOf`s merged. */
export interface FlatSchema {
  schema: JsonSchema;
  conditionals: Conditional[];
  /** The `$ref`s that were followed, for seeing a circle. */
  refs: string[];
  /** A `$ref` that leads nowhere here, or back to where it is being resolved. */
  unresolved?: string;
  circular?: string;
}

/** How many schemas may be merged into one; the document's check covers the others. */
const mergeLimit = 500;

/**
 * Follows local `$ref`s and merges `allOf`, for reading: what of the parts cannot be said in one schema is left out.
 */
export function flattenSchema(
  root: JsonSchema | boolean,
  schema: JsonSchema,
  above: readonly string[],
  findNamed: (name: string) => unknown,
  here: readonly string[] = [],
): FlatSchema {
  const result: FlatSchema = { schema: {}, conditionals: [], refs: [] };
  let merges = 0;
  const merge = (part: JsonSchema, refs: readonly string[]): void => {
    if (++merges > mergeLimit || result.unresolved !== undefined || result.circular !== undefined) return;
    const { allOf, if: condition, then, else: otherwise, dependentSchemas, dependencies, ...rest } = part;
    // A reference that is followed says nothing more.
    const { $ref: _ref, $dynamicRef: _dynamic, $recursiveRef: _recursive, ...keywords } = rest;
    result.schema = mergeSchemas(result.schema, keywords);
    if (isRecord(condition) || typeof condition === "boolean") {
      result.conditionals.push({ if: condition, then, else: otherwise });
    }
    for (const dependents of [dependencies, dependentSchemas, keywords["dependentRequired"]]) {
      for (const [key, dependent] of Object.entries(asRecord(dependents))) {
        const then = Array.isArray(dependent) ? { required: dependent } : dependent;
        result.conditionals.push({ if: { required: [key] }, then });
      }
    }
    const $ref = refOf(part);
    if ($ref !== undefined) {
      // A schema that refers to itself at the same place adds nothing.
      if (refs.includes($ref)) return;
      // Nor does a schema that was merged already, or whose branch this is.
      if (result.refs.includes($ref) || here.includes($ref)) return;
      if (above.includes($ref)) result.circular = $ref;
      else {
        const target = resolveRef(root, $ref, findNamed);
        if (target === undefined) result.unresolved = $ref;
        else if (isRecord(target)) {
          result.refs.push($ref);
          merge(target as JsonSchema, [...refs, $ref]);
        }
      }
    }
    if (Array.isArray(allOf)) for (const member of allOf) if (isRecord(member)) merge(member as JsonSchema, refs);
  };
  merge(schema, []);
  return result;
}

/** The target of a schema's reference, under any draft's keyword. */
export function refOf({ $ref, $dynamicRef, $recursiveRef }: JsonSchema): string | undefined {
  const ref = $ref ?? $dynamicRef ?? $recursiveRef;
  return typeof ref === "string" ? ref : undefined;
}

/** What a reference leads to within its document; undefined where it leads nowhere. */
export function resolveRef(root: JsonSchema | boolean, ref: string, findNamed: (name: string) => unknown): unknown {
  if (ref === "#") return root;
  const cut = ref.indexOf("#/");
  if (cut < 0) return findNamed(ref.endsWith("#") ? ref.slice(0, -1) : ref);
  // A whole address may well be that of this very document.
  const holder = cut === 0 ? root : findNamed(ref.slice(0, cut));
  try {
    return readPath(holder, pointerSegments(decodeURIComponent(ref.slice(cut + 1))));
  } catch {
    return undefined;
  }
}

/** Finds schemas by `$anchor` and `$id`; the whole document is read once, on the first question. */
export function createNameIndex(root: unknown): (name: string) => unknown {
  let index: Map<string, unknown> | undefined;
  return (name) => {
    if (!index) {
      index = new Map();
      const pending: unknown[] = [root];
      for (let seen = 0; pending.length > 0 && seen < 50_000; seen++) {
        const schema = pending.pop();
        if (typeof schema !== "object" || schema === null) continue;
        if (!Array.isArray(schema)) {
          const { $id, id, $anchor, $dynamicAnchor } = schema as JsonSchema;
          for (const name of [$id, schema === root ? id : undefined])
            if (typeof name === "string") index.set(name.replace(/#$/, ""), schema);
          for (const name of [$anchor, $dynamicAnchor]) if (typeof name === "string") index.set(`#${name}`, schema);
        }
        pending.push(...Object.values(schema));
      }
    }
    return index.get(name);
  };
}

const higher = new Set(["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"]);
const lower = new Set(["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"]);

/** Both schemas as one. Annotations of the first win; what cannot be said together keeps the first's word. */
export function mergeSchemas(first: JsonSchema, second: JsonSchema): JsonSchema {
  const merged: JsonSchema = { ...first };
  for (const [keyword, theirs] of Object.entries(second)) {
    if (theirs === undefined) continue;
    const ours = Object.hasOwn(merged, keyword) ? merged[keyword] : undefined;
    defineOwn(merged, keyword, ours === undefined ? theirs : mergeKeyword(keyword, ours, theirs));
  }
  return merged;
}

function mergeKeyword(keyword: string, ours: unknown, theirs: unknown): unknown {
  if (keyword === "properties" || keyword === "patternProperties" || keyword === "$defs" || keyword === "definitions") {
    return isRecord(ours) && isRecord(theirs) ? mergeMaps(ours, theirs) : ours;
  }
  if (keyword === "required" && Array.isArray(ours) && Array.isArray(theirs)) return [...new Set([...ours, ...theirs])];
  if (keyword === "type") return commonTypes(ours, theirs);
  if (keyword === "enum" && Array.isArray(ours) && Array.isArray(theirs)) {
    return ours.filter((member) => theirs.some((other) => sameJson(member, other)));
  }
  if (higher.has(keyword) && typeof ours === "number" && typeof theirs === "number") return Math.max(ours, theirs);
  if (lower.has(keyword) && typeof ours === "number" && typeof theirs === "number") return Math.min(ours, theirs);
  if ((keyword === "anyOf" || keyword === "oneOf") && Array.isArray(ours) && Array.isArray(theirs)) {
    // One of each: every pair, where those are few.
    if (ours.length * theirs.length > 36) return ours;
    return ours.flatMap((one) => theirs.map((other) => ({ ...titleOf(one), allOf: [one, other] })));
  }
  if (keyword === "items" || keyword === "additionalProperties") {
    if (ours === false || theirs === false) return false;
    if (isRecord(ours) && isRecord(theirs)) return { allOf: [ours, theirs] };
    return ours === true ? theirs : ours;
  }
  return ours;
}

const titleOf = (schema: unknown) =>
  isRecord(schema) && typeof schema["title"] === "string" ? { title: schema["title"] } : {};

function mergeMaps(ours: Record<string, unknown>, theirs: Record<string, unknown>): Record<string, unknown> {
  const merged = { ...ours };
  for (const [key, schema] of Object.entries(theirs)) {
    const before = Object.hasOwn(merged, key) ? merged[key] : undefined;
    if (before === undefined || before === true) defineOwn(merged, key, schema);
    else if (isRecord(before) && isRecord(schema)) defineOwn(merged, key, { allOf: [before, schema] });
    else if (schema === false) defineOwn(merged, key, false);
  }
  return merged;
}

function commonTypes(ours: unknown, theirs: unknown): unknown {
  const left = [ours].flat();
  const right = [theirs].flat();
  const common = left.flatMap((type) => {
    if (right.includes(type)) return [type];
    if (type === "number" && right.includes("integer")) return ["integer"];
    return type === "integer" && right.includes("number") ? ["integer"] : [];
  });
  return common.length === 0 ? ours : common.length === 1 ? common[0] : common;
}
