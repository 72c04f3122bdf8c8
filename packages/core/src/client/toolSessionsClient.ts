import type { RequestOptions, Transport } from "./transport.ts";
import { absoluteUrl } from "./uploads.ts";

/** A session in which several people fill in one tool and read one result. Times are ISO 8601. */
export interface ToolSession {
  /** Also the id of its log: `GET /api/sessions/:id/events`. */
  id: string;
  tenant_id: string;
  tool_slug: string;
  title: string | null;
  status: "active" | "completed" | "cancelled";
  /** The entities that it is about. */
  entity_ids: string[];
  /** What the launcher set for it; the tool's `aggregate` does not see it. */
  config: Record<string, unknown>;
  /** The token of the link that was made with it, in the answer to its launch alone: only its hash is kept. */
  share_token: string | null;
  /** The launcher. */
  created_by: string | null;
  created_at: string;
  /** When it was completed or cancelled. */
  ended_at: string | null;
}

/** What one person has submitted: the last of their calls that completed, else the last that has begun. */
export interface ToolSessionSubmission {
  id: string;
  session_id: string;
  /** A person of the tenant, or `guest:…`. */
  user_id: string;
  user_display_name?: string;
  input: Record<string, unknown>;
  /** Null until the call has completed; only completed ones are aggregated. */
  output: Record<string, unknown> | null;
  created_at: string;
}

/** What a link lets its guests do: fill in the tool and read, or read alone. */
export type ToolSessionRole = "submit" | "watch";

/** A link to a session, without its token. Times are epoch milliseconds. */
export interface ToolSessionLink {
  id: string;
  role: ToolSessionRole;
  createdAt: number;
  expiresAt: number;
}

/** Somebody whose page is open. */
export interface ToolSessionPerson {
  user_id: string;
  user_display_name?: string;
}

/** A session as its page shows it. */
export interface ToolSessionState {
  session: ToolSession;
  submissions: ToolSessionSubmission[];
  /** What the tool's `aggregate` makes of the completed submissions; null without any, or where it failed. */
  aggregate: unknown;
  /** Why the aggregate is missing, in words. */
  aggregateError?: string;
  /** Who asks, and what they may do here. */
  you: ToolSessionPerson & { maySubmit: boolean; mayManage: boolean };
}

export interface LaunchOptions {
  title?: string;
  entityIds?: readonly string[];
  config?: Readonly<Record<string, unknown>>;
  /** Makes a link with it; it ends after a week unless it says otherwise. */
  share?: LinkOptions;
}

export interface LinkOptions {
  role: ToolSessionRole;
  /** 1 to 90; 7 unless given. */
  expiresInDays?: number;
}

/** Sessions that people share. A guest's transport has the link's token, and a `guest` key of its own. */
export interface ToolSessionsClient {
  launch(slug: string, options?: LaunchOptions & RequestOptions): Promise<{ session: ToolSession; shareUrl?: string }>;
  /** A tool's sessions, the newest first. */
  list(slug: string, options?: RequestOptions): Promise<ToolSession[]>;
  get(id: string, options?: RequestOptions): Promise<ToolSessionState>;
  /**
   * Submits, or corrects what one has submitted. With a `callId` of the caller's own it may be sent again: it is
   * submitted once.
   */
  submit(
    id: string,
    submission: { input: unknown; displayName?: string; callId?: string } & RequestOptions,
  ): Promise<{ submission: ToolSessionSubmission; callId: string; guest?: string }>;
  /** Ends it, or names it anew. */
  update(
    id: string,
    changes: { status?: "completed" | "cancelled"; title?: string | null } & RequestOptions,
  ): Promise<ToolSession>;
  /** Says that one is there, and learns who is. To be said again every 15 seconds. */
  present(id: string, options?: { displayName?: string } & RequestOptions): Promise<ToolSessionPerson[]>;
  createLink(id: string, options: LinkOptions & RequestOptions): Promise<ToolSessionLink & { shareUrl: string }>;
  links(id: string, options?: RequestOptions): Promise<ToolSessionLink[]>;
  /** Takes a link back: its guests see nothing from then on. */
  withdrawLink(id: string, linkId: string, options?: RequestOptions): Promise<void>;
}

/** The client of a host's shared sessions. */
export function toolSessionsClient(transport: Transport): ToolSessionsClient {
  const at = (id: string, ...rest: string[]) => ["/api/tool-sessions", id, ...rest].map(part).join("/");
  const absolute = <Made extends { shareUrl?: string }>(made: Made): Made =>
    made.shareUrl === undefined ? made : { ...made, shareUrl: absoluteUrl(made.shareUrl, transport.baseUrl) };
  return {
    async launch(slug, { title, entityIds, config, share, signal } = {}) {
      const json = { title, entityIds, config, share };
      const path = `/api/tools/${encodeURIComponent(slug)}/sessions`;
      return absolute(
        await transport.json<{ session: ToolSession; shareUrl?: string }>(path, { method: "POST", json, signal }),
      );
    },
    list: (slug, { signal } = {}) => transport.json(`/api/tools/${encodeURIComponent(slug)}/sessions`, { signal }),
    get: (id, { signal } = {}) => transport.json(at(id), { signal, cache: "no-store" }),
    submit: (id, { input, displayName, callId, signal }) =>
      transport.json(at(id, "submissions"), {
        method: "POST",
        json: { input, displayName, callId },
        signal,
        repeatable: callId !== undefined,
      }),
    update: (id, { status, title, signal }) =>
      transport.json(at(id), { method: "PATCH", json: { status, title }, signal }),
    present: (id, { displayName, signal } = {}) =>
      transport.json(at(id, "presence"), { method: "PUT", json: { displayName }, signal }),
    createLink: async (id, { role, expiresInDays, signal }) =>
      absolute(
        await transport.json<ToolSessionLink & { shareUrl: string }>(at(id, "links"), {
          method: "POST",
          json: { role, expiresInDays },
          signal,
        }),
      ),
    links: (id, { signal } = {}) => transport.json(at(id, "links"), { signal }),
    withdrawLink: (id, linkId, { signal } = {}) =>
      transport.send(at(id, "links", linkId), { method: "DELETE", signal }),
  };
}

const part = (text: string, index: number): string => (index === 0 ? text : encodeURIComponent(text));
