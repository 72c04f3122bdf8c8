import { HttpError } from "./httpError.ts";

/** Characters; the log keeps a reason, and the model reads it. */
const LONGEST_REASON = 10_000;

/**
 * A person's reason for a decision. @throws HttpError 422 for one that is too long; `path` is where the body has it.
 */
export function readReason(reason: string, path: string): string {
  if (reason.length <= LONGEST_REASON) return reason;
  const message = `A reason has at most ${LONGEST_REASON} characters. Say it in fewer.`;
  throw new HttpError(422, "invalid_reason", message, { path });
}
