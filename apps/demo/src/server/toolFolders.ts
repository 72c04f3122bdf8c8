import { access, readdir } from "node:fs/promises";
import { join, relative, sep } from "node:path";
import { pathToFileURL } from "node:url";
import { discover, type Registry } from "@callboard/core";
import { CompileError, compileTool } from "./compileTool.ts";

/** A tool folder that was left out, and why: the compiler's message with its line, or what the module threw. */
export interface ToolFailure {
  /** Relative to the app, such as `tools/my-tool`. */
  folder: string;
  file: string;
  message: string;
}

/** What a change of files did: the folders that were read again, and the slugs that came, went or were replaced. */
export interface ToolChange {
  folders: string[];
  slugs: string[];
}

/** A folder of tool folders, kept in step with a registry. */
export interface ToolFolders {
  /** Reads them all. */
  load(): Promise<ToolChange>;
  /** Reads again what these changed files (absolute paths) are part of; a folder that is gone takes its tool along. */
  update(changed: readonly string[]): Promise<ToolChange>;
  failures(): ToolFailure[];
}

export interface ToolFoldersOptions {
  /** The app's folder; tools are in `tools/<name>/definition.ts` below it, names that begin with `_` are skipped. */
  app: string;
  registry: Registry;
  log: (line: string) => void;
  /** Passed to the compiler: the module that `@callboard/core` is to be. */
  core?: string;
  /** Makes of a folder's module what is registered; the module itself unless given. */
  complete?: (module: unknown) => unknown;
}

/** Compiles and registers tool folders one by one, so that a broken one takes nothing else down. */
export function createToolFolders({
  app,
  registry,
  log,
  core,
  complete = (module) => module,
}: ToolFoldersOptions): ToolFolders {
  const toolsDir = join(app, "tools");
  const outDir = join(app, ".callboard", "tools");
  const failures = new Map<string, ToolFailure>();
  // What each folder was last made of; a shared file is a source of several.
  const sources = new Map<string, string[]>();
  // A module's address is new each time it is loaded, because what it registers by side effect happens only once an address.
  let generation = 0;
  let turn: Promise<unknown> = Promise.resolve();

  const read = async (names: readonly string[]): Promise<ToolChange> => {
    const before = new Map(registry.all().map((tool) => [tool.slug, tool]));
    const present = await toolFolderNames(toolsDir);
    for (const name of names.filter((name) => !present.includes(name))) {
      registry.removeFile(fileOf(name));
      sources.delete(name);
      failures.delete(name);
    }
    const wanted = names.filter((name) => present.includes(name));
    const modules = Object.fromEntries(
      wanted.map((name) => [
        fileOf(name),
        async () => {
          const folder = join(toolsDir, name);
          try {
            const compiled = await compileTool(folder, { outDir, core });
            sources.set(name, compiled.sources);
            return complete(await importModule(compiled.module, ++generation, folder));
          } catch (error) {
            if (error instanceof CompileError) sources.set(name, error.sources);
            throw error;
          }
        },
      ]),
    );
    const { loaded, failed } = await discover(modules, { registry, log });
    for (const { file } of loaded) failures.delete(nameOf(file));
    for (const { file, error } of failed) {
      const name = nameOf(file);
      failures.set(name, { folder: `tools/${name}`, file, message: error.message });
    }
    const after = new Map(registry.all().map((tool) => [tool.slug, tool]));
    const slugs = [...new Set([...before.keys(), ...after.keys()])];
    return {
      folders: names.map((name) => `tools/${name}`).sort(),
      slugs: slugs.filter((slug) => before.get(slug) !== after.get(slug)),
    };
  };
  const inTurn = (work: () => Promise<ToolChange>): Promise<ToolChange> => {
    const result = turn.then(work);
    turn = result.catch(() => undefined);
    return result;
  };

  return {
    load: () => inTurn(async () => read(await toolFolderNames(toolsDir))),
    update: (changed) =>
      inTurn(async () => {
        const names = new Set<string>();
        for (const path of changed) {
          if (/\.test\.tsx?$/.test(path)) continue;
          const [name = "", ...inside] = relative(toolsDir, path).split(sep);
          if (name !== "" && name !== ".." && !name.startsWith("_") && !inside.some((part) => part.startsWith("_"))) {
            names.add(name);
          }
          for (const [user, files] of sources) if (files.includes(path)) names.add(user);
        }
        if (names.size === 0) return { folders: [], slugs: [] };
        // What failed may be mended by a change elsewhere: a slug that became free, a shared file that came back.
        for (const name of failures.keys()) names.add(name);
        return read([...names]);
      }),
    failures: () => [...failures.values()].sort((a, b) => (a.folder < b.folder ? -1 : 1)),
  };
}

const fileOf = (name: string) => `tools/${name}/definition.ts`;
const nameOf = (file: string) => file.split("/")[1]!;

/** Folders with a definition, or with other code: those are reported rather than passed over. */
async function toolFolderNames(toolsDir: string): Promise<string[]> {
  const entries = await readdir(toolsDir, { withFileTypes: true }).catch(() => []);
  const names: string[] = [];
  for (const entry of entries) {
    if (!entry.isDirectory() || entry.name.startsWith("_") || entry.name.startsWith(".")) continue;
    const folder = join(toolsDir, entry.name);
    const defined = await access(join(folder, "definition.ts")).then(
      () => true,
      () => false,
    );
    const hasCode = async () => (await readdir(folder).catch(() => [])).some((file) => /\.[cm]?[jt]sx?$/.test(file));
    if (defined || (await hasCode())) names.push(entry.name);
  }
  return names.sort();
}

/** Imports a compiled tool; what it throws is told in terms of its source, with the line that threw. */
async function importModule(module: string, generation: number, folder: string): Promise<unknown> {
  try {
    return await import(/* @vite-ignore */ `${pathToFileURL(module).href}?v=${generation}`);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const frame = error.stack?.split("\n").find((line) => line.includes(folder + sep));
    const place = frame && /([^\\/()]+:\d+:\d+)\)?$/.exec(frame)?.[1];
    const words = error.message.replaceAll(module, "definition.ts").replaceAll(folder + sep, "");
    throw new Error(`${place ? `${place}: ` : ""}${words}`, { cause: error });
  }
}
