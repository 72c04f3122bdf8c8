import { existsSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { at } from "../../scripts/paths.mjs";

const papers = ["ARCHITECTURE.md", "CHANGELOG.md", "CONTRIBUTING.md", "README.md", "SECURITY.md"];
const read = (name: string) => readFileSync(at(name), "utf8");

/** What a paper names that is not there: targets of its links, and paths in code from the root. */
const missing = (text: string): string[] => {
  const prose = text.replace(/^```[^]*?^```$/gm, "");
  const links = [...prose.matchAll(/\]\((?!https?:)([^)#]+)(?:#[^)]*)?\)/g)].map(([, path = ""]) => path);
  const paths = [...prose.matchAll(/`((?:packages|apps|test|docs|scripts|\.storybook)\/[\w./-]+)`/g)].map(
    ([, path = ""]) => path,
  );
  return [...links, ...paths].filter((path) => !existsSync(at(path)));
};

test("the check sees a link and a path that lead nowhere", () => {
  expect(missing("[a](docs/none.md#a) `packages/none.ts` [b](README.md) `packages/core`")).toEqual([
    "docs/none.md",
    "packages/none.ts",
  ]);
});

test.each(papers)("%s names nothing that is not there", (name) => {
  // Where a reader would put a tool of their own.
  expect(missing(read(name)).filter((path) => !path.startsWith("apps/demo/tools/tip-splitter/"))).toEqual([]);
});

test("CONTRIBUTING.md has a list for each thing that is added", () => {
  for (const what of ["tool", "block", "field", "wire", "module of the host", "language"])
    expect(read("CONTRIBUTING.md")).toMatch(new RegExp(`^## Add an? ${what}$`, "m"));
});

test("CHANGELOG.md says how to go on from each entry that is gone", () => {
  for (const gone of ["@callboard/server/tool-folders", "@callboard/react/rjsf"])
    expect(read("CHANGELOG.md")).toContain(gone);
  expect(read("CHANGELOG.md")).toMatch(/^## \[Unreleased\]$/m);
});
