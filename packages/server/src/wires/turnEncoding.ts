import type { SessionEvent } from "@callboard/core";
import { CALL_ENDS, type CallEndEvent } from "@callboard/core/host";
import { createTurnScope, type TurnScope } from "./turnScope.ts";

export type AgentEndEvent = Extract<
  SessionEvent,
  { type: "agent.completed" | "agent.failed" | "agent.cancelled" | "agent.interrupted" }
>;
export type CallEvent = Extract<SessionEvent, { callId: string }>;

/** What every wire's encoder keeps of a turn. Its functions add to `chunks`; the wire's writer empties it. */
export interface TurnEncoding<Chunk> {
  scope: TurnScope;
  chunks: Chunk[];
  /** How the root agent ended; null while it is at work. */
  end: AgentEndEvent | null;
}

export function createTurnEncoding<Chunk>(rootId: string): TurnEncoding<Chunk> {
  return { scope: createTurnScope(rootId), chunks: [], end: null };
}

/** The chunks since the last time. */
export function drain<Chunk>(turn: TurnEncoding<Chunk>): Chunk[] {
  const { chunks } = turn;
  turn.chunks = [];
  return chunks;
}

/** A text or a stretch of reasoning that is open on the wire: it is started, and its end is not written. */
export interface OpenItem {
  kind: "text" | "reasoning";
  id: string;
}

/** The item that a piece of text belongs to: `open` itself where it goes on, else a new one. */
export function itemOf(
  { agentId, seq, kind = "text", itemId }: Extract<SessionEvent, { type: "agent.text_appended" }>,
  open: OpenItem | null,
): OpenItem {
  const goesOn = open?.kind === kind && (itemId === undefined || itemId === open.id);
  return goesOn ? open : { kind, id: itemId ?? `${agentId}.${seq}` };
}

/** What every wire's encoder keeps of a call. */
export interface EncodedCall {
  input: unknown;
  /** The reader has the arguments whole. */
  inputSent: boolean;
  ended: boolean;
  /** The output as far as it has streamed. */
  output: string;
  /** How many characters of `output` the reader has. */
  outputSent: number;
}

export function createEncodedCall(): EncodedCall {
  return { input: undefined, inputSent: false, ended: false, output: "", outputSent: 0 };
}

/** The output streams anew, from what replaces it: the caller writes that at once. */
export function replaceOutput(call: EncodedCall, output: unknown): void {
  call.output = typeof output === "string" ? output : "";
  call.outputSent = call.output.length;
}

export function hasUnsentOutput(call: EncodedCall): boolean {
  return !call.ended && call.output.length > call.outputSent;
}

/**
 * Whether the streamed output is to be written again. Both wires can only repeat it whole; writing it each time it has
 * grown by an eighth keeps all repetitions together below nine times its length.
 */
export function isOutputDue(call: EncodedCall): boolean {
  return !call.ended && call.output.length > call.outputSent * (9 / 8);
}

/** How a call ended, for Callboard's own reader: other ones only know that it failed. */
export function endMetadata(event: CallEndEvent): { status: string; reason?: string } {
  const reason = "reason" in event ? event.reason : undefined;
  return { status: CALL_ENDS[event.type], ...(reason !== undefined && { reason }) };
}

/** Why a call has no result, in words. */
export function errorTextOf(event: Exclude<CallEndEvent, { type: "tool.completed" }>): string {
  switch (event.type) {
    case "tool.failed":
      return event.error.message;
    case "tool.denied":
      return event.reason ?? "The person said no, so the call did not run.";
    case "tool.approval_expired":
      return "Nobody answered in time, so the call did not run.";
    case "tool.input_expired":
      return "Nobody answered in time, so the call did not go on.";
    case "tool.cancelled":
      return event.reason ?? "The call was cancelled.";
    case "tool.interrupted":
      return event.reason ?? "The call was interrupted; whether it had an effect is not known.";
  }
}
