/**
 * Every kind of test is a project here, told apart by the file's name; `npm test` runs them all, one by one:
 *
 * | project      | files                          | runs in                                                        |
 * | ------------ | ------------------------------ | -------------------------------------------------------------- |
 * | unit         | *.test.ts(x)                   | Node                                                           |
 * | ssr          | *.ssr.test.tsx                 | Node, `renderToString`, no DOM                                 |
 * | recipes      | test/recipes/*.test.ts(x)      | Node; *.browser.test.tsx there runs in `browser`               |
 * | browser      | *.browser.test.tsx             | Chromium, with the stylesheet                                  |
 * | react-18     | test/react-18/*.test.tsx       | Chromium, React 18.3 in the place of 19                        |
 * | stories-*    | *.stories.tsx                  | Chromium with axe, once in light and once in dark              |
 * | data         | *.data.test.ts(x)              | Node, over ../shared/data                                      |
 * | data-browser | *.data.browser.test.tsx        | Chromium, over ../shared/data                                  |
 * | e2e          | test/e2e/*.e2e.test.ts         | Node, driving Chromium against the built host, one at a time   |
 *
 * `*.test-d.ts` files hold types only and are checked by `tsc -p tsconfig.json`.
 *
 * Data that nobody here wrote lies beside the repository, in `../shared/data` (or `$CALLBOARD_SHARED/data`). A test reads
 * it by `import text from "virtual:shared-data/tool-schemas.jsonl"`, in Node and in the browser alike: the file's text, or
 * null where it is missing, and then the test is skipped: `describe.skipIf(text === null)("…, needs ../shared/data", …)`.
 *
 * Packages resolve to their sources by the `@callboard/source` export condition, so no build is needed but for `e2e`.
 */
import { defaultClientConditions, defaultServerConditions } from "vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { chromiumFlags, findChromium } from "./scripts/chromium.mjs";
import { sharedDataPlugin } from "./scripts/sharedData.mjs";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const tests = (kind: string) => ["packages", "apps"].map((folder) => `${folder}/**/*${kind}`);

const chromium = findChromium();

const browser = {
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: { args: chromiumFlags, ...(chromium ? { executablePath: chromium } : {}) },
    contextOptions: { reducedMotion: "reduce" as const },
  }),
  viewport: { width: 1280, height: 800 },
  instances: [{ browser: "chromium" as const }],
};

export default defineConfig({
  plugins: [react(), sharedDataPlugin()],
  resolve: { conditions: ["@callboard/source", ...defaultClientConditions] },
  ssr: { resolve: { conditions: ["@callboard/source", ...defaultServerConditions] } },
  test: {
    passWithNoTests: true,
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [...tests(".test.{ts,tsx}"), "scripts/**/*.test.ts", "test/{boundaries,transcripts}/**/*.test.ts"],
          exclude: [...configDefaults.exclude, "**/*.{browser,ssr,data,e2e}.test.{ts,tsx}"],
        },
      },
      {
        extends: true,
        test: {
          name: "browser",
          include: [...tests(".browser.test.{ts,tsx}"), "test/recipes/*.browser.test.tsx"],
          exclude: [...configDefaults.exclude, "**/*.data.browser.test.tsx"],
          setupFiles: [at("test/setup/browser.ts")],
          browser,
        },
      },
    ],
  },
});
