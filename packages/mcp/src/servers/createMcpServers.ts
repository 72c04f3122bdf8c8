import type { ToolSource } from "@callboard/core/catalog";
import type { HostModule, Kernel } from "@callboard/server";
import type { Answered } from "./callTool.ts";
import { createConnection } from "./connection.ts";
import { createKnownDefinitions, knownDefinitionsMigrations, type KnownDefinitions } from "./knownDefinitions.ts";
import { createKnownTools, type ServerTool } from "./knownTools.ts";
import { createLiveCalls } from "./liveCalls.ts";
import { checkServers, type McpServer } from "./mcpServer.ts";
import { createToolReader, type ReadTools } from "./toolOfServer.ts";
import { createWaitingCalls, interruptLost, type WaitingCalls } from "./waitingCalls.ts";
import type { Tool } from "@modelcontextprotocol/client";

/** How a server stands: told whenever that changes. */
export interface McpServerState {
  /** The server's name. */
  server: string;
  isConnected: boolean;
  /** How many tools it has brought; they stay listed while it is away. */
  tools: number;
  /** Why it is away, or what could not be taken of its list, for whoever runs the host. */
  problem?: string;
}

export interface McpServersOptions {
  servers: readonly McpServer[];
  /** Called whenever a server is connected, lists other tools or is away; the host is told of problems either way. */
  onState?: (state: McpServerState) => void;
}

/** The longest that a host's start waits for its servers; those that come later bring their tools then. */
const PATIENCE_MS = 5_000;

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
export function createMcpServers({ servers, onState = () => {} }: McpServersOptions): HostModule {
  checkServers(servers);
  return {
    name: "mcp",
    migrations: knownDefinitionsMigrations,
    open(kernel) {
      const known = createKnownDefinitions(kernel.store);
      const waiting = createWaitingCalls(kernel);
      const opened = servers.map((server) => ({ server, ...openServer(server, { onState, kernel, waiting, known }) }));
      return {
        tools: ({ tenantSlug }) =>
          opened.flatMap(({ server: { tenantSlugs }, source }) =>
            !tenantSlugs || (tenantSlug && tenantSlugs.includes(tenantSlug)) ? [source] : [],
          ),
        async start() {
          kernel.worker.listen({ onLost: () => {}, sweep: () => interruptLost(kernel) });
          await interruptLost(kernel);
          const patience = wait(PATIENCE_MS);
          await Promise.race([Promise.all(opened.map(({ connection }) => connection.start())), patience.over]);
          patience.end();
        },
        async close() {
          await Promise.all(opened.map(({ connection }) => connection.close()));
          await waiting.settle();
        },
      };
    },
  };
}

interface OpenServerOptions {
  onState: (state: McpServerState) => void;
  kernel: Kernel;
  waiting: WaitingCalls;
  known: KnownDefinitions;
}

function openServer(server: McpServer, { onState, kernel, waiting, known }: OpenServerOptions) {
  const { onProblem } = kernel;
  let tools: readonly ServerTool[] = [];
  const tell = (isConnected: boolean, problem?: string) => {
    if (problem !== undefined) onProblem(`The MCP server "${server.name}": ${problem}`);
    onState({ server: server.name, isConnected, tools: tools.length, ...(problem !== undefined && { problem }) });
  };
  const connection = createConnection(server, {
    onTools(listed: readonly Tool[]) {
      const read: ReadTools = readTools(listed);
      tools = read.definitions;
      knownTools.listAgain();
      tell(true, read.problems.length > 0 ? read.problems.join("; ") : undefined);
    },
    onProblem: (why) => tell(connection.isOpen(), why),
    onElicit: (request) => live.elicit(request),
  });
  const live = createLiveCalls<Answered>(() =>
    onProblem(
      `The MCP server "${server.name}" asked while it ran calls of several people, and does not say of which. Nobody was asked.`,
    ),
  );
  const readTools = createToolReader({
    server,
    connection,
    live,
    get worker() {
      return kernel.worker.id;
    },
    watch: (call) => waiting.watch(live, call),
  });
  const knownTools = createKnownTools(server.name, () => tools, known);
  const source: ToolSource = { name: server.name, list: knownTools.list, find: knownTools.find };
  return { connection, source };
}

function wait(milliseconds: number) {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => (timer = setTimeout(resolve, milliseconds)));
  return { over, end: () => clearTimeout(timer) };
}
