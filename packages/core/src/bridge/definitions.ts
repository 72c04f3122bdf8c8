import type { JsonSchema } from "../schema/jsonSchema.ts";
import type { PermissionPolicy } from "../tool/definition.ts";
import { isForModels } from "../tool/visibility.ts";
import { toModelSchema, toPlainSchema } from "./modelSchema.ts";
import { toStrictSchema, type ReadArguments } from "./strictSchema.ts";
import { createToolNames, MCP_NAMES, MODEL_NAMES, type NameRule } from "./toolNames.ts";

/**
 * What a definition for a model is made of: a registered tool has it, and a definition from elsewhere is easily put
 * into it.
 */
export interface BridgedTool {
  slug: string;
  name?: string;
  description?: string;
  inputJsonSchema: JsonSchema;
  outputJsonSchema?: JsonSchema | undefined;
  permissionPolicy?: PermissionPolicy;
  /** False, by either name, for a tool for people alone: it is left out. */
  asTool?: boolean | undefined;
  as_tool?: boolean | undefined;
}

/** Definitions as a provider takes them, and the way back from what a model answers. */
export interface ModelTools<Definition> {
  /** In the order of their names, whatever order the tools came in. */
  tools: Definition[];
  /** The slug of a tool that a model named; undefined for a name that it made up. */
  slugOf(name: string): string | undefined;
  /** Arguments of a model in the shape of the tool's own schema. */
  read(name: string, args: unknown): unknown;
  /** What could not be done, by tool: why it is not strict. */
  remarks: { slug: string; message: string }[];
}

interface Prepared {
  tool: BridgedTool;
  name: string;
  description: { description?: string };
}

function prepare(
  given: readonly BridgedTool[],
  rule: NameRule,
): { prepared: Prepared[]; slugOf: (name: string) => string | undefined } {
  const tools = given.filter(isForModels);
  const names = createToolNames(
    tools.map(({ slug }) => slug),
    rule,
  );
  const bySlug = new Map(tools.map((tool) => [tool.slug, tool]));
  const prepared = [...bySlug.values()].map((tool) => ({
    tool,
    name: names.nameOf(tool.slug),
    description: tool.description ? { description: tool.description } : {},
  }));
  return { prepared: prepared.sort((a, b) => (a.name < b.name ? -1 : 1)), slugOf: names.slugOf };
}

const asIs = (_name: string, args: unknown) => args;

/** A tool of Anthropic's Messages API. */
export interface AnthropicTool {
  name: string;
  description?: string;
  input_schema: JsonSchema & { type: "object" };
  cache_control?: { type: "ephemeral"; ttl?: "5m" | "1h" };
}

/**
 * Tools for Anthropic's Messages API. The last stable definition carries `cache_control`, so that all up to it are kept
 * between requests; those that `isStable` says no to come after it.
 * @example
 * ```ts
 * const { tools, slugOf } = toAnthropicTools(registry.available(context));
 * ```
 */
export function toAnthropicTools(
  tools: readonly BridgedTool[],
  options: { cache?: boolean | "5m" | "1h"; isStable?: (slug: string) => boolean } = {},
): ModelTools<AnthropicTool> {
  const { cache = true, isStable = () => true } = options;
  const { prepared, slugOf } = prepare(tools, MODEL_NAMES);
  const stable = prepared.filter(({ tool }) => isStable(tool.slug));
  const ordered = [...stable, ...prepared.filter(({ tool }) => !isStable(tool.slug))];
  const last = stable.at(-1);
  return {
    tools: ordered.map((one) => ({
      name: one.name,
      ...one.description,
      input_schema: toModelSchema(one.tool.inputJsonSchema) as AnthropicTool["input_schema"],
      ...(cache !== false &&
        one === last && { cache_control: { type: "ephemeral", ...(cache !== true && { ttl: cache }) } as const }),
    })),
    slugOf,
    read: asIs,
    remarks: [],
  };
}

/** A tool of OpenAI's Chat Completions API. */
export interface OpenAiChatTool {
  type: "function";
  function: { name: string; description?: string; parameters: JsonSchema; strict: boolean };
}

/** A tool of OpenAI's Responses API. */
export interface OpenAiResponsesTool {
  type: "function";
  name: string;
  description?: string;
  parameters: JsonSchema;
  strict: boolean;
}

