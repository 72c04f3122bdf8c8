import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { at, fromRoot, isForTests, sourceFiles } from "../../scripts/paths.mjs";

/** Who fills a registry, or is one: everybody else reaches tools through a catalog. */
const FILLS_REGISTRIES = [
  "packages/core/src/tool/",
  "packages/core/src/catalog/",
  "packages/core/src/calls/testing.ts",
  "packages/cli/src/",
  // Its registry is one of fields.
  "packages/react/src/form/bootstrapFieldRegistry.tsx",
];

/** What a module reads of a registry, beside its comments. */
const readsIn = (text: string): string[] =>
  [...text.replace(/^\s*(\/\/|\/?\*).*$/gm, "").matchAll(/\bregistry(?:Now\(\))?\s*\.(?:get|all|available)\(/g)].map(
    ([read]) => read,
  );

it("reads the tools of a registry through a catalog alone", () => {
  expect(readsIn("registry.get(slug);\n// registry.all()\nregistryNow().all();")).toEqual([
    "registry.get(",
    "registryNow().all(",
  ]);
  const wrong = sourceFiles(at("packages")).flatMap((file) => {
    const path = fromRoot(file);
    if (isForTests(path) || !/^packages\/[^/]+\/src\//.test(path)) return [];
    if (FILLS_REGISTRIES.some((place) => path.startsWith(place))) return [];
    if (!/\.tsx?$/.test(path)) return [];
    return readsIn(readFileSync(file, "utf8")).map((read) => `${path}: ${read}…) is to ask a catalog`);
  });
  expect(wrong).toEqual([]);
});
