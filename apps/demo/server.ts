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
  const server = createServer(
    getRequestListener(async (request) => {
      const { owns, fetch, hasTool } = await demo;
      return owns(new URL(request.url).pathname) ? fetch(request) : createPages(files, hasTool)(request);
    }),
  );
  // The port first: that it is taken is known at once, and whoever comes early waits instead of being refused.
  const listening = listen(server, port, hostname);
  const demo = listening.then(() => createDemo({ app, ...data }));
  closeOnSignal(server, async () => (await demo).close());
  await demo;
  console.log(`Callboard is ready: ${await listening}`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
