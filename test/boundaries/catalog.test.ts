import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { at, fromRoot, isForTests, sourceFiles } from "../../scripts/paths.mjs";

/** Who fills a registry, or is one: everybody else reaches tools through a catalog. */
const FILLS_REGISTRIES = [
  "packages/core/src/tool/",
  "packages/core/src/catalog/",
  "packages/core/src/calls/testing.ts",
  "packages/server/src/cli/",
  "packages/server/src/toolFolders/",
  "packages/cli/src/",
  // Its registry is one of fields.
  "packages/react/src/form/bootstrapFieldRegistry.tsx",
];
const READS = /\bregistry(?:Now\(\))?\s*\.(get|all|available)\(/g;

it("reads the tools of a registry through a catalog alone", () => {
  expect(READS.test("const tool = registry.get(slug);")).toBe(true);
  const wrong = sourceFiles(at("packages")).flatMap((file) => {
    const path = fromRoot(file);
    if (isForTests(path) || !/^packages\/[^/]+\/src\//.test(path)) return [];
    if (FILLS_REGISTRIES.some((place) => path.startsWith(place))) return [];
    if (!/\.tsx?$/.test(path)) return [];
    const code = readFileSync(file, "utf8").replace(/^\s*(\/\/|\/?\*).*$/gm, "");
    return [...code.matchAll(READS)].map(([read]) => `${path}: ${read}…) is to ask a catalog`);
  });
  expect(wrong).toEqual([]);
});
