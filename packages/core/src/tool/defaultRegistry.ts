import type { FormSpec } from "../form/model/formSpec.ts";
import type { Handled, InferOutput } from "../schema/inferValue.ts";
import type { Schema } from "../schema/jsonSchema.ts";
import type { ViewSpec } from "../view/viewSpec.ts";
import type { ToolContext } from "./context.ts";
import type { ToolMeta } from "./definition.ts";
import { createRegistry, toToolMeta, type RegisteredTool, type Registry, type ToolRegistration } from "./registry.ts";
import { defaultSpecs } from "./specs.ts";

/** The registry behind `registerTool` and its companions, for apps that have one set of tools. */
export const defaultRegistry: Registry = createRegistry(defaultSpecs);

let current = defaultRegistry;
let capture: Registry | null = null;

/** The registry behind `getTool` and its companions: the default one, unless a test replaced it. */
export function currentRegistry(): Registry {
  return current;
}

/** Replaces the default registry until the returned function is called. */
export function replaceRegistry(registry: Registry): () => void {
  const before = current;
  current = registry;
  return () => {
    current = before;
  };
}

/**
 * Redirects `registerTool` and its companions to another registry until the returned function is called; reads are
 * unaffected.
 */
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
export function registerTool<I extends Schema, Said = InferOutput<I>>(
  tool: ToolRegistration<Handled<I, Said>, I>,
): void;
export function registerTool(tool: ToolRegistration): void;
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

/** Registers the FormSpec of a tool; `key` is `tool:<slug>`. The tool may be registered later. */
export function registerFormSpec(key: string, spec: FormSpec): void {
  written().registerFormSpec(key, spec);
}

/** Registers the ViewSpec of a tool; `key` is `tool:<slug>`. The tool may be registered later. */
export function registerViewSpec(key: string, spec: ViewSpec): void {
  written().registerViewSpec(key, spec);
}
