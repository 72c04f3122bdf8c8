import tools from "virtual:shared-data/tool-schemas.jsonl";
import { describe, expect, it } from "vitest";
import type { JsonSchema } from "../../schema/jsonSchema.ts";
import { beyondModel } from "./beyondModel.ts";

describe.skipIf(tools === null)("real tools' inputs, needs ../shared/data", () => {
  it("are all within the form model", () => {
    const lines = (tools as unknown as string).split("\n").filter(Boolean);
    const beyond = lines.flatMap((line) => {
      const { name, inputSchema } = JSON.parse(line) as { name: string; inputSchema: JsonSchema };
      const keywords = beyondModel(inputSchema);
      return keywords.length > 0 ? [`${name}: ${keywords.join(", ")}`] : [];
    });
    expect(beyond).toEqual([]);
    expect(lines.length).toBeGreaterThan(600);
  });
});
