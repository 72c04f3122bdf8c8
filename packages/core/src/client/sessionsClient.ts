import type { SessionEvent } from "../events/event.ts";
import { streamSession } from "./sessionStream.ts";
import type { EventsOptions, SessionSummary } from "./toolClient.ts";
import type { RequestOptions, Transport } from "./transport.ts";

/** A session as one file. */
export interface ExportOptions extends RequestOptions {
  /** A log of one event a line, or a page that opens from disk; `jsonl` unless given. */
  format?: "jsonl" | "html";
  /** Whether passwords, keys and tokens are masked; false unless given. */
  redacted?: boolean;
}

/** A person's chats, and the logs of sessions. */
export interface SessionsClient {
  /**
   * The chats, the last used first: 50 unless `limit` is given, up to 200; with a `search`, those whose name holds its
   * words.
   */
  list(options?: RequestOptions & { search?: string | undefined; limit?: number }): Promise<SessionSummary[]>;
  /**
   * A session's events as they happen, in batches in the order of `seq`. A connection that ends is opened again by
   * `Last-Event-ID`; what comes twice is dropped, what is missing is fetched.
   */
  events(id: string, options?: EventsOptions): AsyncIterable<SessionEvent[]>;
  /** What the log holds now, from the event after `after` on. */
  log(id: string, options?: RequestOptions & { after?: number }): Promise<SessionEvent[]>;
  rename(id: string, title: string, options?: RequestOptions): Promise<void>;
  /** Deletes a chat with all that happened in it; what still runs there is stopped first. */
  remove(id: string, options?: RequestOptions): Promise<void>;
  /** Takes back that a tool's calls need no answer for the rest of a session. */
  revoke(id: string, tool: string, options?: RequestOptions): Promise<void>;
  /** The session as a file, for `readSessionFile` or to keep. */
  export(id: string, options?: ExportOptions): Promise<Blob>;
}

/** The client of a host's sessions. */
export function sessionsClient(transport: Transport): SessionsClient {
  const at = (id: string) => `/api/sessions/${encodeURIComponent(id)}`;
  return {
    list({ search = "", limit, signal } = {}) {
      const query = { search: search.trim() === "" ? undefined : search, limit };
      return transport.json("/api/sessions", { query, signal });
    },
    events: (id, { after, signal, onState, onOwn } = {}) =>
      streamSession({
        url: `${at(id)}/events`,
        sessionId: id,
        async open(path, init) {
          // The stream itself waits and tries again, and says so.
          const response = await transport.request(path, { ...init, cache: "no-store", repeatable: false });
          const whose = response.headers.get("callboard-session");
          if (whose !== null) onOwn?.(whose === "own");
          return response;
        },
        after,
        signal,
        onState,
      }),
    log: (id, { after, signal } = {}) => transport.json(`${at(id)}/events`, { query: { after }, signal }),
    rename: (id, title, { signal } = {}) => transport.send(at(id), { method: "PATCH", json: { title }, signal }),
    remove: (id, { signal } = {}) => transport.send(at(id), { method: "DELETE", signal }),
    revoke: (id, tool, { signal } = {}) =>
      transport.send(`${at(id)}/revoke`, { method: "POST", json: { tool }, signal }),
    export: (id, { format = "jsonl", redacted, signal } = {}) =>
      transport.blob(`${at(id)}/export`, { query: { format, redacted }, headers: { accept: "*/*" }, signal }),
  };
}
