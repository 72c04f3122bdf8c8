import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { schemasIn } from "../../schema/schemasIn.ts";
import { schemaCondition } from "./schemaCondition.ts";
import { isRecord } from "../../json/record.ts";

/**
 * The keywords of a schema by which fields come and go, or entries are described, in ways that the form model has no
 * word for: an `if` that conditions cannot express, and `unevaluated…`. Empty for nearly every schema.
 */
export function beyondModel(schema: JsonSchema | boolean): string[] {
  const beyond = new Set<string>();
  for (const part of schemasIn(schema)) {
    const { if: test, then, else: otherwise } = part;
    if (isRecord(test) && (bringsFields(then) || bringsFields(otherwise)) && !schemaCondition(test)) beyond.add("if");
    for (const keyword of ["unevaluatedProperties", "unevaluatedItems"])
      if (describes(part[keyword])) beyond.add(keyword);
  }
  return [...beyond];
}

/** A mere limit needs no field of its own. */
const fieldKeywords = ["properties", "patternProperties", "$ref", "allOf", "anyOf", "oneOf", "items", "if", "enum"];
const bringsFields = (branch: unknown): boolean =>
  isRecord(branch) && fieldKeywords.some((keyword) => keyword in branch);

const describes = (rest: unknown): boolean => isRecord(rest) && Object.keys(rest).length > 0;
