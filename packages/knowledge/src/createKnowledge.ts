import type { RegisteredTool, ToolContext } from "@callboard/core";
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
import { takeOver } from "./ingest/takeOver.ts";
import { knowledgeRoutes } from "./routes.ts";
import { embedMissing, tenantsToEmbed } from "./search/corpusVectors.ts";
import { createCorpusSearch } from "./search/corpusSearch.ts";
import { librarians } from "./tools/librarian.ts";
import { createFoundDocuments, type KnowledgeDocuments } from "./tools/foundDocuments.ts";
import { createDesk } from "./tools/desk.ts";
import { documentChoices } from "./tools/documentChoices.ts";
import { documentTools } from "./tools/documentTools.ts";
import { DOCUMENTS } from "./tools/inDocuments.ts";
import { createDeclaredFunctions, type DeclaredFunctions } from "./functions/declaredFunctions.ts";
import { functionsRoute } from "./functions/functionsRoute.ts";
import { createDocumentGraph } from "./graph/documentGraph.ts";
import { deepAnalysis } from "./plugins/deepAnalysis.ts";
import { graphSearch } from "./plugins/graphSearch.ts";
import { toolOfPlugin } from "./plugins/plugin.ts";
import { queryDocumentsMetadata } from "./plugins/queryDocumentsMetadata.ts";
import { functionTools } from "./tools/functionTools.ts";
import { sqlTools } from "./tools/sqlTools.ts";
import { webTools, type WebOptions } from "./tools/webTools.ts";
import { createDatasets } from "./sql/datasets.ts";
import { createSqlDesk, type SqlDesk } from "./sql/sqlDesk.ts";
import { createLibrary } from "./tools/library.ts";
import { LIBRARY, libraryTools } from "./tools/libraryTools.ts";
import { hasKnowledge } from "./tools/readerOf.ts";

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
  /** Who may upload documents and delete them; who holds the permission `knowledge.documents.write` unless given. */
  mayWrite?: (actor: Actor) => boolean;
  /** The groups of tools that people have; all unless given. Agents have theirs by `toolGroups`. */
  groupsOfPeople?: readonly string[];
  /** What the analyst of `analyze_document` has beside the tools that read, such as `publish_note`. */
  analystTools?: readonly string[];
  /** The path of a file that declares functions of SQL, in YAML or JSON; read again whenever it changes. */
  functions?: string;
  /** Called as the documents of a source are brought in, and with null once they are all there. */
  onProgress?: (source: KnowledgeSource, progress: IngestProgress | null) => void;
  /** Takes the progress lines; `console.log` unless given. */
  log?: (line: string) => void;
}

