import type { Handled, InferOutput } from "../schema/inferValue.ts";
import { isStandardSchema, type JsonSchema, type Schema } from "../schema/jsonSchema.ts";
import { hasMoreSchemas } from "../schema/schemasIn.ts";
import { toJsonSchema } from "../schema/toJsonSchema.ts";
import { callLimitsProblem } from "../events/callLimits.ts";
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
import { plainCopy } from "../json/plainCopy.ts";
import { formSpecProblem } from "../form/model/formSpecProblem.ts";
import { blocksProblem, viewSpecProblem } from "../view/viewSpecProblem.ts";
import { errorMessage } from "./errorMessage.ts";
import { createSpecs, type SpecTable } from "./specs.ts";
import { messagesOf, refuseMessages, textsOfTool } from "./toolMessages.ts";
import { canUse } from "./visibility.ts";

/** A function tool as OpenAI's API describes it, with or without the outer `function`. */
export interface FunctionDefinition {
  name: string;
  description?: string;
  parameters?: JsonSchema;
}

/** A tool as a function definition beside its handler; `enabled` is another name for `available`. */
export interface ToolPlugin {
  definition: FunctionDefinition | { type: "function"; function: FunctionDefinition };
  handler(input: unknown, context: CallContext, callbacks: ToolCallbacks): unknown;
  available?: ToolDefinition["available"];
  enabled?: ToolDefinition["available"];
}

/** Every shape that a registry takes. */
export type ToolRegistration<Input = unknown, InputSchema extends Schema = Schema> =
  ToolDefinition<Input, unknown, InputSchema> | ToolPlugin;

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
export interface Registry extends SpecTable {
  /**
   * @throws when the slug is taken or malformed, or a schema or spec cannot be used: of which tool, why, and how to
   * mend it.
   */
  register<I extends Schema, Said = InferOutput<I>>(
    tool: ToolRegistration<Handled<I, Said>, I>,
    options?: { file?: string },
  ): RegisteredTool;
  register(tool: ToolRegistration, options?: { file?: string }): RegisteredTool;
  remove(slug: string): boolean;
  /** Removes all tools that were discovered in one file; returns their slugs. */
  removeFile(file: string): string[];
  /** By slug, else by alias. */
  get(slug: string): RegisteredTool | undefined;
  all(): RegisteredTool[];
  /** Only what this context may see and run. */
  available(context: ToolContext): RegisteredTool[];
  /** Calls the listener after every change of tools or specs; returns the unsubscribe function. */
  onChange(listener: () => void): () => void;
}

/**
 * Makes an empty registry. Its specs are its own, unless it is given a table that it shares.
 * @example
 * ```ts
 * const registry = createRegistry();
 * registry.register(roiCalculator);
 * ```
 */
