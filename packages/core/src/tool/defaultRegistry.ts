import type { FormSpec } from "../spec/formSpec.ts";
import { answerFormSpecs } from "../spec/registeredSpecs.ts";
import type { ViewSpec } from "../spec/viewSpec.ts";
import type { ToolContext } from "./context.ts";
import type { ToolMeta } from "./definition.ts";
import { createRegistry, toToolMeta, type RegisteredTool, type Registry, type ToolRegistration } from "./registry.ts";

/** The registry behind `registerTool` and its companions, for apps that have one set of tools. */
export const defaultRegistry: Registry = createRegistry();

let current = defaultRegistry;
let capture: Registry | null = null;
answerFormSpecs((slug) => current.formSpec(slug));

/** What `getTool` and its companions read: the default registry, unless a test put another in its place. */
export function currentRegistry(): Registry {
  return current;
}

/** Puts another registry in the place of the default one, until the returned function is called. */
export function replaceRegistry(registry: Registry): () => void {
  const before = current;
  current = registry;
  return () => {
    current = before;
  };
}

/** Sends what `registerTool` and its companions write to another registry until the returned function is called; reading stays as it is. */
export function captureRegistrations(registry: Registry): () => void {
  const before = capture;
  capture = registry;
  return () => {
    capture = before;
  };
}

const written = (): Registry => capture ?? current;

/**
 * Registers a tool in the default registry.
 * @throws when the slug is taken or the tool is malformed.
 * @example
 * ```ts
 * registerTool({
 *   slug: "my-tool", name: "My Tool", description: "Does something useful.", category: "analysis", icon: "calculator",
 *   inputSchema: z.object({ value: z.number() }),
 *   execute: async (input) => ({ result: input.value * 2 }),
 * });
 * ```
 */
export function registerTool(tool: ToolRegistration): void {
  written().register(tool);
}

/** The tool of this slug, if it is registered. */
export function getTool(slug: string): RegisteredTool | undefined {
  return current.get(slug);
}

/** All registered tools, whoever may use them. */
export function getAllTools(): RegisteredTool[] {
  return current.all();
}

/** The tools that this context may see and run. */
export function getAvailableTools(context: ToolContext): RegisteredTool[] {
  return current.available(context);
}

/** The serialisable part of all registered tools. */
export function getAllToolMeta(): ToolMeta[] {
  return current.all().map(toToolMeta);
}

/** Says how a tool's input is asked for; `key` is `tool:<slug>`. Before or after the tool is registered. */
export function registerFormSpec(key: string, spec: FormSpec): void {
  written().registerFormSpec(key, spec);
}

/** Says how a tool's output is shown; `key` is `tool:<slug>`. Before or after the tool is registered. */
export function registerViewSpec(key: string, spec: ViewSpec): void {
  written().registerViewSpec(key, spec);
}
