import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { InMemoryTransport } from "@modelcontextprotocol/sdk/inMemory.js";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { ListToolsRequestSchema, ToolSchema } from "@modelcontextprotocol/sdk/types.js";
import { toStrictJsonSchema } from "openai/lib/transform";
import { asSchema } from "ai";
import { describe, expect, test } from "vitest";
import lines from "virtual:shared-data/tool-schemas.jsonl";
import { createAjvValidator } from "../schema/ajv.ts";
import type { JsonSchema } from "../schema/jsonSchema.ts";
import { createRegistry } from "../tool/registry.ts";
import { checkToolSchema } from "./checkToolSchema.ts";
import {
  toAnthropicTools,
  toMcpTools,
  toOpenAiChatTools,
  toOpenAiResponsesTools,
  type BridgedTool,
} from "./definitions.ts";
import { getUserFacingToolSet } from "./toolSet.ts";

interface Line {
  source: string;
  name: string;
  description?: string;
  inputSchema: JsonSchema;
  outputSchema?: JsonSchema;
}

const definitions = (lines ?? "")
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Line);
const sources = new Map<string, Line[]>();
for (const line of definitions) sources.set(line.source, [...(sources.get(line.source) ?? []), line]);
const toolsOf = (list: readonly Line[]): BridgedTool[] =>
  list.map(({ name, description = "", inputSchema, outputSchema }) => ({
    slug: name,
    description,
    inputJsonSchema: inputSchema,
    outputJsonSchema: outputSchema,
  }));

/** What OpenAI and Anthropic refuse in any function's parameters. */
function expectAcceptable(schema: JsonSchema): void {
  expect(schema.type).toBe("object");
  expect(Object.keys(schema)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^(anyOf|oneOf|allOf|not|enum|\$ref)$/)]),
  );
  // Every reference leads somewhere, and the whole is a schema.
  expect(() => createAjvValidator(schema)).not.toThrow();
}

describe.skipIf(lines === null)("real definitions through each bridge, needs ../shared/data", () => {
  test.each([...sources])("%s", async (_source, list) => {
    const tools = toolsOf(list);
    const count = new Set(list.map(({ name }) => name)).size;
    const anthropic = toAnthropicTools(tools);
    const chat = toOpenAiChatTools(tools);
    const responses = toOpenAiResponsesTools(tools);
    const mcp = toMcpTools(tools);
    for (const { tools: made } of [anthropic, chat, responses, mcp]) expect(made).toHaveLength(count);
    for (const { name, input_schema } of anthropic.tools) {
      expect(name).toMatch(/^[\w-]{1,64}$/);
      expectAcceptable(input_schema);
    }
    for (const { name, parameters, strict } of responses.tools) {
      expectAcceptable(parameters);
      // The SDK's own maker of strict schemas has nothing left to do.
      if (strict) expect(toStrictJsonSchema(structuredClone(parameters) as never), name).toEqual(parameters);
    }
    const strict = responses.tools.filter((tool) => tool.strict).length;
    expect(responses.remarks).toHaveLength(count - strict);

    const server = new Server({ name: "bridge", version: "1" }, { capabilities: { tools: {} } });
    server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: mcp.tools as never }));
    const client = new Client({ name: "reader", version: "1" });
    const [here, there] = InMemoryTransport.createLinkedPair();
    await Promise.all([server.connect(here), client.connect(there)]);
    const listed = await client.listTools();
    await client.close();
    expect(listed.tools).toEqual(mcp.tools);
    for (const tool of listed.tools) expect(ToolSchema.safeParse(tool).success).toBe(true);
  });

  test("the AI SDK reads each definition that a registry takes", async () => {
    const registry = createRegistry();
    const slugs = new Set<string>();
    for (const { name, description, inputSchema } of definitions) {
      if (!/^[\w-]{1,64}$/.test(name) || slugs.has(name)) continue;
      slugs.add(name);
      registry.register({
        definition: { name, description: description ?? "", parameters: inputSchema },
        handler: () => null,
      });
    }
    const set = getUserFacingToolSet([], undefined, { registry });
    expect(Object.keys(set)).toEqual([...slugs].sort());
    for (const { inputSchema } of Object.values(set)) {
      const schema = asSchema(inputSchema as never);
      expectAcceptable((await schema.jsonSchema) as JsonSchema);
      expect(schema.validate).toBeTypeOf("function");
    }
  });

  test("how many fit the strict subset", () => {
    const { tools } = toOpenAiResponsesTools(toolsOf(definitions));
    const share = tools.filter(({ strict }) => strict).length / tools.length;
    console.log(`${Math.round(share * 100)} % of ${tools.length} tools are strict`);
    expect(share).toBeGreaterThan(0.7);
  });

  test("each is checked without an error of the check's own", () => {
    for (const { name, description, inputSchema, outputSchema } of definitions) {
      const issues = checkToolSchema({
        slug: name,
        description: description ?? "",
        inputSchema,
        ...(outputSchema && { outputSchema }),
      });
      expect(issues.some(({ code }) => code === "missing_output_schema")).toBe(outputSchema === undefined);
    }
  });
});
