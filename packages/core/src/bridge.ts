// Tools as each provider takes them, and what keeps a definition from being read.
export {
  toAnthropicTools,
  toMcpTools,
  toOpenAiChatTools,
  toOpenAiResponsesTools,
  toStructuredContent,
} from "./bridge/definitions.ts";
export type {
  AnthropicTool,
  BridgedTool,
  McpTool,
  ModelTools,
  OpenAiChatTool,
  OpenAiResponsesTool,
} from "./bridge/definitions.ts";
export {
  getAdminTools,
  getContextTools,
  getEntityTools,
  getFilterTools,
  getGroupTools,
  getResearchTools,
  getUserFacingToolSet,
  getWorkflowTools,
  resolveAgentTools,
  resolveAgentToolsWithTenant,
  toToolSet,
} from "./bridge/toolSet.ts";
export type { AiSdkSchema, AiSdkTool, ToolSet, ToolSetOptions } from "./bridge/toolSet.ts";
export { createToolNames, MODEL_NAMES } from "./bridge/toolNames.ts";
export type { NameRule, ToolNames } from "./bridge/toolNames.ts";
export { toModelSchema } from "./bridge/modelSchema.ts";
export { checkToolSchema, INTENTIONALLY_INPUT_LESS } from "./bridge/checkToolSchema.ts";
export type { CheckedTool, SchemaIssue, SchemaTarget } from "./bridge/checkToolSchema.ts";
