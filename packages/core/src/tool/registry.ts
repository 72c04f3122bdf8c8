import { isStandardSchema, toJsonSchema, type JsonSchema } from "../schema/jsonSchema.ts";
import type { FormSpec } from "../spec/formSpec.ts";
import type { ViewSpec } from "../spec/viewSpec.ts";
import type { CallContext, ToolCallbacks, ToolContext } from "./context.ts";
import type {
  PermissionPolicy,
  ToolDefinition,
  ToolDetail,
  ToolKind,
  ToolListing,
  ToolMeta,
  ToolOrigin,
} from "./definition.ts";
import { errorMessage } from "./errorMessage.ts";
import { canUse } from "./visibility.ts";

/** A function tool as OpenAI's API describes it, with or without the outer `function`. */
export interface FunctionDefinition {
  name: string;
  description?: string;
  parameters?: JsonSchema;
}

// oxlint-disable-next-line typescript/no-explicit-any -- as in ToolDefinition
type Handler = (input: any, context: CallContext, callbacks: ToolCallbacks) => unknown;

/** A tool as a function definition beside its handler; `enabled` is another name for `available`. */
export interface ToolPlugin {
  definition: FunctionDefinition | { type: "function"; function: FunctionDefinition };
  handler: Handler;
  available?: (context: ToolContext) => boolean;
  enabled?: (context: ToolContext) => boolean;
}

/** Every shape that a registry takes. */
export type ToolRegistration = ToolDefinition | ToolPlugin;

/** A tool as the registry keeps it: one shape, whatever it was registered as. */
export interface RegisteredTool extends ToolDefinition {
  readonly origin: ToolOrigin;
  readonly kind: ToolKind;
  readonly permissionPolicy: PermissionPolicy;
  readonly inputJsonSchema: JsonSchema;
  readonly outputJsonSchema: JsonSchema | undefined;
  /** The file it was discovered in. */
  readonly file: string | undefined;
}

/** The tools of one host, page or test. Registries never share tools by accident. */
export interface Registry {
  /** @throws when the slug is taken or malformed, or a schema cannot be read: which tool, and how to mend it. */
  register(tool: ToolRegistration, options?: { file?: string }): RegisteredTool;
  remove(slug: string): boolean;
  /** Takes away all that was discovered in one file; returns the slugs. */
  removeFile(file: string): string[];
  /** By slug, else by alias. */
  get(slug: string): RegisteredTool | undefined;
  all(): RegisteredTool[];
  /** Only what this context may see and run. */
  available(context: ToolContext): RegisteredTool[];
  registerFormSpec(key: string, spec: FormSpec): void;
  registerViewSpec(key: string, spec: ViewSpec): void;
  formSpec(slug: string): FormSpec | undefined;
  viewSpec(slug: string): ViewSpec | undefined;
  /** Told after every change of tools or specs; returns how to stop. */
  onChange(listener: () => void): () => void;
}

/**
 * Makes an empty registry.
 * @example
 * ```ts
 * const registry = createRegistry();
 * registry.register(roiCalculator);
 * ```
 */
