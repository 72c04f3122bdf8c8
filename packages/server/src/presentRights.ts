import type { ToolContext } from "@callboard/core";
import type { ToolAccess } from "@callboard/core/access";
import type { ResolvePermissions } from "./actor.ts";

/** What says which rights hold now. */
export interface PresentRights {
  /** What tenants have switched and installed. */
  access: ToolAccess;
  /** What a person may do now; without it the rights of what was begun stay those of its request. */
  permissionsOf?: ResolvePermissions | undefined;
}

/**
 * The context of what goes on from the log, with those of its permissions that its person still has, and what the
 * tenant has switched and installed by now.
 */
export async function withPresentRights(
  { access, permissionsOf }: PresentRights,
  context: ToolContext & { tenantId: string },
): Promise<ToolContext & { tenantId: string }> {
  const { userId, tenantId, permissions = [] } = context;
  const isAsked = permissionsOf !== undefined && userId !== null && permissions.length > 0;
  const present = isAsked ? ((await permissionsOf({ userId, tenantId })) ?? []) : permissions;
  const held = permissions.filter((permission) => present.includes(permission));
  return { ...(await access.contextFor(isAsked ? { ...context, permissions: held } : context)), tenantId };
}
