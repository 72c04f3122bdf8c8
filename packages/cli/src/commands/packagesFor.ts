import { existsSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

/** What tools import that is not installed where they are: with `npx` only this package is. */
export function packagesFor(folder: string): Record<string, string> {
  const packages: Record<string, string> = {};
  for (const [name, address] of [
    ["@callboard/core", import.meta.resolve("@callboard/core")],
    ["zod", import.meta.resolve("zod")],
  ] as const) {
    const places = createRequire(pathToFileURL(join(folder, "tool.js"))).resolve.paths(name) ?? [];
    if (!places.some((place) => existsSync(join(place, name)))) packages[name] = address;
  }
  return packages;
}
