import { readFileSync } from "node:fs";
import { transform } from "lightningcss";
import { expect, test } from "vitest";
import { at, fromRoot, isTestFile, sourceFiles } from "../../scripts/paths.mjs";
import { parseModule, resolveRelative } from "./modules.ts";

const read = (path: string) => readFileSync(path, "utf8");
const folders = ["packages/react/src", "packages/rjsf/src", "packages/pages/src", "apps/demo/src"].map((folder) =>
  at(folder),
);
const all = folders.flatMap((folder) => sourceFiles(folder));
const sheets = all
  .filter((file) => file.endsWith(".css"))
  .map((file) => ({ file: fromRoot(file), css: read(file).replace(/\/\*.*?\*\//gs, "") }));
const code = all
  .filter((file) => /\.tsx?$/.test(file) && !isTestFile(file))
  .map(read)
  .join("\n");

/** What a pattern's group finds in the sheets, and where. */
const namesIn = (pattern: RegExp) =>
  sheets.flatMap(({ file, css }) => [...css.matchAll(pattern)].map(([, name = ""]) => ({ file, name })));

const isWornIn = (text: string, name: string) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(text);
const isWorn = (name: string) => isWornIn(code, name);

test("dresses nothing that no component wears", () => {
  expect(isWorn("cb-button")).toBe(true);
  expect(isWorn("cb-butto")).toBe(false);
  const classes = namesIn(/\.((?:cb|demo|site|wire)-[\w-]+)/g);
  expect(classes.length).toBeGreaterThan(500);
  expect(classes.filter(({ name }) => !isWorn(name))).toEqual([]);
});

test("defines each animation once, for a later one of the same name would change the others' motion", () => {
  const names = namesIn(/@keyframes\s+([\w-]+)/g).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("leaves the names of a theme to the page: each is read in one place, with a default, and set nowhere", () => {
  expect(namesIn(/(--callboard-[\w-]+)\s*:/g)).toEqual([]);
  const read = namesIn(/var\(\s*(--callboard-[\w-]+)/g);
  expect(read.length).toBeGreaterThan(30);
  expect(read.filter(({ file }) => !/\/styles\/(tokens|shadcn)\.css$/.test(file))).toEqual([]);
  expect(namesIn(/var\(\s*(--callboard-[\w-]+)\s*\)/g)).toEqual([]);
  expect(code).not.toMatch(/var\(--callboard-/);
});

/** A module's text, and that of every module of its package that it imports, also by `import()`. */
const withImports = (path: string, seen = new Map<string, string>()): Map<string, string> => {
  if (seen.has(path) || !/\.tsx?$/.test(path)) return seen;
  const text = read(at(path));
  seen.set(path, text);
  for (const specifier of parseModule(path, text).imports)
    if (specifier.startsWith(".")) withImports(resolveRelative(path, specifier), seen);
  return seen;
};

test("form.css dresses all that a page of forms draws", () => {
  const folder = "packages/react/src/styles";
  const parts = [...read(at(folder, "forms.css")).matchAll(/@import "\.\/(.*?)"/g)].map(
    ([, name]) => `${folder}/${name}`,
  );
  const [inForms, elsewhere] = [true, false].map(
    (is) =>
      new Set(
        namesIn(/\.(cb-[\w-]+)/g)
          .filter(({ file }) => file.startsWith(folder) && parts.includes(file) === is)
          .map(({ name }) => name),
      ),
  ) as [Set<string>, Set<string>];
  expect([inForms.size > 100, elsewhere.size > 100]).toEqual([true, true]);
  const drawn = [...withImports("packages/react/src/form.ts").values()].join("\n");
  expect([...elsewhere].filter((name) => !inForms.has(name) && isWornIn(drawn, name))).toEqual([]);
});

test("asks for no property that is defined nowhere", () => {
  const defined = new Set(namesIn(/(--[\w-]+)\s*:/g).map(({ name }) => name));
  expect(defined.size).toBeGreaterThan(30);
  const ours = namesIn(/var\(\s*(--(?!callboard-)[\w-]+)/g).filter(({ file }) => !file.endsWith("/shadcn.css"));
  expect(ours.filter(({ name }) => !defined.has(name))).toEqual([]);
});

test("stays in colour where a bundler writes its colours for older browsers", () => {
  const path = at("packages/react/src/styles/tokens.css");
  const { code } = transform({ filename: path, code: readFileSync(path), targets: { chrome: 111 << 16 } });
  const written = code.toString();
  expect(written).toContain("var(--lightningcss-light, #");
  // Unset, the two would make every colour invalid.
  expect(written).toMatch(/:where\(:root\) \{\s*--lightningcss-light: initial;\s*--lightningcss-dark: ;/);
});
