import { readFile, stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { createRegistry, discover } from "@callboard/core";
import { UsageError } from "./command.ts";
import { importModule } from "../toolFolders/importModule.ts";
import type { Loaded } from "./loaded.ts";
import { madeWithStandIns, type Made } from "./madeWithStandIns.ts";
import { packagesFor } from "./packagesFor.ts";
import { readDefinitions } from "./readDefinitions.ts";
import { sourcePlace } from "./sourcePlace.ts";

const MODULES = [".js", ".mjs", ".cjs", ".jsx", ".ts", ".mts", ".cts", ".tsx"];

/**
 * The tools of a file: a module that exports or registers them, or JSON as `tools/list` and function-calling APIs write
 * it, one value or one a line; of a folder those that `callboard serve` finds there.
 * @throws UsageError when the file cannot be read.
 */
export async function loadTools(file: string): Promise<Loaded[]> {
  const path = resolve(file);
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UsageError(`There is no file ${file}.`);
  if (found.isDirectory()) return await loadFolder(file);
  const ending = extname(path);
  if (ending === ".json" || ending === ".jsonl") return readDefinitions(await read(path), file);
  if (!MODULES.includes(ending)) {
    throw new UsageError(`${file} is neither a module (${MODULES.join(", ")}) nor JSON (.json, .jsonl).`);
  }
  const registry = createRegistry();
  // By its name alone: what begins with "_" is asked for on purpose here.
  let module: unknown;
  const load = async () => (module = await importTools(path));
  const quiet = { registry, log: () => {} };
  let [failure] = (await discover({ tools: load }, quiet)).failed;
  const made = failure && failure.slug === undefined ? await madeWithStandIns(module) : undefined;
  if (made && "made" in made) [failure] = (await discover({ tools: { default: made.made } }, quiet)).failed;
  if (failure?.error instanceof UsageError) throw failure.error;
  const text = await read(path);
  if (failure) {
    const { slug, error } = failure;
    const known = slug !== undefined && { name: slug, placeOf: () => sourcePlace(text, slug, []) };
    return [{ name: file, file, problem: (!known && ofServices(module, made)) || error.message, ...known }];
  }
  return registry.all().map((tool) => ({
    name: tool.slug,
    file,
    tool,
    icon: { name: String(tool.icon), place: () => sourcePlace(text, tool.slug, ["icon"]) },
    placeOf: (segments) =>
      sourcePlace(
        text,
        tool.slug,
        segments.filter((_, index) => segments[index - 1] === "properties"),
      ),
  }));
}

/**
 * What is said of a module that exports no tool but a function: that of tool folders was called with stand-ins, any
 * other one is left to its host.
 */
function ofServices(module: unknown, made: Made | undefined): string | undefined {
  const exported = Object.entries(module ?? {}).find(([, value]) => typeof value === "function")?.[0];
  if (exported === undefined) return undefined;
  const why = !made
    ? "a host of its own may call that with its services, and nobody else knows with which. Export the function as default, and it is called with stand-ins"
    : "problem" in made
      ? `if it is for a host to call with its services, ${made.problem.replace(/\.+$/, "")}`
      : "what it returned when it was called with stand-ins for a host's services is no tool either";
  return (
    `it exports a function (${exported}) and no tool: ${why}. Use services in execute() alone, or check the tool in a test: call the function ` +
    "there, and give what it returns to checkToolSchema() of @callboard/core/bridge. If it needs no services, export the tool itself with defineTool()."
  );
}

async function loadFolder(folder: string): Promise<Loaded[]> {
  const { toolModules } = await import("../toolFolders/toolFolders.ts");
  const modules = [...(await toolModules(folder)).values()];
  if (modules.length === 0) {
    throw new UsageError(`${folder} holds no tools: a tool is a module in it, or a folder in it with a definition.ts.`);
  }
  const loaded: Loaded[] = [];
  for (const module of modules) loaded.push(...(await loadTools(join(folder, module))));
  return loaded;
}

/** TypeScript is compiled as `callboard serve` compiles it, whichever Node this is. */
async function importTools(path: string): Promise<unknown> {
  const module = /\.m?tsx?$/.test(path) ? await compile(path) : path;
  try {
    return await importModule(module, { source: path });
  } catch (error) {
    const { cause, message } = error as Error;
    // The compiler says where; Node does not.
    if (cause instanceof SyntaxError) await compile(path);
    throw new Error(`${message}${/[.!?]$/.test(message) ? "" : "."} ${mendOf(cause)}`, { cause: error });
  }
}

async function compile(path: string): Promise<string> {
  const { compileTool } = await import("../toolFolders/compileTool.ts");
  const outDir = join(dirname(path), ".callboard", "tools");
  const name = basename(path).replaceAll(".", "_");
  return (await compileTool(path, { outDir, name, packages: packagesFor(dirname(path)) })).module;
}

/** What to do about an error that a module threw while it was imported. */
function mendOf(error: unknown): string {
  if (error instanceof SyntaxError) return "Node cannot read the file: correct it there.";
  const { code } = error as NodeJS.ErrnoException;
  if (code === "ERR_MODULE_NOT_FOUND") return "Install that package, or correct the import.";
  return "The file threw this while it was imported, before any call: what needs keys, connections or files belongs into execute().";
}

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${(error as Error).message}`);
  }
}
