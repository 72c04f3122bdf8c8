import type { FormSpec } from "../spec/formSpec.ts";
import type { ViewSpec } from "../spec/viewSpec.ts";
import type { ToolContext } from "./context.ts";
import type { ToolMeta } from "./definition.ts";
import { createRegistry, toToolMeta, type RegisteredTool, type Registry, type ToolRegistration } from "./registry.ts";

/** The registry behind `registerTool` and its companions, for apps that have one set of tools. */
export const defaultRegistry: Registry = createRegistry();

let target = defaultRegistry;

/** Where `registerTool` writes now: the default registry, unless a discovery or a test captures it. */
export function targetRegistry(): Registry {
  return target;
}

/** Sends `registerTool` to another registry until the returned function is called. */
export function redirectRegistrations(registry: Registry): () => void {
  const before = target;
  target = registry;
  return () => {
    target = before;
  };
}

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
  target.register(tool);
}

/** The tool of this slug, if it is registered. */
export function getTool(slug: string): RegisteredTool | undefined {
  return target.get(slug);
}

/** All registered tools, whoever may use them. */
export function getAllTools(): RegisteredTool[] {
  return target.all();
}

/** The tools that this context may see and run. */
export function getAvailableTools(context: ToolContext): RegisteredTool[] {
  return target.available(context);
}

/** The serialisable part of all registered tools. */
export function getAllToolMeta(): ToolMeta[] {
  return target.all().map(toToolMeta);
}

/** Says how a tool's input is asked for; `key` is `tool:<slug>`. Before or after the tool is registered. */
export function registerFormSpec(key: string, spec: FormSpec): void {
  target.registerFormSpec(key, spec);
}

/** Says how a tool's output is shown; `key` is `tool:<slug>`. Before or after the tool is registered. */
export function registerViewSpec(key: string, spec: ViewSpec): void {
  target.registerViewSpec(key, spec);
}
