import { HttpError, type HostModule, type Kernel, type OpenRequest } from "@callboard/server";
import { createMcpHandler, isLegacyRequest, type AuthInfo, type Implementation } from "@modelcontextprotocol/server";
import type { Caller } from "./caller.ts";
import { createLegacySessions } from "./legacySessions.ts";
import { createServedServer, type Presentation } from "./servedServer.ts";

export interface ServeMcpOptions {
  /** How the host presents itself to clients; as Callboard unless given. */
  serverInfo?: Implementation;
  /** What models are told of the tools as a whole. */
  instructions?: string;
  /** The most tools on one page of the list; 200 unless given. */
  pageSize?: number;
}

/**
 * The tools of a host at `POST /mcp`, for every client of the Model Context Protocol: what its person may see is listed, and runs as a call
 * of the host, with its permissions, approvals and log.
 * @throws where `pageSize` is no whole number from 1 on.
 * @example
 * ```ts
 * const host = createHost({ registry, modules: [serveMcp()] });
 * ```
 */
export function serveMcp(options: ServeMcpOptions = {}): HostModule {
  const {
    serverInfo = { name: "callboard", title: "Callboard", version: "0.1.0" },
    instructions,
    pageSize = 200,
  } = options;
  if (!Number.isInteger(pageSize) || pageSize < 1) {
    throw new Error(`The pageSize of serveMcp() is ${pageSize}. It is a whole number from 1 on.`);
  }
  return {
    name: "mcp-server",
    open(kernel) {
      const endpoint = createEndpoint(kernel, { serverInfo, instructions, pageSize });
      const methods = ["GET", "POST", "DELETE"] as const;
      return {
        openRoutes: methods.map((method) => ({ method, path: "/mcp", handle: endpoint.handle })),
        close: endpoint.close,
      };
    },
  };
}

function createEndpoint(kernel: Kernel, presentation: Presentation) {
  const { maxBodyBytes, onProblem } = kernel;
  const callers = new WeakMap<AuthInfo, Caller>();
  const modern = createMcpHandler(
    ({ authInfo, requestInfo }) => {
      const caller = authInfo && callers.get(authInfo);
      if (!caller) throw new Error("An MCP request came without its caller.");
      const isCall = requestInfo?.headers.get("mcp-method") === "tools/call";
      const named = isCall ? (requestInfo?.headers.get("mcp-name") ?? undefined) : undefined;
      return createServedServer(kernel, caller, presentation, named);
    },
    // A stream from the beginning: what waits long for its answer must not look dead on the way.
    { legacy: "reject", responseMode: "sse", maxRequestBodySize: maxBodyBytes },
  );
  const sessions = createLegacySessions((caller) => createServedServer(kernel, caller, presentation), {
    maxBodyBytes,
    onProblem,
  });
  return {
    async handle({ request }: OpenRequest): Promise<Response> {
      if (kernel.closing.aborted) throw new HttpError(503, "closing", "The host is closing. Try again in a moment.");
      const caller = await callerOf(kernel, request);
      await kernel.store.ensureTenant(caller.actor.tenantId, caller.actor.tenantSlug);
      if (await isLegacyRequest(request, undefined, { maxRequestBodySize: maxBodyBytes })) {
        return await sessions.handle(request, caller);
      }
      const authInfo: AuthInfo = { token: "", clientId: caller.id, scopes: [] };
      callers.set(authInfo, caller);
      return await modern.fetch(request, { authInfo });
    },
    async close() {
      await Promise.all([modern.close(), sessions.close()]);
    },
  };
}

async function callerOf({ actorOf }: Kernel, request: Request): Promise<Caller> {
  const actor = await actorOf(request);
  if (!actor) {
    const message = "This credential is not known here. Send Authorization: Bearer <key>.";
    throw new HttpError(401, "unauthorized", message, { headers: { "www-authenticate": "Bearer" } });
  }
  return { actor, id: JSON.stringify([actor.tenantId, actor.userId]) };
}
