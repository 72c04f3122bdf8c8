import { describe, expect, it } from "vitest";
import text from "virtual:shared-data/tool-schemas.jsonl";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import { fieldsToSchema } from "./fieldSchema.ts";
import { schemaToFields } from "./schemaFields.ts";

const sorted = (value: unknown): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, part: unknown) =>
      name === "required" && Array.isArray(part) ? part.toSorted() : part,
    ),
  );

describe.skipIf(text === null)("the schemas of real tools, needs ../shared/data", () => {
  const schemas = (text ?? "")
    .split("\n")
    .filter(Boolean)
    .map((line) => (JSON.parse(line) as { inputSchema: JsonSchema }).inputSchema);

  it("come back from their fields as they were", () => {
    expect(schemas.length).toBeGreaterThan(100);
    for (const schema of schemas)
      expect(sorted(fieldsToSchema(schemaToFields(schema), schema))).toEqual(sorted(schema));
  });

  it("are said in fields' own words for the most part", () => {
    const fields = schemas.flatMap((schema) => schemaToFields(schema));
    const typed = fields.filter((field) => field.type !== undefined);
    expect(typed.length / fields.length).toBeGreaterThan(0.9);
  });
});
