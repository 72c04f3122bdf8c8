import { createRegistry, type ToolContext } from "@callboard/core";
import {
  actorsOfStore,
  choicesOf,
  createAgentTools,
  createConnections,
  createDocumentTools,
  createHost,
  createKnowledge,
  createStore,
  DEMO_ACTOR,
  ingestPackages,
} from "@callboard/server";
import { AUTHORS, contentDeskTool, TOPICS } from "./contentDesk.ts";
import { createToolFolders, type ToolFolders } from "./toolFolders.ts";

/** The host with the demo's tools: what `npm start` and `npm run dev` both serve. */
export interface Demo {
  fetch(request: Request): Promise<Response>;
  /** Whether an address is answered by `fetch`; everything else is a page or a file. */
  owns(pathname: string): boolean;
  tools: ToolFolders;
  /** Whether a visitor without credentials sees a tool of this slug. */
  hasTool(slug: string): boolean;
  close(): Promise<void>;
}

export interface DemoOptions {
  /** The app's folder, absolute. */
  app: string;
  dataDir: string;
  databaseUrl?: string;
  /** What connections' secrets are encrypted with; a key in `dataDir` unless given. */
  secretKey?: string;
  /** The node_modules folder whose documentation the document tools read; none leaves them without documents. */
  packages?: string;
  /** The module that the tools' `@callboard/core` is to be; the installed one unless given. */
  core?: string;
}

/** What the demo's documents are the sources of: whoever comes works in it. */
const SPACE = "installed-packages";

const visitor: ToolContext = { ...DEMO_ACTOR, spaceId: SPACE, requestId: "page" };

/** Opens the database and loads the tools; the documents are read in the background. */
export async function createDemo({ app, packages, core, ...data }: DemoOptions): Promise<Demo> {
  const registry = createRegistry();
  const store = await createStore(data);
  const knowledge = await createKnowledge(store);
  // Before the folders, so that one which takes the same slug is named as broken.
  for (const tool of [...createDocumentTools(knowledge), ...createAgentTools({ store, knowledge })])
    registry.register(tool);
  registry.register(contentDeskTool(createConnections(store)));
  const tools = createToolFolders({ app, registry, log: (line) => console.log(line), core });
  await tools.load();
  const actorOf = actorsOfStore(store);
  const host = createHost({
    registry,
    store,
    choices: { author: choicesOf(AUTHORS), topic: choicesOf(TOPICS) },
    async actor(request) {
      const actor = await actorOf(request);
      return actor && { ...actor, spaceId: SPACE };
    },
  });
  const closing = new AbortController();
  // Begun before the first page can ask, so that its library lists the tools that read the documents.
  const ingested = packages && ingestPackages(knowledge, packages, { signal: closing.signal });
  await host.ready;
  return {
    async fetch(request) {
      if (new URL(request.url).pathname !== "/api/demo/failures") return host.fetch(request);
      return Response.json(tools.failures(), { headers: { "cache-control": "no-store" } });
    },
    owns: (pathname) => pathname === "/healthz" || pathname === "/api" || pathname.startsWith("/api/"),
    tools,
    hasTool: (slug) => registry.available(visitor).some((tool) => tool.slug === slug),
    async close() {
      closing.abort();
      await ingested;
      await host.close();
      await store.close();
    },
  };
}
