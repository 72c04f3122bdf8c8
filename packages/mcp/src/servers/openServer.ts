import type { ToolContext } from "@callboard/core";
import type { ToolSource } from "@callboard/core/catalog";
import type { Kernel } from "@callboard/server";
import type { Tool } from "@modelcontextprotocol/client";
import type { Answered, ServerCalls } from "./callTool.ts";
import { createConnection, type ServerConnection } from "./connection.ts";
import type { KnownDefinitions } from "./knownDefinitions.ts";
import { createKnownTools, type ServerTool } from "./knownTools.ts";
import { createLiveCalls } from "./liveCalls.ts";
import type { McpServer } from "./mcpServer.ts";
import type { ServerReach } from "./openClient.ts";
import type { ServerSignIn } from "./serverSignIn.ts";
import { createToolReader, type ReadTools, type RefusedTool } from "./toolOfServer.ts";
import type { WaitingCalls } from "./waitingCalls.ts";
import { createWireTap, type SpokenCall, type WireTap } from "./wire.ts";

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

/** A server that the host keeps a connection to. */
export interface OpenedServer {
  server: McpServer;
  connection: ServerConnection;
  source: ToolSource;
  /** The tools that it lists, whoever has switched them off. */
  tools(): readonly ServerTool[];
  /** What is spoken of a call that runs; where that is listened to. */
  tap: WireTap | undefined;
  /** Signing in to it, where that is possible. */
  signIn: ServerSignIn | undefined;
  /** What was not taken of its list. */
  refused(): readonly RefusedTool[];
}

export interface OpenServerOptions {
  onState: (state: McpServerState) => void;
  kernel: Kernel;
  waiting: WaitingCalls;
  watchTask: ServerCalls["watchTask"];
  known: KnownDefinitions;
  /** The tools that a context's tenant has switched off, by server. */
  offOf: (context: ToolContext) => Promise<ReadonlyMap<string, ReadonlySet<string>>>;
  reach?: ServerReach;
  signIn?: ServerSignIn | undefined;
  /** Keeps what is spoken in calls; nothing is listened to without it. */
  keep?: ((spoken: SpokenCall) => void) | undefined;
}

/** Makes what a server needs to be connected to; `connection.start` begins. */
export function openServer(server: McpServer, options: OpenServerOptions): OpenedServer {
  const { onState, kernel, waiting, watchTask, known, offOf, reach, signIn, keep } = options;
  const tap = keep && createWireTap(server, keep);
  const { onProblem } = kernel;
  let tools: readonly ServerTool[] = [];
  let refused: readonly RefusedTool[] = [];
  const tell = (isConnected: boolean, problem?: string) => {
    if (problem !== undefined) onProblem(`The MCP server "${server.name}": ${problem}`);
    onState({ server: server.name, isConnected, tools: tools.length, ...(problem !== undefined && { problem }) });
  };
  const connection = createConnection(
    server,
    {
      onTools(listed: readonly Tool[]) {
        const read: ReadTools = readTools(listed);
        tools = read.definitions;
        refused = read.refused;
        knownTools.listAgain();
        tell(true, refused.length > 0 ? refused.map(({ said }) => said).join("; ") : undefined);
      },
      onProblem: (why) => tell(connection.isOpen(), why),
      onElicit: (request) => live.elicit(request),
      onScope: (scope) =>
        void signIn?.want(scope).catch((error: unknown) => {
          onProblem(`What the MCP server "${server.name}" asks for is not kept.`, error);
        }),
    },
    { ...reach, ...(signIn && { authProvider: signIn.provider }), ...(tap && { tap }) },
  );
  const live = createLiveCalls<Answered>(() =>
    onProblem(
      `The MCP server "${server.name}" asked while it ran calls of several people, and does not say of which. Nobody was asked.`,
    ),
  );
  const readTools = createToolReader({
    server,
    connection,
    live,
    tap,
    get worker() {
      return kernel.worker.id;
    },
    watch: (call) => waiting.watch(live, call),
    watchTask,
  });
  const nothing: ReadonlySet<string> = new Set();
  const offHere = async (context: ToolContext) => (await offOf(context)).get(server.name) ?? nothing;
  const knownTools = createKnownTools(server.name, () => tools, known, offHere);
  return {
    server,
    connection,
    source: { name: server.name, list: knownTools.list, find: knownTools.find },
    tap,
    signIn,
    tools: () => tools,
    refused: () => refused,
  };
}
