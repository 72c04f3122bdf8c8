import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseSync, Visitor } from "vite";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at } from "../../scripts/paths.mjs";
import { createProject, entriesOf, pack, type Tarball } from "./consumer.ts";
import { run } from "./run.ts";
import { startServing } from "./serving.ts";

const isStylesheet = (entry: string) => entry.endsWith(".css");

/** What each project of a stranger has to be able to do with the packages, however they were installed. */
export function describeStranger(
  title: string,
  prepare: (folder: string, tarballs: readonly Tarball[]) => Promise<void>,
): { folder: string; tarballs: readonly Tarball[] } {
  const project = createProject();
  const stranger = { folder: project.folder, tarballs: [] as readonly Tarball[] };
  const { folder } = project;
  const vite = (...args: string[]) => run(process.execPath, ["node_modules/vite/bin/vite.js", ...args], folder);

  beforeAll(async () => {
    stranger.tarballs = await pack(folder);
    await prepare(folder, stranger.tarballs);
  }, 300_000);
  afterAll(project.remove, 300_000);

  describe(title, () => {
    test("imports every entry in plain Node", async () => {
      await importAll(process.execPath, folder, stranger.tarballs);
    });

    test.each([
      ["bundler", "ESNext"],
      ["nodenext", "NodeNext"],
    ])(
      "finds types for every entry, and none that are wrong, under moduleResolution %s",
      async (resolution, module) => {
        const entries = entriesOf(stranger.tarballs);
        const imports = entries.map((entry, index) =>
          isStylesheet(entry) ? `import "${entry}";` : `export * as e${index} from "${entry}";`,
        );
        writeFileSync(join(folder, "entries.ts"), imports.join("\n"));
        const compilerOptions = {
          module,
          moduleResolution: resolution,
          target: "ES2022",
          lib: ["ES2023", "DOM", "DOM.Iterable", "DOM.AsyncIterable"],
          jsx: "react-jsx",
          strict: true,
          noEmit: true,
          skipLibCheck: false,
          allowImportingTsExtensions: true,
          types: ["node"],
        };
        const config = { compilerOptions, files: ["entries.ts", "Page.tsx"] };
        writeFileSync(join(folder, `tsconfig.${resolution}.json`), JSON.stringify(config));
        await run(
          process.execPath,
          [at("node_modules/typescript/bin/tsc"), "-p", `tsconfig.${resolution}.json`],
          folder,
        );
      },
    );

    test("unit-tests a page of its own with Vitest", async () => {
      const vitest = ["node_modules/vitest/vitest.mjs", "run", "--root", ".", "--dir", "."];
      const config = `export default { test: { include: ["*.unit.tsx"] } };`;
      writeFileSync(join(folder, "vitest.config.js"), config);
      expect(await run(process.execPath, vitest, folder)).toMatch(/1 passed/);
    });

    test("renders on a server that Vite built, the packages left outside of the bundle", async () => {
      await vite("build", "--ssr", "server.tsx", "--outDir", "out", "--logLevel", "warn");
      expect(readFileSync(join(folder, "out/server.js"), "utf8")).toContain('from "@callboard/react"');
      const html = await run(process.execPath, ["out/server.js"], folder);
      for (const word of ["Split", 'value="Ada"', "Tip splitter", "Each pays"]) expect(html).toContain(word);
    });

    test("keeps the functions of a timeline compiled with their file in a page that Vite built", async () => {
      writeFileSync(join(folder, "timeline.js"), 'export { AgentTimeline } from "@callboard/react/timeline";\n');
      const config = `export default { build: {
        outDir: "page", lib: { entry: "timeline.js", formats: ["es"] }, rolldownOptions: { output: { minify: true } } } };`;
      writeFileSync(join(folder, "vite.page.config.js"), config);
      await vite("build", "--config", "vite.page.config.js", "--logLevel", "warn");
      const files = readdirSync(join(folder, "page")).filter((file) => file.endsWith(".js"));
      const eager = files.flatMap((file) => functionsAround(readFileSync(join(folder, "page", file), "utf8"), drawn));
      expect(Object.fromEntries(eager)).toEqual(Object.fromEntries(drawn.map((name) => [name, true])));
    });

    test("serves a folder of tools with one command, and publishes from it with another", async () => {
      const tools = join(folder, "tools");
      mkdirSync(join(tools, "double"), { recursive: true });
      const source = readFileSync(at("test/recipes/definition.ts"), "utf8");
      writeFileSync(join(tools, "tip-splitter.ts"), source);
      const double = `{ slug: "double", name: "Double", description: "d", category: "c", icon: "x", inputSchema: { type: "object" }, execute: () => 2 }`;
      writeFileSync(join(tools, "double/definition.mjs"), `export default ${double};`);
      const callboard = (...args: string[]) =>
        run(process.execPath, [join(folder, "node_modules/.bin/callboard"), ...args], folder);
      expect(await callboard("check", "tools/tip-splitter.ts")).toContain("1 tool: 0 errors");
      const { url, output, stop } = await startServing(folder, "--port", "0", "--data", "data");
      try {
        expect(output()).toContain("Loaded tool: tip-splitter");
        const page = await fetch(`${url}/tools/tip-splitter`);
        expect(page.status).toBe(200);
        const [, script] = /<script type="module"[^>]* src="([^"]+)"/.exec(await page.text())!;
        expect((await fetch(url + script!)).headers.get("content-type")).toContain("javascript");
        expect(await (await fetch(`${url}/pages.json`)).json()).toEqual({
          hasModel: false,
          hasServers: false,
          mayPublish: true,
          failures: [],
        });
        const ran = await fetch(`${url}/api/tools/tip-splitter/run`, {
          method: "POST",
          headers: { "content-type": "application/json", prefer: "wait" },
          body: JSON.stringify({ input: { bill: 60 } }),
        });
        expect(await ran.json()).toMatchObject({ output: { each: 33 } });
        const where = ["--host", url, "--data", "data", "--json"];
        const said = await callboard("publish", "tip-splitter", "--origin", "https://shop.example", ...where);
        const { key, line } = JSON.parse(said) as { key: string; line: string };
        expect(line).toContain(`<callboard-tool host="${url}" tool="tip-splitter" publish-key="${key}" height="`);
        const [, loader, integrity] = /src="([^"]+)" integrity="([^"]+)"/.exec(line)!;
        const text = await (await fetch(loader!)).text();
        expect(`sha384-${createHash("sha384").update(text).digest("base64")}`).toBe(integrity);
        const frame = `${url}/embed/tip-splitter?key=${key}&origin=https%3A%2F%2Fshop.example`;
        expect((await fetch(frame)).status).toBe(200);
        writeFileSync(join(tools, "tip-splitter.ts"), source.replace("Tip Splitter", "Bill Splitter"));
        const nameNow = async () =>
          ((await (await fetch(`${url}/api/tools/tip-splitter`)).json()) as { name: string }).name;
        await expect.poll(nameNow, { timeout: 30_000 }).toBe("Bill Splitter");
        // Not served with what was not published.
        expect((await fetch(frame)).status).toBe(409);
      } finally {
        expect(await stop()).toBe(0);
      }
    });
  });
  return stranger;
}

