/**
 * The demo's tenants, by slug. Any visitor may work in any of them: they show what each tenant sees, and keep nothing
 * secret.
 */
export const WORKSPACES = { default: "Callboard", ims: "IMS", oci: "OCI" } as const;

export type Workspace = keyof typeof WORKSPACES;

/** Where a browser keeps which one it works in: with every request, also those of pictures and streams. */
export const WORKSPACE_COOKIE = "callboard-workspace";

export const isWorkspace = (value: string): value is Workspace => Object.hasOwn(WORKSPACES, value);
