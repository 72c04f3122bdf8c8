/** `npm run dev`: the demo with its pages, tools and packages reloading as their files change. */
import { spawn } from "node:child_process";
import { root } from "./paths.mjs";
import { ensureModules, ensureNode } from "./setup.mjs";

try {
  ensureNode();
  await ensureModules();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}

const shell = process.platform === "win32";
const child = spawn("npm", ["run", "dev", "--silent", "-w", "@callboard/demo"], { cwd: root, stdio: "inherit", shell });
for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM"])) process.on(signal, () => child.kill(signal));
child.on("exit", (code, signal) => process.exit(signal ? 0 : (code ?? 1)));
