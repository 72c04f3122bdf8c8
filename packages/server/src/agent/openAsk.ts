import type { CallStatus } from "@callboard/core";
import { Refusal } from "../refusal.ts";

/** Whether an approval can still be answered: its call waits, and for this one, not for a newer ask of the same call. */
export function isOpenAsk(
  approvalId: string,
  call: { status: CallStatus | undefined; lastAsk: string | undefined },
): boolean {
  return call.status === "awaiting-approval" && call.lastAsk === approvalId;
}

/** The refusal of an answer to an approval that `isOpenAsk` says is closed. */
export function closedAsk(): Refusal {
  const message =
    "This approval is not open any more: it was answered, has expired, or was withdrawn or replaced by a newer one.";
  return new Refusal("already_answered", message);
}

/** The refusal of an answer to what was never asked. */
export function unknownAsk(approvalId: string): Refusal {
  return new Refusal("approval_not_found", `Nothing here ever asked for the approval "${approvalId.slice(0, 200)}".`);
}
