import { AsyncLocalStorage } from "node:async_hooks";
import { redactText } from "@callboard/core/share";
import type { McpWireMessage } from "@callboard/core/client";
import type { FetchLike, JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { isRecord } from "../isRecord.ts";
import { takeMessages } from "../listeners.ts";
import { MASK, maskedBy } from "./maskSecrets.ts";
import type { McpServer } from "./mcpServer.ts";

/** The call that messages are of. */
export interface WireCall {
  tenantId: string;
  sessionId: string;
  callId: string;
}

/** What was spoken in one go of a call, for whoever keeps it. */
export interface SpokenCall extends WireCall {
  server: string;
  messages: McpWireMessage[];
  /** Whether there was more than is kept. */
  isCut: boolean;
}

/** Listens to what is spoken with one server, and tells the messages of each call apart. */
export interface WireTap {
  /** Listens on a transport that is connected. */
  listen(transport: Transport): void;
  /** Listens to the requests by which messages are sent, for their headers. */
  through(fetch: FetchLike | undefined): FetchLike;
  /** Does a call's work: what it says and hears from now on is the call's. */
  during<Result>(call: WireCall, work: () => Promise<Result>): Promise<Result>;
  /** What was spoken of a call that runs. */
  of(tenantId: string, callId: string): McpWireMessage[] | undefined;
}

/** The most that is kept of one go of a call. */
const MOST_MESSAGES = 200;
const LONGEST_MESSAGE = 100_000;

/** Headers that hold a secret whatever they are called, and what is no part of a message. */
const SECRET_HEADERS = new Set(["authorization", "cookie", "mcp-session-id"]);
const LEFT_OUT = new Set(["accept-encoding", "connection", "content-length", "host", "user-agent"]);

export function createWireTap(server: McpServer, keep: (spoken: SpokenCall) => void): WireTap {
  const scope = new AsyncLocalStorage<Heard>();
  const running = new Map<string, Heard>();
  /** Whose a request is: ours by the id that its answer has, the server's by the id that ours has. */
  const ours = new Map<unknown, Heard>();
  const theirs = new Map<unknown, Heard>();
  const hide = maskedBy(server);
  const secretNames = new Set(
    "command" in server.transport ? [] : Object.keys(server.transport.headers ?? {}).map((name) => name.toLowerCase()),
  );
  const keyOf = (tenantId: string, callId: string) => `${tenantId}/${callId}`;

  const callOf = (way: McpWireMessage["way"], message: JSONRPCMessage): Heard | undefined => {
    const { id, method, params } = parts(message);
    const isRequest = id !== undefined && method !== undefined;
    if (way === "out") {
      if (isRequest) return remember(ours, id, scope.getStore());
      if (id !== undefined) return theirs.get(id);
      return ours.get(params["requestId"]) ?? scope.getStore();
    }
    if (!isRequest && id !== undefined) {
      const heard = ours.get(id);
      ours.delete(id);
      return heard;
    }
    // A server of the older revisions does not say of which call its question is: where one runs, it is of that.
    const [only] = running.values();
    const alone = running.size === 1 ? only : undefined;
    if (isRequest) return remember(theirs, id, alone);
    return ours.get(params["progressToken"]) ?? ours.get(params["requestId"]) ?? alone;
  };
  const hear = (way: McpWireMessage["way"], message: JSONRPCMessage) => {
    const heard = callOf(way, message);
    if (!heard) return;
    // The last one is kept in any case: it has the answer.
    if (heard.messages.length >= MOST_MESSAGES) {
      heard.isCut = true;
      heard.messages.pop();
    }
    const whole = JSON.stringify(message);
    if (whole.length > LONGEST_MESSAGE) heard.isCut = true;
    const text = redactText(hide(whole.slice(0, LONGEST_MESSAGE)));
    heard.messages.push({ way, at: Date.now(), text });
  };

  return {
    listen(transport) {
      const send = transport.send.bind(transport);
      transport.send = (message, options) => {
        hear("out", message);
        return send(message, options);
      };
      takeMessages(transport, (message) => {
        hear("in", message);
        return message;
      });
    },
    through(fetch = globalThis.fetch) {
      return async (url, init) => {
        const heard = scope.getStore();
        const said = typeof init?.body === "string" ? parsed(init.body) : undefined;
        const sent = heard?.messages.findLast(({ way }) => way === "out");
        if (heard && sent && said !== undefined && init?.headers && !sent.headers) {
          sent.headers = Object.fromEntries(
            [...new Headers(init.headers)]
              .filter(([name]) => !LEFT_OUT.has(name))
              .map(([name, value]) => [name, secretNames.has(name) || SECRET_HEADERS.has(name) ? MASK : hide(value)]),
          );
        }
        return await fetch(url, init);
      };
    },
    async during(call, work) {
      const key = keyOf(call.tenantId, call.callId);
      const heard: Heard = { messages: [], isCut: false };
      running.set(key, heard);
      try {
        return await scope.run(heard, work);
      } finally {
        running.delete(key);
        for (const of of [ours, theirs]) for (const [id, each] of of) if (each === heard) of.delete(id);
        if (heard.messages.length > 0) keep({ ...call, server: server.name, ...heard });
      }
    },
    of: (tenantId, callId) => running.get(keyOf(tenantId, callId))?.messages,
  };
}

interface Heard {
  messages: McpWireMessage[];
  isCut: boolean;
}

function remember(of: Map<unknown, Heard>, id: unknown, heard: Heard | undefined): Heard | undefined {
  if (heard) of.set(id, heard);
  return heard;
}

function parts(message: JSONRPCMessage): { id: unknown; method: unknown; params: Record<string, unknown> } {
  const { id, method, params } = message as { id?: unknown; method?: unknown; params?: unknown };
  return { id, method, params: isRecord(params) ? params : {} };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
