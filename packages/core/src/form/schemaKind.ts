import type { JsonSchema } from "../schema/jsonSchema.ts";
import { isRecord } from "./pointer.ts";

/** `type: [x, "null"]`, `anyOf: [x, { type: "null" }]` and `enum: [x, null]` ask for one field that may stay empty. */
export function withoutNull(schema: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  let nullable = schema["nullable"] === true;
  let result = schema;
  if (Array.isArray(schema.type) && schema.type.length > 1 && schema.type.includes("null")) {
    const types = schema.type.filter((type) => type !== "null");
    result = { ...result, type: types.length === 1 ? types[0]! : types };
    nullable = true;
  }
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = result[keyword];
    if (!Array.isArray(branches)) continue;
    const rest = branches.filter(
      (branch) => !(isRecord(branch) && (branch["type"] === "null" || branch["const"] === null)),
    );
    if (rest.length === branches.length || rest.length === 0) continue;
    result = { ...result, [keyword]: rest };
    nullable = true;
  }
  return { schema: result, nullable };
}

/** Keywords whose schemas say what stands below, or what a value is in the words of another schema. */
const holding = [
  ...["properties", "items", "prefixItems", "additionalProperties", "patternProperties"],
  ...["$ref", "$dynamicRef", "$recursiveRef", "anyOf", "oneOf", "allOf"],
];
/** Keywords that say what a value is made of; others only limit it. */
export const structural = ["type", "enum", "const", ...holding];
export const hasStructure = (schema: JsonSchema): boolean => holding.some((keyword) => keyword in schema);

const typeTitles: Record<string, string> = {
  string: "Text",
  number: "Number",
  integer: "Whole number",
  boolean: "Yes or no",
  array: "List",
  object: "Fields",
  null: "Empty",
};
export const typeTitle = (type: string): string => typeTitles[type] ?? type;

/** The types that a schema names, or those that its keywords are about. */
export function typesOf(schema: JsonSchema): string[] {
  if (schema.type !== undefined) {
    return [schema.type].flat().filter((type) => typeof type === "string" && Object.hasOwn(typeTitles, type));
  }
  const has = (...keywords: string[]) => keywords.some((keyword) => keyword in schema);
  if (has("properties", "additionalProperties", "patternProperties", "required", "propertyNames", "minProperties"))
    return ["object"];
  if (has("items", "prefixItems", "minItems", "maxItems", "uniqueItems", "contains")) return ["array"];
  if (has("format", "pattern", "minLength", "maxLength")) return ["string"];
  return has("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf") ? ["number"] : [];
}
