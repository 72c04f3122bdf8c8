import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { isRecord } from "../../json/record.ts";

/**
 * `type: [x, "null"]`, `anyOf: [x, { type: "null" }]` and `enum: [x, null]` ask for one field that may stay empty,
 * where no other keyword forbids null.
 */
export function withoutNull(schema: JsonSchema): { schema: JsonSchema; nullable: boolean } {
  let allowed = schema["nullable"] === true;
  let forbidden = false;
  let result = schema;
  const admit = (allows: boolean): void => void (allows ? (allowed = true) : (forbidden = true));
  if (schema.type !== undefined) {
    const types = [schema.type].flat();
    admit(types.includes("null"));
    const rest = types.filter((type) => type !== "null");
    if (rest.length > 0 && rest.length < types.length)
      result = { ...result, type: rest.length === 1 ? rest[0]! : rest };
  }
  if (Array.isArray(schema.enum)) admit(schema.enum.includes(null));
  else if (schema.const !== undefined) admit(schema.const === null);
  for (const keyword of ["anyOf", "oneOf"] as const) {
    const branches = result[keyword];
    if (!Array.isArray(branches)) continue;
    const rest = branches.filter((branch) => !isRecord(branch) || !isNullAlone(branch));
    // Whether a branch of several types is null too is asked where it is compiled.
    if (rest.length === branches.length) {
      if (branches.every((branch) => isRecord(branch) && isNeverNull(branch))) admit(false);
      continue;
    }
    if (rest.length === 0) continue;
    result = { ...result, [keyword]: rest };
    admit(true);
  }
  return { schema: result, nullable: allowed && (!forbidden || schema["nullable"] === true) };
}

const isNullAlone = (schema: Record<string, unknown>): boolean => schema["type"] === "null" || schema["const"] === null;

/** Whether null is plainly none of a branch's values. */
const isNeverNull = ({ type, const: value, enum: members }: Record<string, unknown>): boolean =>
  value !== undefined
    ? value !== null
    : Array.isArray(members)
      ? !members.includes(null)
      : typeof type === "string" && type !== "null";

/** Keywords that hold schemas of the value's parts, or further schemas of the value. */
const holding = [
  ...["properties", "items", "prefixItems", "additionalProperties", "patternProperties"],
  ...["$ref", "$dynamicRef", "$recursiveRef", "anyOf", "oneOf", "allOf"],
];
/** Keywords that define a value's structure; others only limit it. */
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
