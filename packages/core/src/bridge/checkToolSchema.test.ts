import { describe, expect, test } from "vitest";
import { z } from "zod";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import { checkToolSchema, INTENTIONALLY_INPUT_LESS, type CheckedTool, type SchemaTarget } from "./checkToolSchema.ts";

const text = { type: "string", description: "A text." };
const good: CheckedTool = {
  slug: "good",
  description: "Tries.",
  inputSchema: { type: "object", properties: { text }, required: ["text"] },
  outputSchema: { type: "object" },
};
const codes = (tool: Partial<CheckedTool>, target?: SchemaTarget) =>
  checkToolSchema({ ...good, ...tool }, target).map(({ code, severity }) => `${severity} ${code}`);
const input = (schema: object) => ({ inputSchema: { type: "object", ...schema } });

test("a good definition has no issue, for whomever", () => {
  for (const target of [undefined, "openai", "openai-strict", "anthropic", "mcp"] as const) {
    expect(codes({}, target)).toEqual([]);
  }
});

describe("each issue", () => {
  const union = z.discriminatedUnion("action", [
    z.object({ action: z.literal("a") }),
    z.object({ action: z.literal("b") }),
  ]);
  test.each<[string, Partial<CheckedTool>, SchemaTarget | undefined, string[]]>([
    ["a union at the top", { inputSchema: union }, "mcp", ["error top_level_union"]],
    [
      "a record of any values",
      input({ properties: { m: { type: "object", additionalProperties: {}, title: "M" } } }),
      undefined,
      ["warning open_record"],
    ],
    [
      "the same where strict readers read",
      input({ properties: { m: { type: "object", additionalProperties: true, title: "M" } } }),
      "openai-strict",
      ["error open_record", "warning not_strict"],
    ],
    ["any value", input({ properties: { a: { description: "A." } } }), undefined, ["warning any_value"]],
    ["no output schema", { outputSchema: undefined as never }, undefined, ["warning missing_output_schema"]],
    ["no description", { description: " " }, undefined, ["warning missing_description"]],
    [
      "no words for a property",
      input({ properties: { a: { type: "string" } } }),
      undefined,
      ["warning missing_property_description"],
    ],
    [
      "no shape that could be read",
      { inputSchema: { properties: { text } } },
      undefined,
      ["error unextractable_schema"],
    ],
    [
      "no JSON Schema at all",
      { inputSchema: { "~standard": { version: 1, vendor: "other", validate: () => ({ value: 1 }) } } },
      undefined,
      ["error unextractable_schema"],
    ],
    ["no input", input({}), undefined, ["warning input_less"]],
    [
      "keywords of OpenAPI",
      input({ properties: { a: { ...text, nullable: true } } }),
      undefined,
      ["warning unsupported_keyword"],
    ],
    [
      "references to elsewhere",
      input({ properties: { a: { $ref: "https://example.com/a.json" } } }),
      undefined,
      ["error unsupported_keyword"],
    ],
    [
      "a reference at the top",
      { inputSchema: { $ref: "#/$defs/a", $defs: { a: { type: "object" } } } as JsonSchema },
      "mcp",
      ["error unextractable_schema"],
    ],
    ["no schema but a text", { inputSchema: "string" as never }, undefined, ["error unextractable_schema"]],
    ["no output schema, where outputs are not known", { outputSchema: undefined as never }, "anthropic", []],
    ["too long a name", { slug: "a".repeat(65) }, undefined, ["error name_too_long"]],
    ["a name that providers refuse", { slug: "a.b" }, "openai", ["error name_refused"]],
    ["a name with a dot, for MCP", { slug: "a.b" }, "mcp", []],
    [
      "a property's name that Anthropic refuses",
      input({ properties: { "a b": text } }),
      "anthropic",
      ["error property_name_refused"],
    ],
  ])("%s", (_name, tool, target, expected) => expect(codes(tool, target)).toEqual(expected));
});

test("issues say where, and how to mend it; deep ones too", () => {
  const deep = input({
    properties: { list: { ...text, type: "array", items: { type: "object", properties: { a: true } } } },
  });
  const [issue] = checkToolSchema({ ...good, ...deep });
  expect(issue).toMatchObject({
    path: "/properties/list/items/properties/a",
    message: expect.stringContaining("Give it a type"),
  });
});

test.each([
  ["a.b é", "a_b__"],
  ["a".repeat(70), "a".repeat(64)],
  ["", "tool"],
])("the name %j is refused with one that is taken", (slug, name) => {
  const [issue] = checkToolSchema({ ...good, slug }, "openai");
  expect(issue?.message).toContain(`such as "${name}".`);
  expect(codes({ slug: name }, "openai")).toEqual([]);
});

test("an empty input that is meant is no issue", () => {
  INTENTIONALLY_INPUT_LESS.add("ping");
  expect(codes({ slug: "ping", inputSchema: z.object({}) })).toEqual([]);
  INTENTIONALLY_INPUT_LESS.delete("ping");
});
