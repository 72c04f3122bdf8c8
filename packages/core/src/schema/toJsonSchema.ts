import { inlineRootRef, isStandardSchema, ownJsonSchema, type JsonSchema, type Schema } from "./jsonSchema.ts";
import { normalizeSchema } from "./normalizeSchema.ts";
import { isZod, nativeJsonSchema } from "./nativeTypes.ts";

/**
 * The JSON Schema (2020-12) of a schema's input or output side. Zod's dates, bigints, sets, maps and the like, which
 * JSON has no words for, are described as the texts and lists that they travel as. Plain JSON Schema of another
 * dialect, such as OpenAPI 3.0 or Gemini's, is put into its words.
 * @throws when a Standard Schema has no JSON Schema: which library, and what to pass instead.
 */
export function toJsonSchema(schema: Schema, io: "input" | "output" = "input"): JsonSchema {
  try {
    const json = ownJsonSchema(schema, io);
    return isStandardSchema(schema) ? json : normalizeSchema(json);
  } catch (cause) {
    if (!isStandardSchema(schema) || !isZod(schema) || !schema["~standard"].jsonSchema) throw cause;
    return inlineRootRef(nativeJsonSchema(schema, io));
  }
}
