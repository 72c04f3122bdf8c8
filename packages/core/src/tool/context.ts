import type { CallSource } from "../events/event.ts";
import type { InputAnswer } from "./needInput.ts";
import type { Said } from "./said.ts";
import type { AgentTools } from "./toolGroup.ts";

/**
 * What is true now for a tenant, by name: `documents: true`. Gathered once for each context, so that `available` can
 * answer at once.
 */
export type ToolFacts = Readonly<Record<string, unknown>>;

/** The caller and its place: the input of availability, permission and tenancy rules. */
export interface ToolContext {
  userId: string | null;
  spaceId: string | null;
  requestId: string;
  tenantId?: string | null;
  tenantSlug?: string | null;
  /** The permissions of the caller; a tool's `requiredPermission` has to be among them. */
  permissions?: readonly string[];
  /** The tenant's switches, by slug: a system tool has to be on, any other tool must not be off. */
  switches?: {
    enabled: readonly string[] | ReadonlySet<string>;
    disabled: readonly string[] | ReadonlySet<string>;
  };
  /** The bundles that the tenant has installed. */
  bundles?: readonly string[];
  /** What the host knows of the tenant. */
  facts?: ToolFacts;
  /** The slug of the tool that the caller's embed token is for: no other tool is there. */
  embed?: string;
  /** Which tools the calling agent has; all that the rest of the context allows unless given. */
  agent?: AgentTools;
  source?: CallSource;
}

/** A running call's surroundings, passed beside its input. */
export interface CallContext extends ToolContext {
  callId: string;
  /** One of its tenant: another tenant may have a session of the same id, so keep what is a session's by both. */
  sessionId: string;
  /** What a person answered to the questions that the handler returned before, by their keys; empty at first. */
  answers: Readonly<Record<string, InputAnswer>>;
  /** The preview that its approver was shown, where its tool gives one. */
  preview?: unknown;
  /** What the handler returned beside its last questions, or handed over since. */
  state?: unknown;
  /** Aborts when somebody cancels the call, or its time is over; pass it on to whatever takes time. */
  signal: AbortSignal;
}

/**
 * How a running call reports: the seven streaming callbacks, and its own progress and output. Each is one event of the
 * session.
 */
export interface ToolCallbacks {
  /** Without `total` the end is unknown. */
  onProgress(progress: number, total?: number, message?: Said): void;
  /** Progress as text alone. */
  onStatus(message: Said): void;
  /** A piece of streamed output. */
  onOutput(delta: string, channel?: string): void;
  /** A preliminary output, whole, that replaces the last. */
  onPartialResult(output: unknown): void;
  onToolCall(call: { callId: string; tool: string; input: unknown; agentId?: string }): void;
  onToolResult(result: { callId: string; output?: unknown; error?: string }): void;
  onSubAgentStart(agent: { agentId: string; name?: string; description?: string }): void;
  onSubAgentChunk(agentId: string, delta: string, kind?: "text" | "reasoning"): void;
  onSubAgentToolCall(agentId: string, call: { callId: string; tool: string; input: unknown }): void;
  onSubAgentToolResult(agentId: string, result: { callId: string; output?: unknown; error?: string }): void;
  onSubAgentEnd(agentId: string, end?: { result?: unknown; error?: string }): void;
}
