import { bearerOf, HttpError, type Actor, type HostModule, type Kernel, type OpenRequest } from "@callboard/server";
import type { ResolvedTool } from "@callboard/core/catalog";
import { createRecent } from "@callboard/core/host";
import {
  createMcpHandler,
  isLegacyRequest,
  type AuthInfo,
  type CreateMcpHandlerOptions,
  type Implementation,
  type McpHttpHandler,
  type McpServer,
  type Transport,
} from "@modelcontextprotocol/server";
import { onceClosed } from "../listeners.ts";
import { createApiKeys, isApiKey, type ApiKeys, type RevokedKey } from "./apiKeys.ts";
import { createAskLinks } from "./askLinks.ts";
import { linkedAsks } from "./askRoutes.ts";
import type { Served } from "./served.ts";
import { contextOf, ownerOfKey, type Caller } from "./caller.ts";
import { keyRoutes } from "./keyRoutes.ts";
import { createLegacySessions } from "./legacySessions.ts";
import { SERVED_MIGRATIONS } from "./migrations.ts";
import { createServedTasks } from "./servedTasks.ts";
import { TASK_METHODS } from "./taskHandlers.ts";
import { createToolWatch } from "./toolWatch.ts";
import { createWaitingCalls } from "./waitingCalls.ts";
import { createServedServer, type Presentation } from "./servedServer.ts";

/** What a program on this machine is given over the streams that it began this process with. */
export interface StdioOptions {
  /** Whom the tools run for. */
  actor: Actor;
  /** Where people reach the host, for links to what waits for them; `publicUrl` unless given. */
  address?: string;
  /** Another way for messages than this process's standard streams. */
  transport?: Transport;
  /** Called once the client has gone. */
  onClose?: () => void;
}

/** A module of a host that serves its tools to MCP clients. */
export interface McpServing extends HostModule {
  /**
   * Serves the tools over the standard streams of this process too, to the client that began it.
   * @throws before the host that it is a module of is open.
   */
  overStdio(options: StdioOptions): Promise<{ close(): Promise<void> }>;
}

export interface ServeMcpOptions {
  /** How the host presents itself to clients; as Callboard unless given. */
  serverInfo?: Implementation;
  /** What models are told of the tools as a whole. */
  instructions?: string;
  /**
   * The address of the host as people reach it, for links to what waits for them; that of each request unless given.
   */
  publicUrl?: string;
  /**
   * How long a client that asks nobody itself waits for a person before it is given the link alone, in milliseconds; 25
   * s unless given.
   */
  patienceMs?: number;
  /**
   * How long a call may run before a client that follows tasks has it as one, in milliseconds; default: 5 s. A tool
   * that is `longRunning` is one at once.
   */
  taskAfterMs?: number;
  /**
   * Adds resources, prompts and completions to the official library's server, for whoever it is made for: by
   * `server.registerResource` and `server.registerPrompt`. The tools are the host's own.
   */
  extend?: (server: McpServer, caller: { actor: Actor }) => void | Promise<void>;
  /** The most tools on one page of the list; 200 unless given. */
  pageSize?: number;
}

/**
 * The tools of a host at `POST /mcp`, for every client of the Model Context Protocol: what its person may see is
 * listed, and runs as a call of the host, with its permissions, approvals and log.
 * @throws where `pageSize` is no whole number from 1 on.
 * @example
 * ```ts
 * const host = createHost({ registry, modules: [serveMcp()] });
 * ```
 */
