/**
 * The vocabulary of the session log. One event is one line of a session; the log is sufficient: agent loop, approvals,
 * reload, replay and crash recovery are functions of it.
 */
import type { CallLimits } from "./callLimits.ts";

/**
 * The fields of every event: `seq` is gap-free per session from 1, `at` is epoch milliseconds, `v` may be left out and
 * means 1.
 */
export interface EventEnvelope {
  v?: 1;
  seq: number;
  sessionId: string;
  at: number;
  /** Opaque provider data that the next model step needs; kept, never shown. */
  meta?: Record<string, unknown>;
}

/** The cause of a failure: `code` is stable and for programs, `message` is for people and says how to mend it. */
export interface EventError {
  code: string;
  message: string;
  /** JSON Pointer to the field of the input that the error is about. */
  path?: string;
  /** Values that would do in that field, the likeliest first. */
  suggestions?: unknown[];
  /** How `message` is made, where its tool says so. */
  wording?: Wording;
}

/**
 * How a text is made: a template with names in braces, and a value for each name. It is logged beside the text, so a
 * reader can be shown it in another language: the template stands in the `messages` of the call's tool, and numbers are
 * written by locale.
 */
export interface Wording {
  template: string;
  values: Record<string, string | number>;
}

/** Tokens that an agent used; providers may add their own counts. */
export interface Usage {
  inputTokens?: number;
  outputTokens?: number;
  [count: string]: number | undefined;
}

/** A large output (above 256 kB) kept beside the log: `bytes` long, fetched by `id`, with a preview to show before. */
export interface OutputRef {
  id: string;
  bytes: number;
  mediaType: string;
  preview: string;
  /** What it holds, in words for a model: its shape, without its values. */
  summary?: string;
}

/** Who made a call: a person on a page, an agent, or a program. */
export type CallSource = "web" | "agent" | "api";

export interface MessageAdded {
  type: "message.added";
  messageId: string;
  role: "user" | "assistant" | "system";
  text: string;
  /**
   * What a system message says of a turn, whose root agent is the value `agentId`, for readers to say in their own
   * language. Its template is `calls_left` (`count` of `limit`), `calls_used` (all of `limit`) or `repeated_call`
   * (`tool`, `count` times with the same arguments).
   */
  wording?: Wording;
}
export interface AgentStarted {
  type: "agent.started";
  agentId: string;
  name?: string;
  description?: string;
  /** The call that started this sub-agent; none means a root agent. */
  parentCallId?: string;
  messageId?: string;
}
export interface AgentTextAppended {
  type: "agent.text_appended";
  agentId: string;
  delta: string;
  kind?: "text" | "reasoning";
  /** A new id opens a new item; without an id the delta continues the last item. */
  itemId?: string;
  messageId?: string;
}
export interface AgentRetracted {
  type: "agent.retracted";
  agentId: string;
  /** The last item that stays: all items after it are withdrawn, null withdraws all. An ended agent runs again. */
  afterItemId: string | null;
}
export interface AgentStepCompleted {
  type: "agent.step_completed";
  agentId: string;
  step: number;
  finishReason?: string;
  usage?: Usage;
  /** The model that answered, as its provider names it. */
  model?: string;
  /** How long the model answered. */
  durationMs?: number;
}
export interface AgentCompleted {
  type: "agent.completed";
  agentId: string;
  result?: unknown;
  usage?: Usage;
}
export interface AgentFailed {
  type: "agent.failed";
  agentId: string;
  error: EventError;
  usage?: Usage;
  /** The model whose answer failed. */
  model?: string;
}
export interface AgentCancelled {
  type: "agent.cancelled";
  agentId: string;
  reason?: string;
  /** The id of the person who stopped it. */
  by?: string;
  usage?: Usage;
}
export interface AgentInterrupted {
  type: "agent.interrupted";
  agentId: string;
  reason?: string;
  usage?: Usage;
}
export interface ToolRequested {
  type: "tool.requested";
  callId: string;
  tool: string;
  /** The agent that makes the call; none means the implicit root agent `you`. */
  agentId?: string;
  messageId?: string;
  title?: string;
  source?: CallSource;
  userId?: string;
}
export interface ToolInputAppended {
  type: "tool.input_appended";
  callId: string;
  /** A piece of the arguments' JSON text. */
  delta: string;
}
export interface ToolInputReady {
  type: "tool.input_ready";
  callId: string;
  input: unknown;
}
/** What a yes may allow beyond its call, where the agent that asks keeps such rules itself. */
export interface ApprovalOffer {
  id: string;
  /** The agent's own words for it. */
  words?: string;
  /** Without words: what is allowed, as the agent writes its rules. */
  rule?: string;
  /** How far the rule goes; unknown where it is left out. */
  reach?: "session" | "project" | "always";
}
export interface ToolNeedsApproval {
  type: "tool.needs_approval";
  callId: string;
  approvalId: string;
  input: unknown;
  inputSchema?: unknown;
  reason?: string;
  /** How the reason is made, for readers of other languages. */
  wording?: Wording;
  /** Epoch milliseconds. */
  expiresAt?: number;
  /** What a yes may allow beyond this call. */
  offers?: ApprovalOffer[];
  /** What a yes comes to, as the tool's `preview` says: such as a `ToolPreview`. */
  preview?: unknown;
}
interface AnsweredApproval {
  callId: string;
  approvalId: string;
  /** The input as the approver edited it. */
  input?: unknown;
  reason?: string;
  by?: string;
}
export interface ToolApproved extends AnsweredApproval {
  type: "tool.approved";
  /** `session`: later calls of this tool in this session need no answer, until that is revoked. */
  scope?: "session";
  /** Nobody was asked: the approval with this id holds for the session. */
  allowance?: string;
  /** The id of the offer that was taken: the agent that asked goes by it from now on. */
  offer?: string;
}
export interface ToolDenied extends AnsweredApproval {
  type: "tool.denied";
}
export interface ToolApprovalExpired extends AnsweredApproval {
  type: "tool.approval_expired";
}
/** What a person did with a question: they answered it, said no to it, or put it away. */
export type AnswerAction = "accept" | "decline" | "cancel";

