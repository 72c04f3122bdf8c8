/**
 * `npm run dev -w @callboard/demo`: bundles dev.ts from the packages' sources and runs it; a change in what the server
 * is made of starts it anew. Pages and tool folders are followed by the server itself, without a restart.
 */
import { fork } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { watch } from "rolldown";

const app = fileURLToPath(new URL("..", import.meta.url));
const out = `${app}.callboard/dev`;
const embedFiles = fileURLToPath(new URL("../../../packages/embed/dist/files.js", import.meta.url));

/** @type {import("node:child_process").ChildProcess | undefined} */
let child;
let hasBeenReady = false;
let ending = false;

const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;

async function stop() {
  if (!child || !isRunning()) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
}

async function restart() {
  await stop();
  if (ending) return;
  const started = fork(`${out}/dev.mjs`, { stdio: "inherit" });
  child = started;
  started.on("message", () => (hasBeenReady = true));
  started.on("exit", (code) => {
    if (ending || child !== started || !code) return;
    if (!hasBeenReady) process.exit(code);
    console.error("The server ended; it starts again with the next change.");
  });
}

const watcher = watch({
  // `core` is an entry of its own, so that the tools' `@callboard/core` is the server's.
  input: { dev: `${app}dev.ts`, core: "@callboard/core" },
  cwd: app,
  platform: "node",
  external: (id) => !/^(?:[./]|[A-Za-z]:[\\/]|@callboard\/)/.test(id),
  resolve: {
    // What frames are made of is built; without a build the demo has none.
    alias: existsSync(embedFiles) ? { "@callboard/embed/files": embedFiles } : {},
    conditionNames: ["@callboard/source", "node", "import", "default"],
  },
  output: {
    dir: out,
    format: "esm",
    entryFileNames: "[name].mjs",
    chunkFileNames: "[name]-[hash].mjs",
    sourcemap: true,
  },
});

let turn = Promise.resolve();
watcher.on("event", (event) => {
  if (event.code === "BUNDLE_END") {
    void event.result.close();
    turn = turn.then(restart);
  } else if (event.code === "ERROR") {
    console.error(event.error.message);
    void event.result?.close();
  }
});

for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) {
  process.on(signal, async () => {
    if (ending) process.exit(1);
    ending = true;
    await turn;
    await stop();
    await watcher.close();
    process.exit(0);
  });
}
