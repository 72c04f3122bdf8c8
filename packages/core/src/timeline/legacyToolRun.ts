import type { CallSource, CallStatus, SessionEvent } from "./event.ts";
import type { CallView } from "./node.ts";
import { createTimeline } from "./timeline.ts";

/** A call as one flat record with two outcomes, for readers older than the session log; not to be kept anywhere. */
export interface ToolRun {
  id: string;
  tenant_id: string;
  tool_slug: string;
  user_id: string | null;
  input: Record<string, unknown>;
  output: Record<string, unknown> | null;
  status: "success" | "error";
  error: string | null;
  duration_ms: number;
  source: CallSource;
  chat_id: string | null;
  session_id: string | null;
}

/** What a log does not say of a call. */
export interface LegacyToolRunOptions {
  /** Which call of the events; the first one unless given. */
  callId?: string;
  /** The default tenant unless given: a log's readers know whose it is, the log does not say. */
  tenantId?: string;
  /** The chat that the call belongs to; an agent's call belongs to its session unless another is given. */
  chatId?: string | null;
}

const DEFAULT_TENANT = "00000000-0000-0000-0000-000000000000";

/**
 * A call's events as one `ToolRun`; null where they hold no such call. Only a completed call is a success: every other
 * status is an `error` that says in its own words what it is. Input and output that are no objects come as `{ value }`.
 */
export function toLegacyToolRun(events: readonly SessionEvent[], options: LegacyToolRunOptions = {}): ToolRun | null {
  const callId = options.callId ?? firstCall(events);
  if (callId === undefined) return null;
  const timeline = createTimeline();
  timeline.apply(inOrderOfCall(events, callId));
  const call = timeline.getNode(callId);
  if (call?.kind !== "call") return null;
  const source = call.source ?? (call.agentId === "you" ? "api" : "agent");
  const sessionId = events.find((event) => isAbout(event, callId))?.sessionId ?? null;
  return {
    id: call.id,
    tenant_id: options.tenantId ?? DEFAULT_TENANT,
    tool_slug: call.tool,
    user_id: call.userId,
    input: asRecord(call.input) ?? {},
    output: call.outputRef ? { outputRef: call.outputRef } : asRecord(call.output ?? undefined),
    status: call.status === "completed" ? "success" : "error",
    error: wordsOf(call),
    duration_ms: durationOf(call),
    source,
    chat_id: options.chatId === undefined ? (source === "agent" ? sessionId : null) : options.chatId,
    session_id: sessionId,
  };
}

function isAbout(event: SessionEvent, callId: string): boolean {
  return "callId" in event && event.callId === callId;
}

function firstCall(events: readonly SessionEvent[]): string | undefined {
  for (const event of events) if ("callId" in event) return event.callId;
  return undefined;
}

/** The call's own events with a place each: a pair taken out of a log is enough, and who made the call need not be there. */
function inOrderOfCall(events: readonly SessionEvent[], callId: string): SessionEvent[] {
  const own = events.filter((event) => isAbout(event, callId)).sort((one, other) => one.seq - other.seq);
  const agent = own.find((event) => "agentId" in event && typeof event.agentId === "string");
  const agentId = agent && "agentId" in agent ? agent.agentId : undefined;
  const start = agentId === undefined ? [] : [{ type: "agent.started", agentId, at: own[0]!.at } as SessionEvent];
  return [...start, ...own].map((event, index) => ({ ...event, sessionId: "run", seq: index + 1 }));
}

function asRecord(value: unknown): Record<string, unknown> | null {
  if (value === undefined) return null;
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : { value };
}

function durationOf({ durationMs, startedAt, endedAt }: CallView): number {
  return durationMs ?? (startedAt !== null && endedAt !== null ? Math.max(0, endedAt - startedAt) : 0);
}

const WORDS: Record<Exclude<CallStatus, "completed" | "failed">, string> = {
  requested: "The call has not started: its arguments are still being written.",
  ready: "The call has not started.",
  "awaiting-approval": "The call waits for approval.",
  running: "The call is still running.",
  denied: "The call was denied",
  expired: "Nobody approved the call in time",
  cancelled: "The call was cancelled",
  interrupted: "The call was interrupted, and how far it came is not known",
};

function wordsOf({ status, error, reason }: CallView): string | null {
  if (status === "completed") return null;
  if (status === "failed") return error?.message ?? "The call failed without saying why.";
  const words = WORDS[status];
  if (words.endsWith(".")) return words;
  return reason ? `${words}: ${reason}` : `${words}.`;
}
