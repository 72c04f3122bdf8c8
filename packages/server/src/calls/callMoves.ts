import type { NewEvent } from "@callboard/core";
import { waitsForTurn } from "@callboard/core/host";
import type { LoopCall } from "../conversation/conversation.ts";

/** What can be done next with a call that waits: `key` names the same move for as long as it is the one to make. */
export type CallMove =
  /** Resolve, permit and validate it, and ask for approval or run it. */
  | { kind: "begin"; key: string; call: LoopCall }
  /** Run it, for it was approved. */
  | { kind: "run"; key: string; call: LoopCall }
  /** Run it once more, for it has asked and has its answers, or has handed its work over. */
  | { kind: "again"; key: string; call: LoopCall }
  /** Write what follows from the log alone. */
  | { kind: "write"; key: string; events: NewEvent[] };

/**
 * What follows for a call at a time (epoch milliseconds), whoever asked for it; nothing while it runs, or a person is
 * waited for.
 */
export function callMoves(call: LoopCall, now: number): CallMove[] {
  const { callId, status, approval, asking } = call;
  if (status === "awaiting-approval" && approval?.expiresAt != null && approval.expiresAt <= now) {
    const events: NewEvent[] = [{ type: "tool.approval_expired", callId, approvalId: approval.id }];
    return [{ kind: "write", key: `expire ${approval.id}`, events }];
  }
  if (status === "awaiting-input") {
    const late = asking?.open.find(({ expiresAt }) => expiresAt !== null && expiresAt <= now);
    if (!late) return [];
    const events: NewEvent[] = [{ type: "tool.input_expired", callId, askId: late.id }];
    return [{ kind: "write", key: `expire ${late.id}`, events }];
  }
  if (status !== "ready" || waitsForTurn(call)) return [];
  if (asking) {
    const handed = asking.handedOver ? ` ${asking.handedOver.seq}` : "";
    return [{ kind: "again", key: `again ${callId} ${call.asked.length}${handed}`, call }];
  }
  return approval?.state === "approved"
    ? [{ kind: "run", key: `run ${callId} ${approval.id}`, call }]
    : [{ kind: "begin", key: `begin ${callId}`, call }];
}

/**
 * Whether a call that no agent of the host asked for goes on from the log, under whoever has claimed its session: it
 * was queued, or has waited for a person. Another one is held by the worker that began it.
 */
export function isHeldByLog({ agentId, caller, asking, approval }: LoopCall): boolean {
  if (caller?.queued) return true;
  return (agentId === null || caller !== null) && (asking !== null || approval !== null);
}
