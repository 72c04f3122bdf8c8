import type { JsonSchema } from "../schema/jsonSchema.ts";
import { schemaCondition } from "./conditions.ts";
import { isRecord } from "./pointer.ts";

/** More schemas than these are not looked at: such a form is drawn by its model. */
const mostSchemas = 20_000;

/** Keywords whose value is data: what stands in it only looks like a schema. */
const dataKeywords = new Set(["const", "enum", "default", "examples", "example"]);
const schemaMaps = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);

/**
 * The keywords of a schema by which fields come and go, or entries are described, in ways that the form model has no word
 * for: an `if` that asks more than a condition can say, and what `unevaluated…` describes. Empty for nearly every schema.
 */
export function beyondModel(schema: JsonSchema | boolean): string[] {
  const found = new Set<string>();
  const seen = new Set<unknown>();
  const pending: unknown[] = [schema];
  while (pending.length > 0 && seen.size < mostSchemas) {
    const part = pending.pop();
    if (typeof part !== "object" || part === null || seen.has(part)) continue;
    seen.add(part);
    if (Array.isArray(part)) {
      for (const member of part) pending.push(member);
      continue;
    }
    const { if: test, then, else: otherwise } = part as JsonSchema;
    if (isRecord(test) && (bringsFields(then) || bringsFields(otherwise)) && !schemaCondition(test)) found.add("if");
    for (const keyword of ["unevaluatedProperties", "unevaluatedItems"])
      if (describes((part as JsonSchema)[keyword])) found.add(keyword);
    for (const [keyword, value] of Object.entries(part)) {
      if (schemaMaps.has(keyword) && isRecord(value)) pending.push(...Object.values(value));
      else if (!dataKeywords.has(keyword)) pending.push(value);
    }
  }
  return [...found];
}

/** A mere limit needs no field of its own. */
const fieldKeywords = ["properties", "patternProperties", "$ref", "allOf", "anyOf", "oneOf", "items", "if", "enum"];
const bringsFields = (branch: unknown): boolean =>
  isRecord(branch) && fieldKeywords.some((keyword) => keyword in branch);

const describes = (rest: unknown): boolean => isRecord(rest) && Object.keys(rest).length > 0;
