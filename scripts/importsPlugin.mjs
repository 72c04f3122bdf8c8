import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { at, sourceFiles } from "./paths.mjs";

const bareImport = /\b(?:from|import)\s*\(?\s*"([^".][^"]*)"/g;

/**
 * A plugin that does nothing but carry, in its name, which packages the sources import. Vite keeps optimised
 * dependencies for as long as its plugins' names stay the same, and would otherwise find a newly imported package in
 * the middle of a test run, optimise anew and reload the page under the tests.
 * @returns {import("vite").Plugin}
 */
export const importsPlugin = () => {
  const files = ["packages", "apps", "test", ".storybook"].flatMap((folder) => sourceFiles(at(folder)));
  const sources = files.filter((path) => /\.[jt]sx?$/.test(path)).map((path) => readFileSync(path, "utf8"));
  const names = sources.flatMap((text) => [...text.matchAll(bareImport)].map(([, name]) => name));
  const print = createHash("sha256")
    .update([...new Set(names)].sort().join("\n"))
    .digest("hex");
  return { name: `callboard:imports-${print.slice(0, 12)}` };
};
