import type { CallSource, CallStatus, EventError, SessionEvent } from "../timeline/event.ts";
import type { ToolDetail, ToolListing } from "../tool/definition.ts";
import type { Choice, ChoiceQuery } from "./choices.ts";
import type { Connection, ConnectionDraft } from "./connections.ts";
import type { StoredFile, UploadOptions } from "./uploads.ts";

/** Where a started run is to be watched. `runId` is the call's id under the seed's name. */
export interface StartedRun {
  sessionId: string;
  callId: string;
  runId: string;
}

/** One line of a tool's run history. Times are epoch milliseconds. */
export interface CallSummary {
  callId: string;
  sessionId: string;
  tool: string;
  /** The call in a few words, as its tool puts it. */
  summary: string | null;
  status: CallStatus;
  source: CallSource;
  userId: string | null;
  input: unknown;
  error: EventError | null;
  startedAt: number;
  endedAt: number | null;
  durationMs: number | null;
}

/** How the way to a session's events is doing, so that a page can say so. */
export type ConnectionState = "connecting" | "live" | "waiting" | "offline" | "closed";

export interface EventsOptions {
  /** The last `seq` already seen; 0 or none means from the start. */
  after?: number;
  signal?: AbortSignal;
  onState?: (state: ConnectionState) => void;
}

/**
 * The seam to whoever runs tools. Every part is optional but what a use needs. Calls reject with `ToolClientError`.
 * `events` yields batches in `seq` order, resumes by itself after a cut, and ends only when `signal` aborts or the
 * session cannot be read (not found, not allowed).
 */
export interface ToolClient {
  tools?(): Promise<ToolListing[]>;
  tool?(slug: string): Promise<ToolDetail>;
  run?(slug: string, input: unknown, options?: { signal?: AbortSignal; sessionId?: string }): Promise<StartedRun>;
  calls?(slug: string): Promise<CallSummary[]>;
  events?(sessionId: string, options?: EventsOptions): AsyncIterable<SessionEvent[]>;
  cancel?(target: { callId: string } | { agentId: string }): Promise<void>;
  /** Says something to an agent: in a new session, or the next turn of one. */
  chat?(message: string, options?: { sessionId?: string; signal?: AbortSignal }): Promise<StartedTurn>;
  /** Lets an agent that failed or was stopped or interrupted go on from its last whole answer. */
  resume?(agentId: string): Promise<void>;
  /** Answers a call that asks for approval. */
  answer?(answer: ApprovalAnswer): Promise<void>;
  /** What may be done with a call by this client; a control that it cannot honour is not drawn. */
  can?(callId: string): { answer: boolean; edit: boolean; cancel: boolean };
  /** The chats of this actor, the last used first. */
  sessions?(): Promise<SessionSummary[]>;
  /** Gives a chat another name. */
  renameSession?(sessionId: string, title: string): Promise<void>;
  /** Streams a file to the host; what it is stored as is what a form holds of it. */
  upload?(file: Blob, options?: UploadOptions): Promise<StoredFile>;
  /** What may be picked of a kind, best first, or what stored ids are called. */
  choices?(kind: string, query: ChoiceQuery, options?: { signal?: AbortSignal }): Promise<Choice[]>;
  /** Saves a destination. Its secret goes to the host and never comes back. */
  createConnection?(draft: ConnectionDraft, options?: { signal?: AbortSignal }): Promise<Connection>;
}

/** Where a turn of a chat is to be watched: its agent answers the message. */
export interface StartedTurn {
  sessionId: string;
  messageId: string;
  agentId: string;
}

/** A person's answer to a call that asks. An edited `input` is validated again before it runs. */
export interface ApprovalAnswer {
  callId: string;
  approvalId: string;
  decision: "approve" | "deny";
  input?: unknown;
  reason?: string;
}

/** One chat in the list of chats. Times are epoch milliseconds. */
export interface SessionSummary {
  id: string;
  title: string;
  createdAt: number;
  updatedAt: number;
  /** What its last turn is doing. */
  status: "running" | "waiting" | "idle";
}

/** Why a client's call was refused: `status` is HTTP's (0 = the host was not reached), `path` the JSON Pointer of the field, `issues` one per field where several are wrong. */
export class ToolClientError extends Error {
  override readonly name = "ToolClientError";
  readonly code: string;
  readonly status: number;
  readonly path: string | undefined;
  readonly issues: readonly { path: string; message: string }[];
  constructor(
    message: string,
    details: {
      code: string;
      status: number;
      path?: string;
      issues?: readonly { path: string; message: string }[];
      cause?: unknown;
    },
  ) {
    super(message, details.cause === undefined ? undefined : { cause: details.cause });
    this.code = details.code;
    this.status = details.status;
    this.path = details.path;
    this.issues = details.issues ?? [];
  }
}
