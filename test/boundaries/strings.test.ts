import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { english } from "../../packages/react/src/messages/english.ts";
import { at, fromRoot, isTestFile, sourceFiles } from "../../scripts/paths.mjs";
import { parseModule, walk, type SyntaxNode } from "./modules.ts";

const spoken = new Set([
  "alt",
  "aria-label",
  "aria-description",
  "aria-placeholder",
  "aria-roledescription",
  "aria-valuetext",
  "label",
  "placeholder",
  "summary",
  "title",
]);

/** Two letters make a word; a character's entity does not, nor does a name that every language writes the same. */
const isWord = (text: unknown): text is string =>
  typeof text === "string" && /\p{L}{2}/u.test(text.replace(/&\w+;|\b(?:UTC|Callboard|AI SDK|AG-UI)\b/g, ""));

/** The texts that an expression may come out as, as far as they are written in it. */
const textsOf = (node: SyntaxNode | undefined): string[] => {
  if (!node) return [];
  const part = (name: string) => textsOf(node[name] as SyntaxNode | undefined);
  switch (node.type) {
    case "JSXExpressionContainer":
    case "TSAsExpression":
    case "TSNonNullExpression":
      return part("expression");
    case "JSXText":
    case "Literal":
      return isWord(node["value"]) ? [node["value"].trim()] : [];
    case "TemplateLiteral":
      return (node["quasis"] as { value: { cooked: string } }[]).map(({ value }) => value.cooked).filter(isWord);
    case "ConditionalExpression":
      return [...part("consequent"), ...part("alternate")];
    case "LogicalExpression":
      return node["operator"] === "&&" ? part("right") : [...part("left"), ...part("right")];
    case "BinaryExpression":
      return node["operator"] === "+" ? [...part("left"), ...part("right")] : [];
    default:
      return [];
  }
};

/**
 * The words that a module would show in English to every reader: between tags, and in attributes that are read out or
 * shown.
 */
const wordsIn = (path: string, text: string): string[] => {
  const found: string[] = [];
  walk(parseModule(path, text).tree, (node) => {
    if (node.type === "JSXElement" || node.type === "JSXFragment")
      for (const child of node["children"] as SyntaxNode[]) found.push(...textsOf(child));
    if (node.type === "JSXAttribute") {
      const { name } = node["name"] as { name?: unknown };
      if (spoken.has(String(name))) found.push(...textsOf(node["value"] as SyntaxNode | undefined));
    }
  });
  return found;
};

test.each([
  ["kit", "packages/react/src", 50],
  ["forms of rjsf", "packages/rjsf/src", 5],
  ["pages", "packages/pages/src", 10],
  ["demo", "apps/demo/src", 10],
])("every visible string of the %s comes from its catalogue", (_, folder, atLeast) => {
  const files = sourceFiles(at(folder)).filter(
    (file) => file.endsWith(".tsx") && !isTestFile(file) && !/\/testing\//.test(file),
  );
  expect(files.length).toBeGreaterThan(atLeast);
  const found = files.flatMap((file) =>
    wordsIn(fromRoot(file), readFileSync(file, "utf8")).map((words) => `${fromRoot(file)}: ${words}`),
  );
  expect(found).toEqual([]);
});

test("a word between tags, in an attribute or in a branch is seen", () => {
  const seen = (jsx: string) => wordsIn("one.tsx", `const one = ${jsx};`);
  expect(seen("<p>Two words</p>")).toEqual(["Two words"]);
  expect(seen('<p>{ready ? "Ready" : null}</p>')).toEqual(["Ready"]);
  expect(seen('<p>{open && "Open"} {name ?? "Nobody"}</p>')).toEqual(["Open", "Nobody"]);
  expect(seen("<button aria-label={`Remove ${name}`} />")).toEqual(["Remove "]);
  expect(seen('<input placeholder="Search" title={"Find" + it} />')).toEqual(["Search", "Find"]);
  expect(seen('<p className="cb-note" data-kind="warning">{t("form.none")} · 3</p>')).toEqual([]);
});

test("every message of the kit is used: its key stands in the source, whole or as the beginning of a template", () => {
  const texts = new Set<string>();
  const beginnings: string[] = [];
  const files = ["packages/react/src", "packages/rjsf/src"].flatMap((folder) => sourceFiles(at(folder)));
  for (const file of files.filter((path) => /\.tsx?$/.test(path))) {
    if (isTestFile(file) || fromRoot(file).startsWith("packages/react/src/messages/")) continue;
    walk(parseModule(fromRoot(file), readFileSync(file, "utf8")).tree, (node) => {
      if (node.type === "Literal" && typeof node["value"] === "string") texts.add(node["value"]);
      if (node.type !== "TemplateLiteral") return;
      const [first, more] = node["quasis"] as { value: { cooked: string } }[];
      if (first && more && /^[a-z]+\./.test(first.value.cooked)) beginnings.push(first.value.cooked);
    });
  }
  const isUsed = (key: string) => texts.has(key) || beginnings.some((beginning) => key.startsWith(beginning));
  expect(Object.keys(english).filter((key) => !isUsed(key))).toEqual([]);
});

test("nothing is written by the machine's own locale: what formats, sorts or counts is told the reader's", () => {
  const own = new Set([
    "DateTimeFormat",
    "NumberFormat",
    "Collator",
    "ListFormat",
    "RelativeTimeFormat",
    "PluralRules",
    "Segmenter",
  ]);
  const found: string[] = [];
  for (const folder of ["packages/react/src", "packages/rjsf/src", "packages/core/src"])
    for (const file of sourceFiles(at(folder)).filter((path) => /\.tsx?$/.test(path) && !isTestFile(path))) {
      walk(parseModule(fromRoot(file), readFileSync(file, "utf8")).tree, (node) => {
        const callee = node["callee"] as SyntaxNode | undefined;
        const name = String((callee?.["property"] as { name?: unknown } | undefined)?.name);
        const [first, second] = (node["arguments"] ?? []) as SyntaxNode[];
        const isIntl = (callee?.["object"] as { name?: unknown } | undefined)?.name === "Intl" && own.has(name);
        // The machine's time zone is asked of a formatter that formats nothing.
        const untold = isIntl ? (first ? first["name"] === "undefined" : name !== "DateTimeFormat") : false;
        const localeless = name.startsWith("toLocale") ? !first : name === "localeCompare" && !second;
        if (node.type === "NewExpression" && untold) found.push(`${fromRoot(file)}: Intl.${name}`);
        if (node.type === "CallExpression" && localeless) found.push(`${fromRoot(file)}: ${name}`);
      });
    }
  expect(found).toEqual([]);
});
