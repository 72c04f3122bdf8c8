import { errorMessage } from "../tool/errorMessage.ts";
import { toRegisteredTool, type RegisteredTool, type ToolRegistration } from "../tool/registry.ts";
import { HOST_SOURCES, oncePerContext, type ToolSource } from "./toolSource.ts";
import type { VisibilityStore } from "./visibilityStore.ts";

/** The tools that tenants have written themselves, each tenant's for itself alone. */
export function createTenantSource(store: VisibilityStore): ToolSource {
  const made = new WeakMap<ToolRegistration, RegisteredTool>();
  const toTool = (registration: ToolRegistration): RegisteredTool => {
    const known = made.get(registration);
    if (known) return known;
    const tool = toRegisteredTool(registration, { kind: "tenant_custom" });
    made.set(registration, tool);
    return tool;
  };
  const list = oncePerContext(async ({ tenantId }): Promise<readonly RegisteredTool[]> => {
    if (!tenantId) return [];
    const own = (await store.toolsOf?.(tenantId)) ?? [];
    return own.flatMap((registration) => {
      try {
        return [toTool(registration)];
      } catch (error) {
        console.warn(`A tool of the tenant ${tenantId} is left out. ${errorMessage(error)}`);
        return [];
      }
    });
  });
  return {
    name: HOST_SOURCES.tenant,
    list,
    find: async (slug, context) => {
      const own = await list(context);
      return own.find((tool) => tool.slug === slug) ?? own.find((tool) => tool.aliases?.includes(slug));
    },
  };
}
