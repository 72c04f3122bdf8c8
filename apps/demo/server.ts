import { createServer } from "node:http";
import { fileURLToPath } from "node:url";
import { getRequestListener } from "@hono/node-server";
import { readClientFiles } from "./src/server/clientFiles.ts";
import { createDemo } from "./src/server/demo.ts";
import { readEnvironment } from "./src/server/environment.ts";
import { closeOnSignal, listen } from "./src/server/listen.ts";
import { createPages } from "./src/server/pages.ts";

// Built to dist/server.js: the app's folder is the one above.
const app = fileURLToPath(new URL("..", import.meta.url));

// A tool's errors are told with the line of its source.
process.setSourceMapsEnabled(true);
try {
  const { port, hostname, ...data } = readEnvironment(process.env, app);
  const files = await readClientFiles(fileURLToPath(new URL("client", import.meta.url)));
  const demo = await createDemo({ app, ...data });
  const pages = createPages(files, demo.hasTool);
  const server = createServer(
    getRequestListener((request) => (demo.owns(new URL(request.url).pathname) ? demo.fetch(request) : pages(request))),
  );
  closeOnSignal(server, demo.close);
  const url = await listen(server, port, hostname).catch(async (error: unknown) => {
    await demo.close();
    throw error;
  });
  console.log(`Callboard is ready: ${url}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