export function createRegistry(): Registry {
  const tools = new Map<string, RegisteredTool>();
  const formSpecs = new Map<string, FormSpec>();
  const viewSpecs = new Map<string, ViewSpec>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };

  const get = (slug: string) => tools.get(slug) ?? [...tools.values()].find((tool) => tool.aliases?.includes(slug));
  return {
    register(registration, options) {
      const tool = normalise(registration, options?.file);
      const taken = tools.get(tool.slug);
      if (taken) {
        throw new Error(
          `A tool with the slug "${tool.slug}" is registered already${taken.file ? ` (from ${taken.file})` : ""}. ` +
            "Give one of them another slug, or remove the first.",
        );
      }
      tools.set(tool.slug, tool);
      changed();
      return tool;
    },
    remove(slug) {
      const removed = tools.delete(slug);
      if (removed) changed();
      return removed;
    },
    removeFile(file) {
      const slugs = [...tools.values()].filter((tool) => tool.file === file).map((tool) => tool.slug);
      for (const slug of slugs) tools.delete(slug);
      if (slugs.length > 0) changed();
      return slugs;
    },
    get,
    all: () => [...tools.values()],
    available: (context) => [...tools.values()].filter((tool) => canUse(tool, context).see),
    registerFormSpec(key, spec) {
      formSpecs.set(key, spec);
      changed();
    },
    registerViewSpec(key, spec) {
      viewSpecs.set(key, spec);
      changed();
    },
    formSpec: (slug) => formSpecs.get(`tool:${get(slug)?.slug ?? slug}`) ?? get(slug)?.formSpec,
    viewSpec: (slug) => viewSpecs.get(`tool:${get(slug)?.slug ?? slug}`) ?? get(slug)?.viewSpec,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

function normalise(registration: ToolRegistration, file: string | undefined): RegisteredTool {
  if (typeof registration !== "object" || registration === null) {
    throw new Error(
      `A tool is an object with a slug, an inputSchema and execute(); this one is ${String(registration)}.`,
    );
  }
  const definition = "handler" in registration ? fromPlugin(registration) : registration;
  if (typeof definition.slug !== "string" || !/^[A-Za-z0-9_-]{1,64}$/.test(definition.slug)) {
    throw new Error(
      `A tool's slug must be 1 to 64 letters, digits, "-" or "_", because it is also a function name and an address; this one is ${JSON.stringify(definition.slug)}.`,
    );
  }
  if (typeof definition.execute !== "function") {
    throw new Error(`The tool "${definition.slug}" has no execute function. Give it one: execute: async (input) => ….`);
  }
  if (!isStandardSchema(definition.inputSchema) && !isObject(definition.inputSchema)) {
    throw new Error(
      `The tool "${definition.slug}" has no inputSchema. A tool without input says so: { type: "object", properties: {} }.`,
    );
  }
  const outputSchema = definition.outputSchema ?? definition.outputSchemaZod;
  return Object.freeze({
    ...definition,
    name: definition.name ?? definition.slug,
    description: definition.description ?? "",
    category: definition.category ?? "general",
    icon: definition.icon ?? "wrench",
    outputSchema,
    origin: definition.origin ?? "custom",
    kind: "code",
    permissionPolicy: definition.permissionPolicy ?? "auto",
    inputJsonSchema: schemaOf(definition.slug, "inputSchema", () => toJsonSchema(definition.inputSchema, "input")),
    outputJsonSchema:
      outputSchema && schemaOf(definition.slug, "outputSchema", () => toJsonSchema(outputSchema, "output")),
    file,
  });
}

function schemaOf(slug: string, name: string, read: () => JsonSchema): JsonSchema {
  try {
    return read();
  } catch (cause) {
    throw new Error(`The ${name} of the tool "${slug}" cannot be written as JSON Schema: ${errorMessage(cause)}`, {
      cause,
    });
  }
}

function functionOf({ definition }: ToolPlugin): FunctionDefinition {
  if (!isObject(definition)) {
    throw new Error("A tool given as a handler needs a definition beside it: { name, description, parameters }.");
  }
  return "function" in definition ? definition.function : definition;
}

function isObject(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/** The slug that a registration will have, whichever shape it is in. */
export function slugOf(registration: ToolRegistration): string {
  return "handler" in registration ? functionOf(registration).name : registration.slug;
}

function fromPlugin(plugin: ToolPlugin): ToolDefinition {
  const named = functionOf(plugin);
  const { definition: _definition, handler, available, enabled, ...rest } = plugin;
  return {
    category: "general",
    icon: "wrench",
    ...rest,
    name: named.name,
    slug: named.name,
    description: named.description ?? "",
    inputSchema: named.parameters ?? { type: "object", properties: {} },
    execute: handler,
    available: available ?? enabled,
  };
}

/** A tool's nine serialisable fields. */
export function toToolMeta(tool: ToolDefinition): ToolMeta {
  const { slug, name, description, category, icon, collaborative, outputSections, requiredPermission, tenantSlugs } =
    tool;
  return { slug, name, description, category, icon, collaborative, outputSections, requiredPermission, tenantSlugs };
}

/** A tool as a library lists it. */
export function toToolListing(tool: RegisteredTool): ToolListing {
  return { ...toToolMeta(tool), origin: tool.origin, kind: tool.kind };
}

/** A tool as its page needs it: plain JSON, with the specs that its registry knows. */
export function toToolDetail(tool: RegisteredTool, registry?: Registry): ToolDetail {
  return {
    ...toToolListing(tool),
    permissionPolicy: tool.permissionPolicy,
    inputSchema: tool.inputJsonSchema,
    outputSchema: tool.outputJsonSchema,
    formSpec: registry ? registry.formSpec(tool.slug) : tool.formSpec,
    viewSpec: registry ? registry.viewSpec(tool.slug) : tool.viewSpec,
  };
}
