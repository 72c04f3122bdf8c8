import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { parseSync } from "vite";
import { at, fromRoot, packageNames, sourceFiles } from "../../scripts/paths.mjs";

/** A node of the parsed tree, as far as a walk needs to know it. */
export type SyntaxNode = { type: string; [key: string]: unknown };

/** One parsed module: its path from the root, and every specifier it names, types and dynamic imports too. */
export type Module = { path: string; imports: string[]; tree: SyntaxNode };

const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === "object" && value !== null && typeof (value as SyntaxNode).type === "string";

/** Calls `visit` with every node and its parent, parents first. */
export const walk = (node: SyntaxNode, visit: (node: SyntaxNode, parent?: SyntaxNode) => void, parent?: SyntaxNode) => {
  visit(node, parent);
  for (const value of Object.values(node).flat()) {
    if (isNode(value)) walk(value, visit, node);
  }
};

/** Parses a module; throws where it does not parse, since what is not understood cannot be vouched for. */
export const parseModule = (path: string, text: string): Module => {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path} does not parse: ${errors[0].message}`);
  const tree = program as unknown as SyntaxNode;
  const imports = new Set<string>();
  walk(tree, (node) => {
    // `import`, `export … from`, `import()` and `type T = import("…")` all keep the specifier in `source`.
    const source = node["source"];
    if (isNode(source) && typeof source["value"] === "string") imports.add(source["value"]);
  });
  return { path, imports: [...imports], tree };
};

/** What `callboard init` copies into others' projects is no module of ours. */
const isModule = (path: string) =>
  /\.[cm]?[jt]sx?$/.test(path) && !path.endsWith(".d.ts") && !path.includes("/cli/templates/");

/** Every source module of the packages and apps, tests and stories too. */
export const readSources = (): Module[] =>
  ["packages", "apps"]
    .flatMap((folder) => sourceFiles(at(folder)))
    .filter(isModule)
    .map((file) => parseModule(fromRoot(file), readFileSync(file, "utf8")));

/** The path from the root that a relative specifier names, whatever its ending says. */
export const resolveRelative = (from: string, specifier: string) => posix.join(posix.dirname(from), specifier);

/** The package a bare specifier belongs to: `@callboard/core/form` → `@callboard/core`. */
export const packageOf = (specifier: string) =>
  specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");

/** A built module with everything it pulls in: its own files, and the names of the packages it asks for. */
export const closureOf = (entry: string): { files: string[]; packages: string[] } => {
  const files = new Set<string>();
  const packages = new Set<string>();
  const open = (file: string) => {
    if (files.has(file)) return;
    files.add(file);
    if (!existsSync(file)) throw new Error(`${fromRoot(file)} is not there. Run \`npm run build\` first.`);
    for (const specifier of parseModule(file, readFileSync(file, "utf8")).imports) {
      if (specifier.startsWith(".")) open(join(dirname(file), specifier));
      else if (packageOf(specifier).startsWith("@callboard/")) open(builtEntry(specifier));
      else packages.add(packageOf(specifier));
    }
  };
  open(entry);
  return { files: [...files], packages: [...packages].sort() };
};

/** The built file behind a public entry: `@callboard/core/timeline` → its `default` export. */
export const builtEntry = (specifier: string) => {
  const owner = packageOf(specifier);
  const folder = at("packages", owner.slice("@callboard/".length));
  const { exports } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    exports: Record<string, { default: string }>;
  };
  const entry = exports[`.${specifier.slice(owner.length)}`];
  if (!entry) throw new Error(`${specifier} is not an entry of ${owner}.`);
  return join(folder, entry.default);
};

/** The public lists of every package: entries that stand in `src` itself, outside of every room. */
export const publicLists = (): Set<string> => {
  const found = new Set<string>();
  for (const name of packageNames()) {
    const { exports } = JSON.parse(readFileSync(at("packages", name, "package.json"), "utf8")) as {
      exports: Record<string, { "@callboard/source": string }>;
    };
    for (const entry of Object.values(exports)) {
      const path = posix.join("packages", name, entry["@callboard/source"]);
      if (posix.dirname(path) === posix.join("packages", name, "src")) found.add(path);
    }
  }
  return found;
};
