/**
 * What a page loads, over React: each file of scripts/size is bundled from the built packages, minified, and held by
 * size-limit to the limit of its name in .size-limit.json. What a page loads only when it needs it (a chunk behind
 * `import()`) is not counted. A new probe is one file there and one entry here. Stylesheets are minified and held
 * likewise.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { transform } from "lightningcss";
import { build } from "vite";
import { bin, run, runOrThrow } from "./command.mjs";
import { at, cache, sourceFiles } from "./paths.mjs";
import { targetsOf, withTables, wrongOnPage } from "./sizesPage.mjs";

/** The chunks a page has to have before the entry runs: the entry, and whatever it imports other than by `import()`. */
const eagerChunks = (/** @type {import("vite").Rolldown.OutputChunk[]} */ chunks) => {
  const eager = new Set(chunks.filter((chunk) => chunk.isEntry));
  for (const chunk of eager) {
    for (const name of chunk.imports) {
      const imported = chunks.find((one) => one.fileName === name);
      if (imported) eager.add(imported);
    }
  }
  return [...eager];
};

const out = join(cache, "size");
rmSync(out, { recursive: true, force: true });
for (const entry of sourceFiles(at("scripts/size"))) {
  const result = await build({
    configFile: false,
    logLevel: "error",
    root: at("scripts/size"),
    mode: "production",
    define: { "process.env.NODE_ENV": '"production"' },
    build: {
      write: false,
      minify: true,
      lib: { entry, formats: ["es"], fileName: "entry" },
      // A library's whitespace would be left in; a page's is not.
      rolldownOptions: {
        external: [/^react(-dom)?(\/|$)/],
        output: { minify: true },
        // What a page's entry shares with its later chunks stays in it, as nobody imports a page.
        preserveEntrySignatures: "allow-extension",
      },
    },
  });
  const outputs = [result].flat().flatMap((one) => ("output" in one ? one.output : []));
  const chunks = outputs.filter((one) => one.type === "chunk");
  for (const { fileName, code } of eagerChunks(chunks)) {
    const file = join(out, basename(entry, ".ts"), fileName);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
}
mkdirSync(join(out, "styles"), { recursive: true });
const stylesheets = sourceFiles(at("packages/react/dist")).filter((path) => path.endsWith(".css"));
for (const path of stylesheets) {
  const { code } = transform({ filename: path, code: readFileSync(path), minify: true });
  writeFileSync(join(out, "styles", basename(path)), code);
}
// What a page loads before a published tool can be used: the loader by itself, and in the frame all that comes before
// its form.
const { embedFiles } = await import(pathToFileURL(at("packages/embed/dist/files.js")).href);
const { loader, frame, files } = embedFiles;
/** @type {[name: string, files: string[]][]} */
const embeds = [
  ["loader", [loader.file]],
  ["loader-module", [loader.module.file]],
  ["frame", [frame.script, frame.style, ...frame.modules]],
];
for (const [name, list] of embeds) {
  mkdirSync(join(out, "embed", name), { recursive: true });
  for (const file of list) writeFileSync(join(out, "embed", name, file), files[file]);
}
const { code, output } = await run(process.execPath, [bin("size-limit"), "--json"]);
/** @type {{ name: string, passed: boolean, size: number, sizeLimit: number }[]} */
const held = JSON.parse(output);
for (const { name, passed, size, sizeLimit } of held) {
  console.log(`${passed ? "✓" : "✗"} ${name}: ${(size / 1000).toFixed(2)} of ${(sizeLimit / 1000).toFixed(1)} kB`);
}
if (code !== 0) console.log("A page loads more than .size-limit.json allows: make it smaller, or raise the limit.");
const page = at("docs/sizes.md");
const measured = held.map(({ name, size, sizeLimit }) => ({ name, size, limit: sizeLimit }));
const targets = targetsOf(readFileSync(at("vite.config.ts"), "utf8"));
const isWriting = process.argv.includes("--write");
if (isWriting) {
  writeFileSync(page, withTables(readFileSync(page, "utf8"), measured, targets));
  await runOrThrow(process.execPath, [bin("prettier"), "--write", page]);
}
const wrong = wrongOnPage(readFileSync(page, "utf8"), measured, targets);
if (wrong.length > 0) console.log(`docs/sizes.md is out of date: npm run sizes\n${wrong.join("\n")}`);
process.exitCode = code || (wrong.length > 0 ? 1 : 0);
