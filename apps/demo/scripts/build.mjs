/**
 * `npm run build -w @callboard/demo`: the pages to dist/client, the server to dist/server.js. Packages stay imports:
 * build them first.
 */
import { cp } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { build } from "vite";

// What ships is made for production, also where a test run asks for the build.
process.env.NODE_ENV = "production";

const app = fileURLToPath(new URL("..", import.meta.url));

await build({ root: app, configFile: `${app}vite.config.ts`, logLevel: "warn" });

const bundle = await rolldown({
  input: `${app}server.ts`,
  cwd: app,
  platform: "node",
  external: (id) => !/^(?:[./]|[A-Za-z]:[\\/])/.test(id),
});
await bundle.write({ file: `${app}dist/server.js`, format: "esm", sourcemap: true });
await bundle.close();
// What the page of another origin consists of.
await cp(`${app}embed-site`, `${app}dist/embed-site`, { recursive: true });
