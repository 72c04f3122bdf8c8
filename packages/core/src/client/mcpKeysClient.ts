import type { RequestOptions, Transport } from "./transport.ts";

/** A key by which a client of the Model Context Protocol runs a host's tools. */
export interface McpKey {
  id: string;
  name: string;
  /** As whom it runs tools. */
  userId: string;
  tenantId: string;
  tenantSlug: string;
  /** The only tools that it is for, by slug; null: all that its person may use. */
  tools: readonly string[] | null;
  /** The last letters of the key, to know it by. */
  hint: string;
  /** Epoch milliseconds; of its last use to the minute, null before the first. */
  createdAt: number;
  lastUsedAt: number | null;
}

/** A key as it is asked for. */
export interface McpKeyRequest {
  name: string;
  /** All tools that its person may use unless given. */
  tools?: readonly string[] | undefined;
  /**
   * As whom it runs tools, with which permissions and in which tenant: for the holder of the host's key, who has to say
   * it.
   */
  userId?: string | undefined;
  permissions?: readonly string[] | undefined;
  tenantId?: string | undefined;
  tenantSlug?: string | undefined;
}

/** A key that was made, with its secret, which no other answer holds. */
export interface NewMcpKey extends McpKey {
  secret: string;
}

/**
 * A host's keys for clients of the Model Context Protocol: one's own, and for the holder of the host's key all of them.
 */
export interface McpKeysClient {
  list(options?: RequestOptions): Promise<McpKey[]>;
  create(key: McpKeyRequest, options?: RequestOptions): Promise<NewMcpKey>;
  revoke(id: string, options?: RequestOptions): Promise<void>;
}

/** The client of a host's keys for MCP. */
export function mcpKeysClient(transport: Transport): McpKeysClient {
  const path = "/api/mcp/keys";
  return {
    list: ({ signal } = {}) => transport.json(path, { signal }),
    create: (key, { signal } = {}) => transport.json(path, { method: "POST", json: key, signal }),
    revoke: (id, { signal } = {}) => transport.send(`${path}/${encodeURIComponent(id)}`, { method: "DELETE", signal }),
  };
}
