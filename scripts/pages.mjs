/** The standard pages as files of a site, which `callboard serve` answers with: dist/client of @callboard/pages. */
import { writeFileSync } from "node:fs";
import { build } from "vite";
import { at } from "./paths.mjs";

/** @param {string} viewer the program of pages that show a session, as JSON */
export const buildPages = async (viewer) => {
  const outDir = at("packages/pages/dist/client");
  await build({
    configFile: at("vite.config.ts"),
    root: at("packages/pages/client"),
    publicDir: at("packages/pages/public"),
    logLevel: "warn",
    mode: "production",
    define: { "process.env.NODE_ENV": '"production"' },
    resolve: { dedupe: ["zod"] },
    build: { outDir, emptyOutDir: true, assetsInlineLimit: 0, sourcemap: false, target: "es2022" },
  });
  writeFileSync(`${outDir}/viewer.json`, viewer);
};