/** A call asks a person a question. It may ask several at once, and goes on when each has its answer. */
export interface ToolNeedsInput {
  type: "tool.needs_input";
  callId: string;
  askId: string;
  /** The question, in words. */
  message: string;
  /** Who asks, where that is not the tool itself: such as the server that it runs on. */
  asker?: string;
  /** JSON Schema of the answer, for a form. */
  schema?: unknown;
  /** An address to open in place of a form. */
  url?: string;
  /** What the asker wants back with the answer; it is kept, and never shown. */
  state?: unknown;
  /** Epoch milliseconds. */
  expiresAt?: number;
}
export interface ToolInputGiven {
  type: "tool.input_given";
  callId: string;
  askId: string;
  action: AnswerAction;
  /** The answer to a form that was accepted. */
  content?: unknown;
  by?: string;
}
/** Nobody answered a question in time; the call ends as expired. */
export interface ToolInputExpired {
  type: "tool.input_expired";
  callId: string;
  askId: string;
  reason?: string;
}
/**
 * A call's work goes on outside the process that began it, such as a task of another server: whoever has the log goes
 * on with the call from `state`.
 */
export interface ToolHandedOver {
  type: "tool.handed_over";
  callId: string;
  /** What the handler is given when it is called again; it is kept, and never shown. */
  state: unknown;
}
/** A call waits for its turn: as many of its tool's calls as may be run now, or have begun of late. */
export interface ToolNeedsTurn {
  type: "tool.needs_turn";
  callId: string;
  turnId: string;
  /** The limits of the tool as they were then. */
  limits: CallLimits;
}
/** A call has its turn, and begins as soon as a process takes it up. */
export interface ToolTurnGiven {
  type: "tool.turn_given";
  callId: string;
  turnId: string;
}
/** A tool's calls need a person's answer again in this session. */
export interface AllowanceRevoked {
  type: "session.allowance_revoked";
  tool: string;
  by?: string;
}
export interface ToolStarted {
  type: "tool.started";
  callId: string;
  tool: string;
  /** The input as it runs: validated, defaults filled in. */
  input: unknown;
  /** The call in a few words, by its tool's `summary`: the text of a collapsed row. */
  summary?: string;
  /** How `summary` is made, where the tool says it. */
  wording?: Wording;
  /** The version of the tool that runs, as the host's catalog has it. */
  version?: string;
  agentId?: string;
  source?: CallSource;
  userId?: string;
}
export interface ToolProgressed {
  type: "tool.progressed";
  callId: string;
  progress: number;
  /** The value of `progress` at the end; none means that the end is unknown. */
  total?: number;
  message?: string;
  /** How `message` is made, where the tool says it. */
  wording?: Wording;
}
export interface ToolOutputAppended {
  type: "tool.output_appended";
  callId: string;
  delta: string;
  channel?: string;
}
export interface ToolOutputReplaced {
  type: "tool.output_replaced";
  callId: string;
  output: unknown;
}
export interface ToolCompleted {
  type: "tool.completed";
  callId: string;
  output?: unknown;
  outputRef?: OutputRef;
  durationMs?: number;
}
export interface ToolFailed {
  type: "tool.failed";
  callId: string;
  error: EventError;
  durationMs?: number;
}
export interface ToolCancelled {
  type: "tool.cancelled";
  callId: string;
  reason?: string;
  /** The id of the person who stopped it. */
  by?: string;
  durationMs?: number;
}
export interface ToolInterrupted {
  type: "tool.interrupted";
  callId: string;
  reason?: string;
  durationMs?: number;
}

/** An event's own fields, before a log gives it its envelope. */
export type EventBody =
  | MessageAdded
  | AgentStarted
  | AgentTextAppended
  | AgentRetracted
  | AgentStepCompleted
  | AgentCompleted
  | AgentFailed
  | AgentCancelled
  | AgentInterrupted
  | ToolRequested
  | ToolInputAppended
  | ToolInputReady
  | ToolNeedsApproval
  | ToolApproved
  | ToolDenied
  | ToolApprovalExpired
  | ToolNeedsInput
  | ToolInputGiven
  | ToolInputExpired
  | ToolNeedsTurn
  | ToolTurnGiven
  | ToolHandedOver
  | ToolStarted
  | ToolProgressed
  | ToolOutputAppended
  | ToolOutputReplaced
  | ToolCompleted
  | ToolFailed
  | ToolCancelled
  | ToolInterrupted
  | AllowanceRevoked;

/** One line of a session's log. */
export type SessionEvent = EventEnvelope & EventBody;

/** A body and its `meta`: the argument of `SessionLog.append`. */
export type NewEvent = EventBody & { meta?: Record<string, unknown> };

export type EventType = EventBody["type"];
