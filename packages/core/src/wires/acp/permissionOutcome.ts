import { cannotCarry, readAnswer, type AskAnswer } from "../askAnswer.ts";

/** The parameters of a `session/request_permission`, as far as its answer depends on them. */
export interface AcpPermission {
  options: readonly { optionId: string; kind: string }[];
}

/** The `outcome` of a `session/request_permission`. */
export type AcpPermissionOutcome = { outcome: "selected"; optionId: string };

/**
 * A person's answer as the outcome of a permission: the option that allows or rejects this once. `allow_always` is more than a
 * person said, whose scope only the agent knows; a no may reject for always, where the agent gives no other.
 * @throws ToolClientError for an answer that no option says, and for an edited input.
 */
export function toPermissionOutcome({ options }: AcpPermission, answer: AskAnswer): AcpPermissionOutcome {
  const { isYes, value } = readAnswer(answer);
  if (isYes && value !== undefined) {
    throw cannotCarry("This agent takes no edited input. Approve what it asks for, or deny it.");
  }
  const kinds = isYes ? ["allow_once"] : ["reject_once", "reject_always"];
  const option = kinds.flatMap((kind) => options.filter((one) => one.kind === kind))[0];
  if (!option) {
    const words = isYes
      ? "to allow this once. Deny it, or answer in the agent's own client"
      : "to reject this. Stop the turn";
    throw cannotCarry(`The agent gives no option ${words}.`);
  }
  return { outcome: "selected", optionId: option.optionId };
}
