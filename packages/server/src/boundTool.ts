import { createHash } from "node:crypto";
import type { RegisteredTool } from "@callboard/core";
import type { ResolvedTool } from "@callboard/core/catalog";

/** What a published embed is bound to of a tool: its description, its contract and its policy, not its looks. */
export function boundDefinition(tool: RegisteredTool): Record<string, unknown> {
  const { slug, name, description, inputJsonSchema, permissionPolicy, requiredPermission = null } = tool;
  return { slug, name, description, inputJsonSchema, permissionPolicy, requiredPermission };
}

/** One word for all that is bound: another definition has another. */
export function definitionHash(tool: RegisteredTool): string {
  const bound = JSON.stringify(Object.values(boundDefinition(tool)));
  return createHash("sha256").update(bound).digest("hex");
}

/** What an ask, and the approval that answers it, say of the tool that they are bound to. */
export interface BoundTool {
  version?: unknown;
  /** The definition alone, by whose hash older hosts bound their asks. */
  definition?: unknown;
}

/** What binds an ask to a tool as it is now: it stands in the event's `meta`. */
export function boundTo({ version }: ResolvedTool): BoundTool & Record<string, unknown> {
  return { version };
}

/** What an event's `meta` says of the tool that it is bound to. */
export function boundIn(meta: Readonly<Record<string, unknown>> | undefined): BoundTool {
  return { version: meta?.["version"], definition: meta?.["definition"] };
}

/** Whether a tool is still the one that something is bound to. */
export function isBoundTo({ version, definition }: BoundTool, tool: ResolvedTool): boolean {
  if (version !== undefined) return version === tool.version;
  return definition !== undefined && definition === definitionHash(tool);
}
