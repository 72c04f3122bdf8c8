import { availableParallelism } from "node:os";
import type { UserConfig } from "vite";
import { chromiumFlags, findChromium } from "../scripts/chromium.mjs";
import { importsPlugin } from "../scripts/importsPlugin.mjs";
import { at } from "../scripts/paths.mjs";
import { sharedDataPlugin } from "../scripts/sharedData.mjs";

/**
 * Every kind of test is a Vitest project here, told apart by the file's name. scripts/test.mjs and scripts/soak.mjs say
 * which of them run when.
 *
 * | project      | files                            | runs in                                                          |
 * | ------------ | -------------------------------- | ---------------------------------------------------------------- |
 * | unit         | *.test.ts(x), *.ssr.test.tsx     | Node, many files in one process: a file leaves nothing behind,   |
 * |              |                                  | and resets no modules, of which others would have two copies     |
 * | alone        | *.alone.test.ts                  | the same, each in a process that has imported nothing yet        |
 * | server       | *.test.ts that have a database   | Node, each file in a process of its own                          |
 * | processes    | *.processes.test.ts              | Node, starting hosts as processes and killing them               |
 * | built        | test/boundaries/*.built.test.ts  | Node, over the built packages                                    |
 * | shipped      | test/shipped/*.shipped.test.ts   | Node, over the packed packages, in a project outside             |
 * | installed    | test/shipped/*.installed.test.ts | Node, the same installed by npm: takes a registry and minutes    |
 * | browser      | *.browser.test.tsx               | Chromium, with the stylesheet, many files in one page            |
 * | browser-alone | *.alone.browser.test.tsx        | the same, each in a page that has fetched nothing yet            |
 * | react-18     | test/react-18/*.test.tsx         | Chromium, React 18.3 in the place of 19                          |
 * | stories      | *.stories.tsx                    | Chromium with axe: all rules in light, colour contrast in dark   |
 * | data         | *.data.test.ts(x)                | Node, over ../shared/data                                        |
 * | data-browser | *.data.browser.test.tsx          | Chromium, over ../shared/data                                    |
 * | e2e          | test/e2e/*.e2e.test.ts           | Node, driving Chromium against the built host, in parallel       |
 * | e2e-kills    | test/e2e/*.kills.e2e.test.ts     | the same while the host is killed, again and again; for the soak |
 * | e2e-soak     | test/e2e/*.soak.e2e.test.ts      | what takes longer: whole chats over two wires, a thousand embeds |
 *
 * `*.test-d.ts` files hold types only and are checked by `tsc -p tsconfig.json`.
 *
 * Data that nobody here wrote lies beside the repository, in `../shared/data` (or `$CALLBOARD_SHARED/data`). A test
 * reads it by `import text from "virtual:shared-data/tool-schemas.jsonl"`, in Node and in the browser alike: the file's
 * text, or null where it is missing, and then the test is skipped:
 * `describe.skipIf(text === null)("…, needs ../shared/data", …)`.
 *
 * No project needs a build but `built`, `shipped`, `installed`, `e2e`, `e2e-soak` and `e2e-kills`.
 */

const tests = (kind: string) => ["packages", "apps"].map((folder) => `${folder}/**/*${kind}`);

const outputs = ["**/node_modules/**", "**/.git/**", "**/dist/**"];

/** Files that belong to another project than their plain ending says, besides what a build left. */
const special = [...outputs, "**/*.{alone,browser,data,built,processes,e2e}.test.{ts,tsx}"];

/** Tests of the host, most of which open a database. */
const server = [
  "packages/server/src/**/*.test.ts",
  "packages/cli/src/commands/{backup,keys,publish}.test.ts",
  "packages/cli/src/commands/ingest.host.test.ts",
  "packages/knowledge/src/**/*.host.test.ts",
  "packages/mcp/src/servers/mcp{Host,Asks,Hostile,Tasks}.test.ts",
  "packages/mcp/src/{servers,sessions}/*.host.test.ts",
  "packages/mcp/src/served/*.test.ts",
  "packages/platform/src/**/*.test.ts",
  "apps/demo/src/server/**/*.test.ts",
  "test/recipes/host*.test.ts",
  "test/access/*.test.ts",
  "test/examples/*.test.ts",
];

