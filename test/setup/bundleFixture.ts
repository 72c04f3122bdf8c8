import { rm } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "vite";

/** A program of tests, to be run in a process of its own. */
export interface BundledFixture {
  /** The file to run. */
  program: string;
  remove(): Promise<void>;
}

/** Bundles a fixture beside the installed packages, so that what stays external is found from there. */
export async function bundleFixture(fixture: URL): Promise<BundledFixture> {
  const source = fileURLToPath(fixture);
  const name = basename(source, ".ts");
  const outDir = fileURLToPath(new URL(`../../node_modules/.cache/callboard-${name}-${process.pid}`, import.meta.url));
  await build({
    configFile: false,
    logLevel: "error",
    ssr: { resolve: { conditions: ["@callboard/source"] }, noExternal: [/^@callboard\//] },
    build: {
      ssr: source,
      outDir,
      emptyOutDir: true,
      target: "node20",
      rollupOptions: { output: { entryFileNames: "program.mjs" } },
    },
  });
  return { program: join(outDir, "program.mjs"), remove: () => rm(outDir, { recursive: true, force: true }) };
}
