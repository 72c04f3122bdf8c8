import type { Connection, ConnectionDraft } from "./connections.ts";
import type { RequestOptions, Transport } from "./transport.ts";

/** Saved destinations, whose secrets no answer holds. */
export interface ConnectionsClient {
  list(options?: RequestOptions): Promise<Connection[]>;
  /** Saves a destination. Its secret goes to the host and never comes back. */
  create(draft: ConnectionDraft, options?: RequestOptions): Promise<Connection>;
  remove(id: string, options?: RequestOptions): Promise<void>;
}

/** The client of a host's connections. */
export function connectionsClient(transport: Transport): ConnectionsClient {
  const path = "/api/connections";
  return {
    list: ({ signal } = {}) => transport.json(path, { signal }),
    create: (draft, { signal } = {}) => transport.json(path, { method: "POST", json: draft, signal }),
    remove: (id, { signal } = {}) => transport.send(`${path}/${encodeURIComponent(id)}`, { method: "DELETE", signal }),
  };
}
