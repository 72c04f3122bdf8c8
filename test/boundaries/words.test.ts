import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { at, fromRoot, isTestFile, sourceFiles } from "../../scripts/paths.mjs";
import { parseModule, resolveRelative, walk, type Module, type SyntaxNode } from "./modules.ts";

const source = "packages/react/src/";

/** What a module imports to run with it, and what it fetches by `import()`; no types. */
const importsOf = ({ tree }: Module): { run: string[]; fetched: string[] } => {
  const run: string[] = [];
  const fetched: string[] = [];
  walk(tree, (node) => {
    const from = (node["source"] as { value?: string } | null | undefined)?.value;
    if (!from?.startsWith(".")) return;
    if (node.type === "ImportExpression") fetched.push(from);
    else if (/^(Import|Export(Named|All))Declaration$/.test(node.type)) {
      if (node["importKind"] !== "type" && node["exportKind"] !== "type") run.push(from);
    }
  });
  return { run, fetched };
};

/** Every text of a module, and how each of its templates begins. */
const textsOf = ({ tree }: Module): string[] => {
  const found: string[] = [];
  walk(tree, (node) => {
    if (node.type === "Literal" && typeof node["value"] === "string") found.push(node["value"]);
    if (node.type === "TemplateElement") found.push(String((node["value"] as { cooked?: string }).cooked ?? ""));
  });
  return found;
};

const files = sourceFiles(at(source)).filter((file) => /\.tsx?$/.test(file) && !isTestFile(file));
const modules = new Map(files.map((file) => [fromRoot(file), parseModule(fromRoot(file), readFileSync(file, "utf8"))]));
const isWords = (path: string) => path.startsWith(`${source}messages/`);

/** The keys of each list of English words. */
const words = new Map<string, Set<string>>();
for (const [path, module] of modules) {
  if (path.slice(`${source}messages/`.length).includes("/") || !isWords(path)) continue;
  walk(module.tree, (node) => {
    if (node.type !== "VariableDeclarator") return;
    const { name } = node["id"] as { name?: string };
    if (!name?.endsWith("Messages")) return;
    const keys = new Set<string>();
    walk(node["init"] as SyntaxNode, (inner) => {
      const key = inner.type === "Property" ? (inner["key"] as { value?: unknown }).value : undefined;
      if (typeof key === "string") keys.add(key);
    });
    words.set(name, keys);
  });
}

/** The lists that a module brings itself. */
const brings = (module: Module): string[] => {
  const found: string[] = [];
  walk(module.tree, (node) => {
    if (node.type !== "CallExpression" || (node["callee"] as { name?: string }).name !== "addMessages") return;
    for (const given of node["arguments"] as { name?: string }[]) if (given.name) found.push(given.name);
  });
  return found;
};

const importers = new Map<string, string[]>();
const needs = new Map<string, string[]>();
const own = new Map<string, string[]>();
for (const [path, module] of modules) {
  const { run, fetched } = importsOf(module);
  own.set(path, brings(module));
  needs.set(
    path,
    run.map((specifier) => resolveRelative(path, specifier)),
  );
  for (const specifier of [...run, ...fetched]) {
    const to = resolveRelative(path, specifier);
    importers.set(to, [...(importers.get(to) ?? []), path]);
  }
}

/** Whether a list is there as soon as a module has run. */
const isBrought = (path: string, name: string): boolean => {
  const seen = new Set([path]);
  for (const at of seen) {
    if (own.get(at)?.includes(name)) return true;
    for (const next of needs.get(at) ?? []) seen.add(next);
  }
  return false;
};

/** Whether a list is there whenever a module is used: it brings the list itself, or all who import it do. */
const isThere = (path: string, name: string, seen = new Set<string>()): boolean => {
  if (seen.has(path) || isBrought(path, name)) return true;
  seen.add(path);
  const above = importers.get(path) ?? [];
  return above.length > 0 && above.every((one) => isThere(one, name, seen));
};

/** What is wrong has words of its own, so the catalogue's may come later. */
const isOptional = (path: string, name: string) => path === "form/formContext.ts" && name === "formLaterMessages";

const said = [...modules].flatMap(([path, module]) => {
  if (isWords(path)) return [];
  const texts = textsOf(module);
  const lists = [...words].filter(([, keys]) =>
    texts.some(
      (text) => keys.has(text) || (/^\w+\.(?:\w+\.)*$/.test(text) && [...keys].some((key) => key.startsWith(text))),
    ),
  );
  return lists.map(([name]) => [path.slice(source.length), name] as const);
});

describe("English words", () => {
  test("the check sees what is said and where the words are", () => {
    expect(words.get("formMessages")).toContain("form.submit");
    expect(said).toContainEqual(["form/ToolForm.tsx", "formMessages"]);
    expect(isThere(`${source}messages/form.ts`, "viewMessages")).toBe(false);
  });

  test("whoever says a word has it from a module that brings it", () => {
    expect(
      said
        .filter(([path, name]) => !isOptional(path, name) && !isThere(source + path, name))
        .map((one) => one.join(" says of ")),
    ).toEqual([]);
  });
});
