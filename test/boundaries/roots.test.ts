import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { at, fromRoot, isTestFile, sourceFiles } from "../../scripts/paths.mjs";
import { parseModule, walk } from "./modules.ts";

const ofOneTree = new Set(["activeElement", "elementFromPoint", "getElementById", "querySelector", "querySelectorAll"]);

/** What a module asks the document though the answer may stand in a shadow root; rootOf.ts says which tree to ask. */
const askedOfDocument = (path: string, text: string): string[] => {
  const found: string[] = [];
  walk(parseModule(path, text).tree, (node) => {
    if (node.type !== "MemberExpression") return;
    const { name: owner } = node["object"] as { name?: string };
    const { name = "" } = node["property"] as { name?: string };
    if (owner === "document" && ofOneTree.has(name)) found.push(`${path}: document.${name}`);
  });
  return found;
};

test("the check sees what asks the document, and nothing else", () => {
  expect(askedOfDocument("a.ts", 'document.getElementById("a"); document.activeElement;')).toHaveLength(2);
  expect(askedOfDocument("a.ts", 'rootOf(a).getElementById("a"); document.hidden; list.querySelector("a");')).toEqual(
    [],
  );
});

test("no component asks the document for an element or the focus, which may stand in a shadow root", () => {
  const files = ["packages/react/src", "packages/rjsf/src"]
    .flatMap((folder) => sourceFiles(at(folder)))
    .filter((file) => /\.tsx?$/.test(file) && !isTestFile(file) && !file.includes("/testing/"));
  expect(files.length).toBeGreaterThan(100);
  expect(files.flatMap((file) => askedOfDocument(fromRoot(file), readFileSync(file, "utf8")))).toEqual([]);
});
