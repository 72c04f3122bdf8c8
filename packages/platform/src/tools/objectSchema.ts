import type { JsonSchema } from "@callboard/core";

/** The schema of an input, with nothing in it that is not named. */
export const objectSchema = (properties: Record<string, JsonSchema>, required: string[] = []): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});
