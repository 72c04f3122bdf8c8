import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport, type McpServer } from "@modelcontextprotocol/server";
import type { Caller } from "./caller.ts";

/** Sessions of revisions before 2026-07-28: each lives in this process, from its `initialize` on. */
export interface LegacySessions {
  handle(request: Request, caller: Caller): Promise<Response>;
  close(): Promise<void>;
}

interface Session {
  owner: string;
  transport: WebStandardStreamableHTTPServerTransport;
  server: McpServer;
}

/** What one caller may hold, and all together: beyond it the session that was used longest ago ends, and its client begins anew. */
const MOST_OF_CALLER = 100;
const MOST_SESSIONS = 2_000;

export function createLegacySessions(
  serverFor: (caller: Caller) => Promise<McpServer>,
  options: { maxBodyBytes: number; onProblem: (message: string, error?: unknown) => void },
): LegacySessions {
  // In the order of their last use.
  const sessions = new Map<string, Session>();

  const end = async (id: string) => {
    const session = sessions.get(id);
    sessions.delete(id);
    await session?.server.close();
  };
  const makeRoom = (owner: string) => {
    const own = [...sessions].filter(([, session]) => session.owner === owner);
    const tooMany = [
      ...own.slice(0, Math.max(0, own.length - MOST_OF_CALLER)),
      ...[...sessions].slice(0, Math.max(0, sessions.size - MOST_SESSIONS)),
    ];
    for (const [id] of tooMany)
      void end(id).catch((error: unknown) => options.onProblem("An MCP session did not end.", error));
  };

  async function begin(request: Request, caller: Caller): Promise<Response> {
    const server = await serverFor(caller);
    let isKept = false;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: options.maxBodyBytes,
      onsessioninitialized: (id) => {
        isKept = true;
        sessions.set(id, { owner: caller.id, transport, server });
        makeRoom(caller.id);
      },
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request);
    if (!isKept) await server.close();
    return response;
  }

  return {
    async handle(request, caller) {
      const id = request.headers.get("mcp-session-id");
      if (id === null) return await begin(request, caller);
      const session = sessions.get(id);
      if (!session || session.owner !== caller.id) return noSession();
      sessions.delete(id);
      sessions.set(id, session);
      return await session.transport.handleRequest(request);
    },
    close: async () => void (await Promise.all([...sessions.keys()].map(end))),
  };
}

/** By its status a client knows that it has to begin a new session. */
const noSession = (): Response =>
  Response.json(
    { jsonrpc: "2.0", error: { code: -32001, message: "There is no such session here. Begin a new one." }, id: null },
    { status: 404 },
  );
