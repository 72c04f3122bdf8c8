import type { CallStatus } from "../events/callLife.ts";
import type { AnswerAction, CallSource, EventError, SessionEvent, Wording } from "../events/event.ts";
import type { ToolDetail, ToolListing } from "../tool/definition.ts";
import type { ToolSearchRequest, ToolSearchResponse } from "../search/toolSearch.ts";
import type { Choice, ChoiceQuery } from "./choices.ts";
import type { Connection, ConnectionDraft } from "./connections.ts";
import type { StoredFile, UploadOptions } from "./uploads.ts";

/** Where a started run is to be watched. `runId` is the call's id under the seed's name. */
export interface StartedRun {
  sessionId: string;
  callId: string;
  runId: string;
}

/** An address that opens a file without credentials, for so many milliseconds. */
export interface Preview {
  url: string;
  expiresInMs: number;
}

/** One line of a tool's run history. Times are epoch milliseconds. */
export interface CallSummary {
  callId: string;
  sessionId: string;
  tool: string;
  /** The call in a few words, as its tool puts it. */
  summary: string | null;
  /** How `summary` is made, where its tool says it. */
  wording?: Wording | null;
  status: CallStatus;
  /** What it, or a call below it, waits for a person to do, the weightiest of it; absent where none waits. */
  waitsFor?: "approval" | "question" | "link";
  /** It would run, and its tool's limits do not let it yet. */
  isQueued?: true;
  source: CallSource;
  userId: string | null;
  input: unknown;
  error: EventError | null;
  startedAt: number;
  endedAt: number | null;
  durationMs: number | null;
}

/** The state of the connection to a session's events. */
export type ConnectionState = "connecting" | "live" | "waiting" | "offline" | "closed";

export interface EventsOptions {
  /** The last `seq` already seen; 0 or none means from the start. */
  after?: number;
  signal?: AbortSignal;
  onState?: (state: ConnectionState) => void;
  /**
   * Called with each connection, before its events, where the host says whose session it is: false is a colleague's, in
   * which the reader may not write or answer (`colleagueClient`). A host that says nothing leaves it uncalled.
   */
  onOwn?: (isOwn: boolean) => void;
}

/**
 * The seam to the host that runs tools. Every method is optional; a component needs only those it uses. Calls reject
 * with `ToolClientError`. `events` yields batches in `seq` order, resumes by itself after a cut, and ends only when
 * `signal` aborts or the session cannot be read (not found, not allowed).
 */
