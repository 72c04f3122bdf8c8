import { randomUUID } from "node:crypto";
import { WebStandardStreamableHTTPServerTransport, type AuthInfo, type McpServer } from "@modelcontextprotocol/server";

/** Sessions of revisions before 2026-07-28: each lives in this process, from its `initialize` on. */
export interface LegacySessions {
  /** Answers a request of whoever `authInfo` names by its `clientId`. */
  handle(request: Request, authInfo: AuthInfo): Promise<Response>;
  /** Ends the sessions of a caller whose credential is gone. */
  endOf(owner: string): void;
  close(): Promise<void>;
}

interface Session {
  owner: string;
  transport: WebStandardStreamableHTTPServerTransport;
  server: McpServer;
  /** Ends the listening for changes of tools, while its client listens. */
  unwatch: () => void;
}

/**
 * What one caller may hold, and all together: beyond it the session that was used longest ago ends, and its client
 * begins anew.
 */
const MOST_OF_CALLER = 100;
const MOST_SESSIONS = 2_000;

export function createLegacySessions(
  makeServer: (authInfo: AuthInfo) => Promise<McpServer>,
  options: {
    maxBodyBytes: number;
    onProblem: (message: string, error?: unknown) => void;
    /** Calls the listener when the caller's tools have changed; returns what ends that. */
    watchTools: (authInfo: AuthInfo, listener: () => void) => () => void;
  },
): LegacySessions {
  // In the order of their last use.
  const sessions = new Map<string, Session>();

  const end = async (id: string) => {
    const session = sessions.get(id);
    sessions.delete(id);
    session?.unwatch();
    await session?.server.close();
  };
  const endAll = (ids: readonly string[]) => {
    for (const id of ids) {
      end(id).catch((error: unknown) => options.onProblem("A session of an MCP client did not end.", error));
    }
  };
  const idsOf = (owner: string) => [...sessions].flatMap(([id, session]) => (session.owner === owner ? [id] : []));
  const makeRoom = (owner: string) => {
    endAll(idsOf(owner).slice(0, -MOST_OF_CALLER));
    endAll([...sessions.keys()].slice(0, -MOST_SESSIONS));
  };

  async function begin(request: Request, authInfo: AuthInfo): Promise<Response> {
    const server = await makeServer(authInfo);
    let isKept = false;
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      maxRequestBodySize: options.maxBodyBytes,
      onsessioninitialized: (id) => {
        isKept = true;
        sessions.set(id, { owner: authInfo.clientId, transport, server, unwatch() {} });
        makeRoom(authInfo.clientId);
      },
      onsessionclosed(id) {
        sessions.get(id)?.unwatch();
        sessions.delete(id);
      },
    });
    await server.connect(transport);
    const response = await transport.handleRequest(request, { authInfo });
    if (!isKept) await server.close();
    return response;
  }

  /** Tells a client of changes on the stream that it has opened for them, as long as it is open. */
  const tellChanges = (session: Session, authInfo: AuthInfo, { signal }: Request) => {
    session.unwatch();
    const end = options.watchTools(authInfo, () => session.server.sendToolListChanged());
    session.unwatch = end;
    signal.addEventListener("abort", end, { once: true });
  };

  return {
    async handle(request, authInfo) {
      const id = request.headers.get("mcp-session-id");
      if (id === null) return await begin(request, authInfo);
      const session = sessions.get(id);
      if (!session || session.owner !== authInfo.clientId) return noSession();
      sessions.delete(id);
      sessions.set(id, session);
      const response = await session.transport.handleRequest(request, { authInfo });
      if (request.method === "GET" && response.ok) tellChanges(session, authInfo, request);
      return response;
    },
    endOf: (owner) => endAll(idsOf(owner)),
    close: async () => void (await Promise.all([...sessions.keys()].map(end))),
  };
}

/** By its status a client knows that it has to begin a new session. */
const noSession = (): Response =>
  Response.json(
    { jsonrpc: "2.0", error: { code: -32001, message: "There is no such session here. Begin a new one." }, id: null },
    { status: 404 },
  );
