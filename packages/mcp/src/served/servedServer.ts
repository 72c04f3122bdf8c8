import type { ResolvedTool } from "@callboard/core/catalog";
import {
  fromJsonSchema,
  McpServer,
  type AuthInfo,
  type Implementation,
  type JsonSchemaType,
} from "@modelcontextprotocol/server";
import { contextOf, type Caller } from "./caller.ts";
import { callTool } from "./callTool.ts";
import type { Served } from "./served.ts";
import { clientOf } from "./client.ts";
import { TASKS_EXTENSION } from "../tasksExtension.ts";
import { serveTasks } from "./taskHandlers.ts";
import { OLDER_TASKS, serveOlderTasks } from "./olderTasks.ts";
import { toolPage } from "./toolPages.ts";

/** How a host presents itself to clients. */
export interface Presentation {
  serverInfo: Implementation;
  instructions: string | undefined;
  pageSize: number;
  /** Adds what is no tool. */
  extend: ((server: McpServer, caller: Caller) => void | Promise<void>) | undefined;
}

/**
 * A server of the official library over a host's tools: for whoever a request comes from, it lists what they may see,
 * and runs it. `caller` is whoever it is made for, and `named` the tool that its one request is for, where that is
 * known before.
 */
export async function createServedServer(
  served: Served,
  callerIn: (authInfo: AuthInfo | undefined) => Caller,
  { serverInfo, instructions, pageSize, extend }: Presentation,
  { caller: beginner, isModern, named }: { caller: Caller; isModern: boolean; named?: ResolvedTool | undefined },
): Promise<McpServer> {
  const { kernel } = served;
  const mcp = new McpServer(serverInfo, {
    capabilities: {
      tools: { listChanged: true },
      logging: {},
      ...(isModern ? { extensions: { [TASKS_EXTENSION]: {} } } : { tasks: OLDER_TASKS }),
    },
    ...(instructions && { instructions }),
    // In the older revisions the library asks the client itself, as long as the ask is open.
    inputRequired: { maxRounds: MOST_ROUNDS, roundTimeoutMs: Math.min(kernel.approvalTtl, LONGEST_TIMER_MS) },
  });
  await extend?.(mcp, beginner);
  if (named) declareHeaders(mcp, named);
  (isModern ? serveTasks : serveOlderTasks)(mcp, served, callerIn);
  const { server } = mcp;
  server.setRequestHandler("tools/list", async ({ params }, { http }) => {
    const context = await contextOf(kernel, callerIn(http?.authInfo));
    const page = await toolPage(await kernel.catalog.toolsFor(context), params?.cursor, pageSize);
    return isModern ? page : { ...page, tools: page.tools.map((tool) => ({ ...tool, execution: MAY_BE_TASK })) };
  });
  server.setRequestHandler("tools/call", ({ params }, context) => {
    const caller = callerIn(context.http?.authInfo);
    return callTool(served, { caller, client: clientOf(server, context.mcpReq), params, context });
  });
  return mcp;
}

/** In the revision 2025-11-25 a client may have any call as a task. */
const MAY_BE_TASK = { taskSupport: "optional" as const };

/** How often one call may ask in one request of an older revision. */
const MOST_ROUNDS = 32;
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/**
 * A tool whose schema puts arguments into headers has to be known to the library, which holds the two against each
 * other.
 */
function declareHeaders(mcp: McpServer, tool: ResolvedTool): void {
  if (!JSON.stringify(tool.inputJsonSchema).includes('"x-mcp-header"')) return;
  const inputSchema = fromJsonSchema(tool.inputJsonSchema as JsonSchemaType);
  mcp.registerTool(tool.slug, { inputSchema }, () => ({ content: [] }));
}
