import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { at, fromRoot, isTestFile, sourceFiles } from "../../scripts/paths.mjs";
import { parseModule, walk, type SyntaxNode } from "./modules.ts";

const isEnter = (node: unknown): boolean =>
  (node as SyntaxNode | undefined)?.type === "Literal" && (node as SyntaxNode)["value"] === "Enter";

/** Whether a module asks for the Enter key, by comparison or by case. */
const asksForEnter = (tree: SyntaxNode): boolean => {
  let asks = false;
  walk(tree, (node) => {
    if (node.type === "BinaryExpression" && (isEnter(node["left"]) || isEnter(node["right"]))) asks = true;
    if (node.type === "SwitchCase" && isEnter(node["test"])) asks = true;
  });
  return asks;
};

/**
 * Whether it asks an input method first: the one rule, called, or the browser's own flag beside the key code of Safari.
 */
const asksComposition = (tree: SyntaxNode): boolean => {
  let asks = false;
  walk(tree, (node) => {
    const callee = node.type === "CallExpression" ? (node["callee"] as SyntaxNode) : undefined;
    if (callee?.type === "Identifier" && callee["name"] === "isComposing") asks = true;
  });
  return asks;
};

const rule = (tree: SyntaxNode): boolean => !asksForEnter(tree) || asksComposition(tree);

/** Whether a module reads the browser's flag by itself, which Safari does not set for the key that confirms a word. */
const readsFlag = (tree: SyntaxNode): boolean => {
  let reads = false;
  walk(tree, (node) => {
    if (node.type !== "MemberExpression") return;
    if ((node["property"] as SyntaxNode)["name"] === "isComposing") reads = true;
  });
  return reads;
};

/** Enter on a slider, and as a press on what acts, which no input method writes into. */
const withoutText = new Set([
  "packages/react/src/field/variants/SliderInput.tsx",
  "packages/embed/src/frame/attention.ts",
]);

const files = ["packages", "apps"]
  .flatMap((folder) => sourceFiles(at(folder)))
  .map(fromRoot)
  .filter((path) => /^(?:packages|apps)\/.*\.tsx?$/.test(path) && !isTestFile(path) && !path.includes(".stories."));

test("Enter in a text control asks first whether a word is being composed", () => {
  // Whoever neither names the key nor reads the flag need not be parsed.
  const texts = files.map((path) => ({ path, text: readFileSync(at(path), "utf8") }));
  const asking = texts.filter(({ text }) => /Enter\b|isComposing/.test(text));
  const trees = asking.map(({ path, text }) => parseModule(path, text));
  const wrong = trees.filter(({ path, tree }) => !withoutText.has(path) && !rule(tree)).map(({ path }) => path);
  expect(wrong).toEqual([]);
  // The rule finds those that are there.
  expect(trees.filter(({ tree }) => asksForEnter(tree) && asksComposition(tree)).length).toBeGreaterThanOrEqual(5);
  const own = trees.filter(({ path, tree }) => !path.endsWith("/isComposing.ts") && readsFlag(tree));
  expect(own.map(({ path }) => path)).toEqual([]);
});

test.each([
  [`(event) => { if (event.key === "Enter") save(); }`, false],
  [`(event) => { if ("Enter" !== event.key) return; }`, false],
  [`(event) => { switch (event.key) { case "Enter": save(); } }`, false],
  [`(event) => { if (event.key === "Enter" && !event.nativeEvent.isComposing) save(); }`, false],
  [`(event) => { if (isComposing(event)) return; if (event.key === "Enter") save(); }`, true],
])("%s keeps the rule: %s", (text, keeps) => {
  expect(rule(parseModule("example.ts", text).tree)).toBe(keeps);
});
