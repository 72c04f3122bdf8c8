import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { at, packageNames } from "../../scripts/paths.mjs";
import { uiOrBundler } from "./uiOrBundler.ts";

type Names = Record<string, string>;

interface Locked {
  resolved?: string;
  link?: boolean;
  dependencies?: Names;
  optionalDependencies?: Names;
  peerDependencies?: Names;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

const lock = (JSON.parse(readFileSync(at("package-lock.json"), "utf8")) as { packages: Record<string, Locked> })
  .packages;

/** Where Node finds a package, seen from a place of the lock. */
function placeOf(name: string, from: string): string | undefined {
  const folders = from.split("/");
  const places = folders.map((_, index) => folders.slice(0, folders.length - index)).concat([[]]);
  return places.map((place) => [...place, "node_modules", name].join("/")).find((place) => lock[place]);
}

/** Every package that npm installs with one of ours, by name: dependencies, and the peers that are not optional. */
function installedWith(folder: string): Set<string> {
  const names = new Set<string>();
  const seen = new Set<string>();
  const open = (place: string) => {
    if (seen.has(place)) return;
    seen.add(place);
    const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = lock[place] ?? {};
    const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]) {
      names.add(name);
      const found = placeOf(name, place);
      const { link, resolved } = (found !== undefined && lock[found]) || {};
      if (found !== undefined) open(link && resolved !== undefined ? resolved : found);
    }
  };
  open(`packages/${folder}`);
  return names;
}

describe("what is installed with a package", () => {
  test("the check sees what is there, through other packages and links too", () => {
    expect([...installedWith("cli")]).toEqual(expect.arrayContaining(["rolldown", "hono", "pg", "zustand"]));
    expect([...installedWith("react")]).toEqual(expect.arrayContaining(["react", "lucide-react", "zod"]));
    expect([...installedWith("cli")].filter((name) => uiOrBundler.test(name))).toContain("rolldown");
  });

  test.each(["core", "server"])("%s brings no UI and no bundler", (folder) => {
    expect(packageNames()).toContain(folder);
    expect([...installedWith(folder)].filter((name) => uiOrBundler.test(name))).toEqual([]);
  });

  test.each(["core", "react", "embed", "server", "rjsf"])("%s brings nothing of the library of MCP", (folder) => {
    expect([...installedWith("mcp")]).toContain("@modelcontextprotocol/client");
    expect([...installedWith(folder)].filter((name) => name.startsWith("@modelcontextprotocol/"))).toEqual([]);
  });

  test("the command brings the pages as they were built, and not what they are built with", () => {
    expect([...installedWith("cli")].filter((name) => /^(?:react|lucide)/.test(name))).toEqual([]);
  });
});
