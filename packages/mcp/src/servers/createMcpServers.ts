import { oncePerContext } from "@callboard/core/catalog";
import type { ToolContext } from "@callboard/core";
import type { Actor, HostModule } from "@callboard/server";
import { ADDED_SERVERS_MIGRATION, createAddedServers } from "./addedServers.ts";
import { createKnownDefinitions, knownDefinitionsMigrations } from "./knownDefinitions.ts";
import { checkServers, type McpServer } from "./mcpServer.ts";
import { createOpenServers } from "./openServers.ts";
import { openServer, type McpServerState } from "./openServer.ts";
import { createPublicFetch } from "./publicFetch.ts";
import { serverRoutes } from "./serverRoutes.ts";
import { createServerSignIn, discoveryOf } from "./serverSignIn.ts";
import { clientMetadataRoute } from "./signInRoutes.ts";
import { createSignIns, SIGN_INS_MIGRATION } from "./signIns.ts";
import { createSwitchedOff } from "./switchedOff.ts";
import { createKeptWires, KEPT_WIRES_MIGRATION } from "./keptWires.ts";
import type { SpokenCall } from "./wire.ts";
import { wireRoutes } from "./wireRoutes.ts";
import { cancelTask } from "./followTask.ts";
import type { KeptTask } from "./questions.ts";
import type { WaitingCall } from "./callTool.ts";
import { createEndedCalls, createWaitingCalls, interruptLost } from "./waitingCalls.ts";

export interface McpServersOptions {
  servers: readonly McpServer[];
  /** Called whenever a server is connected, lists other tools or is away; the host is told of problems either way. */
  onState?: (state: McpServerState) => void;
  /**
   * Who sees the servers of their tenant, adds addresses and switches tools; those with the permission
   * `mcp.servers.manage` unless given.
   */
  mayManage?: (actor: Actor) => boolean;
  /** Whether a server that is added by a page may be in a private network, or on this machine; not unless given. */
  allowPrivate?: boolean;
  /**
   * Keeps what was spoken with servers, call by call and without secrets, for those who look after them; not unless
   * given.
   */
  keepsWire?: boolean;
  /**
   * The address of the host as people reach it, where they come back to from signing in to a server. Without it, that
   * is possible on this machine alone.
   */
  publicUrl?: string;
}

/** The longest that a host's start waits for its servers; those that come later bring their tools then. */
const PATIENCE_MS = 5_000;
const MANAGE = "mcp.servers.manage";

/**
 * The tools of MCP servers as a module of a host: listed, searched, permitted, run and logged like its own.
 * @throws where the name or the address of a server cannot be used.
 * @example
 * ```ts
 * const servers = createMcpServers({
 *   servers: [
 *     { name: "files", transport: { command: "npx", args: ["@modelcontextprotocol/server-filesystem", "."] } },
 *     { name: "weather", transport: { url: "https://weather.example/mcp", headers: { "x-api-key": key } } },
 *   ],
 * });
 * const host = createHost({ registry, modules: [servers] });
 * ```
 */
export function createMcpServers(options: McpServersOptions): HostModule {
  const { servers, onState = () => {}, allowPrivate = false, keepsWire = false, publicUrl } = options;
  const mayManage = options.mayManage ?? ((actor: Actor) => actor.permissions.includes(MANAGE));
  checkServers(servers);
  return {
    name: "mcp",
    migrations: [...knownDefinitionsMigrations, ADDED_SERVERS_MIGRATION, KEPT_WIRES_MIGRATION, SIGN_INS_MIGRATION],
    refusals: {
      server_not_found: 404,
      server_exists: 409,
      server_not_added: 409,
      too_many_servers: 409,
      wire_not_found: 404,
      server_away: 503,
      server_refused: 422,
      sign_in_not_found: 404,
      sign_in_not_asked: 409,
      sign_in_not_possible: 409,
      sign_in_declined: 409,
      sign_in_failed: 422,
      no_public_url: 409,
    },
    open(kernel) {
      const known = createKnownDefinitions(kernel.store);
      const waiting = createWaitingCalls(kernel);
      const off = createSwitchedOff(kernel.store);
      const nothing = new Map<string, ReadonlySet<string>>();
      const offOf = oncePerContext(async ({ tenantId }: ToolContext) => (tenantId ? off.of(tenantId) : nothing));
      const wires = createKeptWires(kernel.store);
      const writing = new Set<Promise<void>>();
      const keep = (spoken: SpokenCall) => {
        const written = wires.keep(spoken).catch((error: unknown) => {
          kernel.onProblem(`What was spoken in the call ${spoken.callId} is not kept.`, error);
        });
        writing.add(written);
        void written.then(() => writing.delete(written));
      };
      const ended = createEndedCalls(kernel);
      const watchTask = (call: WaitingCall, task: KeptTask) =>
        ended.tell(call, (status) => {
          // One that failed may have done so here, such as for a question that nobody can be asked.
          const connection = status === "completed" ? undefined : open.find(call.tenantId, task.server)?.connection;
          if (connection) void cancelTask(connection, task);
        });
      const parts = { onState, kernel, waiting, watchTask, known, offOf, ...(keepsWire && { keep }) };
      const signIns = createSignIns(kernel.store);
      const reach = allowPrivate ? {} : { fetch: createPublicFetch() };
      const open = createOpenServers({
        given: servers.map((server) => {
          const { name, transport, tenantSlugs = [] } = server;
          // Whoever has the server acts as whoever signs in: for other tenants only where the operator says so.
          const slug = server.signInTenant ?? (tenantSlugs.length === 1 ? tenantSlugs[0] : undefined);
          const signIn =
            "url" in transport && slug !== undefined
              ? createServerSignIn(server, {
                  tenantSlug: slug,
                  signIns,
                  id: `given/${name}`,
                  tenantOf: () => signIns.tenantOf(slug),
                  fetch: allowPrivate ? fetch : discoveryOf(transport),
                  reach: {},
                })
              : undefined;
          return openServer(server, { ...parts, signIn });
        }),
        added: createAddedServers(kernel.store),
        openAdded({ id, tenantId, server }) {
          const tenantOf = async () => tenantId;
          const signIn = createServerSignIn(server, { signIns, id, tenantOf, fetch: reach.fetch ?? fetch, reach });
          return openServer(server, { ...parts, reach, signIn });
        },
        onProblem: kernel.onProblem,
      });
      return {
        routes: [
          ...serverRoutes(kernel, { open, off, signIns, mayManage, allowPrivate, keepsWire, publicUrl }),
          ...(keepsWire ? wireRoutes({ open, wires, mayManage }) : []),
        ],
        openRoutes: [clientMetadataRoute(publicUrl)],
        tools: ({ tenantId, tenantSlug }) => open.of({ tenantId, tenantSlug }).map(({ source }) => source),
        async start() {
          kernel.worker.listen({
            onLost: () => {},
            async sweep() {
              await interruptLost(kernel, watchTask);
              // Another host of the same database may have added one, or removed one.
              await open.follow();
            },
          });
          await interruptLost(kernel, watchTask);
          const patience = wait(PATIENCE_MS);
          await Promise.race([open.start(), patience.over]);
          patience.end();
        },
        async close() {
          ended.close();
          await open.close();
          await waiting.settle();
          await Promise.all(writing);
        },
      };
    },
  };
}

function wait(milliseconds: number) {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  return { over, end: () => clearTimeout(timer) };
}
