import { CALL_ENDS, isFinal, type CallSource, type CallStatus, type NewEvent } from "@callboard/core";

/** One row of the calls table: what a run history shows, kept in the transaction of the events it is made from. */
export interface CallRow {
  sessionId: string;
  callId: string;
  tool: string;
  status: CallStatus;
  source: CallSource;
  userId: string | null;
  agentId: string | null;
  /** The call in a few words; null means that this batch does not change it. */
  summary: string | null;
  /** JSON text; null means that this batch does not change it. */
  input: string | null;
  /** JSON text; null means that this batch does not change it. */
  error: string | null;
  requestedAt: number;
  startedAt: number | null;
  endedAt: number | null;
  durationMs: number | null;
  workerId: string | null;
  epoch: number;
}

/** The id of the call that an event is about, where the calls table can hold it: a text column takes no NUL, an index no giant. */
export function projectedCallId(event: NewEvent): string | undefined {
  if (!("callId" in event) || typeof event.callId !== "string") return undefined;
  const id = event.callId;
  return id.length <= 256 && storable(id) === id ? id : undefined;
}

/** A text as a PostgreSQL column can hold it: NUL and lone surrogates become U+FFFD. Events keep the exact text, for JSON escapes both. */
export function storable(text: string): string {
  return text.replaceAll("\0", "\uFFFD").replace(/\p{Surrogate}/gu, "\uFFFD");
}

/** A call's row after one more event; undefined while no event has said which tool it is. A call that has ended does not change. */
export function foldCall(
  row: CallRow | undefined,
  event: NewEvent,
  at: { sessionId: string; at: number; workerId: string | null; epoch: number },
): CallRow | undefined {
  if (row && isFinal(row.status)) return row;
  switch (event.type) {
    case "tool.requested":
    case "tool.started": {
      const next: CallRow = row ?? {
        sessionId: at.sessionId,
        callId: event.callId,
        tool: storable(event.tool),
        status: "requested",
        source: event.source ?? "api",
        userId: event.userId === undefined ? null : storable(event.userId),
        agentId: event.agentId === undefined ? null : storable(event.agentId),
        summary: null,
        input: null,
        error: null,
        requestedAt: at.at,
        startedAt: null,
        endedAt: null,
        durationMs: null,
        workerId: at.workerId,
        epoch: at.epoch,
      };
      if (event.type === "tool.requested") return next;
      return {
        ...next,
        status: "running",
        summary: event.summary === undefined ? null : storable(event.summary),
        input: json(event.input),
        startedAt: at.at,
      };
    }
    case "tool.input_ready":
      return row && { ...row, status: row.status === "requested" ? "ready" : row.status, input: json(event.input) };
    case "tool.needs_approval":
      return row && { ...row, status: "awaiting-approval" };
    case "tool.approved":
      return row && { ...row, status: "ready" };
    case "tool.completed":
    case "tool.failed":
    case "tool.cancelled":
    case "tool.interrupted":
    case "tool.denied":
    case "tool.approval_expired":
      return (
        row && {
          ...row,
          status: CALL_ENDS[event.type],
          error: event.type === "tool.failed" ? json(event.error) : null,
          endedAt: at.at,
          durationMs: ("durationMs" in event ? event.durationMs : undefined) ?? at.at - (row.startedAt ?? at.at),
        }
      );
    default:
      return row;
  }
}

function json(value: unknown): string | null {
  return JSON.stringify(value) ?? null;
}
