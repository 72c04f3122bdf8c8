import {
  checkToolSchema,
  toAnthropicTools,
  toMcpTools,
  toOpenAiChatTools,
  toOpenAiResponsesTools,
  type BridgedTool,
  type SchemaIssue,
  type SchemaTarget,
} from "@callboard/core/bridge";

/** Whose form of a definition is shown, in the order of the tabs. */
export const PROVIDERS = ["ai-sdk", "openai-chat", "openai-responses", "anthropic", "mcp"] as const;
export type Provider = (typeof PROVIDERS)[number];

/** Their names, which are the same in every language. */
export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  "ai-sdk": "AI SDK",
  "openai-chat": "OpenAI Chat",
  "openai-responses": "OpenAI Responses",
  anthropic: "Anthropic",
  mcp: "MCP",
};

/** What each provider's form is checked for; the AI SDK sends it to any of them. */
const TARGETS: Readonly<Record<Provider, SchemaTarget | undefined>> = {
  "ai-sdk": undefined,
  "openai-chat": "openai-strict",
  "openai-responses": "openai-strict",
  anthropic: "anthropic",
  mcp: "mcp",
};

/** A tool's definition as a provider gets it. */
export interface ProvidedDefinition {
  provider: Provider;
  /** As it is sent, in one line: what tokens are counted of. */
  sent: string;
  /** The same, for people. */
  shown: string;
  /** What keeps it from being read, or read well, there. */
  issues: readonly SchemaIssue[];
}

/** A tool's definition in the form of each provider. */
export function providedDefinitions(tool: BridgedTool): ProvidedDefinition[] {
  const forms: Record<Provider, unknown> = {
    "ai-sdk": aiSdkForm(tool),
    "openai-chat": toOpenAiChatTools([tool]).tools[0],
    "openai-responses": toOpenAiResponsesTools([tool]).tools[0],
    anthropic: toAnthropicTools([tool], { cache: false }).tools[0],
    mcp: toMcpTools([tool]).tools[0],
  };
  const { slug, description, inputJsonSchema, outputJsonSchema } = tool;
  const checked = {
    slug,
    inputSchema: inputJsonSchema,
    ...(description !== undefined && { description }),
    ...(outputJsonSchema && { outputSchema: outputJsonSchema }),
  };
  return PROVIDERS.map((provider) => ({
    provider,
    sent: JSON.stringify(forms[provider]),
    shown: JSON.stringify(forms[provider], null, 2),
    issues: checkToolSchema(checked, TARGETS[provider]),
  }));
}

/** An entry of a ToolSet, without what never leaves the process. */
function aiSdkForm(tool: BridgedTool): unknown {
  const [{ name, description, input_schema: inputSchema }] = toAnthropicTools([tool], { cache: false }).tools as [
    ReturnType<typeof toAnthropicTools>["tools"][number],
  ];
  return { [name]: { description, inputSchema } };
}