/**
 * Tools for OpenAI's Chat Completions API. A schema that fits the strict subset is sent strict; for any other,
 * `remarks` says what keeps it out. With strict, what a model leaves out comes as null: `read` gives the arguments back
 * as the tool's own schema has them.
 * @example
 * ```ts
 * const { tools, slugOf, read, remarks } = toOpenAiChatTools(registry.available(context));
 * ```
 */
export function toOpenAiChatTools(
  tools: readonly BridgedTool[],
  options: { strict?: boolean } = {},
): ModelTools<OpenAiChatTool> {
  const { tools: flat, ...rest } = toOpenAiResponsesTools(tools, options);
  return { ...rest, tools: flat.map(({ type, ...fields }) => ({ type, function: fields })) };
}

/** Tools for OpenAI's Responses API; strict as in `toOpenAiChatTools`. */
export function toOpenAiResponsesTools(
  tools: readonly BridgedTool[],
  { strict = true }: { strict?: boolean } = {},
): ModelTools<OpenAiResponsesTool> {
  const { prepared, slugOf } = prepare(tools, MODEL_NAMES);
  const readers = new Map<string, ReadArguments>();
  const remarks: ModelTools<unknown>["remarks"] = [];
  const definitions = prepared.map(({ tool, name, description }): OpenAiResponsesTool => {
    const parameters = toModelSchema(tool.inputJsonSchema);
    const held = strict ? toStrictSchema(parameters) : { why: "" };
    if (held.why === undefined) {
      readers.set(name, held.read);
      return { type: "function", name, ...description, parameters: held.schema, strict: true };
    }
    if (strict) remarks.push({ slug: tool.slug, message: `"${tool.slug}" is not strict: ${held.why}.` });
    return { type: "function", name, ...description, parameters, strict: false };
  });
  return { tools: definitions, slugOf, read: (name, args) => readers.get(name)?.(args) ?? args, remarks };
}

/** A tool of the Model Context Protocol. */
export interface McpTool {
  name: string;
  title?: string;
  description?: string;
  inputSchema: JsonSchema & { type: "object" };
  outputSchema?: JsonSchema & { type: "object" };
  annotations: { title?: string; readOnlyHint?: boolean; destructiveHint?: boolean };
}

/**
 * Tools as an MCP server lists them. A tool that always asks is marked as destructive. An output that is no object is
 * put into one, as `result`: `toStructuredContent` does the same to the output itself.
 * @example
 * ```ts
 * const { tools } = toMcpTools(registry.available(context));
 * ```
 */
export function toMcpTools(tools: readonly BridgedTool[]): ModelTools<McpTool> {
  const { prepared, slugOf } = prepare(tools, MCP_NAMES);
  const definitions = prepared.map(({ tool, name, description }): McpTool => {
    const asks = tool.permissionPolicy === "always_ask";
    const title = tool.name !== undefined && tool.name !== tool.slug ? { title: tool.name } : {};
    return {
      name,
      ...title,
      ...description,
      inputSchema: toModelSchema(tool.inputJsonSchema) as McpTool["inputSchema"],
      ...(tool.outputJsonSchema && { outputSchema: objectOutput(tool.outputJsonSchema) }),
      annotations: {
        ...title,
        ...(asks ? { readOnlyHint: false, destructiveHint: true } : { destructiveHint: false }),
      },
    };
  });
  return { tools: definitions, slugOf, read: asIs, remarks: [] };
}

function objectOutput(schema: JsonSchema): McpTool["outputSchema"] {
  const plain = toPlainSchema(schema);
  if (plain.type === "object") return plain as McpTool["outputSchema"];
  const { $defs, ...result } = plain;
  return { type: "object", properties: { result }, required: ["result"], ...($defs && { $defs }) };
}

/** An output as `structuredContent`, which is an object: as it is where its schema says so, else as `result`. */
export function toStructuredContent(tool: BridgedTool, output: unknown): Record<string, unknown> | undefined {
  if (!tool.outputJsonSchema) return undefined;
  const isObject = toPlainSchema(tool.outputJsonSchema).type === "object";
  return isObject ? (output as Record<string, unknown>) : { result: output };
}
