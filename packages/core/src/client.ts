// A host from any page or program: one transport, and a small client a subject.
export { createTransport } from "./client/transport.ts";
export type {
  RequestHeaders,
  RequestOptions,
  RetryOptions,
  SentRequest,
  Transport,
  TransportOptions,
  TransportRequest,
} from "./client/transport.ts";
export { ToolClientError } from "./tool/toolClientError.ts";
export type { Mend, ToolClientErrorDetails } from "./tool/toolClientError.ts";
export { createHttpClient } from "./client/httpClient.ts";
export type { HttpClient, HttpClientOptions } from "./client/httpClient.ts";
export { toolsClient } from "./client/toolsClient.ts";
export type { FinishedRun, OfferedDefinitions, RunOptions, ToolsClient } from "./client/toolsClient.ts";
export { callsClient } from "./client/callsClient.ts";
export type { CallsClient, StopOptions } from "./client/callsClient.ts";
export { agentsClient } from "./client/agentsClient.ts";
export type { AgentsClient } from "./client/agentsClient.ts";
export { sessionsClient } from "./client/sessionsClient.ts";
export type { ExportOptions, SessionsClient } from "./client/sessionsClient.ts";
export { chatClient } from "./client/chatClient.ts";
export type { ChatClient } from "./client/chatClient.ts";
export { outputsClient } from "./client/outputsClient.ts";
export type { OutputsClient } from "./client/outputsClient.ts";
export { uploadsClient } from "./client/uploadsClient.ts";
export type { UploadsClient } from "./client/uploadsClient.ts";
export { choicesClient } from "./client/choicesClient.ts";
export type { ChoicesClient } from "./client/choicesClient.ts";
export { connectionsClient } from "./client/connectionsClient.ts";
export type { ConnectionsClient } from "./client/connectionsClient.ts";
export { sharesClient } from "./client/sharesClient.ts";
export type { SharesClient } from "./client/sharesClient.ts";
export { publishedToolsClient } from "./client/publishedToolsClient.ts";
export type {
  DefinitionChange,
  EmbedAction,
  Publication,
  PublishedTool,
  PublishedToolsClient,
  PublishedToolUse,
} from "./client/publishedToolsClient.ts";
export { authoringClient } from "./client/authoringClient.ts";
export type { AuthoringClient, ToolTrial } from "./client/authoringClient.ts";
export type {
  AuthoredTool,
  ToolBundle,
  ToolChanges,
  ToolDraft,
  ToolTest,
  ToolTestPart,
  ToolPreview,
  ToolVersion,
  VersionChange,
} from "./client/authoredTools.ts";
export { embedTokensClient } from "./client/embedTokensClient.ts";
export type { EmbedToken, EmbedTokenRequest, EmbedTokensClient } from "./client/embedTokensClient.ts";
export { linkedAskClient } from "./client/linkedAskClient.ts";
export type { LinkedAnswer, LinkedAsk, LinkedAskClient } from "./client/linkedAskClient.ts";
export { schedulesClient } from "./client/schedulesClient.ts";
export type { Schedule, ScheduleDraft, ScheduleFiring, SchedulesClient } from "./client/schedulesClient.ts";
export { runsClient } from "./client/runsClient.ts";
export type { RunsClient } from "./client/runsClient.ts";
export type {
  ModelUse,
  Run,
  RunCounts,
  RunDetail,
  RunFilter,
  RunPage,
  RunState,
  ToolUse,
  UsageStats,
  Use,
} from "./client/runs.ts";
export { mcpKeysClient } from "./client/mcpKeysClient.ts";
export type { McpKey, McpKeyRequest, McpKeysClient, NewMcpKey } from "./client/mcpKeysClient.ts";
export { knowledgeClient } from "./client/knowledgeClient.ts";
export type {
  KnowledgeClient,
  KnowledgeCrumb,
  KnowledgeEntry,
  KnowledgeFolder,
  KnowledgeHit,
  KnowledgeOverview,
  KnowledgePassage,
  KnowledgeProblem,
  KnowledgeReading,
  KnowledgeReason,
  KnowledgeSourceState,
  KnowledgeUploads,
} from "./client/knowledgeClient.ts";
export { mcpServersClient } from "./client/mcpServersClient.ts";
export type {
  McpArgumentOf,
  McpCallCopies,
  McpPromptMessage,
  McpResourceContent,
  McpServerDetail,
  McpServerDraft,
  McpServerListing,
  McpServerOffers,
  McpServersClient,
  McpServerTool,
  McpSignIn,
  McpWire,
  McpWireMessage,
} from "./client/mcpServersClient.ts";
export { pagesClient } from "./client/pagesClient.ts";
export type { PagesClient } from "./client/pagesClient.ts";
export type { PagesState } from "./client/pagesState.ts";
export type {
  ApprovalAnswer,
  CallSummary,
  EventsOptions,
  NewSessionShare,
  Preview,
  QuestionAnswer,
  SessionShare,
  SessionSummary,
  ShareOptions,
  StartedRun,
  AgentListing,
  StartedTurn,
} from "./client/toolClient.ts";
export type { Choice, ChoiceQuery } from "./client/choices.ts";
export type { Connection, ConnectionDraft, ConnectionKind } from "./client/connections.ts";
export type { StoredFile, UploadOptions } from "./client/uploads.ts";
export { toolSessionsClient } from "./client/toolSessionsClient.ts";
export type {
  LaunchOptions,
  LinkOptions,
  ToolSession,
  ToolSessionLink,
  ToolSessionPerson,
  ToolSessionRole,
  ToolSessionsClient,
  ToolSessionState,
  ToolSessionSubmission,
} from "./client/toolSessionsClient.ts";
export { entitiesClient } from "./client/entitiesClient.ts";
export type {
  EntitiesClient,
  Entity,
  EntityChange,
  EntityChanges,
  EntityDocument,
  EntityDraft,
  EntityRelation,
  EntitySearch,
  EntitySummary,
  EntityType,
  EntityTypeDraft,
  FilterEntitiesInput,
  FilterResult,
} from "./client/entitiesClient.ts";
export { viewsClient } from "./client/viewsClient.ts";
export type {
  EntitiesPart,
  KeptView,
  KeptViewSpec,
  ToolPart,
  ViewAct,
  ViewChanges,
  ViewDraft,
  ViewListing,
  ViewPart,
  ViewSummary,
  ViewsClient,
  ViewVersion,
} from "./client/viewsClient.ts";
export { agentNotesClient } from "./client/agentNotesClient.ts";
export type { AgentNote, AgentNotesClient } from "./client/agentNotesClient.ts";
