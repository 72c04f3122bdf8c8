import type { CallSource } from "../timeline/event.ts";

/** Who asks, and where: what availability, permissions and tenancy are decided on. */
export interface ToolContext {
  userId: string | null;
  spaceId: string | null;
  requestId: string;
  tenantId?: string | null;
  tenantSlug?: string | null;
  /** What the caller may do; a tool with `requiredPermission` needs it in this list. */
  permissions?: readonly string[];
  /** What the tenant switched on and off, by slug: a system tool needs to be on, any other must not be off. */
  switches?: { enabled: readonly string[]; disabled: readonly string[] };
  source?: CallSource;
}

/** What a running call is given besides its input. */
export interface CallContext extends ToolContext {
  callId: string;
  sessionId: string;
  /** Aborts when somebody cancels the call; pass it on to whatever takes time. */
  signal: AbortSignal;
}

/** How a running call reports: the seven streaming callbacks, and its own progress and output. Each is one event of the session. */
export interface ToolCallbacks {
  /** `total` left out means that the end is not known. */
  onProgress(progress: number, total?: number, message?: string): void;
  /** Words alone: what is being done now. */
  onStatus(message: string): void;
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
