// The public list, by hand. What is heavy (Ajv, Zod) has a subpath of its own.
export { defineTool } from "./tool/definition.ts";
export type {
  PermissionPolicy,
  ToolDefinition,
  ToolDetail,
  ToolKind,
  ToolListing,
  ToolMeta,
  ToolOrigin,
} from "./tool/definition.ts";
export type { CallContext, ToolCallbacks, ToolContext } from "./tool/context.ts";
export { createRegistry, toToolDetail, toToolListing, toToolMeta } from "./tool/registry.ts";
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
export { canUse } from "./tool/visibility.ts";
export type { Refusal, Usability } from "./tool/visibility.ts";
export { discover } from "./tool/discover.ts";
export type { DiscoverOptions, Discovery, ToolModules } from "./tool/discover.ts";
export { executeTool } from "./tool/execute.ts";
export type { ExecuteOptions, ExecuteResult, ToolRunAnalytics } from "./tool/execute.ts";
export { callerOf, checkInput, resolveCall, runCall, startedEvent } from "./tool/call.ts";
export type { CallOptions, CallRefusal, CallResult, ResolvedCall } from "./tool/call.ts";
export { createRecorder } from "./tool/recorder.ts";
export type { Recorder } from "./tool/recorder.ts";

export { isStandardSchema, toJsonSchema } from "./schema/jsonSchema.ts";
export type { InferOutput, JsonSchema, Schema, StandardSchema } from "./schema/jsonSchema.ts";
export { createValidator } from "./schema/cfworkerValidator.ts";
export { humanizeFieldName } from "./schema/humanize.ts";
export type { CreateValidator, ValidationIssue, Validator } from "./schema/validator.ts";

export { CALL_ENDS, isFinal } from "./timeline/event.ts";
export type {
  AgentStatus,
  CallSource,
  CallStatus,
  EventBody,
  EventEnvelope,
  EventError,
  EventType,
  NewEvent,
  OutputRef,
  SessionEvent,
  Usage,
} from "./timeline/event.ts";
export { createTimeline } from "./timeline/timeline.ts";
export type { Timeline, TimelineOptions } from "./timeline/timeline.ts";
export type { RootView } from "./timeline/readers.ts";
export { createReplay } from "./timeline/replay.ts";
export type { Replay } from "./timeline/replay.ts";
export { createPartialJson } from "./timeline/partialJson.ts";
export type { PartialJson, PartialJsonError } from "./timeline/partialJson.ts";
export type { AgentView, Approval, CallView, ItemRef, NodeView, Progress, TextView } from "./timeline/node.ts";
export type { AgentSnapshot, CallSnapshot, Snapshot, TextSnapshot } from "./timeline/snapshot.ts";
export type { Message, Notice } from "./timeline/fold.ts";
export type { Gap } from "./timeline/sequence.ts";
export { createMemoryLog } from "./timeline/sessionLog.ts";
export type { SessionLog } from "./timeline/sessionLog.ts";
export { appendSessionEvent } from "./timeline/appendSessionEvent.ts";
export { toLegacyToolRun } from "./timeline/legacyToolRun.ts";
export type { LegacyToolRunOptions, ToolRun } from "./timeline/legacyToolRun.ts";

export type { Condition, Operator } from "./spec/condition.ts";
export type { FieldDefinition, FieldDetails, FieldOption, FieldType } from "./spec/field.ts";
export { fieldsToSchema } from "./spec/fieldSchema.ts";
export { schemaToFields } from "./spec/schemaFields.ts";
export { fieldTypes, fieldVariants } from "./spec/fieldVariants.ts";
export { checkFields } from "./spec/fieldProblems.ts";
export type { FieldProblem } from "./spec/fieldProblems.ts";
export { filtersToCondition, schemaToFilterFields } from "./spec/filter.ts";
export type { FilterCondition, FilterControl, FilterFieldConfig } from "./spec/filter.ts";
export type { FormSection, FormSpec } from "./spec/formSpec.ts";
export type {
  BlockConfig,
  BlockSpec,
  BlockType,
  ColumnConfig,
  ToolOutputSection,
  ValueFormat,
  ValueFormatType,
  ViewSpec,
} from "./spec/viewSpec.ts";

export { toolOutputToBlocks } from "./view/toolOutputToBlocks.ts";
export type { ToolOutputRequest } from "./view/toolOutputToBlocks.ts";
export { formatValue } from "./view/formatValue.ts";
export { csvChunks } from "./view/csvText.ts";
export { jsonChunks } from "./view/jsonText.ts";
export { readPath } from "./view/outputPath.ts";
export { keysOfRows } from "./view/columns.ts";
export { toSafeLink } from "./view/safeUrl.ts";
export type { ImageSource, SafeLink } from "./view/safeUrl.ts";
export type {
  Block,
  ChartBlock,
  ChartPoint,
  Column,
  CustomBlock,
  EmptyBlock,
  ErrorBlock,
  ImageBlock,
  JsonBlock,
  LinkBlock,
  ListBlock,
  RadarBlock,
  RankingBlock,
  RankingItem,
  SummaryBlock,
  SummaryItem,
  TableBlock,
  TextBlock,
} from "./view/block.ts";

export { ToolClientError } from "./client/toolClient.ts";
export type {
  ApprovalAnswer,
  CallSummary,
  ConnectionState,
  EventsOptions,
  SessionSummary,
  StartedRun,
  StartedTurn,
  ToolClient,
} from "./client/toolClient.ts";
export { createHttpClient } from "./client/httpClient.ts";
export type { HttpClient, HttpClientOptions } from "./client/httpClient.ts";
export { createLocalClient } from "./client/localClient.ts";
export type { LocalClientOptions } from "./client/localClient.ts";
export type { StoredFile, UploadOptions } from "./client/uploads.ts";
export { choicesAtOnce } from "./client/choices.ts";
export type { Choice, ChoiceQuery } from "./client/choices.ts";
export { connectionKinds } from "./client/connections.ts";
export type { Connection, ConnectionDraft, ConnectionKind } from "./client/connections.ts";
export { delegate, delegatedAgent, isDelegation } from "./tool/delegate.ts";
export type { Delegation } from "./tool/delegate.ts";
export { budgetNote, createBudget } from "./tool/budget.ts";
export type { Budget } from "./tool/budget.ts";
export { createTextToolCalls, parseTextToolCalls } from "./stream/textCalls.ts";
export type { ShownText, TextTool, TextToolCall, TextToolCallOptions, TextToolCalls } from "./stream/textCalls.ts";
