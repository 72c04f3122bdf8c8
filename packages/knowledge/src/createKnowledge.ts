import { createRegistry } from "@callboard/core";
import { DEFAULT_TENANT_ID, type HostModule } from "@callboard/server";
import { createCorpus } from "./corpus/corpus.ts";
import { CORPUS_MODULE } from "./corpus/corpusModule.ts";
import { createCorpusWriter } from "./corpus/corpusWriter.ts";
import { CORPUS_MIGRATIONS } from "./corpus/migrations.ts";
import type { DocumentSource } from "./ingest/documentSource.ts";
import { ingest, type IngestProgress } from "./ingest/ingest.ts";
import { knowledgeRoutes } from "./routes.ts";
import { createCorpusSearch } from "./search/corpusSearch.ts";
import { librarians } from "./tools/librarian.ts";
import { createDesk } from "./tools/desk.ts";
import { documentTools } from "./tools/documentTools.ts";
import { sqlTools } from "./tools/sqlTools.ts";
import { webTools, type WebOptions } from "./tools/webTools.ts";
import { createDatasets } from "./sql/datasets.ts";
import { createSqlDesk } from "./sql/sqlDesk.ts";
import { createLibrary } from "./tools/library.ts";
import { libraryTools } from "./tools/libraryTools.ts";

/** A source that a host brings in while it runs. */
export interface KnowledgeSource {
  source: DocumentSource;
  /** The default tenant unless given. */
  tenantId?: string;
  /** The space that has its documents; everybody of the tenant unless given. */
  spaceId?: string;
}

export interface KnowledgeOptions {
  /** Brought in step, one after the other, each time a host starts. */
  sources?: readonly KnowledgeSource[];
  /** What the tools of the web do: none of them is there unless it is set up. */
  web?: WebOptions;
  /** Slugs of tools that the host has otherwise. */
  without?: readonly string[];
  /** Takes the progress lines; `console.log` unless given. */
  log?: (line: string) => void;
}

const SAY_EVERY_MS = 2_000;

/**
 * Documents that people and agents browse, search, read and cite, as a module of a host.
 * @example
 * ```ts
 * const knowledge = createKnowledge({ sources: [{ source: folderDocuments("handbook") }] });
 * const host = createHost({ registry, store, modules: [knowledge] });
 * ```
 */
export function createKnowledge({
  sources = [],
  web = {},
  without = [],
  log = console.log,
}: KnowledgeOptions = {}): HostModule {
  return {
    name: CORPUS_MODULE,
    migrations: CORPUS_MIGRATIONS,
    open({ store: { database } }) {
      const corpus = createCorpus(database);
      const writer = createCorpusWriter(database);
      const search = createCorpusSearch(database);
      const registry = createRegistry();
      const library = createLibrary(corpus, search);
      const datasets = createDatasets(database);
      const sql = createSqlDesk(database, datasets);
      for (const tool of [
        ...libraryTools(library),
        ...documentTools(library, createDesk(database, corpus, search)),
        ...sqlTools(datasets, sql),
        ...webTools(web),
      ])
        if (!without.includes(tool.slug)) registry.register(tool);
      const closing = new AbortController();
      const reading = new Map<string, IngestProgress>();
      let ingested: Promise<void> = Promise.resolve();

      async function ingestAll() {
        for (const { source, tenantId = DEFAULT_TENANT_ID, spaceId = null } of sources) {
          if (closing.signal.aborted) return;
          let said = Date.now();
          try {
            const result = await ingest(writer, { tenantId, name: source.name, spaceId }, source, {
              signal: closing.signal,
              onProgress(progress) {
                reading.set(tenantId, progress);
                if (Date.now() - said < SAY_EVERY_MS) return;
                said = Date.now();
                log(`Reading ${source.name}: ${progress.done} of ${progress.total} documents`);
              },
            });
            log(`${source.name} is read: ${result.total} documents, ${result.written} new or changed`);
            for (const { path, problem } of result.failed) log(`${source.name}/${path} was not read: ${problem}`);
          } catch (error) {
            if (!closing.signal.aborted)
              log(`Reading ${source.name} failed: ${error instanceof Error ? error.message : String(error)}`);
          } finally {
            reading.delete(tenantId);
          }
        }
      }

      return {
        tools: { name: "knowledge", list: () => registry.all(), find: (slug) => registry.get(slug) },
        agents: librarians,
        routes: knowledgeRoutes(corpus, library, (tenantId) => reading.get(tenantId)),
        facts: async ({ tenantId, spaceId }) => ({
          knowledge: !!tenantId && (reading.has(tenantId) || (await corpus.any({ tenantId, spaceId }))),
        }),
        start() {
          ingested = ingestAll();
        },
        async close() {
          closing.abort();
          await ingested;
          sql.close();
          await search.close();
        },
      };
    },
  };
}
