import { captureRegistrations, currentRegistry } from "./defaultRegistry.ts";
import type { ToolDefinition } from "./definition.ts";
import { errorMessage } from "./errorMessage.ts";
import { createRegistry, slugOf, type RegisteredTool, type Registry, type ToolRegistration } from "./registry.ts";

type ToolModule = Record<string, unknown>;

/** Modules or their loaders by file path, as `import.meta.glob` returns them. */
export type ToolModules = Record<string, ToolModule | (() => Promise<unknown>)>;

export interface DiscoverOptions {
  /** Where the tools go; the default registry unless given. */
  registry?: Registry;
  /**
   * Receives a line for each file: `Loaded tool: <slug>` or `Failed to load <file>: <why>`. `console.log` unless given.
   */
  log?: (line: string) => void;
}

/** The result of a discovery, file by file. */
export interface Discovery {
  loaded: { file: string; slugs: string[] }[];
  /** `slug` is that of the tool which could not be registered, where the file itself could be loaded. */
  failed: { file: string; error: Error; slug?: string }[];
}

// Files are loaded one at a time, so that each registerTool() call belongs to the file being loaded.
let turn: Promise<unknown> = Promise.resolve();

/**
 * Registers the tools of a set of files. A file exports a `plugin`, a definition (default or named), or calls
 * `registerTool` as it loads (then give loaders, not loaded modules). Files and folders that begin with `_` are
 * skipped; a file that fails is reported and does not affect the others; earlier registrations of the same file are
 * replaced.
 * @example
 * ```ts
 * const { failed } = await discover(import.meta.glob("./tools/*.ts"), { registry });
 * ```
 */
export function discover(modules: ToolModules, options: DiscoverOptions = {}): Promise<Discovery> {
  const result = turn.then(() => discoverNow(modules, options));
  turn = result.catch(() => undefined);
  return result;
}

async function discoverNow(modules: ToolModules, options: DiscoverOptions): Promise<Discovery> {
  const registry = options.registry ?? currentRegistry();
  const log = options.log ?? ((line: string) => console.log(line));
  const discovery: Discovery = { loaded: [], failed: [] };
  const files = Object.keys(modules)
    .filter((file) => !file.split(/[\\/]/).some((part) => part.startsWith("_")))
    .sort();
  for (const file of files) {
    let slug: string | undefined;
    try {
      const tools = await load(modules[file]!).finally(() => registry.removeFile(file));
      if (tools.length === 0) {
        throw new Error(
          "it defines no tool; export one with defineTool(), as default or by name, or call registerTool()",
        );
      }
      const slugs: string[] = [];
      for (const tool of tools) {
        slug = String(slugOf(tool));
        slugs.push(registry.register(tool, { file }).slug);
      }
      for (const slug of slugs) log(`Loaded tool: ${slug}`);
      discovery.loaded.push({ file, slugs });
    } catch (cause) {
      // All tools of a file, or none.
      registry.removeFile(file);
      const error = cause instanceof Error ? cause : new Error(errorMessage(cause));
      log(`Failed to load ${file}: ${errorMessage(error)}`);
      discovery.failed.push({ file, error, ...(slug !== undefined && { slug }) });
    }
  }
  return discovery;
}

async function load(module: ToolModule | (() => Promise<unknown>)): Promise<ToolRegistration[]> {
  const captured = createRegistry();
  const restore = captureRegistrations(captured);
  try {
    const loaded = typeof module === "function" ? await module() : module;
    const exported = exportedTools(loaded);
    const slugs = new Set(exported.map(slugOf));
    const registered = captured.all().filter((tool) => !slugs.has(tool.slug));
    return [...exported, ...registered.map(asDefinition)].map((tool) => withSpecs(tool, captured));
  } finally {
    restore();
  }
}

function exportedTools(module: unknown): ToolRegistration[] {
  return [...new Set(Object.values(module ?? {}).filter(isRegistration))];
}

/** Whether an export is a tool in one of the shapes that a registry takes. */
function isRegistration(value: unknown): value is ToolRegistration {
  if (typeof value !== "object" || value === null) return false;
  if ("handler" in value && "definition" in value) return typeof value.handler === "function";
  return "slug" in value && "execute" in value && typeof value.execute === "function";
}

/** A captured tool as a definition, so that its new registry records the file. */
function asDefinition({ file: _file, ...tool }: RegisteredTool): ToolDefinition {
  return tool;
}

/** Specs that the file registered travel on the tool itself, and are removed with the file. */
function withSpecs(tool: ToolRegistration, captured: Registry): ToolRegistration {
  const slug = slugOf(tool);
  const formSpec = captured.formSpec(slug);
  const viewSpec = captured.viewSpec(slug);
  return { ...tool, ...(formSpec && { formSpec }), ...(viewSpec && { viewSpec }) };
}
