import type { CallSource, CallStatus, NewEvent } from "@callboard/core";
import { isCallEnd, NEW_CALL, nextCallState, waitsForTurn, type CallState, type CallTurn } from "@callboard/core/host";
import { storable } from "../db/storable.ts";

/**
 * One row of the calls table, which a run history shows. It is written in the transaction of the events it is made
 * from.
 */
export interface CallRow extends CallState {
  sessionId: string;
  callId: string;
  tool: string;
  source: CallSource;
  userId: string | null;
  agentId: string | null;
  /** The call in a few words; null means that this batch does not change it. */
  summary: string | null;
  /** JSON text: how the summary is made; null means that this batch does not change it. */
  wording: string | null;
  /** JSON text; null means that this batch does not change it. */
  input: string | null;
  /** JSON text; null means that this batch does not change it. */
  error: string | null;
  requestedAt: number;
  startedAt: number | null;
  endedAt: number | null;
  durationMs: number | null;
  workerId: string | null;
  /** The call that it does again. */
  retryOf: string | null;
  /** The ids of the questions that are addresses to open. */
  links: readonly string[];
}

/**
 * The id of the call that an event is about, where the calls table can hold it: a text column takes no NUL, an index no
 * long id.
 */
export function projectedCallId(event: NewEvent): string | undefined {
  if (!("callId" in event) || typeof event.callId !== "string") return undefined;
  const id = event.callId;
  return id.length <= 256 && storable(id) === id ? id : undefined;
}

/**
 * A call's row after one more event: the same row where the event does not apply, undefined until an event names the
 * tool.
 */
export function foldCall(
  row: CallRow | undefined,
  event: NewEvent,
  at: { sessionId: string; at: number; workerId: string | null },
): CallRow | undefined {
  if (!("callId" in event)) return row;
  if (!row) {
    const isFirst = event.type === "tool.requested" || event.type === "tool.started";
    return isFirst ? foldCall(newRow(event, at), event, at) : undefined;
  }
  const state = nextCallState(row, event);
  if (!state) return row;
  const next: CallRow = { ...row, ...state };
  if (isCallEnd(event)) {
    return {
      ...next,
      error: event.type === "tool.failed" ? json(event.error) : null,
      endedAt: at.at,
      durationMs: ("durationMs" in event ? event.durationMs : undefined) ?? at.at - (row.startedAt ?? at.at),
    };
  }
  switch (event.type) {
    case "tool.input_ready":
      return { ...next, input: json(event.input) };
    case "tool.started":
      return {
        ...next,
        summary: event.summary === undefined ? null : storable(event.summary),
        wording: event.wording === undefined ? null : json(event.wording),
        input: json(event.input),
        startedAt: at.at,
      };
    case "tool.needs_input":
      // From here on the call is the log's: whoever claims the session calls its handler again.
      return {
        ...next,
        workerId: null,
        links: event.url === undefined ? row.links : [...row.links, event.askId],
      };
    case "tool.handed_over":
      return { ...next, workerId: null };
    case "tool.needs_approval":
    case "tool.approved":
    case "tool.input_given":
    case "tool.needs_turn":
    case "tool.turn_given":
      return next;
    // What comes often while the state stays: the row says nothing of it.
    case "tool.requested":
    case "tool.input_appended":
    case "tool.progressed":
    case "tool.output_appended":
    case "tool.output_replaced":
      return row;
    default:
      event satisfies never;
      return next;
  }
}

function newRow(
  event: Extract<NewEvent, { type: "tool.requested" | "tool.started" }>,
  at: { sessionId: string; at: number; workerId: string | null },
): CallRow {
  const { retryOf } = event.meta ?? {};
  return {
    ...NEW_CALL,
    sessionId: at.sessionId,
    callId: event.callId,
    tool: storable(event.tool),
    source: event.source ?? "api",
    userId: event.userId === undefined ? null : storable(event.userId),
    agentId: event.agentId === undefined ? null : storable(event.agentId),
    summary: null,
    wording: null,
    input: null,
    error: null,
    requestedAt: at.at,
    startedAt: null,
    endedAt: null,
    durationMs: null,
    workerId: at.workerId,
    retryOf: typeof retryOf === "string" ? storable(retryOf).slice(0, 256) : null,
    links: [],
  };
}

type Asked = Pick<CallRow, "approval" | "asked" | "questions" | "links">;

/** A row's approvals and questions as the table keeps them: JSON text, null for a call that asked for none. */
export function approvalsText({ approval, asked, questions, links }: Asked): string | null {
  if (asked.length === 0) return null;
  return JSON.stringify({
    approval,
    asked,
    ...(questions.length > 0 && { questions }),
    ...(links.length > 0 && { links }),
  });
}

/** The approvals and questions of a row from their text. */
export function readApprovals(text: string | null): Asked {
  const { approval, asked, questions } = NEW_CALL;
  const none = { approval, asked, questions, links: [] };
  return text === null ? none : { ...none, ...(JSON.parse(text) as Partial<Asked>) };
}

/** What a waiting call waits for. */
export function waitsForOf(status: CallStatus, text: string | null): "approval" | "question" | "link" {
  if (status === "awaiting-approval") return "approval";
  const { questions, links } = readApprovals(text);
  return questions.length > 0 && questions.every((id) => links.includes(id)) ? "link" : "question";
}

/** A row's turn from its text; null for a call that has and needs none. */
export const readTurn = (text: string | null): CallTurn | null =>
  text === null ? null : (JSON.parse(text) as CallTurn);

/** What a list says of a call that waits for its turn. */
export const isQueued = (text: string | null): { isQueued?: true } =>
  waitsForTurn({ turn: readTurn(text) }) ? { isQueued: true } : {};

function json(value: unknown): string | null {
  return JSON.stringify(value) ?? null;
}
