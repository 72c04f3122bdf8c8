import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { at, fromRoot, isTestFile, sourceFiles } from "../../scripts/paths.mjs";

const read = (path: string) => readFileSync(path, "utf8");
const folders = ["packages/react/src", "apps/demo/src"].map((folder) => at(folder));
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

const isWorn = (name: string) => new RegExp(`(?<![\\w-])${name}(?![\\w-])`).test(code);

test("dresses nothing that no component wears", () => {
  expect(isWorn("cb-button")).toBe(true);
  expect(isWorn("cb-butto")).toBe(false);
  const classes = namesIn(/\.((?:cb|demo|wire)-[\w-]+)/g);
  expect(classes.length).toBeGreaterThan(500);
  expect(classes.filter(({ name }) => !isWorn(name))).toEqual([]);
});

test("defines each animation once, for a later one of the same name would change the others' motion", () => {
  const names = namesIn(/@keyframes\s+([\w-]+)/g).map(({ name }) => name);
  expect(names.length).toBeGreaterThan(3);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test("asks for no property that is defined nowhere", () => {
  const defined = new Set(namesIn(/(--[\w-]+)\s*:/g).map(({ name }) => name));
  expect(defined.size).toBeGreaterThan(30);
  expect(namesIn(/var\(\s*(--[\w-]+)/g).filter(({ name }) => !defined.has(name))).toEqual([]);
});
