import { ToolError } from "@callboard/core";
import { AddressRefused, HostRefusal } from "@callboard/server";
import {
  InsufficientScopeError,
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
  type InputResponses,
  type RequestOptions,
  type Tool,
} from "@modelcontextprotocol/client";
import { onceClosed } from "../listeners.ts";
import { anything, listTools } from "./listTools.ts";
import type { McpServer } from "./mcpServer.ts";
import { openClient, type OpenedClient, type ServerReach } from "./openClient.ts";
import { WORDS } from "./serverWords.ts";
import { SignInAsked } from "./signInAsked.ts";

/** A connection that is made again whenever it ends, until it is closed. */
export interface ServerConnection {
  /** Begins to connect; resolves when the first attempt has come to something. It never rejects. */
  start(): Promise<void>;
  isOpen(): boolean;
  state(): ConnectionState;
  /** Connects now where it is away, else reads the tools once more; resolves when that has come to something. */
  tryNow(): Promise<void>;
  /** Connects anew, as somebody else: what runs ends. Resolves when that has come to something. */
  reconnect(): Promise<void>;
  /**
   * Runs a tool of the server, or goes on with one that has asked.
   * @throws ToolError where there is no result: why, and whether it may have run; `UrlElicitationRequiredError` where
   * pages have to be opened first.
   */
  call(params: CallToolRequest["params"], options: CallOptions): Promise<CallToolResult | InputRequiredResult>;
  /**
   * Asks the server for something of a task.
   * @throws ToolError where there is no answer: its cause says why.
   */
  task(request: TaskRequest, options: RequestOptions): Promise<unknown>;
  /**
   * Asks anything else of the server.
   * @throws HostRefusal while it is away; what the library threw where it refuses.
   */
  ask<Result>(work: (client: Client) => Promise<Result>): Promise<Result>;
  /** Whether the server speaks of tasks as the revision 2025-11-25 does, rather than by the extension. */
  hasOlderTasks(): boolean;
  close(): Promise<void>;
}

/** How a connection stands. */
export interface ConnectionState {
  isOpen: boolean;
  /** When it was made, in epoch milliseconds. */
  since?: number;
  /** Why it is away. */
  problem?: ConnectionProblem;
  /** When it is tried again, in epoch milliseconds. */
  nextTryAt?: number;
  /** What the server calls itself, and the revision that it speaks. */
  about?: { name: string; version: string; revision: string };
}

/**
 * Why a server is away: it asks for a sign-in, its address is not allowed, or anything else, in the words of whoever
 * met it.
 */
export interface ConnectionProblem {
  code: "sign-in" | "address" | "away";
  said: string;
}

/** What is sent with a call. */
export interface CallOptions extends RequestOptions {
  /** The tool may, or has to, run as a task of the revision 2025-11-25. */
  asTask?: boolean;
}

/** What is asked of a task: by the names of the revision 2025-11-25, or of the extension. */
export interface TaskRequest {
  method: "tasks/get" | "tasks/result" | "tasks/update" | "tasks/cancel";
  params: { taskId: string; inputResponses?: InputResponses };
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
  /** The server wants more rights than those that it is shown. */
  onScope(scope: string): void;
}

/**
 * The longest that a request may take: what ends it sooner is the host's own limit, which waiting for people is no part
 * of.
 */
export const UNLIMITED_MS = 2 ** 31 - 1;
/** The first wait before a server is tried again; each further one is twice as long. */
const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 60_000;
/** A connection that lasted so long was no false start: the next wait is a first one again. */
const STEADY_MS = 30_000;

