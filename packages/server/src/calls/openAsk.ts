import type { CallStatus } from "@callboard/core";
import type { CallState } from "@callboard/core/host";
import { HostRefusal } from "../hostRefusal.ts";

/**
 * Whether an approval can still be answered: its call waits, and for this one, not for a newer ask of the same call.
 */
export function isOpenAsk(
  approvalId: string,
  call: { status: CallStatus | undefined; lastAsk: string | undefined },
): boolean {
  return call.status === "awaiting-approval" && call.lastAsk === approvalId;
}

/** The refusal of an answer to an approval that `isOpenAsk` says is closed. */
export function closedAsk(): HostRefusal {
  const message =
    "This approval is not open any more: it was answered, has expired, or was withdrawn or replaced by a newer one.";
  return new HostRefusal("already_answered", message);
}

/** Whether a question can still be answered: its call waits for it. */
export function isOpenQuestion(askId: string, { questions }: Pick<CallState, "questions">): boolean {
  return questions.includes(askId);
}

/** The refusal of an answer to a question that `isOpenQuestion` says is closed. */
export function closedQuestion(): HostRefusal {
  return new HostRefusal("already_answered", "This question is not open any more: it was answered, or withdrawn.");
}

/** The refusal of an answer to what was never asked. */
export function unknownAsk(approvalId: string): HostRefusal {
  return new HostRefusal(
    "approval_not_found",
    `Nothing here ever asked for the approval "${approvalId.slice(0, 200)}".`,
  );
}
