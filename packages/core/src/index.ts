// What most users import. Everything else has an entry of its own: see `exports` in package.json.
export { defineTool } from "./tool/definition.ts";
export type {
  HandlerResult,
  PermissionPolicy,
  Submission,
  ToolDefinition,
  ToolDetail,
  ToolKind,
  ToolListing,
  ToolMeta,
  ToolOrigin,
} from "./tool/definition.ts";
export type { PluralForms, ToolMessages } from "./tool/toolMessages.ts";
export type { Said } from "./tool/said.ts";
export type { CallContext, ToolCallbacks, ToolContext, ToolFacts } from "./tool/context.ts";
export { defaultSpecs } from "./tool/specs.ts";
export { createRegistry, toToolMeta } from "./tool/registry.ts";
export type { FunctionDefinition, RegisteredTool, Registry, ToolPlugin, ToolRegistration } from "./tool/registry.ts";
export {
  defaultRegistry,
  getAllToolMeta,
  getAllTools,
  getAvailableTools,
  getTool,
  registerFormSpec,
  registerTool,
  registerViewSpec,
} from "./tool/defaultRegistry.ts";
export type { SpecTable, ToolSpecs } from "./tool/specs.ts";
export { toIconName, toolIconNames, unknownIcon } from "./tool/toolIconNames.ts";
export { canUse, neededPermissions } from "./tool/visibility.ts";
export type { Refusal, Usability } from "./tool/visibility.ts";
export { ToolError } from "./tool/toolError.ts";
export type { ToolErrorDetails } from "./tool/toolError.ts";
export { discover } from "./tool/discover.ts";
export type { DiscoverOptions, Discovery, ToolModules } from "./tool/discover.ts";
export { executeTool } from "./calls/execute.ts";
export type { CallListeners } from "./calls/callbacks.ts";
export type { ExecuteOptions, ExecuteResult, ToolRunAnalytics } from "./calls/execute.ts";

export type {
  Handled,
  InferInput,
  InferOutput,
  JsonObject,
  JsonSchemaLiteral,
  JsonValue,
} from "./schema/inferValue.ts";
export type { JsonSchema, Schema, StandardSchema } from "./schema/jsonSchema.ts";
export { humanizeFieldName } from "./schema/humanize.ts";
export type { ValidationIssue, Validator } from "./schema/validator.ts";

export type { AgentStatus, ApprovalState, CallStatus, QuestionState } from "./events/callLife.ts";
export type {
  AnswerAction,
  ApprovalOffer,
  CallSource,
  EventBody,
  EventEnvelope,
  EventError,
  EventType,
  NewEvent,
  OutputRef,
  SessionEvent,
  Usage,
  Wording,
} from "./events/event.ts";
export { createTimeline } from "./timeline/timeline.ts";
export type { Timeline, TimelineOptions } from "./timeline/timeline.ts";
export type { RootView } from "./timeline/readers.ts";
export { createPartialJson } from "./json/partialJson.ts";
export type { PartialJson, PartialJsonError } from "./json/partialJson.ts";
export type {
  AgentView,
  Approval,
  CallView,
  ItemRef,
  NodeView,
  Progress,
  Question,
  TextView,
} from "./timeline/node.ts";
export type { AgentSnapshot, CallSnapshot, Snapshot, TextSnapshot } from "./timeline/snapshot.ts";
export type { Allowance, Message, Notice } from "./timeline/state.ts";
export type { Gap } from "./timeline/sequence.ts";
export { createMemoryLog } from "./events/sessionLog.ts";
export type { SessionLog } from "./events/sessionLog.ts";
export { toLegacyToolRun } from "./timeline/legacyToolRun.ts";
export type { LegacyToolRunOptions, ToolRun } from "./timeline/legacyToolRun.ts";

export { createToolSearch } from "./search/toolSearch.ts";
export type {
  FoundTool,
  MatchSource,
  SearchMode,
  ToolSearch,
  ToolSearchOptions,
  ToolSearchRequest,
  ToolSearchResponse,
} from "./search/toolSearch.ts";
export type { SearchableTool } from "./search/toolText.ts";

export type { Condition, Operator } from "./field/condition.ts";
export type { FieldDefinition, FieldDetails, FieldOption, FieldType } from "./field/field.ts";
export { schemaToFilterFields } from "./field/filter.ts";
export type { FormSection, FormSpec } from "./form/model/formSpec.ts";
export type {
  BlockConfig,
  BlockSpec,
  BlockType,
  CalloutTone,
  ColumnConfig,
  OutputText,
  QuadrantsConfig,
  ToolOutputSection,
  ValueFormat,
  ValueFormatType,
  InChat,
  ViewSpec,
} from "./view/viewSpec.ts";

export { toolOutputToBlocks } from "./view/toolOutputToBlocks.ts";
export type { ToolOutputRequest } from "./view/toolOutputToBlocks.ts";

export { ToolClientError } from "./tool/toolClientError.ts";
export type {
  ApprovalAnswer,
  CallAbilities,
  QuestionAnswer,
  CallSummary,
  ConnectionState,
  EventsOptions,
  NewSessionShare,
  SessionShare,
  SessionSummary,
  ShareOptions,
  StartedRun,
  AgentListing,
  StartedTurn,
  ToolClient,
} from "./client/toolClient.ts";
export { createAnswers } from "./client/createAnswers.ts";
export type { Answers } from "./client/createAnswers.ts";
export type { AskAnswer } from "./wires/askAnswer.ts";
export { colleagueClient } from "./client/colleagueClient.ts";
export { createHttpClient } from "./client/httpClient.ts";
export type { HttpClient, HttpClientOptions } from "./client/httpClient.ts";
export { createLocalClient } from "./client/localClient.ts";
export type { LocalClientOptions } from "./client/localClient.ts";
export type { StoredFile, UploadOptions } from "./client/uploads.ts";
export type { Choice, ChoiceQuery } from "./client/choices.ts";
export type { Connection, ConnectionDraft, ConnectionKind } from "./client/connections.ts";
export { delegate } from "./tool/delegate.ts";
export { needsModel } from "./tool/needsModel.ts";
export type { CallLimits } from "./events/callLimits.ts";
export { handOver } from "./tool/handOver.ts";
export type { HandedOver } from "./tool/handOver.ts";
export { needInput } from "./tool/needInput.ts";
export type { ClientPart, InputAnswer, InputNeeded, InputQuestion } from "./tool/needInput.ts";
export type { AgentDelegation, Delegation, InstructedDelegation } from "./tool/delegate.ts";
export { getUserFacingToolSet } from "./bridge/toolSet.ts";
export { checkToolSchema } from "./bridge/checkToolSchema.ts";
export { createBudget } from "./tool/budget.ts";
export type { Budget } from "./tool/budget.ts";
export { parseTextToolCalls } from "./wires/textCalls/textCalls.ts";
