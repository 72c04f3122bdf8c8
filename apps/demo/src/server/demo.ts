import { createRegistry } from "@callboard/core";
import type { SessionViewer } from "@callboard/core/share";
import {
  actorsOfStore,
  choicesOf,
  createAgentTools,
  createConnections,
  createEmbeds,
  createHost,
  createScriptedModel,
  createStore,
  DEMO_ACTOR,
  modelFromEnvironment,
  pagesModule,
} from "@callboard/server";
import {
  createPlatform,
  entitiesModule,
  ENTITY_PERMISSIONS,
  executiveSummary,
  toolSessionsModule,
  PLATFORM_PERMISSIONS,
} from "@callboard/platform";
import { embedFiles } from "@callboard/embed/files";
import { serveMcp } from "@callboard/mcp";
import { folderDocuments, packageDocuments } from "@callboard/knowledge";
import { createToolFolders, type ToolFolders } from "@callboard/cli/tool-folders";
import { join } from "node:path";
import { imageModelChoices } from "../../tools/generate-image/imageModelChoices.ts";
import { productChoices, skuChoices } from "../../tools/_shared/catalogue.ts";
import { TOKENIZER } from "../tokenizer.ts";
import { countTokens } from "./countTokens.ts";
import { AUTHORS, TOPICS } from "./choices.ts";
import { conversations } from "./conversations/conversations.ts";
import { demoKnowledge } from "./demoKnowledge.ts";
import { demoModule } from "./demoModule.ts";
import { createDestination, DESTINATION_ORIGIN } from "./destination/destination.ts";
import { createEmbedSite, type EmbedSiteOptions } from "./embedSite/embedSite.ts";
import { entitiesOfFolder } from "./entities.ts";
import type { ExampleStates } from "../examples.ts";
import { DOCUMENTS_OF_EXAMPLES, exampleStates } from "./exampleStates.ts";
import { createToolFiles } from "./files.ts";
import { createImageModels, type ImageProvider } from "./images/images.ts";
import { createLocalEmbedder } from "./localEmbedder.ts";
import { briefSettings, DEMO_TYPES, enterDemoEntities } from "./demoEntities.ts";
import { enterDemoViews } from "./demoViews.ts";
import { createSend } from "./send.ts";
import { withServices, type ToolServices } from "./services.ts";
import { inWorkspace } from "./workspaces.ts";

/** The host with the demo's tools: what `npm start` and `npm run dev` both serve. */
export interface Demo {
  fetch(request: Request): Promise<Response>;
  tools: ToolFolders;
  /**
   * What answers on another port as a page of another origin, which `/embed` leads to; undefined where there are no
   * frames to show.
   */
  embedSite(
    options: Pick<EmbedSiteOptions, "folder" | "hostPort" | "port">,
  ): Promise<((request: Request) => Promise<Response>) | undefined>;
  /** Whether a visitor without credentials sees a tool of this slug, in the workspace that the request names. */
  hasTool(slug: string, request?: Request): Promise<boolean>;
  close(): Promise<void>;
}

export interface DemoOptions {
  /** The app's folder, absolute. */
  app: string;
  dataDir: string;
  databaseUrl?: string;
  /** The hosts that content may be published to, beside the demo's own destinations; none unless given. */
  publishTo?: readonly string[];
  /** What makes pictures; a local stand-in unless given. */
  imageProvider?: ImageProvider;
  /** What connections' secrets are encrypted with; a key in `dataDir` unless given. */
  secretKey?: string;
  /** The names that requests may be addressed to, beside this machine's own. */
  allowedHosts?: readonly string[] | true;
  /** The node_modules folder whose documentation the document tools read; none leaves them without documents. */
  packages?: string;
  /** The folder of documents that the librarian has; none leaves it without documents. */
  handbook?: string;
  /** The folder of tables with open data; none leaves it without tables. */
  openData?: string;
  /** The module that the tools' `@callboard/core` is to be; the installed one unless given. */
  core?: string;
  /** Milliseconds between two words of an example conversation, 12 unless given. */
  pace?: number;
  /** The program of pages that show a session; without it sessions are exported as logs. */
  viewer?: () => Promise<SessionViewer>;
  /** Answers what is not the host's: the pages and their files. */
  fallback?: (request: Request) => Response | Promise<Response>;
}

/** What the demo's documents are the sources of: whoever comes works in it. */
const SPACE = "installed-packages";

/** Whoever comes to the demo writes and switches the tools of the workspace that they are in. */
const VISITOR = {
  ...DEMO_ACTOR,
  permissions: [...DEMO_ACTOR.permissions, ...PLATFORM_PERMISSIONS, ...ENTITY_PERMISSIONS],
};

/** Who a page is for: it is asked for without a credential. */
const visitorOf = (request?: Request) => (request ? inWorkspace(VISITOR, request) : VISITOR);

