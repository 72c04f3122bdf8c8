import { readFileSync } from "node:fs";
import { toolIconNames } from "@callboard/core";
import { expect, test } from "vitest";
import { at, fromRoot, isForTests, sourceFiles } from "../../scripts/paths.mjs";

const icons = new Set<string>(toolIconNames);

/** The icons of the tools that a file defines, by their slugs. */
const iconsIn = (text: string) =>
  [...text.matchAll(/\bslug: "([\w-]+)"(?:(?!\bslug: ")[^])*?\bicon: "([\w-]+)"/g)].map(
    ([, slug, icon]) => [slug, icon] as const,
  );

// The parts of the editor in react have icons of their own.
test("each tool of ours has an icon that the kit carries", () => {
  const tools = ["packages", "apps"]
    .flatMap((folder) => sourceFiles(at(folder)))
    .filter((path) => path.endsWith(".ts") && !isForTests(path) && !fromRoot(path).startsWith("packages/react/"))
    .flatMap((path) =>
      iconsIn(readFileSync(path, "utf8")).map(([slug, icon]) => ({ path: fromRoot(path), slug, icon })),
    );
  expect(tools.length).toBeGreaterThan(40);
  expect(tools.filter(({ icon }) => !icons.has(icon ?? ""))).toEqual([]);
});
