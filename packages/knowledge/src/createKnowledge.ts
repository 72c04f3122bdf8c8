import type { ToolContext } from "@callboard/core";
import { setTimeout as pause } from "node:timers/promises";
import { toRegisteredTool } from "@callboard/core/catalog";
import type { Embedder } from "@callboard/core/search";
import { DEFAULT_TENANT_ID, type Actor, type HostModule } from "@callboard/server";
import { createCorpus } from "./corpus/corpus.ts";
import { CORPUS_MODULE } from "./corpus/corpusModule.ts";
import { createCorpusWriter, revisionOf } from "./corpus/corpusWriter.ts";
import { CORPUS_MIGRATIONS } from "./corpus/migrations.ts";
import type { DocumentSource } from "./ingest/documentSource.ts";
import { ingest, type IngestProgress } from "./ingest/ingest.ts";
import { createUploadedDocuments, UPLOAD_REFUSALS } from "./ingest/uploadedDocuments.ts";
import { knowledgeRoutes } from "./routes.ts";
import { embedMissing, tenantsToEmbed } from "./search/corpusVectors.ts";
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
  /** What finds passages by meaning beside their words; by words alone without one. */
  embedder?: Embedder;
  /** What the tools of the web do: none of them is there unless it is set up. */
  web?: WebOptions;
  /** Slugs of tools that the host has otherwise. */
  without?: readonly string[];
  /** Whether its tools are for agents alone, and people have the page; false unless given. */
  isForAgents?: boolean;
  /** Who may upload documents and delete them; who holds the permission `knowledge.documents.write` unless given. */
  mayWrite?: (actor: Actor) => boolean;
  /** Takes the progress lines; `console.log` unless given. */
  log?: (line: string) => void;
}

const SAY_EVERY_MS = 2_000;
/** What another command or host brings in is looked for this often. */
const EMBED_EVERY_MS = 2_000;

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
  embedder,
  web = {},
  without = [],
  isForAgents = false,
  mayWrite = ({ permissions }) => permissions.includes("knowledge.documents.write"),
  log = console.log,
}: KnowledgeOptions = {}): HostModule {
  return {
    name: CORPUS_MODULE,
    migrations: CORPUS_MIGRATIONS,
    refusals: UPLOAD_REFUSALS,
    open({ store: { database } }) {
      const corpus = createCorpus(database);
      const writer = createCorpusWriter(database);
      const search = createCorpusSearch(database, embedder);
      const library = createLibrary(corpus, search);
      const datasets = createDatasets(database);
      const sql = createSqlDesk(database, datasets);
      const tools = [
        ...libraryTools(library),
        ...documentTools(library, createDesk(database, corpus, search)),
        ...sqlTools(datasets, sql),
        ...webTools(web),
      ]
        .filter(({ slug }) => !without.includes(slug))
        .map((tool) => toRegisteredTool(tool));
      const toolsFor = ({ source }: Pick<ToolContext, "source">) => (isForAgents && source !== "agent" ? [] : tools);
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

      /** Whatever lacks a vector gets one, also what another command brings in meanwhile. */
      async function embedAll() {
        if (!embedder) return;
        let failed = "";
        const report = (error: unknown) => {
          if (closing.signal.aborted) return;
          const why = error instanceof Error ? error.message : String(error);
          if (why !== failed) log(`Documents are found by words alone for now: ${why}`);
          failed = why;
        };
        /** The revision of each tenant up to which every chunk has one. */
        const embedded = new Map<string, number>();
        while (!closing.signal.aborted) {
          const tenantIds = await tenantsToEmbed(database).catch((error: unknown) => (report(error), []));
          for (const tenantId of tenantIds) {
            try {
              const revision = await revisionOf(database, tenantId);
              if (revision === (embedded.get(tenantId) ?? 0)) continue;
              await embedMissing(database, embedder, tenantId, closing.signal);
              embedded.set(tenantId, revision);
              failed = "";
            } catch (error) {
              report(error);
            }
          }
          await pause(EMBED_EVERY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {});
        }
      }

      return {
        tools: {
          name: "knowledge",
          list: (context) => toolsFor(context),
          find(slug, context) {
            const own = toolsFor(context);
            return own.find((tool) => tool.slug === slug) ?? own.find(({ aliases }) => aliases?.includes(slug));
          },
        },
        agents: librarians,
        routes: knowledgeRoutes({
          corpus,
          library,
          uploads: createUploadedDocuments(database, corpus, writer),
          readingOf: (tenantId) => reading.get(tenantId),
          mayWrite,
          log,
        }),
        facts: async ({ tenantId, spaceId }) => ({
          knowledge: !!tenantId && (reading.has(tenantId) || (await corpus.any({ tenantId, spaceId }))),
        }),
        start() {
          ingested = ingestAll().then(embedAll);
        },
        async close() {
          closing.abort();
          // What failed is reported; the sandboxes and the index end whatever it was.
          await ingested.catch(() => {});
          sql.close();
          await search.close();
        },
      };
    },
  };
}
