import type { ToolContext } from "./context.ts";
import type { ToolDefinition } from "./definition.ts";
import { errorMessage } from "./errorMessage.ts";

/** Why a tool cannot be used: `code` is for programs, `message` for the log; callers outside are told only "not found". */
export interface Refusal {
  code: "not_available" | "not_permitted" | "not_for_tenant" | "switched_off" | "not_enabled";
  message: string;
}

/** The one answer to "may this context see and run it, and why not". */
export interface Usability {
  see: boolean;
  run: boolean;
  why: Refusal | null;
}

const ALLOWED: Usability = Object.freeze({ see: true, run: true, why: null });

/** Whether a context may see and run a tool. Every way in asks here: lists, pages, agents and execution itself. It never throws. */
export function canUse(tool: ToolDefinition, context: ToolContext): Usability {
  const { slug } = tool;
  if (tool.tenantSlugs && tool.tenantSlugs.length > 0) {
    if (!context.tenantSlug || !tool.tenantSlugs.includes(context.tenantSlug)) {
      return refuse("not_for_tenant", `"${slug}" is for other tenants than ${context.tenantSlug ?? "none"}.`);
    }
  }
  if (context.switches?.disabled.includes(slug)) {
    return refuse("switched_off", `"${slug}" is switched off for this tenant.`);
  }
  if (tool.origin === "system" && !context.switches?.enabled.includes(slug)) {
    return refuse("not_enabled", `"${slug}" is a system tool, which a tenant has to switch on first.`);
  }
  if (tool.requiredPermission && !context.permissions?.includes(tool.requiredPermission)) {
    return refuse("not_permitted", `"${slug}" needs the permission ${tool.requiredPermission}.`);
  }
  if (tool.available) {
    try {
      if (!tool.available(context)) return refuse("not_available", `"${slug}" is not available here and now.`);
    } catch (error) {
      return refuse("not_available", `The availability check of "${slug}" failed: ${errorMessage(error)}`);
    }
  }
  return ALLOWED;
}

function refuse(code: Refusal["code"], message: string): Usability {
  return { see: false, run: false, why: { code, message } };
}
