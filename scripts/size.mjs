/**
 * What a page loads, over React: each file of scripts/size is bundled from the built packages, minified, and held by
 * size-limit to the limit of its name in .size-limit.json. A new probe is one file there and one entry here.
 */
import { rmSync } from "node:fs";
import { basename } from "node:path";
import { build } from "vite";
import { bin, run } from "./command.mjs";
import { at, cache, sourceFiles } from "./paths.mjs";

const outDir = `${cache}/size`;
rmSync(outDir, { recursive: true, force: true });
for (const entry of sourceFiles(at("scripts/size"))) {
  await build({
    configFile: false,
    logLevel: "warn",
    root: at("scripts/size"),
    mode: "production",
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      outDir,
      emptyOutDir: false,
      minify: true,
      lib: { entry, formats: ["es"], fileName: basename(entry, ".ts") },
      rolldownOptions: { external: [/^react(-dom)?(\/|$)/] },
    },
  });
}
const { code, output } = await run(process.execPath, [bin("size-limit")], { show: true });
process.exitCode = /isn't found|can't find/i.test(output) ? 1 : code;
