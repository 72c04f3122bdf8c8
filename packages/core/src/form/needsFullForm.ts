import { schemaCondition } from "./conditions.ts";
import { isRecord } from "./pointer.ts";

const dataKeywords = new Set(["const", "enum", "default", "examples", "example"]);
const maps = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas", "dependencies"]);

/** How many schemas are looked at: beyond this many nobody draws a form at once anyway. */
const enough = 20_000;

/**
 * The keywords of a schema that go beyond what the form model can draw, each once, sorted; empty where it draws all. The
 * document's check knows them all the same.
 */
export function needsFullForm(schema: unknown): string[] {
  const found = new Set<string>();
  const pending: { part: unknown; isMap: boolean }[] = [{ part: schema, isMap: false }];
  for (let seen = 0; pending.length > 0 && seen < enough; seen++) {
    const { part, isMap } = pending.pop()!;
    if (Array.isArray(part)) for (const member of part) pending.push({ part: member, isMap: false });
    if (!isRecord(part)) continue;
    for (const [keyword, value] of Object.entries(part)) {
      if (isMap) pending.push({ part: value, isMap: false });
      else if (!dataKeywords.has(keyword)) {
        if (isBeyond(keyword, value)) found.add(keyword);
        pending.push({ part: value, isMap: maps.has(keyword) });
      }
    }
  }
  return [...found].toSorted();
}

function isBeyond(keyword: string, value: unknown): boolean {
  if (keyword === "if") return schemaCondition(value) === undefined;
  return (keyword === "unevaluatedProperties" || keyword === "unevaluatedItems") && isRecord(value);
}
