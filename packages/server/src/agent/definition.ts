import { createHash } from "node:crypto";
import type { RegisteredTool } from "@callboard/core";

/** What an approval or a published embed is bound to of a tool, besides the arguments: its description, its contract and its policy. */
export function boundDefinition(tool: RegisteredTool): Record<string, unknown> {
  const { slug, name, description, inputJsonSchema, permissionPolicy, requiredPermission = null } = tool;
  return { slug, name, description, inputJsonSchema, permissionPolicy, requiredPermission };
}

/** One word for all that is bound: another definition has another. */
export function definitionHash(tool: RegisteredTool): string {
  const bound = JSON.stringify(Object.values(boundDefinition(tool)));
  return createHash("sha256").update(bound).digest("hex");
}
