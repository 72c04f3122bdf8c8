import { readFile, stat } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { createRegistry, discover, type FunctionDefinition, type JsonSchema } from "@callboard/core";
import type { CheckedTool } from "@callboard/core/bridge";
import { UsageError } from "./command.ts";
import { importModule } from "../toolFolders/importModule.ts";
import { packagesFor } from "./packagesFor.ts";

/** A tool of a file as `checkToolSchema` takes it, or why there is none. */
export type Loaded = { name: string; tool: CheckedTool; problem?: undefined } | { name: string; problem: string };

/**
 * The tools of a file: a module that exports or registers them, or JSON as `tools/list` and function-calling APIs write it, one value or
 * one a line; of a folder those that `callboard serve` finds there.
 * @throws UsageError when the file cannot be read.
 */
export async function loadTools(file: string): Promise<Loaded[]> {
  const path = resolve(file);
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new UsageError(`There is no file ${file}.`);
  if (found.isDirectory()) return await loadFolder(file);
  const ending = extname(path);
  if (ending === ".json" || ending === ".jsonl") return loadDefinitions(await read(path), ending);
  const registry = createRegistry();
  // By its name alone: what begins with "_" is asked for on purpose here.
  const { failed } = await discover({ tools: () => importTools(path) }, { registry, log: () => {} });
  const [failure] = failed;
  if (failure?.error instanceof UsageError) throw failure.error;
  if (failure) return [{ name: file, problem: failure.error.message }];
  return registry.all().map((tool) => ({ name: tool.slug, tool }));
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

function loadDefinitions(text: string, ending: string): Loaded[] {
  const lines = ending === ".jsonl" ? text.split("\n").filter((line) => line.trim() !== "") : [text];
  return lines.flatMap((line, index) => {
    let value: unknown;
    try {
      value = JSON.parse(line);
    } catch (error) {
      throw new UsageError(`${ending === ".jsonl" ? `Line ${index + 1}` : "The file"} is no JSON: ${String(error)}`);
    }
    return definitionsIn(value).map(fromDefinition);
  });
}

/** A list, an object with a list of `tools`, or one definition. */
function definitionsIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  const { tools } = (value ?? {}) as { tools?: unknown };
  return Array.isArray(tools) ? tools : [value];
}

/** A definition from elsewhere, whose name may be one that a registry refuses. */
function fromDefinition(value: unknown): Loaded {
  const outer = (value ?? {}) as { function?: object };
  const definition = { ...outer, ...outer.function } as FunctionDefinition & Record<string, unknown>;
  const { name, description = "", parameters = definition["inputSchema"] ?? definition["input_schema"] } = definition;
  if (typeof name !== "string" || name === "")
    return { name: "a tool without a name", problem: "It has no name, by which models call it. Give it one." };
  const outputSchema = definition["outputSchema"] as JsonSchema | undefined;
  const inputSchema = (parameters ?? {}) as JsonSchema;
  return { name, tool: { slug: name, description, inputSchema, ...(outputSchema && { outputSchema }) } };
}