/**
 * What tests in a browser import, also by `import()`, prepared before the first of them runs: what Vite found only then
 * would have it load the page again, under the running test.
 */
const optimizeDeps = {
  include: [
    "@ag-ui/client",
    "@ai-sdk/react",
    "@cfworker/json-schema",
    "@rjsf/core/lib/components/Form.js",
    "@rjsf/utils",
    "@storybook/react-vite",
    "@tanstack/react-virtual",
    "@testing-library/react",
    "@testing-library/user-event",
    "ai",
    "diff",
    "downshift",
    "hast-util-to-jsx-runtime",
    "highlight.js/lib/languages/bash",
    "highlight.js/lib/languages/css",
    "highlight.js/lib/languages/json",
    "highlight.js/lib/languages/typescript",
    "highlight.js/lib/languages/xml",
    "jsonc-parser",
    "lowlight",
    "lucide-react",
    "minisearch",
    "re2js",
    "react",
    "react-dom",
    "react-dom/client",
    "react-dom/server",
    "character-entities",
    "diff/lib/diff/array.js",
    "micromark-util-normalize-identifier",
    "react-markdown",
    "react-router",
    "react/jsx-dev-runtime",
    "react/jsx-runtime",
    "recharts",
    "rehype-slug",
    "remark-gfm",
    "storybook/test",
    "vitest-browser-react",
    "zod",
    "zod/v4/core",
    "zustand/vanilla",
  ],
};

/** A Chromium for one project; each needs its own, since Vitest writes into what it is given. */
async function inChromium() {
  const { playwright } = await import("@vitest/browser-playwright");
  const chromium = findChromium();
  return {
    enabled: true,
    headless: true,
    screenshotFailures: false,
    // A busy machine takes its time to start two browsers at once.
    connectTimeout: 180_000,
    provider: playwright({
      launchOptions: { args: chromiumFlags, ...(chromium ? { executablePath: chromium } : {}) },
      contextOptions: { reducedMotion: "reduce" as const },
    }),
    viewport: { width: 1280, height: 800 },
    instances: [{ browser: "chromium" as const }],
  };
}

const reactAt18 = (name: string) => ({
  find: new RegExp(`^${name}(?=/|$)`),
  replacement: at(`test/react-18/node_modules/${name}`),
});

/**
 * For tests that wait for pages, processes or a database: a busy machine keeps one waiting past a deadline once; not
 * twice.
 */
const waiting = { retry: 1 };

const flows = {
  globalSetup: at("test/setup/dataFolder.ts"),
  testTimeout: 120_000,
  hookTimeout: 120_000,
  isolate: false,
  ...waiting,
};

