/**
 * Every kind of test is a project here, told apart by the file's name; `npm test` runs them all, one by one:
 *
 * | project      | files                          | runs in                                                        |
 * | ------------ | ------------------------------ | -------------------------------------------------------------- |
 * | unit         | *.test.ts(x)                   | Node                                                           |
 * | built        | test/boundaries/*.built.test.ts| Node, over the built packages                                  |
 * | ssr          | *.ssr.test.tsx                 | Node, `renderToString`, no DOM                                 |
 * | recipes      | test/recipes/*.test.ts(x)      | Node; *.browser.test.tsx there runs in `browser`               |
 * | browser      | *.browser.test.tsx             | Chromium, with the stylesheet                                  |
 * | react-18     | test/react-18/*.test.tsx       | Chromium, React 18.3 in the place of 19                        |
 * | stories-*    | *.stories.tsx                  | Chromium with axe, once in light and once in dark              |
 * | data         | *.data.test.ts(x)              | Node, over ../shared/data                                      |
 * | data-browser | *.data.browser.test.tsx        | Chromium, over ../shared/data                                  |
 * | e2e          | test/e2e/*.e2e.test.ts         | Node, driving Chromium against the built host, in parallel     |
 *
 * `*.test-d.ts` files hold types only and are checked by `tsc -p tsconfig.json`.
 *
 * Data that nobody here wrote lies beside the repository, in `../shared/data` (or `$CALLBOARD_SHARED/data`). A test reads
 * it by `import text from "virtual:shared-data/tool-schemas.jsonl"`, in Node and in the browser alike: the file's text, or
 * null where it is missing, and then the test is skipped: `describe.skipIf(text === null)("…, needs ../shared/data", …)`.
 *
 * Packages resolve to their sources by the `@callboard/source` export condition, so no build is needed but for `built` and `e2e`.
 */
import { defaultClientConditions, defaultServerConditions } from "vite";
import react from "@vitejs/plugin-react";
import { playwright } from "@vitest/browser-playwright";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { configDefaults, defineConfig } from "vitest/config";
import { storybookTest } from "@storybook/addon-vitest/vitest-plugin";
import { chromiumFlags, findChromium } from "./scripts/chromium.mjs";
import { importsPlugin } from "./scripts/importsPlugin.mjs";
import { sharedDataPlugin } from "./scripts/sharedData.mjs";

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url));

const tests = (kind: string) => ["packages", "apps"].map((folder) => `${folder}/**/*${kind}`);

const chromium = findChromium();

/** Made anew for each project, since Vitest writes into what it is given. */
const inChromium = () => ({
  enabled: true,
  headless: true,
  screenshotFailures: false,
  provider: playwright({
    launchOptions: { args: chromiumFlags, ...(chromium ? { executablePath: chromium } : {}) },
    contextOptions: { reducedMotion: "reduce" as const },
  }),
  viewport: { width: 1280, height: 800 },
  instances: [{ browser: "chromium" as const }],
});

/**
 * What tests in a browser import, also by `import()`, prepared before the first of them runs: what Vite found only then would
 * have it load the page again, under the running test.
 */
const optimizeDeps = {
  include: [
    "@ag-ui/client",
    "@ai-sdk/react",
    "@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter",
    "@cfworker/json-schema",
    "@rjsf/core/lib/components/Form.js",
    "@rjsf/utils",
    "@storybook/react-vite",
    "@tanstack/react-table",
    "@tanstack/react-virtual",
    "@testing-library/react",
    "@testing-library/user-event",
    "ai",
    "jsonc-parser",
    "lucide-react",
    "re2js",
    "react",
    "react-dom",
    "react-dom/client",
    "react-markdown",
    "react-router",
    "react/jsx-dev-runtime",
    "react/jsx-runtime",
    "recharts",
    "remark-gfm",
    "storybook/test",
    "vitest-browser-react",
    "zod",
    "zod/v4/core",
    "zustand/vanilla",
  ],
};

const outputs = [...configDefaults.exclude, "**/dist/**"];

/** Files that belong to another project than their plain ending says, besides what a build left. */
const special = [...outputs, "**/*.{browser,ssr,data,built,e2e}.test.{ts,tsx}"];

/** The projects that the command line names, or none; loading Storybook takes seconds, so it is left out where not asked for. */
const asked = process.argv.flatMap((word, index) => (word === "--project" ? [process.argv[index + 1] ?? ""] : []));
const wantsStories = asked.length === 0 || asked.some((name) => name.startsWith("stories"));

const reactAt18 = (name: string) => ({
  find: new RegExp(`^${name}(?=/|$)`),
  replacement: at(`test/react-18/node_modules/${name}`),
});

const stories = (theme: "light" | "dark") => ({
  extends: true as const,
  optimizeDeps,
  plugins: [
    storybookTest({ configDir: at(".storybook"), initialGlobals: { theme } }),
    // Two projects of one Storybook may run side by side, so each keeps its own optimised dependencies.
    {
      name: "callboard:stories-cache",
      config: () => ({ cacheDir: at(`node_modules/.cache/callboard/stories-${theme}`) }),
    },
  ],
  test: { name: `stories-${theme}`, browser: inChromium() },
});

export default defineConfig({
  plugins: [react(), sharedDataPlugin(), importsPlugin()],
  resolve: { conditions: ["@callboard/source", ...defaultClientConditions] },
  ssr: { resolve: { conditions: ["@callboard/source", ...defaultServerConditions] } },
  test: {
    passWithNoTests: true,
    // For machines that do other work too: what hangs is still found.
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 10_000 } },
    // Vitest would leave one core to itself, which of two is half of them; tests wait at least as much as Vitest works.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: [...tests(".test.{ts,tsx}"), "scripts/**/*.test.ts", "test/{boundaries,transcripts}/**/*.test.ts"],
          exclude: special,
        },
      },
      { extends: true, test: { name: "built", include: ["test/boundaries/**/*.built.test.ts"] } },
      { extends: true, test: { name: "ssr", include: [...tests(".ssr.test.tsx"), "test/ssr/*.ssr.test.tsx"] } },
      { extends: true, test: { name: "recipes", include: ["test/recipes/**/*.test.{ts,tsx}"], exclude: special } },
      {
        extends: true,
        optimizeDeps,
        test: {
          name: "browser",
          include: [...tests(".browser.test.{ts,tsx}"), "test/recipes/**/*.browser.test.tsx"],
          exclude: [...outputs, "**/*.data.browser.test.tsx"],
          setupFiles: [at("test/setup/browser.ts")],
          browser: inChromium(),
        },
      },
      {
        extends: true,
        resolve: { alias: [reactAt18("react"), reactAt18("react-dom")] },
        test: {
          name: "react-18",
          include: ["test/react-18/*.test.tsx"],
          setupFiles: [at("test/setup/browser.ts")],
          browser: inChromium(),
        },
      },
      ...(wantsStories ? [stories("light"), stories("dark")] : []),
      {
        extends: true,
        test: { name: "data", include: tests(".data.test.{ts,tsx}"), testTimeout: 120_000 },
      },
      {
        extends: true,
        optimizeDeps,
        test: {
          name: "data-browser",
          include: tests(".data.browser.test.tsx"),
          setupFiles: [at("test/setup/browser.ts")],
          testTimeout: 300_000,
          browser: inChromium(),
        },
      },
      {
        extends: true,
        test: {
          name: "e2e",
          include: ["test/e2e/**/*.e2e.test.ts"],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          // A machine that does other work too may keep a page waiting past a deadline once; not twice.
          retry: 1,
          pool: "forks",
        },
      },
    ],
  },
});
