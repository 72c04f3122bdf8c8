import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { at, fromRoot, sourceFiles } from "../../scripts/paths.mjs";

const WIDTH = 120;

/**
 * The lines of a file that begin in a comment and are too long to be read beside the code; instructions to a tool and
 * tables cannot be broken.
 */
const longComments = (path: string, text: string): string[] =>
  text.split("\n").flatMap((line, index) => {
    const isComment = /^\s*(\/\/|\/?\*)/.test(line);
    const isWhole = /oxlint-disable|@ts-expect-error|https?:\/\/\S{60}|^\s*\* \|/.test(line);
    return isComment && !isWhole && line.length > WIDTH ? [`${path}:${index + 1} has ${line.length} characters`] : [];
  });

const FOLDERS = ["packages", "apps", "examples", "test", "scripts", "bench", ".storybook"];
const ours = () =>
  FOLDERS.flatMap((folder) => sourceFiles(at(folder))).filter((path) => /\.([cm]?[jt]sx?|css)$/.test(path));

test("no comment is wider than the code", () => {
  const found = ours().flatMap((path) => longComments(fromRoot(path), readFileSync(path, "utf8")));
  expect(found).toEqual([]);
});

test("a comment that is wider is found, and nothing else", () => {
  const wide = `// ${"word ".repeat(30)}`;
  expect(longComments("a.ts", [wide, "/* short */", `const text = "${wide}";`].join("\n"))).toHaveLength(1);
});
