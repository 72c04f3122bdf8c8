/**
 * The vocabulary of the session log. One event is one line of a session; the log is sufficient: agent loop, approvals,
 * reload, replay and crash recovery are functions of it.
 */

/** What every event carries: `seq` is gap-free per session from 1, `at` is epoch milliseconds, `v` may be left out and means 1. */
export interface EventEnvelope {
  v?: 1;
  seq: number;
  sessionId: string;
  at: number;
  /** Opaque provider data that the next model step needs; kept, never shown. */
  meta?: Record<string, unknown>;
}

/** Why something failed: `code` is stable and for programs, `message` is for people and says how to mend it. */
export interface EventError {
  code: string;
  message: string;
  /** JSON Pointer into the input, where the error is about one field. */
  path?: string;
}

/** Tokens that an agent used; providers may add their own counts. */
export interface Usage {
  inputTokens?: number;
  outputTokens?: number;
  [count: string]: number | undefined;
}

/** A large output kept beside the log (above 256 kB): `bytes` long, fetched by `id`, with a preview to show meanwhile. */
export interface OutputRef {
  id: string;
  bytes: number;
  mediaType: string;
  preview: string;
}

/** Who made a call: a person on a page, an agent, or a program. */
export type CallSource = "web" | "agent" | "api";

export interface MessageAdded {
  type: "message.added";
  messageId: string;
  role: "user" | "assistant" | "system";
  text: string;
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
  /** A new id opens a new item; none continues the last. */
  itemId?: string;
  messageId?: string;
}
export interface AgentRetracted {
  type: "agent.retracted";
  agentId: string;
  /** All items after this one are withdrawn; null withdraws all. An ended agent runs again from here. */
  afterItemId: string | null;
}
export interface AgentStepCompleted {
  type: "agent.step_completed";
  agentId: string;
  step: number;
  finishReason?: string;
  usage?: Usage;
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
}
export interface AgentCancelled {
  type: "agent.cancelled";
  agentId: string;
  reason?: string;
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
  /** None means the implicit root agent `you`. */
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
export interface ToolNeedsApproval {
  type: "tool.needs_approval";
  callId: string;
  approvalId: string;
  input: unknown;
  inputSchema?: unknown;
  reason?: string;
  /** Epoch milliseconds. */
  expiresAt?: number;
}
interface ApprovalAnswer {
  callId: string;
  approvalId: string;
  /** The input as the approver edited it. */
  input?: unknown;
  reason?: string;
  by?: string;
}
export interface ToolApproved extends ApprovalAnswer {
  type: "tool.approved";
}
export interface ToolDenied extends ApprovalAnswer {
  type: "tool.denied";
}
export interface ToolApprovalExpired extends ApprovalAnswer {
  type: "tool.approval_expired";
}
export interface ToolStarted {
  type: "tool.started";
  callId: string;
  tool: string;
  /** The input as it runs: validated, defaults filled in. */
  input: unknown;
  /** The call in a few words, as its tool puts it: what a collapsed row says of it. */
  summary?: string;
  agentId?: string;
  source?: CallSource;
  userId?: string;
}
export interface ToolProgressed {
  type: "tool.progressed";
  callId: string;
  progress: number;
  /** What `progress` counts towards; none means the end is not known. */
  total?: number;
  message?: string;
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
  | ToolStarted
  | ToolProgressed
  | ToolOutputAppended
  | ToolOutputReplaced
  | ToolCompleted
  | ToolFailed
  | ToolCancelled
  | ToolInterrupted;

/** One line of a session's log. */
export type SessionEvent = EventEnvelope & EventBody;

/** A body with the opaque `meta` it may carry: what is handed to `SessionLog.append`. */
export type NewEvent = EventBody & { meta?: Record<string, unknown> };

export type EventType = EventBody["type"];

/** The states of a call; the last six are final. `interrupted` means that the stream or the process ended first. */
export type CallStatus =
  | "requested"
  | "ready"
  | "awaiting-approval"
  | "running"
  | "denied"
  | "expired"
  | "completed"
  | "failed"
  | "cancelled"
  | "interrupted";

export type AgentStatus = "running" | "completed" | "failed" | "cancelled" | "interrupted";

/** The final event types of a call, each with the status it leaves. */
export const CALL_ENDS = {
  "tool.completed": "completed",
  "tool.failed": "failed",
  "tool.cancelled": "cancelled",
  "tool.interrupted": "interrupted",
  "tool.denied": "denied",
  "tool.approval_expired": "expired",
} as const satisfies Partial<Record<EventType, CallStatus>>;

/** True when a call in this status will not change any more. */
export function isFinal(status: CallStatus): boolean {
  return status !== "requested" && status !== "ready" && status !== "awaiting-approval" && status !== "running";
}
