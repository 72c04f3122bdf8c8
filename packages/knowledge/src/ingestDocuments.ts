import { DEFAULT_TENANT_ID, type Store } from "@callboard/server";
import { createCorpusWriter } from "./corpus/corpusWriter.ts";
import { CORPUS_MODULE } from "./corpus/corpusModule.ts";
import { CORPUS_MIGRATIONS } from "./corpus/migrations.ts";
import type { DocumentSource } from "./ingest/documentSource.ts";
import { ingest, type IngestOptions, type IngestResult } from "./ingest/ingest.ts";

export interface IngestDocumentsOptions extends IngestOptions {
  /** The default tenant unless given. */
  tenantId?: string;
  /** The space that has them; everybody of the tenant unless given. */
  spaceId?: string;
}

/**
 * Brings a tenant's documents in step with a source, beside a host or before it starts.
 * @example
 * ```ts
 * const { written, failed } = await ingestDocuments(store, folderDocuments("handbook"));
 * ```
 */
export async function ingestDocuments(
  store: Store,
  source: DocumentSource,
  { tenantId = DEFAULT_TENANT_ID, spaceId, ...options }: IngestDocumentsOptions = {},
): Promise<IngestResult> {
  await store.migrate([{ name: CORPUS_MODULE, migrations: CORPUS_MIGRATIONS }]);
  const key = { tenantId, name: source.name, spaceId: spaceId ?? null };
  return await ingest(createCorpusWriter(store.database), key, source, options);
}
