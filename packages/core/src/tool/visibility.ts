import type { ToolContext } from "./context.ts";
import type { ToolDefinition, ToolKind, ToolNeed } from "./definition.ts";
import { errorMessage } from "./errorMessage.ts";
import { hasGroup } from "./toolGroup.ts";

/**
 * Why a tool cannot be used: `code` is for programs, `message` for the log; callers who may not see it only get "not
 * found".
 */
export interface Refusal {
  code:
    | "not_embedded"
    | "not_for_tenant"
    | "not_installed"
    | "switched_off"
    | "not_enabled"
    | "not_for_models"
    | "not_in_group"
    | "not_permitted"
    | "not_available";
  message: string;
  /** What the host would have to have, where the tool says so. */
  needs?: ToolNeed;
}

/** Whether this context may see and run the tool, and why not. Every way to a tool asks here. */
export interface Usability {
  see: boolean;
  run: boolean;
  why: Refusal | null;
}

const ALLOWED: Usability = Object.freeze({ see: true, run: true, why: null });

/**
 * Whether a context may see and run a tool. Every way in asks here: lists, pages, agents and execution itself. It never
 * throws. What a context does not say counts against the tool: no tenant, no permission, no bundle, no switch. An agent
 * sees only what it may run.
 */
export function canUse(tool: Kept, context: ToolContext): Usability {
  const why = refusalOf(tool, context);
  if (why) return { see: false, run: false, why };
  return availability(tool, context);
}

/** A tool as a registry keeps it, or its definition alone. */
type Kept = ToolDefinition & { kind?: ToolKind };

function refusalOf(tool: Kept, context: ToolContext): Refusal | null {
  const { slug, bundle } = tool;
  const { embed } = context;
  if (embed !== undefined && embed !== slug) {
    return { code: "not_embedded", message: `This embed is for "${embed}" alone.` };
  }
  const isEmbedded = isStranger(context);
  if (!isEmbedded && tool.tenantSlugs && tool.tenantSlugs.length > 0) {
    if (!context.tenantSlug || !tool.tenantSlugs.includes(context.tenantSlug)) {
      const message = `"${slug}" is for other tenants than ${context.tenantSlug || "none"}.`;
      return { code: "not_for_tenant", message };
    }
  }
  if (bundle !== undefined && !context.bundles?.includes(bundle)) {
    return { code: "not_installed", message: `"${slug}" comes with the bundle "${bundle}", which is not installed.` };
  }
  if (!isEmbedded && includes(context.switches?.disabled, slug)) {
    return { code: "switched_off", message: `"${slug}" is switched off for this tenant.` };
  }
  if (tool.origin === "system" && !includes(context.switches?.enabled, slug)) {
    return { code: "not_enabled", message: `"${slug}" is a system tool, which a tenant has to switch on first.` };
  }
  return modelRefusal(tool, context) ?? agentRefusal(tool, context) ?? permissionRefusal(tool, context);
}

/** Whether somebody without a tenant reads an embed: its token was given out by somebody who may use the tool. */
export function isStranger({ embed, tenantId, tenantSlug }: Partial<ToolContext>): boolean {
  return embed !== undefined && !tenantId && !tenantSlug;
}

function modelRefusal(tool: ToolDefinition, { source }: ToolContext): Refusal | null {
  if (source !== "agent" || isForModels(tool)) return null;
  return { code: "not_for_models", message: `"${tool.slug}" is for people alone: its asTool is false.` };
}

/** Whether a tool is one for models, which it is unless it says otherwise. */
export function isForModels({ asTool, as_tool }: Pick<ToolDefinition, "asTool" | "as_tool">): boolean {
  return asTool !== false && as_tool !== false;
}

/** A tool of a group is for agents that have the group, a tenant's own for those that name it; any other is for all. */
function agentRefusal({ slug, group, kind }: Kept, { agent }: ToolContext): Refusal | null {
  if (!agent) return null;
  if (agent.only) {
    if (agent.only.includes(slug)) return null;
    return { code: "not_in_group", message: `"${slug}" is not among the tools that this agent was given.` };
  }
  if (agent.customTools?.includes(slug)) return null;
  if (kind === "tenant_custom") {
    return { code: "not_in_group", message: `"${slug}" is a tenant's own tool, which this agent does not name.` };
  }
  if (!group || hasGroup(agent, group)) return null;
  return {
    code: "not_in_group",
    message: `"${slug}" is of the group "${group.name}", which this agent does not have.`,
  };
}

/**
 * All the permissions that a tool needs: its own, and what its group says of it. Undefined where the group says nothing
 * of it, though it says which permission each of its tools needs: then nobody may.
 */
export function neededPermissions({
  slug,
  group,
  requiredPermission,
}: Pick<ToolDefinition, "slug" | "group" | "requiredPermission">): readonly string[] | undefined {
  const needed = requiredPermission ? [requiredPermission] : [];
  if (!group?.permissions) return needed;
  const permission = Object.hasOwn(group.permissions, slug) ? group.permissions[slug] : undefined;
  return permission ? [...needed, permission] : undefined;
}

function permissionRefusal(tool: ToolDefinition, { permissions }: ToolContext): Refusal | null {
  const { slug, group } = tool;
  const needed = neededPermissions(tool);
  if (!needed) {
    const message = `The group "${group?.name}" says of its tools which permission each needs, and says nothing of "${slug}".`;
    return { code: "not_permitted", message };
  }
  const missing = needed.find((permission) => !permissions?.includes(permission));
  return missing === undefined
    ? null
    : { code: "not_permitted", message: `"${slug}" needs the permission ${missing}.` };
}

/** The tool's own word, which comes last. Only `true` lets it run: a promise or a slip must not. */
function availability(tool: ToolDefinition, context: ToolContext): Usability {
  const { slug, available } = tool;
  if (!available) return ALLOWED;
  const refuse = (message: string, see = false, needs?: unknown): Usability => ({
    see: see && context.source !== "agent",
    run: false,
    why: { code: "not_available", message, ...(needs === "model" && { needs }) },
  });
  try {
    const answer: unknown = available(context);
    if (answer === true) return ALLOWED;
    const { reason, needs } = (answer || {}) as { reason?: unknown; needs?: unknown };
    if (typeof reason === "string") return refuse(reason, true, needs);
    if (answer instanceof Promise) {
      answer.catch(() => undefined);
      return refuse(`The availability check of "${slug}" answers with a promise; it has to answer at once.`);
    }
    return refuse(`"${slug}" is not available here and now.`);
  } catch (error) {
    return refuse(`The availability check of "${slug}" failed: ${errorMessage(error)}`);
  }
}

function includes(slugs: readonly string[] | ReadonlySet<string> | undefined, slug: string): boolean {
  if (!slugs) return false;
  return "has" in slugs ? slugs.has(slug) : slugs.includes(slug);
}
