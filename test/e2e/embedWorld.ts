import { createServer, type Server } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createRegistry, type JsonSchema } from "@callboard/core";
import { embedRoom, type EmbedFiles } from "@callboard/core/host";
import type { SessionViewer } from "@callboard/core/share";
import { createEmbeds, createHost, DEFAULT_TENANT_ID, serve, type EmbedAction } from "@callboard/server";
import { readLoaderVersions } from "../../scripts/embed.mjs";
import { at } from "../../scripts/paths.mjs";
import { formHeight } from "../../packages/server/src/modules/embeds/formHeight.ts";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";

/** A site of somebody's: its pages by their path, under a policy of its own. */
export interface Site {
  origin: string;
  /** Puts a page there, and gives its address. */
  page(path: string, html: string, policy?: string): string;
  /** Answers to any path, where no page is. */
  files: Map<string, { type: string; body: string }>;
}

/** A host with published tools, and four sites around it, each of another origin. */
export interface EmbedWorld {
  host: string;
  files: EmbedFiles;
  /** The publish key and secret key of each tool, for pages of `page`. */
  keys: Record<string, { key: string; secretKey: string }>;
  /** Publishes a tool once more, with these actions. */
  publish(tool: string, actions: readonly EmbedAction[]): Promise<{ key: string; secretKey: string }>;
  /** Takes a publish key back. */
  revoke(key: string): Promise<boolean>;
  page: Site;
  sibling: Site;
  attacker: Site;
  /** The script element of the loader, with its hash. */
  script: string;
  /** That of each loader that was released, by its version. */
  released: ReadonlyMap<string, string>;
  element(tool: string, more?: string): string;
  /** What a published tool's line keeps free for it. */
  roomOf(tool: string): string;
  /** Requests that the host got, by method and address. */
  asked: string[];
  problems: string[];
  close(): Promise<void>;
}

async function openSite(hostname: string): Promise<Site & { server: Server }> {
  const files: Site["files"] = new Map();
  const pages = new Map<string, { html: string; policy: string | undefined }>();
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? "/", "http://site").pathname;
    const page = pages.get(path);
    const file = files.get(path);
    if (page) {
      response.writeHead(200, {
        "content-type": "text/html; charset=utf-8",
        ...(page.policy !== undefined && { "content-security-policy": page.policy }),
      });
      response.end(page.html);
    } else if (file) response.writeHead(200, { "content-type": file.type }).end(file.body);
    else response.writeHead(path === "/favicon.ico" ? 204 : 404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const origin = `http://${hostname}:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    files,
    server,
    page(path, html, policy) {
      pages.set(path, { html: `<!doctype html><html lang="en"><title>Page</title>${html}`, policy });
      return origin + path;
    },
  };
}

const named = (slug: string, name: string) => ({
  slug,
  name,
  description: `${name}, for tests.`,
  category: "test",
  icon: "calculator",
});

/** The tools that are published there. */
function registryOfWorld() {
  const registry = createRegistry();
  registry.register({
    ...named("double", "Double"),
    inputSchema: {
      type: "object",
      properties: { value: { type: "number", title: "Value" } },
      required: ["value"],
    },
    outputSchema: { type: "object", properties: { result: { type: "number", title: "Result" } } },
    execute: ({ value }: { value: number }) => ({ result: value * 2 }),
  });
  const fields = Array.from({ length: 30 }, (_, index) => [
    `field${index}`,
    index % 3 === 0
      ? { type: "string", title: `Text ${index}` }
      : index % 3 === 1
        ? { type: "number", title: `Number ${index}` }
        : { enum: ["one", "two", "three"], title: `Choice ${index}` },
  ]);
  registry.register({
    ...named("survey", "Survey"),
    inputSchema: { type: "object", properties: Object.fromEntries(fields) as Record<string, JsonSchema> },
    outputSchema: { type: "object" },
    execute: (input: object) => input,
  });
  registry.register({
    ...named("order", "Order"),
    permissionPolicy: "always_ask",
    inputSchema: { type: "object", properties: { item: { type: "string", title: "Item" } }, required: ["item"] },
    outputSchema: { type: "object", properties: { ordered: { type: "string", title: "Ordered" } } },
    execute: ({ item }: { item: string }) => ({ ordered: item }),
  });
  registry.register({
    ...named("reset", "Reset"),
    permissionPolicy: "always_ask",
    inputSchema: { type: "object", properties: {} },
    outputSchema: { type: "object", properties: { done: { type: "boolean", title: "Done" } } },
    execute: () => ({ done: true }),
  });
  return registry;
}

export async function openEmbedWorld(): Promise<EmbedWorld> {
  const { embedFiles } = (await import(at("packages/embed/dist/files.js"))) as { embedFiles: EmbedFiles };
  const viewer = async () => ((await import(at("packages/react/dist/viewer.js"))) as { viewer: SessionViewer }).viewer;
  const [page, sibling, attacker] = await Promise.all([
    openSite("localhost"),
    openSite("localhost"),
    openSite("localhost"),
  ]);
  const registry = registryOfWorld();
  const store = await memoryStore();
  const problems: string[] = [];
  const asked: string[] = [];
  const host = createHost({
    registry,
    store,
    embed: { files: embedFiles },
    viewer,
    onProblem: (message, error) => problems.push(`${message} ${error instanceof Error ? error.stack : ""}`),
  });
  const serving = await serve(
    {
      fetch(request) {
        asked.push(`${request.method} ${request.url}`);
        return host.fetch(request);
      },
      close: () => host.close(),
    },
    { port: 0, hostname: "127.0.0.1" },
  );
  await host.ready;
  const embeds = createEmbeds(store);
  const publish = async (slug: string, actions?: readonly EmbedAction[]) => {
    const options = { tool: registry.get(slug)!, tenantId: DEFAULT_TENANT_ID, origins: [page.origin] };
    const { key, secretKey } = await embeds.publish({ ...options, ...(actions && { actions }) });
    return { key: key.id, secretKey };
  };
  const keys: EmbedWorld["keys"] = {};
  for (const slug of ["double", "survey", "order", "reset"]) keys[slug] = await publish(slug);
  const hostOrigin = `http://127.0.0.1:${serving.port}`;
  const scriptOf = ({ file, integrity }: Pick<EmbedFiles["loader"], "file" | "integrity">) =>
    `<script src="${hostOrigin}/embed/assets/${file}" integrity="${integrity}" crossorigin="anonymous"></script>`;
  return {
    host: hostOrigin,
    files: embedFiles,
    keys,
    publish,
    revoke: (key) => embeds.revoke(key),
    page,
    sibling,
    attacker,
    asked,
    problems,
    script: scriptOf(embedFiles.loader),
    released: new Map(
      Object.entries(readLoaderVersions().released).map(([version, loader]) => [version, scriptOf(loader)]),
    ),
    element: (tool, more = "") =>
      `<callboard-tool tool="${tool}" publish-key="${keys[tool]!.key}" ${more}></callboard-tool>`,
    roomOf(tool) {
      const known = registry.get(tool)!;
      const height = formHeight(known);
      return `height="${height}" style="${embedRoom(height, formHeight(known, "phone"))}"`;
    },
    async close() {
      for (const { server } of [page, sibling, attacker]) {
        server.closeAllConnections();
        server.close();
      }
      await serving.close();
      await store.close();
    },
  };
}