/** Class names that components of a timeline draw, each in one place. */
const drawn = ["cb-to-end", "cb-call-header", "cb-agent"];

/** Of each of these texts in a minified module, whether the nearest function around it stands in parentheses. */
function functionsAround(code: string, texts: readonly string[]): [text: string, isEager: boolean][] {
  const inParentheses = new Set<object>();
  const around: boolean[] = [];
  const found: [string, boolean][] = [];
  const enter = (node: object) => void around.push(inParentheses.has(node));
  const leave = () => void around.pop();
  new Visitor({
    // Those of a call's arguments are none.
    ParenthesizedExpression: ({ expression }) => void inParentheses.add(expression),
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
    "FunctionDeclaration:exit": leave,
    "FunctionExpression:exit": leave,
    "ArrowFunctionExpression:exit": leave,
    Literal: ({ value }) => void (texts.includes(value as string) && found.push([value as string, around.at(-1)!])),
    TemplateLiteral({ quasis: [first] }) {
      if (texts.includes(first!.value.raw)) found.push([first!.value.raw, around.at(-1)!]);
    },
  }).visit(parseSync("bundle.js", code).program);
  return found;
}

/** Imports every entry but the stylesheets in a process of its own. */
export async function importAll(node: string, folder: string, tarballs: readonly Tarball[]): Promise<void> {
  const entries = entriesOf(tarballs).filter((entry) => !isStylesheet(entry));
  const script = `
    for (const entry of ${JSON.stringify(entries)}) {
      const names = await import(entry).then(Object.keys, (error) => error.message);
      console.log(entry, Array.isArray(names) ? "loads" : names);
    }`;
  writeFileSync(join(folder, "entries.mjs"), script);
  const said = await run(node, ["entries.mjs"], folder);
  expect(said.trim().split("\n")).toEqual(entries.map((entry) => `${entry} loads`));
}
