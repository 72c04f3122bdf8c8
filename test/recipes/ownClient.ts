import { ToolClientError, type SessionEvent, type ToolClient } from "@callboard/core";

/** What this app's own backend offers. */
export interface Backend {
  list(): Promise<{ id: string; title: string; schema: Record<string, unknown> }[]>;
  start(id: string, input: unknown): Promise<{ session: string; call: string }>;
  follow(session: string, after: number, signal?: AbortSignal): AsyncIterable<SessionEvent>;
}

export function createBackendClient(backend: Backend): ToolClient {
  return {
    async tool(slug) {
      const found = (await backend.list()).find(({ id }) => id === slug);
      if (!found) throw new ToolClientError(`There is no tool "${slug}".`, { code: "not_found", status: 404 });
      return {
        slug,
        name: found.title,
        description: "",
        category: "own",
        icon: "wrench",
        origin: "custom",
        kind: "code",
        permissionPolicy: "auto",
        inputSchema: found.schema,
      };
    },
    async run(slug, input) {
      const { session, call } = await backend.start(slug, input);
      return { sessionId: session, callId: call, runId: call };
    },
    async *events(sessionId, { after = 0, signal } = {}) {
      for await (const event of backend.follow(sessionId, after, signal)) yield [event];
    },
  };
}