export function serveMcp(options: ServeMcpOptions = {}): McpServing {
  const {
    serverInfo = { name: "callboard", title: "Callboard", version: "0.1.0" },
    instructions,
    publicUrl,
    pageSize = 200,
    patienceMs = 25_000,
    taskAfterMs = 5_000,
    extend,
  } = options;
  if (!Number.isInteger(pageSize) || pageSize < 1) {
    throw new Error(`The pageSize of serveMcp() is ${pageSize}. It is a whole number from 1 on.`);
  }
  const presentation: Presentation = { serverInfo, instructions, pageSize, extend };
  let opened: Served | undefined;
  return {
    name: "mcp-server",
    migrations: SERVED_MIGRATIONS,
    refusals: { key_not_found: 404, link_not_found: 404, too_many_keys: 409 },
    open(kernel) {
      const { store } = kernel;
      const keys = createApiKeys(store);
      const links = createAskLinks(store);
      const asks = linkedAsks(kernel, links);
      const served: Served = {
        kernel,
        links,
        waiting: createWaitingCalls(store),
        tasks: createServedTasks(store),
        taskLinks: createRecent(KEPT_LINKS),
        taskAfterMs,
        patienceMs,
        addressOf(secret, request) {
          const origin = publicUrl ?? (request && new URL(request.url).origin) ?? "";
          // What stands behind # is sent to no server, and stands in no log.
          return `${origin}/ask#${secret}`;
        },
      };
      opened = served;
      const onRevoked = ({ id, tenantId }: RevokedKey) => {
        endpoint.endSessionsOf(id);
        const ended = cancelAllOf(served, { tenantId, caller: ownerOfKey(id) });
        ended.catch((error: unknown) => kernel.onProblem(`The calls of the revoked key ${id} still wait.`, error));
      };
      const endpoint = createEndpoint(served, keys, presentation);
      const methods = ["GET", "POST", "DELETE"] as const;
      return {
        openRoutes: [
          ...methods.map((method) => ({ method, path: "/mcp", handle: endpoint.handle })),
          ...keyRoutes(kernel, keys, onRevoked),
          ...asks.routes,
        ],
        roleIn: asks.roleIn,
        permissionsOf: keys.permissionsOf,
        close: endpoint.close,
      };
    },
    async overStdio({ actor, address, transport, onClose = () => {} }) {
      if (!opened) throw new Error("overStdio() serves the tools of a host: make one with this module first.");
      const { kernel } = opened;
      await kernel.store.ensureTenant(actor.tenantId, actor.tenantSlug);
      const caller: Caller = { actor, id: "stdio" };
      const served: Served =
        address === undefined ? opened : { ...opened, addressOf: (secret) => `${address}/ask#${secret}` };
      const { serveStdio, StdioServerTransport } = await import("@modelcontextprotocol/server/stdio");
      const over = transport ?? new StdioServerTransport();
      const toolWatch = createToolWatch(kernel);
      await toolWatch.ready(actor);
      const serverOf = async ({ era }: { era: "modern" | "legacy" }) => {
        const of = { caller, isModern: era === "modern" };
        const server = await createServedServer(served, () => caller, presentation, of);
        toolWatch.watch(actor, () => server.sendToolListChanged());
        return server;
      };
      const handle = serveStdio(serverOf, {
        transport: over,
        onerror: (error) => kernel.onProblem("A message of the client could not be answered.", error),
      });
      onceClosed(over, () => {
        toolWatch.close();
        onClose();
      });
      return handle;
    },
  };
}

/** Ends the calls that wait for a person, of a caller who is not known any more. */
async function cancelAllOf(
  { kernel, waiting, tasks }: Served,
  { tenantId, caller }: { tenantId: string; caller: string },
): Promise<void> {
  const cause = { reason: "The key that it was asked for with was revoked." };
  const calls = await waiting.take(tenantId, caller);
  const ids = new Set([...calls.map(({ callId }) => callId), ...(await tasks.take(tenantId, caller))]);
  for (const callId of ids) await kernel.calls.cancel(tenantId, callId, cause);
}

/** What a request asks, as far as it has to be known before the library reads it. */
interface Asking {
  caller: Caller;
  /** The tool that it calls, where that is there for its caller. */
  tool?: ResolvedTool | undefined;
}

/** How many links to asks of tasks are kept, so that they are the same at each look. */
const KEPT_LINKS = 1_000;

/** The most streams of changes that one caller may have open. */
const MOST_LISTENED = 100;

/** What answers at `/mcp`. */
interface Endpoint {
  handle(request: OpenRequest): Promise<Response>;
  /** Ends what a key that was revoked has open. */
  endSessionsOf(keyId: string): void;
  close(): Promise<void>;
}

