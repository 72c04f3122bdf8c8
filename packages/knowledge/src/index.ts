export { createKnowledge } from "./createKnowledge.ts";
export type { KnowledgeOptions, KnowledgeSource } from "./createKnowledge.ts";
export { ingestDocuments } from "./ingestDocuments.ts";
export type { IngestDocumentsOptions } from "./ingestDocuments.ts";
export { folderDocuments } from "./ingest/folderDocuments.ts";
export type { FolderOptions } from "./ingest/folderDocuments.ts";
export type { DocumentSource, SourceFile } from "./ingest/documentSource.ts";
export type { IngestOptions, IngestProgress, IngestResult, UnreadDocument } from "./ingest/ingest.ts";
export type { WebOptions, WebResult, WebSearch } from "./tools/webTools.ts";
