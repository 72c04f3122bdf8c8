import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type { SessionViewer } from "@callboard/core/share";
import { closeOnSignal, createPages, readClientFiles, serve } from "@callboard/server";
import { createDemo, type Demo } from "./src/server/demo.ts";
import { openEmbedSite } from "./src/server/embedSite/openEmbedSite.ts";
import { readEnvironment } from "./src/server/environment.ts";
import { explain, urlOf } from "./src/server/listen.ts";
import { isOwnPage } from "./src/server/ownPages.ts";

// Built to dist/server.js: the app's folder is the one above.
const app = fileURLToPath(new URL("..", import.meta.url));

const viewer = async () =>
  JSON.parse(await readFile(new URL("client/viewer.json", import.meta.url), "utf8")) as SessionViewer;

// A tool's errors are told with the line of its source.
process.setSourceMapsEnabled(true);
try {
  const { port, hostname, ...data } = readEnvironment(process.env, app);
  const files = await readClientFiles(fileURLToPath(new URL("client", import.meta.url)));
  // The port first: that it is taken is known at once, and whoever comes early waits instead of being refused.
  let open = () => {};
  const opened = new Promise<void>((resolve) => (open = resolve));
  const fallback = createPages(files, {
    hasTool: async (slug, request) => (await demo).hasTool(slug, request),
    isPage: (pathname) => isOwnPage(pathname, (name) => files.has(`/docs/${name}.md`)),
  });
  const demo: Promise<Demo> = opened.then(() => createDemo({ app, viewer, fallback, ...data }));
  const serving = await serve(
    { fetch: async (request) => (await demo).fetch(request), close: async () => (await demo).close() },
    { port, hostname },
  ).catch((error: unknown) => {
    throw error instanceof Error ? explain(error.cause instanceof Error ? error.cause : error, port) : error;
  });
  let closeSite = async () => {};
  closeOnSignal(async () => {
    await closeSite();
    await serving.close();
  });
  open();
  const folder = fileURLToPath(new URL("embed-site", import.meta.url));
  const site = await openEmbedSite(await demo, { folder, hostname, hostPort: serving.port });
  if (site) closeSite = site.close;
  console.log(`Callboard is ready: ${urlOf(hostname, serving.port)}`);
  if (site) console.log(`A page of another origin, with tools of this one: ${site.url}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
