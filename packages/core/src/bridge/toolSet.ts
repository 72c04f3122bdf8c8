import { parseValue } from "../tool/parseValue.ts";
import type { ToolContext } from "../tool/context.ts";
import { currentRegistry } from "../tool/defaultRegistry.ts";
import { executeTool, type ExecuteOptions } from "../calls/execute.ts";
import type { RegisteredTool, Registry } from "../tool/registry.ts";
import { catalogOf, type ToolCatalog } from "../catalog/catalog.ts";
import { allInCode, toolsInCode } from "../catalog/codeSource.ts";
import { currentAccess, type ToolAccess } from "../catalog/toolAccess.ts";
import { toolGroups } from "../tool/platformGroups.ts";
import type { AgentTools, ToolGroup } from "../tool/toolGroup.ts";
import { canUse, isForModels } from "../tool/visibility.ts";
import { currentScope } from "../tool/withToolContext.ts";
import type { Budget } from "../tool/budget.ts";
import { createValidator } from "../schema/cfworkerValidator.ts";
import { pointerSegments } from "../json/pointer.ts";
import { isRecord } from "../json/record.ts";
import type { StandardSchema } from "../schema/jsonSchema.ts";
import { toModelSchema } from "./modelSchema.ts";
import { createToolNames, MODEL_NAMES } from "./toolNames.ts";

/** A tool of the AI SDK, by its structure alone: `ai` is not imported. */
export interface AiSdkTool {
  description: string;
  inputSchema: AiSdkSchema;
  execute(input: unknown, options?: { abortSignal?: AbortSignal; toolCallId?: string }): Promise<unknown>;
  providerOptions?: { anthropic: { cacheControl: { type: "ephemeral" } } };
}

type AnyStandard = StandardSchema["~standard"];

/**
 * A Standard Schema, as the types of the AI SDK take it; at run time it is the SDK's own `Schema` too, which is sent as
 * it stands.
 */
export interface AiSdkSchema {
  readonly "~standard": Required<Pick<AnyStandard, "version" | "vendor" | "validate" | "jsonSchema">>;
}

/** Tools by the names under which a model calls them. */
export type ToolSet = Record<string, AiSdkTool>;

export interface ToolSetOptions {
  /** The default registry unless given. */
  registry?: Registry;
  /**
   * Who calls, with what the tenant has switched and installed (`ToolAccess.contextFor`); the scope's caller unless
   * given.
   */
  context?: Partial<ToolContext>;
  /** Marks the last definition for Anthropic's cache. */
  cache?: boolean;
  /** Counts each call, of all sets that are given the same one; its note stands in the result as `tool_budget`. */
  budget?: Budget;
  /** How calls are run: log, session. */
  execute?: Omit<ExecuteOptions, "registry" | "catalog" | "permissions">;
}

/**
 * All tools that belong to no group and that an agent with these permissions may use, as a ToolSet of the AI SDK. A
 * tool that runs into an error answers `{ error }`. Tools of other tenants are left out, also where no tenant is given.
 * @example
 * ```ts
 * const result = streamText({ model, prompt, tools: getUserFacingToolSet(["deploy"], "acme") });
 * ```
 */
export function getUserFacingToolSet(
  permissions?: readonly string[],
  tenantSlug?: string,
  options: ToolSetOptions = {},
): ToolSet {
  return resolveAgentTools({}, permissions, tenantSlug, options);
}

/**
 * The tools of an agent: those that belong to no group, those of its groups, and those that it names.
 * @example
 * ```ts
 * const tools = resolveAgentTools({ toolGroups: ["entity", "web"] }, permissions, "acme");
 * ```
 */
export function resolveAgentTools(
  agent: AgentTools,
  permissions?: readonly string[],
  tenantSlug?: string,
  options: ToolSetOptions = {},
): ToolSet {
  const registry = options.registry ?? currentRegistry();
  const context = callerOf(options, permissions, tenantSlug, agent);
  return toToolSet(toolsInCode(registry, context), catalogOf(registry), context, options);
}

/**
 * The tools of an agent, for a tenant: as `resolveAgentTools`, with what the tenant has switched, installed and written
 * itself.
 */
export async function resolveAgentToolsWithTenant(
  agent: AgentTools,
  tenantId: string,
  userId: string | null,
  permissions?: readonly string[],
  tenantSlug?: string,
  options: ToolSetOptions & { access?: ToolAccess } = {},
): Promise<ToolSet> {
  const access = options.access ?? currentAccess();
  await access.ensureSystemToolsRegistered();
  const caller = callerOf(options, permissions, tenantSlug, agent);
  const context = await access.contextFor({ ...caller, tenantId, userId });
  const catalog = access.catalogOf(options.registry);
  return toToolSet(await catalog.toolsFor(context), catalog, context, options);
}