/** Opens the database and loads the tools; the documents are read in the background. */
export async function createDemo({
  app,
  packages,
  handbook,
  openData,
  core,
  allowedHosts = [],
  pace = 12,
  publishTo = [],
  imageProvider,
  viewer,
  fallback,
  ...data
}: DemoOptions): Promise<Demo> {
  const registry = createRegistry();
  const store = await createStore(data);
  // Before the folders, so that one which takes the same slug is named as broken.
  for (const tool of createAgentTools({ store })) registry.register(tool);
  const connections = createConnections(store);
  const destination = await createDestination(join(data.dataDir, "destination.json"));
  const services: ToolServices = {
    entities: entitiesOfFolder(join(data.dataDir, "entities")),
    connections,
    files: createToolFiles(store),
    images: createImageModels(imageProvider),
    send: createSend({ allowed: publishTo, local: { origin: DESTINATION_ORIGIN, fetch: destination.fetch } }),
  };
  const complete = (module: unknown) => withServices(module, services);
  const tools = createToolFolders({
    folder: join(app, "tools"),
    outDir: join(app, ".callboard", "tools"),
    registry,
    log: (line) => console.log(line),
    ...(core !== undefined && { packages: { "@callboard/core": core } }),
    complete,
  });
  await tools.load();
  const actorOf = actorsOfStore(store);
  const model = modelFromEnvironment();
  const hasModel = model !== undefined;
  // Sources hold none: the build makes them.
  const files = embedFiles.loader.file === "" ? undefined : embedFiles;
  let sitePort: number | undefined;
  const embedder = createLocalEmbedder();
  const packageSource =
    packages === undefined ? undefined : { source: packageDocuments(packages, { first: DOCUMENTS_OF_EXAMPLES }) };
  let reading: ExampleStates["reading"] = packageSource ? { done: 0, total: 0 } : null;
  const knowledge = demoKnowledge({
    sources: [
      ...(openData === undefined ? [] : [{ source: folderDocuments(openData, { name: "open-data" }) }]),
      ...(packageSource ? [packageSource] : []),
      ...(handbook === undefined ? [] : [{ source: folderDocuments(handbook, { name: "handbook" }) }]),
    ],
    onProgress(source, progress) {
      if (source === packageSource) reading = progress;
    },
  });
  const summaries = executiveSummary({ engagementType: "customer", settings: briefSettings, pace });
  const host = createHost({
    registry,
    allowedHosts,
    store,
    ...(viewer && { viewer }),
    // Whoever comes to the demo is its operator.
    embed: { files, mayPublish: () => true },
    toolSearch: {
      ...(embedder ? { embedders: [embedder] } : { toolEmbeddingModel: "lexical" }),
      countTokens,
      tokenizer: TOKENIZER,
    },
    // The library is the librarian's: no agent has two tools of one intent.
    agent: { toolGroups: ["documents", "sql", "view"] },
    model: model ?? createScriptedModel({ turns: conversations, pace }),
    choices: {
      author: choicesOf(AUTHORS),
      topic: choicesOf(TOPICS),
      "protoast-product": productChoices(services.entities),
      "protoast-sku": skuChoices(services.entities),
      "image-model": imageModelChoices(services.images),
    },
    modules: [
      knowledge,
      createPlatform({ bundles: [summaries] }),
      toolSessionsModule,
      entitiesModule({ types: [...DEMO_TYPES, ...summaries.entityTypes], documents: knowledge.documents }),
      pagesModule(() => ({ hasModel, mayPublish: true, failures: tools.failures() })),
      serveMcp(),
      demoModule({
        hasModel,
        destination,
        images: services.images,
        siteUrl: (host) => (sitePort === undefined ? undefined : `http://${host}:${sitePort}/`),
        chatState: () => ({ hasModel, ...exampleStates(reading) }),
      }),
    ],
    ...(fallback && { fallback }),
    async actor(request) {
      const actor = await actorOf(request);
      // Whoever shows a credential works where it belongs.
      const placed = request.headers.has("authorization") ? actor : visitorOf(request);
      return placed && { ...placed, spaceId: SPACE };
    },
  });
  await host.ready;
  await enterDemoEntities(host.fetch);
  await enterDemoViews(host.fetch);
  // Without a key no secret can be kept, and the destinations ask for one.
  if (store.secrets) await destination.connect(connections, DEMO_ACTOR.tenantId, DEMO_ACTOR.tenantSlug);
  return {
    fetch: host.fetch,
    tools,
    async embedSite({ folder, hostPort, port }) {
      if (!files) return undefined;
      const { loader } = files;
      const site = await createEmbedSite({ folder, embeds: createEmbeds(store), registry, loader, hostPort, port });
      sitePort = port;
      return site;
    },
    hasTool: (slug, request) => host.hasTool(slug, { ...visitorOf(request), spaceId: SPACE }),
    async close() {
      await host.close();
      await store.close();
    },
  };
}
