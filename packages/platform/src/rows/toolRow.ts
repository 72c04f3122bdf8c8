import { createHash } from "node:crypto";
import type { JsonSchema, PermissionPolicy, ToolOutputSection } from "@callboard/core";
import type { ExecutionSpec } from "@callboard/core/execution";
import { canonicalJson } from "@callboard/core/host";

/** What a row says of a tool, and a version keeps of it; null where it says nothing. */
export interface ToolContent {
  name: string | null;
  description: string | null;
  userDescription: string | null;
  category: string | null;
  icon: string | null;
  inputSchema: JsonSchema | null;
  outputSchema: JsonSchema | null;
  outputSections: readonly ToolOutputSection[] | null;
  executionSpec: ExecutionSpec | null;
  permissionPolicy: PermissionPolicy | null;
  requiredPermission: string | null;
}

/** The kinds of rows: what a tenant has changed of a tool in code, and a tool that it has written. */
export type RowKind = "system_override" | "tenant_custom";

/** A tool's row: one for each slug, tenant and kind. */
export interface ToolRow extends ToolContent {
  id: string;
  tenantId: string;
  slug: string;
  kind: RowKind;
  /** Whether the tenant has switched it on or off; null where it has not. */
  enabled: boolean | null;
  /** Counts its changes. */
  revision: number;
  updatedAt: number;
  updatedBy: string | null;
}

/** The columns of a row's content, each with whether it holds JSON. */
const COLUMNS: readonly [name: keyof ToolContent, column: string, isJson: boolean][] = [
  ["name", "name", false],
  ["description", "description", false],
  ["userDescription", "user_description", false],
  ["category", "category", false],
  ["icon", "icon", false],
  ["inputSchema", "input_schema", true],
  ["outputSchema", "output_schema", true],
  ["outputSections", "output_sections", true],
  ["executionSpec", "execution_spec", true],
  ["permissionPolicy", "permission_policy", false],
  ["requiredPermission", "required_permission", false],
];

/** What a row of another tenant, or of none, says: nothing. */
export const NO_CONTENT: ToolContent = {
  name: null,
  description: null,
  userDescription: null,
  category: null,
  icon: null,
  inputSchema: null,
  outputSchema: null,
  outputSections: null,
  executionSpec: null,
  permissionPolicy: null,
  requiredPermission: null,
};

/** The select list that gives a `ToolRow`. */
export const ROW_COLUMNS = [
  'id, tenant_id as "tenantId", slug, kind, enabled, revision, updated_at as "updatedAt", updated_by as "updatedBy"',
  ...COLUMNS.map(([name, column]) => `${column} as "${name}"`),
].join(", ");

/** A content's columns, their places in a statement whose first parameter has the number `first`, and its values. */
export function columnsOf(
  content: ToolContent,
  first: number,
): { columns: string[]; places: string[]; values: unknown[] } {
  return {
    columns: COLUMNS.map(([, column]) => column),
    // As text first: the two databases' drivers write JSON each in its own way.
    places: COLUMNS.map(([, , isJson], index) => `$${first + index}${isJson ? "::text::jsonb" : ""}`),
    values: COLUMNS.map(([name, , isJson]) => {
      const value = content[name];
      return isJson && value !== null ? JSON.stringify(value) : value;
    }),
  };
}

/** A row's content alone. */
export function contentOf(row: ToolContent): ToolContent {
  const { name, description, userDescription, category, icon, inputSchema, outputSchema } = row;
  const { outputSections, executionSpec, permissionPolicy, requiredPermission } = row;
  return {
    name,
    description,
    userDescription,
    category,
    icon,
    inputSchema,
    outputSchema,
    outputSections,
    executionSpec,
    permissionPolicy,
    requiredPermission,
  };
}

/** The hash that addresses a content: equal contents have the same one. */
export function contentHash(content: ToolContent): string {
  return createHash("sha256")
    .update(canonicalJson(contentOf(content)))
    .digest("hex");
}
