import type { ClientPart, EventError, SessionEvent } from "@callboard/core";
import { isCallEnd } from "@callboard/core/host";

/** What a call waits for: a person's yes, or an answer to a question of its handler. */
export type OpenAsk = ApprovalAsk | QuestionAsk;

interface AskBase {
  id: string;
  /** What of the client may answer in its person's place. */
  from?: ClientPart;
  /** What it is called among the asks of its call: a handler may ask under one name again. */
  key: string;
  expiresAt: number | null;
}
export interface ApprovalAsk extends AskBase {
  kind: "approval";
  /** What will run. */
  input: unknown;
  reason?: string;
}
export interface QuestionAsk extends AskBase {
  kind: "question";
  message: string;
  schema: unknown;
  url: string | null;
  maxTokens?: number;
}

/** How an ask that is not open any more came to its end. */
export type AskEnd = "approved" | "denied" | "answered" | "declined" | "expired" | "withdrawn";

/** Whether a call ended by itself, was stopped, or was cut off and may have run. */
export type CallEnd = "ended" | "cancelled" | "interrupted";

/** A call as its log tells it. */
export interface FollowedCall {
  tool: string;
  input: unknown;
  /** All that it has ever asked, and what of that can be answered. */
  asks: ReadonlyMap<string, OpenAsk>;
  open: ReadonlyMap<string, OpenAsk>;
  /** How each ask was answered, by its id. */
  ends: ReadonlyMap<string, AskEnd>;
  /** When it ended, in epoch milliseconds, and how; null while it goes on. */
  end: { at: number; status: "completed" | "failed"; how: CallEnd; error?: EventError } | null;
  /** Takes an event of the call's session in. */
  note(event: SessionEvent): void;
}

/** Follows one call along the events of its session. */
export function followedCall(callId: string): FollowedCall {
  const asks = new Map<string, OpenAsk>();
  const open = new Map<string, OpenAsk>();
  const ends = new Map<string, AskEnd>();
  const begin = (ask: OpenAsk) => {
    asks.set(ask.id, ask);
    open.set(ask.id, ask);
  };
  const close = (id: string, how: AskEnd) => {
    if (open.delete(id)) ends.set(id, how);
  };
  const call = {
    tool: "",
    input: undefined as unknown,
    asks,
    open,
    ends,
    end: null as FollowedCall["end"],
    note(event: SessionEvent) {
      if (!("callId" in event) || event.callId !== callId) return;
      switch (event.type) {
        case "tool.requested":
          call.tool = event.tool;
          break;
        case "tool.input_ready":
          call.input = event.input;
          break;
        case "tool.needs_approval": {
          // A newer one takes the place of the last.
          for (const { id, kind } of open.values()) if (kind === "approval") close(id, "withdrawn");
          const { approvalId: id, input, reason, expiresAt = null } = event;
          begin({ kind: "approval", id, key: "approval", input, expiresAt, ...(reason !== undefined && { reason }) });
          break;
        }
        case "tool.approved":
          close(event.approvalId, "approved");
          break;
        case "tool.denied":
          close(event.approvalId, "denied");
          break;
        case "tool.approval_expired":
          close(event.approvalId, "expired");
          break;
        case "tool.needs_input": {
          const { askId: id, message, schema, url = null, expiresAt = null } = event;
          const { key, from, maxTokens } = event.meta ?? {};
          begin({
            kind: "question",
            id,
            key: typeof key === "string" ? key : id,
            message,
            schema,
            url,
            expiresAt,
            ...((from === "model" || from === "roots") && { from }),
            ...(typeof maxTokens === "number" && { maxTokens }),
          });
          break;
        }
        case "tool.input_given":
          close(event.askId, event.action === "accept" ? "answered" : "declined");
          break;
        case "tool.input_expired":
          close(event.askId, "expired");
          break;
      }
      if (!isCallEnd(event)) return;
      for (const id of open.keys()) close(id, "withdrawn");
      call.end = {
        at: event.at,
        status: event.type === "tool.completed" ? "completed" : "failed",
        how:
          event.type === "tool.cancelled" ? "cancelled" : event.type === "tool.interrupted" ? "interrupted" : "ended",
        ...(event.type === "tool.failed" && { error: event.error }),
      };
    },
  };
  return call;
}
