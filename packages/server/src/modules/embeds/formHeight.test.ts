import { createRegistry, type JsonSchema } from "@callboard/core";
import { describe, expect, it } from "vitest";
import { formHeight } from "./formHeight.ts";

const heightOf = (
  properties: Record<string, JsonSchema>,
  more: Partial<{ required: string[]; formSpec: object }> = {},
) => {
  const { formSpec, required = [] } = more;
  const tool = createRegistry().register({
    slug: "tried",
    name: "Tried",
    description: "Tries.",
    category: "test",
    icon: "x",
    inputSchema: { type: "object", properties, required },
    ...(formSpec && { formSpec }),
    execute: () => 1,
  });
  return formHeight(tool);
};
const text = { type: "string" };

describe("the height of a form", () => {
  it("grows with its fields, and by what each takes", () => {
    const none = heightOf({});
    const [one, two, long] = [
      heightOf({ a: text }),
      heightOf({ a: text, b: text }),
      heightOf({ a: { ...text, maxLength: 5000 } }),
    ];
    expect(one - none).toBeGreaterThan(40);
    expect(two - one).toBeGreaterThan(40);
    expect(long).toBeGreaterThanOrEqual(one);
    expect(heightOf({ a: { ...text, description: "Says more.".repeat(20) } })).toBeGreaterThan(one);
    // Two short ones stand abreast.
    expect(heightOf({ a: { type: "number" }, b: { type: "number" } })).toBe(heightOf({ a: { type: "number" } }));
  });

  it("leaves out what is for operators, and what waits for an answer", () => {
    const fields = [{ key: "a", type: "text" }];
    const shown = heightOf({ a: text }, { formSpec: { fields } });
    const more = [
      { key: "b", type: "text", audience: "internal" },
      { key: "c", type: "text", visibleWhen: { field: "a", operator: "eq", value: "x" } },
    ];
    expect(heightOf({ a: text, b: text, c: text }, { formSpec: { fields: [...fields, ...more] } })).toBe(shown);
  });

  it("is a number for any schema", () => {
    const tree: JsonSchema = { type: "object", properties: { left: { $ref: "#" }, right: { $ref: "#" } } };
    for (const schema of [
      tree,
      {},
      { type: "array", items: text },
      { oneOf: [{ type: "string" }, { type: "null" }] },
    ]) {
      const height = heightOf({ a: schema, b: schema }, { required: ["a"] });
      expect(height).toBeGreaterThan(100);
      expect(height).toBeLessThan(5000);
    }
  });
});
