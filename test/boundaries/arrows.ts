import { isTestFile } from "../../scripts/paths.mjs";
import { packageOf, resolveRelative, walk, type Module, type SyntaxNode } from "./modules.ts";

/** Which packages of ours a package may import. Apps may import any; nothing imports an app. */
const allowed: Record<string, readonly string[]> = {
  core: [],
  embed: ["core", "react"],
  react: ["core"],
  rjsf: ["core", "react"],
  pages: ["core", "react", "rjsf"],
  server: ["core"],
  mcp: ["core", "server"],
  knowledge: ["core", "server"],
  platform: ["core", "server"],
  // The command hands on to the host what embed and pages have built.
  cli: ["core", "embed", "knowledge", "mcp", "pages", "server"],
};

/** Where a path lives: a package's name, `apps`, or neither. */
const homeOf = (path: string) =>
  path
    .match(/^(?:packages\/([^/]+)|(apps))\//)
    ?.slice(1)
    .find(Boolean);

const builtins =
  /^(node:.*|fs|path|os|crypto|http|https|stream|url|util|events|child_process|worker_threads|buffer|process)$/;

/** What is wrong with one module's imports, in sentences. */
const wrongImports = ({ path, imports }: Module): string[] => {
  const home = homeOf(path);
  if (!home) return [];
  const wrong: string[] = [];
  for (const specifier of imports) {
    if (specifier.startsWith(".")) {
      const target = resolveRelative(path, specifier);
      const there = homeOf(target);
      if (there !== home && there !== undefined) {
        wrong.push(`${path} reaches into ${target}; import @callboard/${there} by its name, or not at all`);
      }
      continue;
    }
    const other = packageOf(specifier).match(/^@callboard\/(.+)$/)?.[1];
    if (other && other !== home && home !== "apps" && !allowed[home]?.includes(other)) {
      wrong.push(
        `${path} imports ${specifier}: the arrows run embed → react → core ← server ← {mcp, knowledge, platform} ← cli`,
      );
    }
    if (home !== "core" || isTestFile(path)) continue;
    if (/^react(-dom)?$/.test(packageOf(specifier))) wrong.push(`${path} imports ${specifier}: core knows no React`);
    if (builtins.test(specifier)) wrong.push(`${path} imports ${specifier}: core runs in browsers, without Node`);
  }
  return wrong;
};

/** Every import that runs against the arrows. */
export const wrongArrows = (modules: Module[]): string[] => modules.flatMap(wrongImports);

/**
 * Every import cycle, each once, as the paths it runs through. Imports of types count: they tie files together as well.
 */
export const findCycles = (modules: Module[]): string[][] => {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const state = new Map<string, "open" | "done">();
  const cycles: string[][] = [];
  const visit = (path: string, trail: string[]) => {
    if (state.get(path) === "done") return;
    if (state.get(path) === "open") {
      cycles.push([...trail.slice(trail.indexOf(path)), path]);
      return;
    }
    state.set(path, "open");
    for (const specifier of byPath.get(path)?.imports ?? []) {
      if (!specifier.startsWith(".")) continue;
      const target = resolveRelative(path, specifier);
      if (byPath.has(target)) visit(target, [...trail, path]);
    }
    state.set(path, "done");
  };
  for (const { path } of modules) visit(path, []);
  return cycles;
};

/**
 * What a browser has and core does not ask for. `XMLHttpRequest` is not among it: it alone tells how far an upload is.
 */
const domGlobals =
  "document window navigator location history localStorage sessionStorage indexedDB customElements getComputedStyle " +
  "matchMedia Element Node ShadowRoot DocumentFragment DOMParser XMLSerializer MutationObserver ResizeObserver " +
  "IntersectionObserver EventSource";

const nodeGlobals = "process Buffer require __dirname __filename";

const foreignGlobals = new Set(`${domGlobals} ${nodeGlobals}`.split(" "));

const isForeign = (name: string) => foreignGlobals.has(name) || /^(HTML|SVG)\w*Element$/.test(name);

const bindingKeys: Record<string, readonly string[]> = {
  VariableDeclarator: ["id"],
  FunctionDeclaration: ["id", "params"],
  FunctionExpression: ["id", "params"],
  ArrowFunctionExpression: ["params"],
  ClassDeclaration: ["id"],
  TSTypeAliasDeclaration: ["id"],
  TSInterfaceDeclaration: ["id"],
  TSTypeParameter: ["name"],
  ImportSpecifier: ["local"],
  ImportDefaultSpecifier: ["local"],
  ImportNamespaceSpecifier: ["local"],
};

/** Adds the names a pattern binds; what stands in its annotations and defaults is used there, not bound. */
const bindNames = (pattern: SyntaxNode | null, bound: Set<string>): void => {
  if (!pattern) return;
  const below = (key: string) => [pattern[key]].flat().forEach((part) => bindNames(part as SyntaxNode | null, bound));
  if (pattern.type === "Identifier") bound.add(String(pattern["name"]));
  else if (pattern.type === "ObjectPattern") below("properties");
  else if (pattern.type === "ArrayPattern") below("elements");
  else if (pattern.type === "Property") below("value");
  else if (pattern.type === "AssignmentPattern") below("left");
  else if (pattern.type === "RestElement") below("argument");
  else if (pattern.type === "TSParameterProperty") below("parameter");
};

/**
 * The names of globals that a module uses, as a value, as a type or through `globalThis`: those of the DOM and of Node
 * unless others are given. A name that the module itself binds anywhere is its own.
 */
export const globalsUsed = ({ tree }: Module, isAsked: (name: string) => boolean = isForeign): string[] => {
  const bound = new Set<string>();
  const used = new Set<string>();
  walk(tree, (node) => {
    for (const key of bindingKeys[node.type] ?? []) {
      for (const target of [node[key]].flat()) bindNames(target as SyntaxNode | null, bound);
    }
  });
  walk(tree, (node, parent) => {
    if (node.type !== "Identifier") return;
    const name = String(node["name"]);
    if (!isAsked(name)) return;
    const isMember = parent?.type === "MemberExpression" && parent["property"] === node && !parent["computed"];
    if (isMember) {
      const object = parent["object"] as { name?: string };
      if (/^(globalThis|self|window|navigator)$/.test(object.name ?? "")) used.add(`globalThis.${name}`);
      return;
    }
    const isKey = parent !== undefined && "key" in parent && parent["key"] === node && !parent["computed"];
    const isQualified = parent?.type === "TSQualifiedName" && parent["right"] === node;
    const isLabel = parent?.type === "TSNamedTupleMember" && parent["label"] === node;
    const isShorthand = isKey && parent["shorthand"] === true;
    const isParameterOfType =
      parent !== undefined && /^TS(FunctionType|MethodSignature|CallSignature)/.test(parent.type);
    if ((isKey && !isShorthand) || isQualified || isLabel || isParameterOfType || bound.has(name)) return;
    used.add(name);
  });
  return [...used];
};
