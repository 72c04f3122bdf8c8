import { readFile } from "node:fs/promises";
import { basename, dirname, extname, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { createRegistry, discover, type FunctionDefinition, type JsonSchema } from "@callboard/core";
import type { CheckedTool } from "@callboard/core/bridge";
import { UsageError } from "./command.ts";
import { packagesFor } from "./packagesFor.ts";

/** A tool of a file as `checkToolSchema` takes it, or why there is none. */
export type Loaded = { name: string; tool: CheckedTool; problem?: undefined } | { name: string; problem: string };

/**
 * The tools of a file: a module that exports or registers them, or JSON as `tools/list` and function-calling APIs write it, one value or
 * one a line.
 * @throws UsageError when the file cannot be read.
 */
export async function loadTools(file: string): Promise<Loaded[]> {
  const path = resolve(file);
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

/** TypeScript is compiled as `callboard serve` compiles it, whichever Node this is. */
async function importTools(path: string): Promise<unknown> {
  if (!/\.m?tsx?$/.test(path)) return await import(pathToFileURL(path).href);
  const { compileTool } = await import("../toolFolders/compileTool.ts");
  const outDir = join(dirname(path), ".callboard", "tools");
  const name = basename(path).replaceAll(".", "_");
  const { module } = await compileTool(path, { outDir, name, packages: packagesFor(dirname(path)) });
  return await import(pathToFileURL(module).href);
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
  if (typeof name !== "string" || name === "") return { name: "a tool without a name", problem: "It has no name." };
  const outputSchema = definition["outputSchema"] as JsonSchema | undefined;
  const inputSchema = (parameters ?? {}) as JsonSchema;
  return { name, tool: { slug: name, description, inputSchema, ...(outputSchema && { outputSchema }) } };
}
