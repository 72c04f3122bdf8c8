import type { JsonSchema } from "./jsonSchema.ts";

/** Keywords whose value is data, even where it looks like a schema. */
export const dataKeywords: ReadonlySet<string> = new Set(["const", "enum", "default", "examples", "example"]);

/** Keywords whose value holds schemas by names, which are no keywords. */
export const schemaMaps: ReadonlySet<string> = new Set(
  "properties patternProperties $defs definitions dependentSchemas dependencies".split(" "),
);

/** More schemas than these are not looked at. */
const most = 50_000;

/** The schemas that a document is made of, itself first, each once; `$ref`s are not followed. */
export function* schemasIn(document: unknown): Generator<JsonSchema> {
  const seen = new Set<unknown>();
  const pending = [document];
  const add = (parts: object): void => {
    for (const part of Object.values(parts)) pending.push(part);
  };
  while (pending.length > 0 && seen.size < most) {
    const part = pending.pop();
    if (typeof part !== "object" || part === null || seen.has(part)) continue;
    seen.add(part);
    if (Array.isArray(part)) add(part);
    else {
      yield part as JsonSchema;
      for (const [keyword, value] of Object.entries(part)) {
        if (schemaMaps.has(keyword) && typeof value === "object" && value !== null) add(value as object);
        else if (!dataKeywords.has(keyword)) pending.push(value);
      }
    }
  }
}

/** Whether a document is made of more schemas than these. */
export function hasMoreSchemas(document: unknown, most: number): boolean {
  let count = 0;
  for (const _ of schemasIn(document)) if (++count > most) return true;
  return false;
}
