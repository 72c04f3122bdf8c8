// The public list, by hand.
export { createHost } from "./host.ts";
export type { Host, HostOptions } from "./host.ts";
export { serve } from "./serve.ts";
export type { Serving } from "./serve.ts";
export { actorsByToken, actorsOfStore, DEMO_ACTOR } from "./actor.ts";
export type { Actor, ResolveActor } from "./actor.ts";
export { createStore, DEFAULT_TENANT_ID, DEFAULT_TENANT_SLUG } from "./db/store.ts";
export type { Store, StoreOptions, TokenOwner } from "./db/store.ts";
export { createKnowledge } from "./knowledge/knowledge.ts";
export type { DocumentEntry, DocumentStretch, Knowledge } from "./knowledge/knowledge.ts";
export { packageDocuments } from "./knowledge/documentSource.ts";
export type { DocumentSource, SourceFile } from "./knowledge/documentSource.ts";
export type { IngestProgress, IngestResult } from "./knowledge/ingest.ts";
export { ingestPackages } from "./knowledge/ingestPackages.ts";
export type { IngestPackagesOptions } from "./knowledge/ingestPackages.ts";
export { createDocumentTools } from "./tools/documentTools.ts";
