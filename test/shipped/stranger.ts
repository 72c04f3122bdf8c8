import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at } from "../../scripts/paths.mjs";
import { createProject, entriesOf, pack, type Tarball } from "./consumer.ts";
import { run } from "./run.ts";

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
  afterAll(project.remove);

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
  });
  return stranger;
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