export interface ToolClient {
  tools?(): Promise<ToolListing[]>;
  tool?(slug: string): Promise<ToolDetail>;
  /** What `tool_search` finds for a model, each tool with what its score is made of (`shares`). */
  searchTools?(request: ToolSearchRequest, options?: { signal?: AbortSignal }): Promise<ToolSearchResponse>;
  /** Runs a tool, in a new session or in one that is there. With a `title` the new session is a chat of that name. */
  run?(
    slug: string,
    input: unknown,
    options?: { signal?: AbortSignal; sessionId?: string; title?: string },
  ): Promise<StartedRun>;
  calls?(slug: string): Promise<CallSummary[]>;
  events?(sessionId: string, options?: EventsOptions): AsyncIterable<SessionEvent[]>;
  /** An output that is kept beside the log, by the id of its `outputRef`. */
  output?(id: string, options?: { signal?: AbortSignal }): Promise<unknown>;
  /** The same as it is kept, for a page that reads it beside everything else it does. */
  outputBlob?(id: string, options?: { signal?: AbortSignal }): Promise<Blob>;
  cancel?(target: { callId: string } | { agentId: string }): Promise<void>;
  /** Sends a message to an agent: in a new session, or as the next turn of one. */
  chat?(message: string, options?: { sessionId?: string; agent?: string; signal?: AbortSignal }): Promise<StartedTurn>;
  /** Lets an agent that failed or was stopped or interrupted go on from its last whole answer. */
  resume?(agentId: string): Promise<void>;
  /** Answers what waits for a person: an approval, or a question of a call. */
  answer?(answer: ApprovalAnswer | QuestionAnswer): Promise<void>;
  /** Takes back that a tool's calls need no answer for the rest of a session. */
  revoke?(allowance: { sessionId: string; tool: string }): Promise<void>;
  /** The actions that this client can perform on a call; components draw no control for the others. */
  can?(callId: string): CallAbilities;
  /** The chats of this actor, the last used first; with a `search`, those whose name holds all of its words. */
  sessions?(options?: { search?: string }): Promise<SessionSummary[]>;
  /** Gives a chat another name. */
  renameSession?(sessionId: string, title: string): Promise<void>;
  /** Deletes a chat with all that happened in it; what still runs there is stopped first. */
  deleteSession?(sessionId: string): Promise<void>;
  /** Makes a read-only link of a session, which opens it to whoever has the link until it expires. */
  share?(sessionId: string, options?: ShareOptions): Promise<NewSessionShare>;
  /** The links that open a session now, the newest first. */
  shares?(sessionId: string): Promise<SessionShare[]>;
  /** Withdraws a link: it opens nothing from then on. */
  unshare?(sessionId: string, shareId: string): Promise<void>;
  /** Uploads a file; the form holds the stored file that it resolves to. */
  upload?(file: Blob, options?: UploadOptions): Promise<StoredFile>;
  /**
   * Signs the address of a file of the host's, so that a page can show it without credentials; null where it opens as
   * it is, or is none.
   */
  preview?(url: string, options?: { signal?: AbortSignal }): Promise<Preview | null>;
  /** The choices of a kind, best first, or the labels of stored ids. */
  choices?(kind: string, query: ChoiceQuery, options?: { signal?: AbortSignal }): Promise<Choice[]>;
  /** Saves a destination. Its secret goes to the host and never comes back. */
  createConnection?(draft: ConnectionDraft, options?: { signal?: AbortSignal }): Promise<Connection>;
}

/** An agent that people may talk to. */
export interface AgentListing {
  /** What a message names it by. */
  slug: string;
  name: string;
  /** What it is for. */
  description: string | null;
  /** It answers where a message names none. Its name is the host's word for it: say it in the reader's language. */
  isDefault: boolean;
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
  /** `session`: approves later calls of this tool in this session too. */
  scope?: "session";
  /** The id of one of the approval's `offers`, which the yes takes. */
  offer?: string;
}

/** A person's answer to a question. The `content` of what is accepted is checked against the question's schema. */
export interface QuestionAnswer {
  callId: string;
  askId: string;
  action: AnswerAction;
  content?: unknown;
}

/** The actions that a client can perform on a call. */
export interface CallAbilities {
  answer: boolean;
  /** An approval may come with another input. */
  edit: boolean;
  cancel: boolean;
  /** A denial may say why; true unless given. */
  reason?: boolean;
  /** An approval may hold for the session; false unless given. */
  session?: boolean;
  /** Questions can be declined, which is more than not answering; true unless given. */
  decline?: boolean;
  /** Questions can be left without an answer; true unless given. */
  skip?: boolean;
  /** Why nothing can be answered: the session is another person's; false unless given. */
  notYours?: boolean;
}

/** One chat in the list of chats. Times are epoch milliseconds. */
export interface SessionSummary {
  id: string;
  title: string;
  createdAt: number;
  updatedAt: number;
  /** The state of its last turn. */
  status: "running" | "waiting" | "idle";
  /** What a chat that waits waits for, the weightiest of it: an approval, an answer, or a link to open. */
  waitsFor?: "approval" | "question" | "link";
}

/** How a link shows a session. */
export interface ShareOptions {
  /** From 1 to 90; 7 unless given. */
  expiresInDays?: number;
  /** Whether passwords, keys and tokens are masked; true unless given. */
  redacted?: boolean;
}

/** A read-only link of a session. Times are epoch milliseconds. */
export interface SessionShare {
  id: string;
  createdAt: number;
  expiresAt: number;
  redacted: boolean;
}

/** A link that was just made: only now its address is known. */
export interface NewSessionShare extends SessionShare {
  url: string;
}