function createEndpoint(served: Served, keys: ApiKeys, presentation: Presentation): Endpoint {
  const { kernel } = served;
  const { maxBodyBytes, onProblem } = kernel;
  const toolWatch = createToolWatch(kernel);
  const asking = new WeakMap<AuthInfo, Asking>();
  const askingIn = (authInfo: AuthInfo | undefined): Asking => {
    const known = authInfo && asking.get(authInfo);
    if (!known) throw new Error("An MCP request came without its caller.");
    return known;
  };
  const callerIn = (authInfo: AuthInfo | undefined) => askingIn(authInfo).caller;
  const serverFor = (authInfo: AuthInfo | undefined, isModern: boolean) => {
    const { caller, tool } = askingIn(authInfo);
    return createServedServer(served, callerIn, presentation, { caller, isModern, named: tool });
  };
  const handlerOf = (options: CreateMcpHandlerOptions) =>
    createMcpHandler(({ authInfo }) => serverFor(authInfo, true), {
      ...options,
      legacy: "reject",
      maxRequestBodySize: maxBodyBytes,
    });
  // A stream from the beginning: what waits long for its answer must not look dead on the way.
  const streaming = handlerOf({ responseMode: "sse" });
  // What may be refused for what its client lacks is refused by the status of its answer.
  const refusing = handlerOf({ responseMode: "auto" });
  // Who listens to changes, by caller: none hears of another's, and all of one can be ended.
  const listening = new Map<string, McpHttpHandler>();
  const listenerOf = ({ id, actor }: Caller): McpHttpHandler => {
    const known = listening.get(id);
    if (known) return known;
    let open = 0;
    const handler = handlerOf({
      maxSubscriptions: MOST_LISTENED,
      bus: {
        publish() {},
        subscribe(listener) {
          open++;
          const end = toolWatch.watch(actor, () => listener({ kind: "tools_list_changed" }));
          return () => {
            end();
            if (--open === 0 && listening.get(id) === handler) listening.delete(id);
          };
        },
      },
    });
    listening.set(id, handler);
    return handler;
  };
  const sessions = createLegacySessions((authInfo) => serverFor(authInfo, false), {
    maxBodyBytes,
    onProblem,
    watchTools(authInfo, listener) {
      return toolWatch.watch(callerIn(authInfo).actor, listener);
    },
  });
  return {
    async handle({ request }) {
      if (kernel.closing.aborted) throw new HttpError(503, "closing", "The host is closing. Try again in a moment.");
      const caller = await callerOf(kernel, keys, request);
      const { tenantId, tenantSlug } = caller.actor;
      await kernel.store.ensureTenant(tenantId, tenantSlug);
      const authInfo: AuthInfo = { token: "", clientId: caller.id, scopes: [] };
      asking.set(authInfo, { caller });
      const isLegacy = await isLegacyRequest(request, undefined, { maxRequestBodySize: maxBodyBytes });
      const method = request.headers.get("mcp-method");
      if (isLegacy) {
        // A client of an older revision lists the tools of its new session before it opens the stream of changes.
        if (request.method === "GET" || !request.headers.has("mcp-session-id")) await toolWatch.ready(caller.actor);
        return await sessions.handle(request, authInfo);
      }
      if (method === "subscriptions/listen") {
        await toolWatch.ready(caller.actor);
        return await listenerOf(caller).fetch(request, { authInfo });
      }
      if (TASK_METHODS.some((known) => known === method)) return await refusing.fetch(request, { authInfo });
      const name = request.headers.get("mcp-name");
      if (method !== "tools/call" || name === null) return await streaming.fetch(request, { authInfo });
      const resolved = await kernel.catalog.resolve(name, await contextOf(kernel, caller));
      if (resolved.refusal) return await streaming.fetch(request, { authInfo });
      const { tool } = resolved;
      asking.set(authInfo, { caller, tool });
      return await (tool.clientNeeds?.length ? refusing : streaming).fetch(request, { authInfo });
    },
    endSessionsOf(keyId) {
      const id = ownerOfKey(keyId);
      sessions.endOf(id);
      const listened = listening.get(id);
      listening.delete(id);
      listened?.close().catch((error: unknown) => onProblem("A stream of an MCP client did not end.", error));
    },
    async close() {
      toolWatch.close();
      await Promise.all([streaming, refusing, ...listening.values(), sessions].map((each) => each.close()));
    },
  };
}

/**
 * Whom a request's credential names: a key of this kind, or what the host takes everywhere.
 * @throws HttpError where it is not known.
 */
async function callerOf({ actorOf }: Kernel, keys: ApiKeys, request: Request): Promise<Caller> {
  const token = bearerOf(request);
  if (token !== undefined && isApiKey(token)) {
    const key = await keys.find(token);
    if (key) return { actor: key.actor, id: ownerOfKey(key.id), ...(key.only && { only: key.only }) };
  } else {
    const actor = await actorOf(request);
    if (actor) return { actor, id: JSON.stringify([actor.tenantId, actor.userId]) };
  }
  const message = "This key is not known here, or was revoked. Send Authorization: Bearer <key>.";
  throw new HttpError(401, "unauthorized", message, { headers: { "www-authenticate": "Bearer" } });
}
