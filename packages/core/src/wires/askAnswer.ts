import type { AnswerAction } from "../events/event.ts";
import { ToolClientError } from "../tool/toolClientError.ts";

/** A person's answer to an ask, as a wire's own answer is made from it: to an approval a decision, to a question what it asks for. */
export type AskAnswer =
  | {
      decision: "approve" | "deny";
      /** The edited arguments, whole. */
      input?: unknown;
      reason?: string;
    }
  | { action: AnswerAction; content?: unknown };

/** What an answer says, whichever kind it is: a question that is declined or put away is a no. */
export function readAnswer(answer: AskAnswer): { isYes: boolean; value: unknown; reason: string | undefined } {
  return "action" in answer
    ? { isYes: answer.action === "accept", value: answer.content, reason: undefined }
    : { isYes: answer.decision === "approve", value: answer.input, reason: answer.reason };
}

/** The error of an answer that a wire cannot carry. */
export function cannotCarry(message: string): ToolClientError {
  return new ToolClientError(message, { code: "not_supported", status: 422 });
}
