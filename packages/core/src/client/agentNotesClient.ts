import type { RequestOptions, Transport } from "./transport.ts";

/** What people have taught an agent: a rule, or what was wrong in an answer and what is right. */
export interface AgentNote {
  id: string;
  /** The agent's slug. */
  agent: string;
  kind: "lesson" | "correction";
  /** Null of a lesson. */
  wrong: string | null;
  /** The lesson, or what is right. */
  said: string;
  /** The chat in which it was taught. */
  sessionId: string | null;
  /** ISO 8601. */
  createdAt: string;
  createdBy: string | null;
}

/** What a tenant's agents have learned, for whoever has the permission `agents.tenant.teach`. */
export interface AgentNotesClient {
  /** Of the host's own agent, or of the one that is named; the newest first. */
  list(options?: RequestOptions & { agent?: string }): Promise<AgentNote[]>;
  remove(id: string, options?: RequestOptions): Promise<void>;
}

/** The client of what a host's agents have learned. */
export function agentNotesClient(transport: Transport): AgentNotesClient {
  return {
    list: ({ agent, signal } = {}) =>
      transport.json("/api/agent-notes", { query: { agent }, signal, cache: "no-store" }),
    remove: (id, { signal } = {}) =>
      transport.send(`/api/agent-notes/${encodeURIComponent(id)}`, { method: "DELETE", signal }),
  };
}