export function createRegistry(specs: SpecTable = createSpecs()): Registry {
  const tools = new Map<string, RegisteredTool>();
  const listeners = new Set<() => void>();
  const changed = () => {
    for (const listener of [...listeners]) listener();
  };

  const get = (slug: string) => tools.get(slug) ?? [...tools.values()].find((tool) => tool.aliases?.includes(slug));
  return {
    register(registration: ToolRegistration, options?: { file?: string }) {
      const tool = toRegisteredTool(registration, options);
      const taken = tools.get(tool.slug);
      if (taken) {
        throw new Error(
          `A tool with the slug "${tool.slug}" is registered already${taken.file ? ` (from ${taken.file})` : ""}. ` +
            "Give one of them another slug, or remove the first.",
        );
      }
      tools.set(tool.slug, tool);
      if (tool.description === "") tellOfNoDescription(tool.slug);
      if (!tool.outputSchema) tellOfNoOutputSchema(tool.slug);
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
      refuseSpec(key, "FormSpec", formSpecProblem(spec));
      specs.registerFormSpec(key, spec);
      changed();
    },
    registerViewSpec(key, spec) {
      refuseSpec(key, "ViewSpec", viewSpecProblem(spec));
      specs.registerViewSpec(key, spec);
      changed();
    },
    formSpec: (slug) => specs.formSpec(get(slug)?.slug ?? slug) ?? get(slug)?.formSpec,
    viewSpec: (slug) => specs.viewSpec(get(slug)?.slug ?? slug) ?? get(slug)?.viewSpec,
    onChange(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

const withoutDescription = new Set<string>();

/** Said once of each slug: a tool without a description works, but no agent knows when to call it. */
function tellOfNoDescription(slug: string): void {
  if (withoutDescription.has(slug)) return;
  withoutDescription.add(slug);
  console.warn(
    `The tool "${slug}" has no description. Agents choose tools by it, and people read it on the tool's page: say when to use it.`,
  );
}

/** The most tools that one warning names. */
const MOST_NAMED = 10;
const withoutOutput = new Set<string>();
let untold: string[] = [];

/** Said once of each slug, and at once of those that are registered together. */
function tellOfNoOutputSchema(slug: string): void {
  if (withoutOutput.has(slug)) return;
  withoutOutput.add(slug);
  untold.push(slug);
  if (untold.length > 1) return;
  queueMicrotask(() => {
    const more = untold.length - MOST_NAMED;
    const named = untold.slice(0, MOST_NAMED).map((each) => `"${each}"`);
    const slugs = [...named, ...(more > 0 ? [`and ${more} more`] : [])].join(", ");
    const what =
      untold.length === 1
        ? `The tool ${slugs} has no outputSchema, so nothing checks what it answers`
        : `The tools ${slugs} have no outputSchema, so nothing checks what they answer`;
    untold = [];
    console.warn(`${what}, and MCP clients get no structured result. checkToolSchema() says more of a definition.`);
  });
}

/**
 * A tool as a registry or another source of tools keeps it.
 * @throws where a part of it cannot be used: of which tool, why, and how to mend it.
 */
export function toRegisteredTool(
  registration: ToolRegistration,
  { file, kind = "code" }: { file?: string | undefined; kind?: ToolKind } = {},
): RegisteredTool {
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
  // A mistyped policy would run unasked what was meant to ask.
  const policy: unknown = definition.permissionPolicy ?? "auto";
  if (policy !== "auto" && policy !== "always_ask") {
    throw new Error(
      `The permissionPolicy of the tool "${definition.slug}" is ${JSON.stringify(policy)}. It is "auto", or "always_ask" where a person says yes before an agent's call runs.`,
    );
  }
  const unlimited = definition.limits && callLimitsProblem(definition.limits);
  if (unlimited) throw new Error(`The limits of the tool "${definition.slug}" limit nothing. ${unlimited}`);
  refuseMessages(definition.slug, definition.messages);
  checkExecution(definition);
  const outputSchema = definition.outputSchema ?? definition.outputSchemaZod;
  const inputJsonSchema = schemaOf(definition.slug, "inputSchema", () => toJsonSchema(definition.inputSchema, "input"));
  checkInput(definition.slug, inputJsonSchema);
  checkSpecs(definition);
  return Object.freeze({
    ...definition,
    name: definition.name ?? definition.slug,
    description: definition.description ?? "",
    category: definition.category ?? "general",
    icon: definition.icon ?? "wrench",
    outputSchema,
    origin: definition.origin ?? "custom",
    kind,
    permissionPolicy: definition.permissionPolicy ?? "auto",
    inputJsonSchema,
    outputJsonSchema:
      outputSchema && schemaOf(definition.slug, "outputSchema", () => toJsonSchema(outputSchema, "output")),
    file,
  });
}

/** Agents and forms give a tool named arguments, so its input is an object. */
function checkInput(slug: string, { type }: JsonSchema): void {
  const types = Array.isArray(type) ? type : [type];
  if (type === undefined || types.includes("object")) return;
  throw new Error(
    `The inputSchema of the tool "${slug}" is of the type ${JSON.stringify(type)}. A tool's input is an object, because agents and forms ` +
      'give it named arguments; put the value into a property: { type: "object", properties: { value: … } }.',
  );
}

/** What a tool runs as data is part of its version, so it has to be data. */
function checkExecution({ slug, execution }: ToolDefinition): void {
  try {
    plainCopy(execution);
  } catch (cause) {
    throw new Error(
      `The execution of the tool "${slug}" is no JSON: ${errorMessage(cause)}. It says what runs as data; what is no data belongs into execute().`,
      { cause },
    );
  }
}

/** Throws where the way a tool asks and shows is not what it has to be. */
function checkSpecs({ slug, formSpec, viewSpec, aggregateViewSpec, outputSections }: ToolDefinition): void {
  const problems = {
    formSpec: formSpec && formSpecProblem(formSpec),
    viewSpec: viewSpec && viewSpecProblem(viewSpec),
    aggregateViewSpec: aggregateViewSpec && viewSpecProblem(aggregateViewSpec),
    outputSections: outputSections && blocksProblem(outputSections, "outputSections"),
  };
  for (const [name, problem] of Object.entries(problems)) {
    if (problem) throw new Error(`The ${name} of the tool "${slug}" cannot be used. ${problem}`);
  }
}

/** The largest schemas of public tools have some thousands; a value of a hundred thousand is checked for seconds. */
const MOST_SCHEMAS = 20_000;

function schemaOf(slug: string, name: string, read: () => JsonSchema): JsonSchema {
  let schema: JsonSchema;
  try {
    schema = read();
  } catch (cause) {
    throw new Error(`The ${name} of the tool "${slug}" cannot be written as JSON Schema: ${errorMessage(cause)}`, {
      cause,
    });
  }
  if (hasMoreSchemas(schema, MOST_SCHEMAS)) {
    throw new Error(
      `The ${name} of the tool "${slug}" is made of more than ${MOST_SCHEMAS} schemas, which nobody can wait for. ` +
        "Put what repeats under $defs and refer to it, or take a free object and check it in execute().",
    );
  }
  return schema;
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

/** The source of the tools that an app registers. */
export const CODE = "code";

/** A tool with its place in a catalog, where it comes from one. */
type Listed = RegisteredTool & { readonly source?: string; readonly version?: string };

/** A tool as a library lists it; with a context, also why it is seen there and cannot be run. */
export function toToolListing(tool: Listed, context?: ToolContext): ToolListing {
  const { origin, kind, userDescription, examples, aliases } = tool;
  const { message: locked, needs } = (context && canUse(tool, context).why) ?? {};
  const messages = messagesOf(tool, [
    locked ?? "",
    tool.name,
    tool.category,
    tool.description,
    userDescription ?? "",
    ...(examples ?? []),
  ]);
  return {
    ...toToolMeta(tool),
    ...(userDescription !== undefined && { userDescription }),
    ...(messages && { messages }),
    ...(examples && { examples }),
    ...(aliases && { aliases }),
    ...(locked !== undefined && { locked }),
    ...(needs !== undefined && { needs }),
    ...(tool.source !== undefined && tool.source !== CODE && { source: tool.source }),
    origin,
    kind,
  };
}

/** A tool as its page needs it: plain JSON. */
export function toToolDetail(tool: Listed, context?: ToolContext): ToolDetail {
  const detail = {
    ...toToolListing(tool, context),
    ...(tool.version !== undefined && { version: tool.version }),
    permissionPolicy: tool.permissionPolicy,
    inputSchema: tool.inputJsonSchema,
    outputSchema: tool.outputJsonSchema,
    formSpec: tool.formSpec,
    viewSpec: tool.viewSpec,
    ...(tool.aggregateViewSpec && { aggregateViewSpec: tool.aggregateViewSpec }),
  };
  const messages = messagesOf(tool, [tool.category, ...textsOfTool(detail), ...(tool.phrases ?? [])]);
  return messages ? { ...detail, messages } : detail;
}

function refuseSpec(key: string, what: "FormSpec" | "ViewSpec", problem: string | undefined): void {
  if (!/^tool:./.test(key)) {
    throw new Error(`No tool has the key "${key}", so this ${what} would never be used. Register it as "tool:${key}".`);
  }
  if (problem !== undefined) throw new Error(`The ${what} of "${key}" cannot be used. ${problem}`);
}
