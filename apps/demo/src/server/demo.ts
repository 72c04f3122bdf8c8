import { createRegistry, type ToolContext } from "@callboard/core";
import { createHost, createStore } from "@callboard/server";
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
  /** The module that the tools' `@callboard/core` is to be; the installed one unless given. */
  core?: string;
}

const visitor: ToolContext = { userId: "demo", spaceId: null, requestId: "page", tenantSlug: "default" };

/** Opens the database and loads the tools, at the same time. */
export async function createDemo({ app, dataDir, databaseUrl, core }: DemoOptions): Promise<Demo> {
  const registry = createRegistry();
  const tools = createToolFolders({ app, registry, log: (line) => console.log(line), core });
  const [store] = await Promise.all([createStore({ dataDir, databaseUrl }), tools.load()]);
  const host = createHost({ registry, store });
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
      await host.close();
      await store.close();
    },
  };
}
