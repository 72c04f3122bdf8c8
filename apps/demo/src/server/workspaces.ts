import { DEFAULT_TENANT_ID, DEFAULT_TENANT_SLUG, type Actor } from "@callboard/server";
import { isWorkspace, WORKSPACE_COOKIE, type Workspace } from "../workspaces.ts";

const TENANT_IDS: Readonly<Record<Workspace, string>> = {
  [DEFAULT_TENANT_SLUG]: DEFAULT_TENANT_ID,
  ims: "00000000-0000-4000-8000-000000000105",
  oci: "00000000-0000-4000-8000-000000000106",
};

/** The visitor in the workspace that their browser names; in the first where it names none, or none that there is. */
export function inWorkspace(visitor: Actor, request: Request): Actor {
  const workspace = workspaceOf(request);
  return { ...visitor, tenantId: TENANT_IDS[workspace], tenantSlug: workspace };
}

function workspaceOf(request: Request): Workspace {
  const cookies = (request.headers.get("cookie") ?? "").split(/;\s*/);
  const value = cookies.find((cookie) => cookie.startsWith(`${WORKSPACE_COOKIE}=`))?.slice(WORKSPACE_COOKIE.length + 1);
  return value !== undefined && isWorkspace(value) ? value : DEFAULT_TENANT_SLUG;
}
