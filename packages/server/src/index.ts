// The public list, by hand.
export { createHost } from "./host.ts";
export type { Host } from "./host.ts";
export type { HostOptions, HostToolRun } from "./hostOptions.ts";
export type { AdjustAgent, AgentDefinition, AgentSource, BudgetOptions } from "./agents/agentDefinition.ts";
export type { AgentCatalog, HostAgent } from "./agents/agentCatalog.ts";
export type { Kernel } from "./kernel/kernel.ts";
export type { TurnQueue } from "./calls/turns.ts";
export type { TurnOfCall } from "./sessions/claims.ts";
export type { BegunCall, CallAnswer, CallRequest, Calls, CallAtWork, WorkEnd } from "./calls/calls.ts";
export type { CallOrigin } from "./conversation/conversation.ts";
export type {
  Admission,
  HostModule,
  MatchedRoute,
  Method,
  ModuleParts,
  ModuleRoute,
  OpenRequest,
  OpenRoute,
  RouteAddress,
  RouteAuthority,
  RouteRequest,
  RouteRule,
} from "./kernel/module.ts";
export type { EmbedAction, EmbedReach, Grant } from "./kernel/grant.ts";
export type { SessionAccess, SessionAsker, SessionOfPerson, SessionRole } from "./sessionAccess.ts";
export type { Database, Transaction } from "./db/database.ts";
export { hostRows, rowsForAll, tenantRows } from "./db/migration.ts";
export type { Migration, ModuleMigrations } from "./db/migration.ts";
export { HostRefusal } from "./hostRefusal.ts";
export type { RefusalDetails } from "./hostRefusal.ts";
export { AUTO_SEARCH_TOOL_THRESHOLD } from "./agent/toolModes.ts";
export type { ToolMode, ToolSearchSettings } from "./agent/toolModes.ts";
export { closeOnSignal } from "./closeOnSignal.ts";
export { createNodeListener } from "./nodeListener.ts";
export type { NodeListenerOptions } from "./nodeListener.ts";
export { serve } from "./serve.ts";
export type { ServeOptions, Serving } from "./serve.ts";
export type { TrustedProxies } from "./http/addressOf.ts";
export { allowedHostsOfEnvironment, refuseStrangers } from "./http/strangers.ts";
export { HttpError, json } from "./http/httpError.ts";
export { isPublicAddress } from "./http/publicAddress.ts";
export { AddressRefused, publicAddressOf, requestPublic } from "./http/publicRequest.ts";
export type { PublicRequestOptions } from "./http/publicRequest.ts";
export { wholeNumber } from "./http/queryParameters.ts";
export { readFields } from "./http/readFields.ts";
export { isOperator } from "./kernel/operator.ts";
export { readJson } from "./http/readJson.ts";
export { readClientFiles } from "./pages/clientFiles.ts";
export type { ClientFiles, ClientFilesOptions } from "./pages/clientFiles.ts";
export { createPages, isStandardPage } from "./pages/pages.ts";
export { pagesModule } from "./pages/pagesModule.ts";
export type { PagesOptions } from "./pages/pages.ts";
export { actorsByToken, actorsOfStore, bearerOf, DEMO_ACTOR } from "./actor.ts";
export type { Actor, ResolveActor, ResolvePermissions } from "./actor.ts";
export { withToolContext } from "./toolScopes.ts";
export { createStore } from "./createStore.ts";
export { DEFAULT_TENANT_ID, DEFAULT_TENANT_SLUG } from "./store.ts";
export type { Store, StoreOptions } from "./store.ts";
export type { Worker, WorkerListener } from "./worker.ts";
export { checkCopy, copyDatabase, restoreCopy } from "./db/backup.ts";
export type { TableHash, TableHashes } from "./db/rowHashes.ts";
export { moveStore } from "./moveStore.ts";
export type { MoveOptions } from "./moveStore.ts";
export { hashToken } from "./db/tenants.ts";
export type { TokenOwner } from "./db/tenants.ts";
export { storable } from "./db/storable.ts";
export type { RunMark, Runs } from "./sessions/runs.ts";
export type { CountedModelUse, CountedUsage, Usage } from "./sessions/usage.ts";
export { createConnections } from "./modules/connections/connections.ts";
export type { Connections, OpenedConnection } from "./modules/connections/connections.ts";
export { createEmbeds } from "./modules/embeds/embeds.ts";
export { formHeight } from "./modules/embeds/formHeight.ts";
export type { EmbedGrant, EmbedKey, Embeds, EmbedToken, EmbedUsage, PublishOptions } from "./modules/embeds/embeds.ts";
export { choicesOf } from "./choices/choices.ts";
export type { ChoiceFinder, ChoiceRequest, ChoiceSearch, ChoiceSearches } from "./choices/choices.ts";
export { createUploads } from "./modules/uploads/uploads.ts";
export type { IncomingFile, UploadedFile, Uploads } from "./modules/uploads/uploads.ts";
export { createByteReader } from "./modules/uploads/byteReader.ts";
export type { ByteReader } from "./modules/uploads/byteReader.ts";
export type { UploadLimits } from "./modules/uploads/uploadLimits.ts";
export { createAgentTools } from "./tools/agentTools.ts";
export { createScriptedModel } from "./model/scriptedModel.ts";
export type {
  ScriptedModelOptions,
  ScriptedOutcome,
  ScriptedPart,
  ScriptedStep,
  ScriptedTurn,
} from "./model/scriptedModel.ts";
export { describeModelError } from "./model/describeModelError.ts";
export { modelFromEnvironment } from "./model/modelFromEnvironment.ts";
export type { ModelFromEnvironmentOptions } from "./model/modelFromEnvironment.ts";
