import type { Actor, Kernel } from "@callboard/server";
import type { ToolContext } from "@callboard/core";
import { randomUUID } from "node:crypto";

/** Who asks an MCP endpoint. */
export interface Caller {
  actor: Actor;
  /** Whose sessions of the older revisions these are: the same for every request with one credential. */
  id: string;
  /** The only tools that the credential is for, by slug; all that its person may use unless given. */
  only?: readonly string[];
}

/** The id of whoever asks with a key. */
export const ownerOfKey = (keyId: string): string => `key ${keyId}`;

/** A caller as tools see it: an agent, for models are what MCP clients bring. */
export async function contextOf(
  { access }: Kernel,
  { actor, only }: Caller,
): Promise<ToolContext & { tenantId: string }> {
  const { userId, tenantId, tenantSlug, permissions, spaceId = null } = actor;
  const context = await access.contextFor({
    userId,
    spaceId,
    requestId: randomUUID(),
    tenantId,
    tenantSlug,
    permissions,
    source: "agent" as const,
    ...(only && { agent: { only } }),
  });
  return { ...context, tenantId };
}
