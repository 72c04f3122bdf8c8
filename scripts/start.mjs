/**
 * `npm start`: installs and builds what is missing or out of date, then is the demo's server. The server runs in this
 * very process, so that whoever signals or kills the process signals or kills the server. `PORT`, `CALLBOARD_DATA` and
 * `DATABASE_URL` are the server's to read.
 */
import { pathToFileURL } from "node:url";
import { at } from "./paths.mjs";
import { ensureModules, ensureNode } from "./setup.mjs";

try {
  ensureNode();
  await ensureModules();
  // Only now: the build needs what the install brought.
  const { build } = await import("./build.mjs");
  await build();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

const server = at("apps/demo/dist/server.js");
process.argv = [process.execPath, server];
await import(pathToFileURL(server).href);
