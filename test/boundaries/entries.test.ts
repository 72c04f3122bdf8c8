import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { at, packageNames } from "../../scripts/paths.mjs";

/** The source modules behind the entries of a package, by entry; stylesheets aside. */
const entriesOf = (name: string): [entry: string, path: string][] => {
  const { exports } = JSON.parse(readFileSync(at("packages", name, "package.json"), "utf8")) as {
    exports: Record<string, { "@callboard/source": string }>;
  };
  return Object.entries(exports)
    .map(([entry, { "@callboard/source": source }]): [string, string] => [entry, at("packages", name, source)])
    .filter(([, path]) => path.endsWith(".ts"));
};

const load = (path: string) => import(/* @vite-ignore */ path) as Promise<Record<string, unknown>>;

test.each(packageNames())("an entry of %s means by a name what the root means by it", async (name) => {
  const [[, rootPath], ...others] = entriesOf(name) as [[string, string], ...[string, string][]];
  const root = await load(rootPath);
  for (const [entry, path] of others) {
    const shared = Object.entries(await load(path)).filter(([key]) => key in root);
    for (const [key, value] of shared) expect(value === root[key], `${key} of ${entry}`).toBe(true);
  }
});

test.each(["./form", "./timeline"])("the root of react has all of %s", async (entry) => {
  const entries = new Map(entriesOf("react"));
  const names = Object.keys(await load(entries.get(entry)!));
  expect(names.length).toBeGreaterThan(4);
  expect(Object.keys(await load(entries.get(".")!))).toEqual(expect.arrayContaining(names));
});
