import type { Recent } from "@callboard/core/host";
import type { Kernel } from "@callboard/server";
import type { CallToolRequestParams, ServerContext } from "@modelcontextprotocol/server";
import type { AskLinks } from "./askLinks.ts";
import type { Caller } from "./caller.ts";
import type { McpClient } from "./client.ts";
import type { ServedTasks } from "./servedTasks.ts";
import type { WaitingCalls } from "./waitingCalls.ts";

/** What calls of clients need. */
export interface Served {
  kernel: Kernel;
  waiting: WaitingCalls;
  tasks: ServedTasks;
  /** The secrets of links to asks of tasks that were looked at last: a look makes no other link. */
  taskLinks: Recent<Promise<string>>;
  links: AskLinks;
  /** The page of an ask, by its secret. */
  addressOf(secret: string, request: Request | undefined): string;
  /** How long a call runs before a client that follows tasks has it as one, in milliseconds. */
  taskAfterMs: number;
  /** How long a client that asks nobody waits for a person, before it is given the link alone; in milliseconds. */
  patienceMs: number;
}

/** Who asks, by what, for what. */
export interface ClientRequest {
  caller: Caller;
  client: McpClient;
  params: CallToolRequestParams;
  context: Pick<ServerContext, "mcpReq" | "http">;
}
