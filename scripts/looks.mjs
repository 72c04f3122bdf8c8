/**
 * `npm run looks`: builds the packages and takes the pictures of docs/theming.md: one page, as pages of different kinds
 * wear it.
 */
import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { chromium } from "playwright";
import { compile } from "tailwindcss";
import { createServer } from "vite";
import { build } from "./build.mjs";
import { chromiumFlags, findChromium } from "./chromium.mjs";
import { at } from "./paths.mjs";

const read = (/** @type {string} */ path) => readFileSync(at(path), "utf8");

/** A sheet with all that it imports, as Tailwind's build makes it. @param {string} path */
const withTailwind = async (path) => {
  const { build: toCss } = await compile(read(path), {
    base: dirname(at(path)),
    loadStylesheet: async (id, from) => {
      const [, entry] = id.match(/^@callboard\/react\/(.*)$/) ?? [];
      const file = entry
        ? at("packages/react/dist", entry)
        : id === "tailwindcss"
          ? at("node_modules/tailwindcss/index.css")
          : join(from, id);
      return { path: file, base: dirname(file), content: readFileSync(file, "utf8") };
    },
  });
  return toCss([]);
};

const page = `
  body { margin: 0; font-family: system-ui, sans-serif; }
  main { box-sizing: border-box; display: grid; grid-template-columns: 17rem 1fr; column-gap: 2.5rem; width: 56rem; padding: 1.5rem 2rem 2rem; }
  main > * { align-self: start; }
  h1 { grid-column: 1 / -1; margin: 0 0 1rem; font-size: 1.25rem; font-weight: 600; }
`;

await build({ demo: false });
const kit = read("packages/react/dist/styles.css");
const shadcn = `${await withTailwind("test/recipes/themeShadcn.css")} ${read("packages/react/src/testing/fixtures/shadcnTheme.css")}`;

/**
 * @type {Record<string, { css: string, className?: string, media?:
 * Parameters<import("playwright").Page["emulateMedia"]>[0] }>}
 */
const looks = {
  default: { css: kit },
  "shadcn-light": { css: shadcn },
  "shadcn-dark": { css: shadcn, className: "dark" },
  tailwind: { css: await withTailwind("test/recipes/themeTailwind.css") },
  brand: {
    css: `${kit} ${read("test/recipes/themeBrand.css")} body { background: #fffaf7; font-family: Georgia, "DejaVu Serif", serif; }`,
  },
  "high-contrast": { css: kit, media: { forcedColors: "active", colorScheme: "dark" } },
};

const server = await createServer({
  configFile: false,
  root: at("scripts/looks"),
  logLevel: "error",
  server: { port: 0, fs: { allow: [at(".")] } },
});
await server.listen();
const browser = await chromium.launch({ args: chromiumFlags, executablePath: findChromium() });
try {
  for (const [name, { css, className = "", media }] of Object.entries(looks)) {
    const tab = await browser.newPage({
      viewport: { width: 896, height: 600 },
      reducedMotion: "reduce",
      locale: "en-US",
    });
    await tab.emulateMedia({ colorScheme: "light", ...media });
    await tab.goto(/** @type {string} */ (server.resolvedUrls?.local[0]));
    await tab.addStyleTag({ content: page });
    await tab.addStyleTag({ content: css });
    await tab.evaluate((theme) => (document.documentElement.className = theme), className);
    await tab.getByRole("button", { name: "Send invoice", exact: true }).waitFor();
    await tab.getByText("open invoices").waitFor();
    await tab.waitForTimeout(600);
    await tab.locator("main").screenshot({ path: at("docs/images", `look-${name}.png`) });
    await tab.close();
  }
} finally {
  await browser.close();
  await server.close();
}
