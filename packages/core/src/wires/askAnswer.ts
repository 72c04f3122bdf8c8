import type { AnswerAction } from "../events/event.ts";
import { ToolClientError } from "../tool/toolClientError.ts";

/**
 * A person's answer to an ask, as a wire's own answer is made from it: to an approval a decision, to a question what it
 * asks for.
 */
export type AskAnswer =
  | {
      decision: "approve" | "deny";
      /** The edited arguments, whole. */
      input?: unknown;
      reason?: string;
      /** The id of one of the approval's `offers`. */
      offer?: string;
    }
  | { action: AnswerAction; content?: unknown };

/** What an answer says, whichever kind it is: a question that is declined or put away is a no. */
export function readAnswer(answer: AskAnswer): {
  isYes: boolean;
  value: unknown;
  reason: string | undefined;
  offer: string | undefined;
} {
  if ("action" in answer)
    return { isYes: answer.action === "accept", value: answer.content, reason: undefined, offer: undefined };
  const { decision, input: value, reason, offer } = answer;
  return { isYes: decision === "approve", value, reason, offer };
}

/** The error of an answer that a wire cannot carry. */
export function cannotCarry(message: string): ToolClientError {
  return new ToolClientError(message, { code: "not_supported", status: 422 });
}