/** The tools of a group that the permissions allow; without permissions none, so that nobody gets them by mistake. */
export function getGroupTools(
  group: ToolGroup,
  permissions?: readonly string[],
  options: ToolSetOptions = {},
): ToolSet {
  if (!permissions) return {};
  const registry = options.registry ?? currentRegistry();
  const context = callerOf(options, permissions, options.context?.tenantSlug ?? undefined, {
    toolGroups: [group.name],
  });
  const isMember = (tool: RegisteredTool) =>
    tool.group?.name === group.name || Object.hasOwn(group.permissions ?? {}, tool.slug);
  // The group's map holds for a tool of its slug, whether the tool names the group or not.
  const tools = allInCode(registry).filter((tool) => isMember(tool) && canUse({ ...tool, group }, context).see);
  return toToolSet(tools, catalogOf(registry), context, options);
}

type GetTools = (permissions?: readonly string[], options?: ToolSetOptions) => ToolSet;

/** Tools of entities, each with the permission of `ENTITY_TOOL_PERMISSIONS`. */
export const getEntityTools: GetTools = (permissions, options) =>
  getGroupTools(toolGroups.entity, permissions, options);
/** `filterEntities` and `extractFilters`. */
export const getFilterTools: GetTools = (permissions, options) =>
  getGroupTools(toolGroups.filter, permissions, options);
/** `researchEntities`. */
export const getResearchTools: GetTools = (permissions, options) =>
  getGroupTools(toolGroups.research, permissions, options);
/** Tools of the group `workflow`. */
export const getWorkflowTools: GetTools = (permissions, options) =>
  getGroupTools(toolGroups.workflow, permissions, options);
/** Tools of the group `context`. */
export const getContextTools: GetTools = (permissions, options) =>
  getGroupTools(toolGroups.context, permissions, options);
/** Tools of the group `admin`. */
export const getAdminTools: GetTools = (permissions, options) => getGroupTools(toolGroups.admin, permissions, options);

function callerOf(
  { context }: ToolSetOptions,
  permissions: readonly string[] | undefined,
  tenantSlug: string | undefined,
  agent: AgentTools,
): ToolContext {
  const caller = { userId: null, spaceId: null, requestId: crypto.randomUUID(), ...(context ?? currentScope()) };
  return {
    ...caller,
    permissions: permissions ?? [],
    tenantSlug: tenantSlug ?? caller.tenantSlug ?? null,
    source: "agent",
    agent,
  };
}

/**
 * Tools of a catalog as a ToolSet, in the order of their names, without those for people alone; each call is run by
 * `executeTool` for the same caller.
 */
export function toToolSet(
  tools: readonly RegisteredTool[],
  catalog: ToolCatalog,
  context: ToolContext,
  { cache = false, budget, execute: how = {} }: ToolSetOptions = {},
): ToolSet {
  const forModels = tools.filter(isForModels);
  const names = createToolNames(
    forModels.map(({ slug }) => slug),
    MODEL_NAMES,
  );
  const sorted = forModels
    .map((tool) => ({ tool, name: names.nameOf(tool.slug) }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  return Object.fromEntries(
    sorted.map(({ tool, name }, index) => [
      name,
      {
        description: tool.description,
        inputSchema: schemaOf(tool),
        async execute(input, { abortSignal } = {}) {
          if (budget && !budget.take()) return { error: `This call did not run. ${budget.note()}` };
          const { output, error } = await executeTool(tool.slug, input, context, {
            ...how,
            catalog,
            ...(abortSignal && { signal: abortSignal }),
          });
          return withNote(error === null ? output : { error }, budget?.note());
        },
        ...(cache &&
          index === sorted.length - 1 && {
            providerOptions: { anthropic: { cacheControl: { type: "ephemeral" as const } } },
          }),
      } satisfies AiSdkTool,
    ]),
  );
}

/**
 * A result with a note for the model beside it: a list, a single value, or a record that has one already becomes
 * `result`.
 */
function withNote(result: unknown, tool_budget: string | null | undefined): unknown {
  if (!tool_budget) return result;
  return isRecord(result) && !("tool_budget" in result) ? { ...result, tool_budget } : { result, tool_budget };
}

/** The symbol by which the AI SDK knows its own schemas; any other Standard Schema it closes against further names. */
const AI_SDK_SCHEMA = Symbol.for("vercel.ai.schema");

function schemaOf(tool: RegisteredTool): AiSdkSchema {
  const jsonSchema = toModelSchema(tool.inputJsonSchema);
  /** The value as it came: the call itself is parsed again, and fills in defaults then. */
  const issuesOf = async (value: unknown) => (await parseValue(tool.inputSchema, value, createValidator)).issues ?? [];
  const standard: AiSdkSchema = {
    "~standard": {
      version: 1,
      vendor: "callboard",
      async validate(value) {
        const issues = await issuesOf(value);
        if (issues.length === 0) return { value };
        return { issues: issues.map(({ path, message }) => ({ message, path: pointerSegments(path) })) };
      },
      jsonSchema: { input: () => jsonSchema, output: () => jsonSchema },
    },
  };
  return Object.assign(standard, {
    [AI_SDK_SCHEMA]: true,
    jsonSchema,
    async validate(value: unknown) {
      const fields = (await issuesOf(value)).map(({ path, message }) => `${path || "input"} ${message}`);
      return fields.length === 0 ? { success: true, value } : { success: false, error: new Error(fields.join("; ")) };
    },
  });
}
