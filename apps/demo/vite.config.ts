import { defineConfig, mergeConfig } from "vite";
import { base } from "../../vite.config.ts";
import { docsPlugin } from "./docsPlugin.ts";
import { viewerPlugin } from "./viewerPlugin.ts";

export default defineConfig(
  mergeConfig(base, {
    root: import.meta.dirname,
    publicDir: "../../packages/pages/public",
    plugins: [docsPlugin(), viewerPlugin()],
    // One zod, also for the chat clients, which bring an older one: it is told once that nothing may be compiled.
    resolve: { dedupe: ["zod"] },
    build: { outDir: "dist/client", emptyOutDir: true, assetsInlineLimit: 0, sourcemap: false, target: "es2022" },
  }),
);
