/**
 * What every Vite of the workspace starts from: the demo extends `base`, Storybook and Vitest read this file by
 * themselves. A package resolves to its sources by the `@callboard/source` export condition, so that a change shows
 * without a build.
 */
import react from "@vitejs/plugin-react";
import { defaultClientConditions, defaultServerConditions, defineConfig, type UserConfig } from "vite";

export const base = {
  plugins: [react()],
  resolve: { conditions: ["@callboard/source", ...defaultClientConditions] },
  // The first browsers with `light-dark()`, which for older ones would be written as variables that know no inherited
  // scheme.
  build: { cssTarget: ["chrome123", "firefox120", "safari17.5"] },
  ssr: { resolve: { conditions: ["@callboard/source", ...defaultServerConditions] } },
} satisfies UserConfig;

// Vitest reads this file in the mode "test". What it needs is loaded for it alone.
export default defineConfig(async ({ mode }) => {
  if (mode !== "test") return base;
  const { testConfig } = await import("./test/projects.ts");
  return testConfig(base);
});
