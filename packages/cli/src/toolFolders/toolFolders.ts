import { readdir } from "node:fs/promises";
import { basename, join, relative, sep } from "node:path";
import { discover, type Registry } from "@callboard/core";
import { CompileError, compileTool } from "./compileTool.ts";
import { importModule } from "./importModule.ts";

/** A tool that was left out, and why: the compiler's message with its line, or what the module threw. */
export interface ToolFailure {
  /** Its folder, or its file where it is one alone, such as `tools/my-tool`. */
  folder: string;
  /** Its module, such as `tools/my-tool/definition.ts`. */
  file: string;
  message: string;
}

/** What a change of files did: the folders that were read again, and the slugs that came, went or were replaced. */
export interface ToolChange {
  folders: string[];
  slugs: string[];
}

/** A folder of tools, kept in step with a registry. */
export interface ToolFolders {
  /** Reads them all. */
  load(): Promise<ToolChange>;
  /** Reads again what these changed files (absolute paths) are part of; a folder that is gone takes its tool along. */
  update(changed: readonly string[]): Promise<ToolChange>;
  failures(): ToolFailure[];
}

export interface ToolFoldersOptions {
  /**
   * Absolute. A tool is a folder in it with a `definition.ts`, or a module alone; `.js`, `.mjs` and `.mts` do as well.
   * Names that begin with `_` or `.` are skipped, and so are tests.
   */
  folder: string;
  /**
   * Where compiled tools are kept; imports of packages are resolved from there. `.callboard/tools` in the folder unless
   * given.
   */
  outDir?: string;
  registry: Registry;
  log: (line: string) => void;
  /**
   * The modules that packages are to be, as URLs by what they are imported as; found among the dependencies unless
   * given.
   */
  packages?: Readonly<Record<string, string>>;
  /** Makes of a tool's module what is registered; the module itself unless given. */
  complete?: (module: unknown) => unknown;
}

/** Compiles and registers the tools of a folder one by one, so that a broken one takes nothing else down. */
export function createToolFolders({
  folder: toolsDir,
  outDir = join(toolsDir, ".callboard", "tools"),
  registry,
  log,
  packages,
  complete = (module) => module,
}: ToolFoldersOptions): ToolFolders {
  const base = basename(toolsDir);
  const failures = new Map<string, ToolFailure>();
  // The module of each tool that was read, as it is named to people.
  const files = new Map<string, string>();
  // What each tool was last made of; a shared file is a source of several.
  const sources = new Map<string, string[]>();
  // A module's address is new each time it is loaded, because what it registers by side effect happens only once an
  // address.
  let generation = 0;
  let turn: Promise<unknown> = Promise.resolve();

  const read = async (names: readonly string[]): Promise<ToolChange> => {
    const before = new Map(registry.all().map((tool) => [tool.slug, tool]));
    const present = await toolModules(toolsDir);
    for (const name of names.filter((name) => !present.has(name))) {
      registry.removeFile(files.get(name) ?? "");
      files.delete(name);
      sources.delete(name);
      failures.delete(name);
    }
    const wanted = names.filter((name) => present.has(name));
    const nameOf = new Map(wanted.map((name) => [`${base}/${present.get(name)!}`, name]));
    for (const [file, name] of nameOf) {
      // The module of a folder may have become another one.
      const before = files.get(name);
      if (before !== undefined && before !== file) registry.removeFile(before);
      files.set(name, file);
    }
    const modules = Object.fromEntries(
      [...nameOf].map(([file, name]) => [
        file,
        async () => {
          const input = join(toolsDir, present.get(name)!);
          try {
            const compiled = await compileTool(input, { outDir, name: stemOf(name), packages });
            sources.set(name, compiled.sources);
            return complete(await importModule(compiled.module, { generation: ++generation, source: input }));
          } catch (error) {
            if (error instanceof CompileError) sources.set(name, error.sources);
            throw error;
          }
        },
      ]),
    );
    const { loaded, failed } = await discover(modules, { registry, log });
    for (const { file } of loaded) failures.delete(nameOf.get(file)!);
    for (const { file, error } of failed) {
      const name = nameOf.get(file)!;
      failures.set(name, { folder: `${base}/${name}`, file, message: error.message });
    }
    const after = new Map(registry.all().map((tool) => [tool.slug, tool]));
    const slugs = [...new Set([...before.keys(), ...after.keys()])];
    return {
      folders: names.map((name) => `${base}/${name}`).sort(),
      slugs: slugs.filter((slug) => before.get(slug) !== after.get(slug)),
    };
  };
  const inTurn = (work: () => Promise<ToolChange>): Promise<ToolChange> => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };

  return {
    load: () => inTurn(async () => read([...(await toolModules(toolsDir)).keys()])),
    update: (changed) =>
      inTurn(async () => {
        const names = new Set<string>();
        for (const path of changed) {
          if (TEST.test(path)) continue;
          const [name = "", ...inside] = relative(toolsDir, path).split(sep);
          const isPlain = inside.length === 0 && /\.\w+$/.test(name) && !isModule(name);
          if (name !== "" && name !== ".." && !isPlain && ![name, ...inside].some(isSkipped)) names.add(name);
          for (const [user, made] of sources) if (made.includes(path)) names.add(user);
        }
        if (names.size === 0) return { folders: [], slugs: [] };
        // What failed may be mended by a change elsewhere: a slug that became free, a shared file that came back.
        for (const name of failures.keys()) names.add(name);
        return read([...names]);
      }),
    failures: () => [...failures.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1)),
  };
}

const TEST = /\.test\.[cm]?[jt]sx?$/;
const DEFINITIONS = ["definition.ts", "definition.mts", "definition.js", "definition.mjs"];

const isSkipped = (name: string): boolean => name.startsWith("_") || name.startsWith(".") || name === "node_modules";
const isModule = (name: string): boolean =>
  /(?<!\.d)\.m?[jt]s$/.test(name) && !TEST.test(name) && !/\.config\.m?[jt]s$/.test(name);

/** What the compiled module of a tool is named after: no two names may become one. */
const stemOf = (name: string): string => name.replace(/\.(m?[jt]s)$/, "_$1");

/**
 * The module of each tool, from the folder. A folder with other code than a definition is one, too: it is reported
 * rather than passed over.
 */
export async function toolModules(toolsDir: string): Promise<Map<string, string>> {
  const entries = await readdir(toolsDir, { withFileTypes: true }).catch(() => []);
  const found = new Map<string, string>();
  for (const entry of entries.sort((one, other) => (one.name < other.name ? -1 : 1))) {
    if (isSkipped(entry.name)) continue;
    if (!entry.isDirectory()) {
      if (isModule(entry.name)) found.set(entry.name, entry.name);
      continue;
    }
    const files: string[] = await readdir(join(toolsDir, entry.name)).catch(() => []);
    const definition = DEFINITIONS.find((name) => files.includes(name));
    const hasCode = files.some((file) => /\.[cm]?[jt]sx?$/.test(file));
    if (definition !== undefined || hasCode) found.set(entry.name, `${entry.name}/${definition ?? DEFINITIONS[0]!}`);
  }
  return found;
}
