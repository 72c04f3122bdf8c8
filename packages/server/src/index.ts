// The public list, by hand.
export { createHost } from "./host.ts";
export type { BudgetOptions, Host, HostOptions, HostToolRun } from "./host.ts";
export { AUTO_SEARCH_TOOL_THRESHOLD } from "./agent/toolModes.ts";
export type { OfferedDefinitions, ToolMode, ToolSearchSettings } from "./agent/toolModes.ts";
export { closeOnSignal } from "./closeOnSignal.ts";
export { serve } from "./serve.ts";
export type { ServeOptions, Serving } from "./serve.ts";
export type { TrustedProxies } from "./http/addressOf.ts";
export { allowedHostsOfEnvironment, refuseStrangers } from "./http/strangers.ts";
export { HttpError } from "./http/httpError.ts";
export { readJson } from "./http/readJson.ts";
export { readClientFiles } from "./pages/clientFiles.ts";
export type { ClientFiles } from "./pages/clientFiles.ts";
export { createPages, isStandardPage } from "./pages/pages.ts";
export type { PagesOptions } from "./pages/pages.ts";
export { actorsByToken, actorsOfStore, DEMO_ACTOR } from "./actor.ts";
export type { Actor, ResolveActor, ResolvePermissions } from "./actor.ts";
export { withToolContext } from "./toolScopes.ts";
export { createStore, DEFAULT_TENANT_ID, DEFAULT_TENANT_SLUG } from "./store.ts";
export type { Store, StoreOptions } from "./store.ts";
export type { TokenOwner } from "./db/tenants.ts";
export { createConnections } from "./connections/connections.ts";
export type { Connections, OpenedConnection } from "./connections/connections.ts";
export { createEmbeds } from "./embed/embeds.ts";
export { formHeight } from "./embed/formHeight.ts";
export type {
  EmbedAction,
  EmbedGrant,
  EmbedKey,
  Embeds,
  EmbedToken,
  EmbedUsage,
  PublishOptions,
} from "./embed/embeds.ts";
export { choicesOf } from "./choices/choices.ts";
export type { ChoiceRequest, ChoiceSearch, ChoiceSearches } from "./choices/choices.ts";
export { createUploads } from "./uploads/uploads.ts";
export type { IncomingFile, UploadedFile, Uploads } from "./uploads/uploads.ts";
export type { ByteReader } from "./uploads/byteReader.ts";
export type { UploadLimits } from "./uploads/uploadLimits.ts";
export { createKnowledge } from "./knowledge/knowledge.ts";
export type { DocumentEntry } from "./knowledge/documents.ts";
export type { DocumentStretch, Knowledge } from "./knowledge/knowledge.ts";
export { packageDocuments } from "./knowledge/documentSource.ts";
export type { DocumentSource, SourceFile } from "./knowledge/documentSource.ts";
export type { IngestProgress, IngestResult } from "./knowledge/ingest.ts";
export { ingestPackages } from "./knowledge/ingestPackages.ts";
export type { IngestPackagesOptions } from "./knowledge/ingestPackages.ts";
export { createDocumentTools } from "./tools/documentTools.ts";
export { createAgentTools } from "./tools/agentTools.ts";
export { createScriptedModel } from "./model/scriptedModel.ts";
export type {
  ScriptedModelOptions,
  ScriptedOutcome,
  ScriptedPart,
  ScriptedStep,
  ScriptedTurn,
} from "./model/scriptedModel.ts";
export { modelFromEnvironment } from "./model/modelFromEnvironment.ts";
export type { ModelFromEnvironmentOptions } from "./model/modelFromEnvironment.ts";