const projects: Record<string, () => Promise<UserConfig>> = {
  unit: async () => ({
    test: {
      include: [
        ...tests(".test.{ts,tsx}"),
        "scripts/**/*.test.ts",
        "test/{boundaries,recipes,ssr,transcripts}/**/*.test.{ts,tsx}",
      ],
      exclude: [...special, ...server],
      setupFiles: [at("test/setup/properties.ts"), at("test/setup/patience.ts")],
      isolate: false,
    },
  }),
  alone: async () => ({
    test: { include: ["{packages,apps,test}/**/*.alone.test.ts"], exclude: outputs },
  }),
  server: async () => ({
    test: {
      include: server,
      exclude: special,
      setupFiles: [at("test/setup/properties.ts"), at("test/setup/patience.ts")],
      isolate: false,
      ...waiting,
    },
  }),
  processes: async () => ({
    test: {
      include: [...tests(".processes.test.ts"), "test/works/*.processes.test.ts"],
      setupFiles: [at("test/setup/patience.ts")],
      ...waiting,
    },
  }),
  built: async () => ({ test: { include: ["test/boundaries/**/*.built.test.ts"] } }),
  shipped: async () => ({ test: { include: ["test/shipped/*.shipped.test.ts"], testTimeout: 120_000 } }),
  installed: async () => ({ test: { include: ["test/shipped/*.installed.test.ts"], testTimeout: 600_000 } }),
  browser: async () => ({
    plugins: [importsPlugin()],
    optimizeDeps,
    test: {
      include: [...tests(".browser.test.{ts,tsx}"), "test/recipes/**/*.browser.test.tsx"],
      exclude: [...outputs, "**/*.{data,alone}.browser.test.tsx"],
      setupFiles: [at("test/setup/browser.ts"), at("test/setup/patience.ts")],
      isolate: false,
      browser: await inChromium(),
      ...waiting,
    },
  }),
  "browser-alone": async () => ({
    plugins: [importsPlugin()],
    optimizeDeps,
    test: {
      include: tests(".alone.browser.test.tsx"),
      setupFiles: [at("test/setup/browser.ts"), at("test/setup/patience.ts")],
      browser: await inChromium(),
      ...waiting,
    },
  }),
  "react-18": async () => ({
    plugins: [importsPlugin()],
    resolve: { alias: [reactAt18("react"), reactAt18("react-dom")] },
    test: {
      include: ["test/react-18/*.test.tsx"],
      setupFiles: [at("test/setup/browser.ts"), at("test/setup/patience.ts")],
      browser: await inChromium(),
      ...waiting,
    },
  }),
  stories: async () => {
    const { storybookTest } = await import("@storybook/addon-vitest/vitest-plugin");
    return {
      plugins: [
        importsPlugin(),
        storybookTest({ configDir: at(".storybook"), initialGlobals: { contrastIn: "dark" } }),
      ],
      optimizeDeps,
      test: { isolate: false, browser: await inChromium(), ...waiting },
    };
  },
  data: async () => ({ test: { include: tests(".data.test.{ts,tsx}"), testTimeout: 120_000 } }),
  "data-browser": async () => ({
    plugins: [importsPlugin()],
    optimizeDeps,
    test: {
      include: tests(".data.browser.test.tsx"),
      setupFiles: [at("test/setup/browser.ts"), at("test/setup/patience.ts")],
      testTimeout: 300_000,
      browser: await inChromium(),
      ...waiting,
    },
  }),
  e2e: async () => ({
    test: { ...flows, include: ["test/e2e/*.e2e.test.ts"], exclude: [...outputs, "**/*.{kills,soak}.e2e.test.ts"] },
  }),
  "e2e-soak": async () => ({ test: { ...flows, include: ["test/e2e/*.soak.e2e.test.ts"] } }),
  "e2e-kills": async () => ({
    test: { ...flows, include: ["test/e2e/*.kills.e2e.test.ts", "test/e2e/kill.e2e.test.ts"] },
  }),
};

/**
 * The projects that the command line names, else all: Vitest reads the whole configuration once for each that is there.
 */
function askedProjects(): string[] {
  const names = Object.keys(projects);
  const asked = process.argv.map((word, index, words) => (words[index - 1] === "--project" ? word : ""));
  return asked.some((name) => name in projects) ? names.filter((name) => asked.includes(name)) : names;
}

/** The workspace's Vite config with the tests in it. */
export async function testConfig(base: UserConfig): Promise<UserConfig> {
  return {
    ...base,
    plugins: [base.plugins, sharedDataPlugin()],
    test: {
      passWithNoTests: true,
      // For machines that do other work too: what hangs is still found.
      testTimeout: 60_000,
      hookTimeout: 60_000,
      expect: { poll: { timeout: 10_000 } },
      // Vitest would leave one core to itself, which of two is half of them; tests wait at least as much as Vitest
      // works.
      maxWorkers: Math.max(2, availableParallelism()),
      projects: await Promise.all(
        askedProjects().map(async (name) => {
          const { test, ...rest } = await projects[name]!();
          return { extends: true as const, ...rest, test: { ...test, name } };
        }),
      ),
    },
  };
}