/** Keeps a connection to one server. */
export function createConnection(
  server: McpServer,
  { onTools, onProblem, onElicit, onScope }: ConnectionListeners,
  reach: ServerReach = {},
): ServerConnection {
  const closing = new AbortController();
  let current: OpenedClient | undefined;
  let connectedAt = 0;
  let failures = 0;
  let isTold = false;
  let again: NodeJS.Timeout | undefined;
  let attempt: Promise<void> | undefined;
  let isTrying = false;
  let problem: ConnectionProblem | undefined;
  let nextTryAt: number | undefined;

  const away = (why: string, code: ConnectionProblem["code"] = "away") => {
    if (closing.signal.aborted) return;
    problem = { code, said: why };
    if (!isTold) onProblem(why);
    isTold = true;
    const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** failures);
    failures += 1;
    clearTimeout(again);
    again = setTimeout(begin, wait);
    nextTryAt = Date.now() + wait;
    // A host may end while it waits.
    again.unref();
  };
  const drop = (opened: OpenedClient, why: string, code?: ConnectionProblem["code"]) => {
    if (current !== opened) return;
    current = undefined;
    if (Date.now() - connectedAt > STEADY_MS) failures = 0;
    opened.client.close().catch(() => {});
    const said = opened.lastWords();
    away(said === "" ? why : `${why}. It said:\n${said}`, code);
  };

  const noteScope = (error: unknown) => {
    const cause = error instanceof SignInAsked ? error.cause : error;
    if (cause instanceof InsufficientScopeError && cause.requiredScope) onScope(cause.requiredScope);
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
        reach,
      );
      client = opened.client;
      let hasEnded = false;
      onceClosed(client, () => {
        hasEnded = true;
        drop(opened, "its connection has ended");
      });
      const tools = await listTools(client);
      if (closing.signal.aborted || hasEnded) throw new Error("its connection has ended");
      current = opened;
      connectedAt = Date.now();
      isTold = false;
      problem = undefined;
      nextTryAt = undefined;
      onTools(tools);
    } catch (error) {
      current = undefined;
      await client?.close().catch(() => {});
      noteScope(error);
      away(saidBy(error), codeOf(error));
    }
  };
  const begin = () => {
    clearTimeout(again);
    isTrying = true;
    attempt = connect().finally(() => (isTrying = false));
    return attempt;
  };

  const answerOf = async <Answer>(
    { signal }: RequestOptions,
    request: (opened: OpenedClient) => Promise<Answer>,
  ): Promise<Answer> => {
    const opened = current;
    if (!opened) throw new ToolError({ template: WORDS.notConnected, values: { name: server.name } });
    try {
      return await request(opened);
    } catch (error) {
      if (signal?.aborted || error instanceof UrlElicitationRequiredError) throw error;
      noteScope(error);
      if (isBroken(error)) drop(opened, error instanceof Error ? error.message : String(error), codeOf(error));
      throw toToolError(server.name, error);
    }
  };

  return {
    start: () => begin(),
    isOpen: () => current !== undefined,
    state() {
      if (!current)
        return { isOpen: false, ...(problem && { problem }), ...(nextTryAt !== undefined && { nextTryAt }) };
      const { client } = current;
      const { name = "", version = "" } = client.getServerVersion() ?? {};
      const revision = client.getNegotiatedProtocolVersion() ?? "";
      return { isOpen: true, since: connectedAt, about: { name, version, revision } };
    },
    async tryNow() {
      if (closing.signal.aborted) return;
      if (isTrying) return attempt;
      const opened = current;
      if (!opened) return begin();
      try {
        onTools(await listTools(opened.client));
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        if (isBroken(error)) drop(opened, why, codeOf(error));
        else onProblem(`its tools cannot be read: ${why}`);
      }
    },
    async reconnect() {
      // An attempt that has begun may still be made as whoever it was before.
      await attempt;
      if (closing.signal.aborted) return;
      const opened = current;
      current = undefined;
      await opened?.client.close().catch(() => {});
      await begin();
    },
    call: (params, { asTask, ...options }) =>
      answerOf(options, ({ client }) => {
        const task = asTask && takesTasks(client) ? { task: {} } : {};
        return client.callTool({ ...params, ...task }, { ...options, allowInputRequired: true });
      }),
    task: (request, options) => answerOf(options, ({ client }) => client.request(request, anything, options)),
    hasOlderTasks: () => current?.client.getProtocolEra() === "legacy",
    async ask(work) {
      const opened = current;
      if (!opened) throw new HostRefusal("server_away", notConnected(server.name));
      try {
        return await work(opened.client);
      } catch (error) {
        if (isBroken(error)) drop(opened, saidBy(error), codeOf(error));
        throw error;
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

/** What an error says, with what lies behind it where that is not said yet: `fetch failed: connect ECONNREFUSED`. */
function saidBy(error: unknown): string {
  const parts: string[] = [];
  for (
    let each = error;
    parts.length < 5 && each !== undefined;
    each = each instanceof Error ? each.cause : undefined
  ) {
    const said = each instanceof Error ? each.message : String(each);
    if (said !== "" && !parts.some((part) => part.includes(said))) parts.push(said);
  }
  return parts.join(": ");
}

function codeOf(error: unknown): ConnectionProblem["code"] {
  for (let each = error; each instanceof Error; each = each.cause) {
    if (each instanceof SignInAsked) return "sign-in";
    if (each instanceof AddressRefused) return "address";
  }
  return "away";
}

/** Whether a server of the revision 2025-11-25 runs tools as tasks. */
const takesTasks = (client: Client): boolean =>
  client.getProtocolEra() === "legacy" && client.getServerCapabilities()?.tasks?.requests?.tools?.call !== undefined;

/** What people read of a server's tools while it is away. */
export const notConnected = (name: string): string => `The MCP server “${name}” is not connected.`;

/** The credential counts no more, or the session is gone; any other status is of one request. */
const BREAKING_STATUSES = new Set([401, 403, 404]);

/** Whether an error says that the connection is of no more use, rather than that this call was refused. */
export function isBroken(error: unknown): boolean {
  if (error instanceof ProtocolError || error instanceof InsufficientScopeError) return false;
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
  if (cause instanceof SignInAsked) return because(WORDS.signIn);
  if (cause instanceof InsufficientScopeError) {
    return new ToolError({ template: WORDS.scope, values: { name, scope: cause.requiredScope ?? "–" } }, { cause });
  }
  return because(isBroken(cause) ? WORDS.broken : WORDS.unread);
}
