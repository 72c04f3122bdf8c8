import react from "@vitejs/plugin-react";
import { defaultClientConditions, defineConfig } from "vite";

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  // Packages are read from their sources, so that a change in one shows at once.
  // One zod, also for the chat clients, which bring an older one: it is told once that nothing may be compiled.
  resolve: { conditions: ["@callboard/source", ...defaultClientConditions], dedupe: ["zod"] },
  build: { outDir: "dist/client", emptyOutDir: true, assetsInlineLimit: 0, sourcemap: false, target: "es2022" },
});