/** Documents as a module of a host, and for other modules of it. */
export interface Knowledge extends HostModule {
  /** For modules that name documents and search in them, such as `entitiesModule({ documents })`. */
  documents: KnowledgeDocuments;
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));

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
  mayWrite = ({ permissions }) => permissions.includes("knowledge.documents.write"),
  groupsOfPeople,
  analystTools = [],
  functions: functionFile,
  onProgress,
  log = console.log,
}: KnowledgeOptions = {}): Knowledge {
  let opened: KnowledgeDocuments | undefined;
  const atWork = (): KnowledgeDocuments => {
    if (opened) return opened;
    throw new Error("The documents belong to a host that is not ready yet: await host.ready first.");
  };
  return {
    documents: {
      describe: (context, ids) => atWork().describe(context, ids),
      search: (context, asked) => atWork().search(context, asked),
    },
    name: CORPUS_MODULE,
    migrations: CORPUS_MIGRATIONS,
    refusals: UPLOAD_REFUSALS,
    open({ store: { database } }) {
      const corpus = createCorpus(database);
      const writer = createCorpusWriter(database);
      const search = createCorpusSearch(database, embedder);
      const library = createLibrary(corpus, search);
      opened = createFoundDocuments(corpus, library);
      const datasets = createDatasets(database);
      const sql = createSqlDesk(database, datasets, undefined, undefined, () => functions.now());
      const desk = createDesk(database, corpus, search);
      const closing = new AbortController();
      const reading = new Map<string, IngestProgress>();
      let ingested: Promise<void> = Promise.resolve();
      let declared: Promise<void> = Promise.resolve();
      const isReading = (tenantId: string) => reading.has(tenantId);
      const tools = [
        ...libraryTools(library),
        ...documentTools(library, desk, { isReading, analystTools }),
        ...sqlTools(datasets, sql),
        ...webTools(web),
        toolOfPlugin(graphSearch, { library, graph: createDocumentGraph(database) }),
        toolOfPlugin(queryDocumentsMetadata, { sql }),
        toolOfPlugin(deepAnalysis, {}),
      ]
        .filter(({ slug }) => !without.includes(slug))
        .map((tool) => toRegisteredTool(tool));
      const taken = new Set(tools.flatMap(({ slug, aliases = [] }) => [slug, ...aliases]));
      const functions = createDeclaredFunctions({ file: functionFile, taken, log });
      const ofFunctions = toolsOfFunctions(functions, sql);
      const isForPeople = ({ group }: RegisteredTool) =>
        groupsOfPeople === undefined || (group !== undefined && groupsOfPeople.includes(group.name));
      const toolsFor = ({ source }: Pick<ToolContext, "source">) => {
        const all = [...tools, ...ofFunctions()];
        return source === "agent" ? all : all.filter(isForPeople);
      };

      function setReading(tenantId: string, progress: IngestProgress | null) {
        if (progress) reading.set(tenantId, progress);
        else reading.delete(tenantId);
      }

      /** While a later source waits its turn, more documents of its tenant come. */
      function nextOf(tenantId: string, at: number): IngestProgress | null {
        const isNext = sources.slice(at).some((each) => (each.tenantId ?? DEFAULT_TENANT_ID) === tenantId);
        return isNext ? { done: 0, total: 0 } : null;
      }

      /** What was kept in one table before comes first, so that a source finds it and reads only what has changed. */
      async function takeOverFormer() {
        try {
          const taken = await takeOver(database, {
            signal: closing.signal,
            onProgress: (tenantId, progress) => setReading(tenantId, progress ?? nextOf(tenantId, 0)),
          });
          if (taken > 0) log(`Documents of an earlier version are taken over: ${taken}`);
        } catch (error) {
          if (!closing.signal.aborted)
            log(`Taking over documents failed, and goes on at the next start: ${wordsOf(error)}`);
        }
      }

      async function ingestAll() {
        for (const [at, each] of sources.entries()) {
          if (closing.signal.aborted) return;
          const { source, tenantId = DEFAULT_TENANT_ID, spaceId = null } = each;
          let said = Date.now();
          const began = said;
          try {
            const result = await ingest(writer, { tenantId, name: source.name, spaceId }, source, {
              signal: closing.signal,
              onProgress(progress) {
                setReading(tenantId, progress);
                onProgress?.(each, progress);
                if (Date.now() - said < SAY_EVERY_MS) return;
                said = Date.now();
                log(`Reading ${source.name}: ${progress.done} of ${progress.total} documents`);
              },
            });
            const took = ((Date.now() - began) / 1_000).toFixed(1);
            log(`${source.name} is read: ${result.total} documents, ${result.written} new or changed (${took} s)`);
            for (const { path, problem } of result.failed) log(`${source.name}/${path} was not read: ${problem}`);
          } catch (error) {
            if (!closing.signal.aborted) log(`Reading ${source.name} failed: ${wordsOf(error)}`);
          } finally {
            setReading(tenantId, nextOf(tenantId, at + 1));
            onProgress?.(each, null);
          }
        }
      }

      /** Whatever lacks a vector gets one, also what another command brings in meanwhile. */
      async function embedAll() {
        if (!embedder) return;
        let failed = "";
        const report = (error: unknown) => {
          if (closing.signal.aborted) return;
          const why = wordsOf(error);
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
          list(context) {
            // An agent that has the search by name is about to use it.
            if (isLibrarian(context) && context.tenantId) search.warm(context.tenantId);
            return toolsFor(context);
          },
          find(slug, context) {
            const own = toolsFor(context);
            return own.find((tool) => tool.slug === slug) ?? own.find(({ aliases }) => aliases?.includes(slug));
          },
        },
        agents: librarians,
        routes: [
          functionsRoute(functions),
          ...knowledgeRoutes({
            corpus,
            library,
            search,
            uploads: createUploadedDocuments(database, corpus, writer),
            readingOf: (tenantId) => reading.get(tenantId),
            mayWrite,
            log,
          }),
        ],
        choices: { document: documentChoices(desk) },
        facts: async ({ tenantId, spaceId }) => ({
          knowledge: !!tenantId && (reading.has(tenantId) || (await corpus.any({ tenantId, spaceId }))),
        }),
        start() {
          // Before anybody asks: whoever does is told that there may be more.
          for (const { tenantId = DEFAULT_TENANT_ID } of sources) setReading(tenantId, { done: 0, total: 0 });
          declared = functions.start();
          ingested = takeOverFormer().then(ingestAll).then(embedAll);
        },
        async close() {
          closing.abort();
          // What failed is reported; the sandboxes and the index end whatever it was.
          await ingested.catch(() => {});
          functions.close();
          await declared;
          sql.close();
          await search.close();
        },
      };
    },
  };
}

const SEARCHING: readonly string[] = [LIBRARY.name, DOCUMENTS.name];

const isLibrarian = (context: ToolContext): boolean =>
  hasKnowledge(context) &&
  context.source === "agent" &&
  !!context.agent?.toolGroups?.some((name) => SEARCHING.includes(name));

/** The functions' tools, made anew where the functions are others. */
function toolsOfFunctions(functions: DeclaredFunctions, sql: SqlDesk): () => readonly RegisteredTool[] {
  let made: { version: string; tools: RegisteredTool[] } | undefined;
  return () => {
    const { version, declarations } = functions.now();
    if (made?.version !== version)
      made = { version, tools: functionTools(declarations, sql).map((tool) => toRegisteredTool(tool)) };
    return made.tools;
  };
}
