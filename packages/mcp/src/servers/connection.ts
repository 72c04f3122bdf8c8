import { ToolError } from "@callboard/core";
import {
  ProtocolError,
  SdkError,
  SdkErrorCode,
  SdkHttpError,
  UrlElicitationRequiredError,
  type CallToolRequest,
  type CallToolResult,
  type Client,
  type ElicitRequest,
  type ElicitResult,
  type InputRequiredResult,
  type RequestOptions,
  type Tool,
} from "@modelcontextprotocol/client";
import { listTools } from "./listTools.ts";
import type { McpServer } from "./mcpServer.ts";
import { openClient, type OpenedClient } from "./openClient.ts";
import { WORDS } from "./serverWords.ts";

/** A connection that is made again whenever it ends, until it is closed. */
export interface ServerConnection {
  /** Begins to connect; resolves when the first attempt has come to something. It never rejects. */
  start(): Promise<void>;
  isOpen(): boolean;
  /**
   * Runs a tool of the server, or goes on with one that has asked.
   * @throws ToolError where there is no result: why, and whether it may have run; `UrlElicitationRequiredError` where pages have to be
   * opened first.
   */
  call(params: CallToolRequest["params"], options: RequestOptions): Promise<CallToolResult | InputRequiredResult>;
  close(): Promise<void>;
}

interface ConnectionListeners {
  /** The server has listed its tools, whole. */
  onTools(tools: readonly Tool[]): void;
  /**
   * The connection has ended or cannot be made, which is said once until it is there again; or a new list cannot be
   * read.
   */
  onProblem(why: string): void;
  /** The server asks while its calls run. */
  onElicit(request: ElicitRequest): Promise<ElicitResult>;
}

/** The first wait before a server is tried again; each further one is twice as long. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;
/** A connection that lasted so long was no false start: the next wait is a first one again. */
const STEADY_MS = 30_000;

/** Keeps a connection to one server. */
export function createConnection(
  server: McpServer,
  { onTools, onProblem, onElicit }: ConnectionListeners,
): ServerConnection {
  const closing = new AbortController();
  let current: OpenedClient | undefined;
  let connectedAt = 0;
  let failures = 0;
  let isTold = false;
  let again: NodeJS.Timeout | undefined;
  let attempt: Promise<void> | undefined;

  const away = (why: string) => {
    if (closing.signal.aborted) return;
    if (!isTold) onProblem(why);
    isTold = true;
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
    failures += 1;
    clearTimeout(again);
    again = setTimeout(begin, wait);
    // A host may end while it waits.
    again.unref();
  };
  const drop = (opened: OpenedClient, why: string) => {
    if (current !== opened) return;
    current = undefined;
    if (Date.now() - connectedAt > STEADY_MS) failures = 0;
    opened.client.close().catch(() => {});
    const said = opened.lastWords();
    away(said === "" ? why : `${why}. It said:\n${said}`);
  };

  const connect = async () => {
    let client: Client | undefined;
    try {
      const opened = await openClient(
        server,
        {
          onTools(error, tools) {
            if (client === undefined || client !== current?.client) return;
            if (tools) onTools(tools);
            // What breaks the connection is told of by its end.
            else if (error && !isBroken(error)) onProblem(`its changed list of tools cannot be read: ${error.message}`);
          },
          onElicit,
        },
        closing.signal,
      );
      client = opened.client;
      let hasEnded = false;
      // oxlint-disable-next-line unicorn/prefer-add-event-listener -- a client of the library is no event target
      client.onclose = () => {
        hasEnded = true;
        drop(opened, "its connection has ended");
      };
      const tools = await listTools(client);
      if (closing.signal.aborted || hasEnded) throw new Error("its connection has ended");
      current = opened;
      connectedAt = Date.now();
      isTold = false;
      onTools(tools);
    } catch (error) {
      current = undefined;
      await client?.close().catch(() => {});
      away(error instanceof Error ? error.message : String(error));
    }
  };
  const begin = () => (attempt = connect());

  return {
    start: () => begin(),
    isOpen: () => current !== undefined,
    async call(params, options) {
      const opened = current;
      if (!opened) throw new ToolError({ template: WORDS.notConnected, values: { name: server.name } });
      try {
        return await opened.client.callTool(params, { ...options, allowInputRequired: true });
      } catch (error) {
        if (options.signal?.aborted || error instanceof UrlElicitationRequiredError) throw error;
        if (isBroken(error)) drop(opened, error instanceof Error ? error.message : String(error));
        throw toToolError(server.name, error);
      }
    },
    async close() {
      closing.abort();
      clearTimeout(again);
      await attempt;
      const opened = current;
      current = undefined;
      await opened?.client.close().catch(() => {});
    },
  };
}

/** What people read of a server's tools while it is away. */
export const notConnected = (name: string): string => `The MCP server “${name}” is not connected.`;

/** The credential counts no more, or the session is gone; any other status is of one request. */
const BREAKING_STATUSES = new Set([401, 403, 404]);

/** Whether an error says that the connection is of no more use, rather than that this call was refused. */
export function isBroken(error: unknown): boolean {
  if (error instanceof ProtocolError) return false;
  if (error instanceof SdkHttpError) return BREAKING_STATUSES.has(error.status);
  if (!(error instanceof SdkError)) return true;
  return (
    error.code === SdkErrorCode.ConnectionClosed ||
    error.code === SdkErrorCode.NotConnected ||
    error.code === SdkErrorCode.SendFailed
  );
}

function toToolError(name: string, cause: unknown): ToolError {
  const said = cause instanceof Error ? cause.message : String(cause);
  const because = (template: string) => new ToolError({ template, values: { name, said } }, { cause });
  if (cause instanceof ProtocolError) return because(WORDS.refused);
  if (cause instanceof SdkError && cause.code === SdkErrorCode.UnsupportedResultType) return because(WORDS.task);
  return because(isBroken(cause) ? WORDS.broken : WORDS.unread);
}
