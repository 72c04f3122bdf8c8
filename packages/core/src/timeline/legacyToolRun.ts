import { DEFAULT_TENANT_ID } from "../events/defaultTenant.ts";
import type { CallStatus } from "../events/callLife.ts";
import type { CallSource, SessionEvent } from "../events/event.ts";
import type { CallView } from "./node.ts";
import { IMPLICIT_AGENT_ID } from "./state.ts";
import { createTimeline } from "./timeline.ts";

/** A call as one flat record with two outcomes, for code older than the session log; it is derived, never stored. */
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

/** The facts about a call that the log does not hold. */
export interface LegacyToolRunOptions {
  /** The call to convert; the first call of the events unless given. */
  callId?: string;
  /** The tenant of the log, which no event names; the default tenant unless given. */
  tenantId?: string;
  /** The chat that the call belongs to; an agent's call belongs to its session unless another is given. */
  chatId?: string | null;
}

/**
 * A call's events as one `ToolRun`; null where they hold no such call. Only a completed call is a success: every other
 * status is an `error` with a sentence about it. Input and output other than objects become `{ value }`.
 */
export function toLegacyToolRun(events: readonly SessionEvent[], options: LegacyToolRunOptions = {}): ToolRun | null {
  const callId = options.callId ?? firstCall(events);
  if (callId === undefined) return null;
  const timeline = createTimeline();
  timeline.apply(inOrderOfCall(events, callId));
  const call = timeline.getNode(callId);
  if (call?.kind !== "call") return null;
  const source = call.source ?? (call.agentId === IMPLICIT_AGENT_ID ? "api" : "agent");
  const sessionId = events.find((event) => isAbout(event, callId))?.sessionId ?? null;
  return {
    id: call.id,
    tenant_id: options.tenantId ?? DEFAULT_TENANT_ID,
    tool_slug: call.tool,
    user_id: call.userId,
    input: asRecord(call.input) ?? {},
    output: call.outputRef ? { outputRef: call.outputRef } : asRecord(call.output ?? undefined),
    status: call.status === "completed" ? "success" : "error",
    error: errorTextOf(call),
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

/** The call's own events, numbered anew: events picked from a log are enough, the start of the agent is not needed. */
function inOrderOfCall(events: readonly SessionEvent[], callId: string): SessionEvent[] {
  const callEvents = events.filter((event) => isAbout(event, callId)).sort((left, right) => left.seq - right.seq);
  const agent = callEvents.find((event) => "agentId" in event && typeof event.agentId === "string");
  const agentId = agent && "agentId" in agent ? agent.agentId : undefined;
  const start =
    agentId === undefined ? [] : [{ type: "agent.started", agentId, at: callEvents[0]!.at } as SessionEvent];
  return [...start, ...callEvents].map((event, index) => ({ ...event, sessionId: "run", seq: index + 1 }));
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

const STATUS_TEXTS: Record<Exclude<CallStatus, "completed" | "failed">, string> = {
  requested: "The call has not started: its arguments are still being written.",
  ready: "The call has not started.",
  "awaiting-approval": "The call waits for approval.",
  "awaiting-input": "The call waits for answers to its questions.",
  running: "The call is still running.",
  denied: "The call was denied",
  expired: "Nobody answered in time",
  cancelled: "The call was cancelled",
  interrupted: "The call was interrupted, and how far it came is not known",
};

function errorTextOf({ status, error, reason }: CallView): string | null {
  if (status === "completed") return null;
  if (status === "failed") return error?.message ?? "The call failed without saying why.";
  const text = STATUS_TEXTS[status];
  if (text.endsWith(".")) return text;
  return reason ? `${text}: ${reason}` : `${text}.`;
}
