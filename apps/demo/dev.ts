import { readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { SessionViewer } from "@callboard/core/share";
import { closeOnSignal, isStandardPage } from "@callboard/server";
import { followTools } from "@callboard/cli/tool-folders";
import { getRequestListener, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { createServer as createViteServer } from "vite";
import { createDemo } from "./src/server/demo.ts";
import { openEmbedSite } from "./src/server/embedSite/openEmbedSite.ts";
import { readEnvironment } from "./src/server/environment.ts";
import { docFiles } from "../../scripts/docs.mjs";
import { closeServer, listen } from "./src/server/listen.ts";
import { isOwnPage } from "./src/server/ownPages.ts";

// Bundled to .callboard/dev/dev.mjs, with core beside it: see scripts/dev.mjs.
const app = fileURLToPath(new URL("../..", import.meta.url));
const core = new URL("core.mjs", import.meta.url).href;

process.setSourceMapsEnabled(true);
try {
  const { port, hostname, ...data } = readEnvironment(process.env, app);
  let url = "";
  const viewer = async () => (await (await fetch(new URL("/viewer.json", url))).json()) as SessionViewer;
  /** What the host does not answer is a page or a file, which Vite has. */
  const isVites = new Response(null, { status: 404 });
  const demo = await createDemo({ app, ...data, core, viewer, fallback: () => isVites });
  const answer = getRequestListener(async (request, bindings) => {
    const response = await demo.fetch(request);
    if (response !== isVites) return response;
    const { incoming, outgoing } = bindings as HttpBindings;
    answerAsVite(incoming, outgoing);
    return RESPONSE_ALREADY_SENT;
  });
  const server = createServer(answer);
  const answerAsVite = (request: IncomingMessage, response: ServerResponse) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    vite.middlewares(request, response, async () => {
      try {
        const page = await vite.transformIndexHtml(pathname, await readFile(join(app, "index.html"), "utf8"));
        const asked = new Request(new URL(pathname, "http://localhost"), {
          headers: { cookie: request.headers.cookie ?? "" },
        });
        const isThere =
          isOwnPage(pathname, (name) => docFiles().has(`/docs/${name}.md`)) ??
          (await isStandardPage(pathname, (slug) => demo.hasTool(slug, asked)));
        response.writeHead(isThere ? 200 : 404, { "content-type": "text/html; charset=utf-8" }).end(page);
      } catch (error) {
        response.writeHead(500, { "content-type": "text/plain; charset=utf-8" }).end(String(error));
      }
    });
  };
  const vite = await createViteServer({
    root: app,
    configFile: join(app, "vite.config.ts"),
    appType: "custom",
    server: { middlewareMode: true, hmr: { server }, watch: { ignored: ["**/.callboard/**", "**/dist/**"] } },
  });
  const stopFollowing = followTools(vite.watcher, demo.tools, (change) => vite.ws.send("callboard:tools", change));
  let closeSite = async () => {};
  const close = async () => {
    stopFollowing();
    await closeSite();
    await vite.close();
    await demo.close();
  };
  closeOnSignal(() => closeServer(server, close));
  url = await listen(server, port, hostname).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  const site = await openEmbedSite(demo, {
    folder: join(app, "embed-site"),
    hostname,
    hostPort: Number(new URL(url).port),
  });
  if (site) closeSite = site.close;
  console.log(`Callboard is ready: ${url}`);
  process.send?.("ready");
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
