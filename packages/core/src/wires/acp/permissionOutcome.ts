import type { ApprovalOffer } from "../../events/event.ts";
import { isRecord } from "../../json/record.ts";
import { cannotCarry, readAnswer, type AskAnswer } from "../askAnswer.ts";

/** The parameters of a `session/request_permission`, as far as its answer depends on them. */
export interface AcpPermission {
  options: readonly { optionId: string; kind: string; name?: string }[];
}

/** The `outcome` of a `session/request_permission`. */
export type AcpPermissionOutcome = { outcome: "selected"; optionId: string };

/** The options that allow more than this call, in the agent's words: how far each goes, only the agent knows. */
export function offersOf(options: unknown): ApprovalOffer[] {
  return (Array.isArray(options) ? options : [])
    .filter(isRecord)
    .flatMap(({ optionId, kind, name }) =>
      kind === "allow_always" && typeof optionId === "string" && typeof name === "string" && name !== ""
        ? [{ id: optionId, words: name }]
        : [],
    );
}

/**
 * A person's answer as the outcome of a permission: the option that allows or rejects this once, or the `allow_always`
 * that they chose by its name. A no may reject for always, where the agent gives no other.
 * @throws ToolClientError for an answer that no option says, and for an edited input.
 */
export function toPermissionOutcome({ options }: AcpPermission, answer: AskAnswer): AcpPermissionOutcome {
  const { isYes, value, offer } = readAnswer(answer);
  if (isYes && value !== undefined) {
    throw cannotCarry("This agent takes no edited input. Approve what it asks for, or deny it.");
  }
  if (isYes && offer !== undefined) {
    if (offersOf(options).some(({ id }) => id === offer)) return { outcome: "selected", optionId: offer };
    throw cannotCarry("The agent gives no such option any more.");
  }
  const kinds = isYes ? ["allow_once"] : ["reject_once", "reject_always"];
  const option = kinds.flatMap((kind) => options.filter((one) => one.kind === kind))[0];
  if (!option) {
    const words = isYes
      ? offersOf(options).length > 0
        ? "to allow this once. Choose one of those that it gives, or deny it"
        : "to allow this once. Deny it, or answer in the agent's own client"
      : "to reject this. Stop the turn";
    throw cannotCarry(`The agent gives no option ${words}.`);
  }
  return { outcome: "selected", optionId: option.optionId };
}
