import type { LoopCall } from "../conversation/conversation.ts";

/** The mark of a call that the model made by `tool_invoke`: in the log it is a call of the inner tool. */
export const INVOKED = { via: "tool_invoke" } as const;

/** What `tool_invoke` is to run; null for arguments that name no tool. */
export function invocationOf(input: unknown): { tool: string; input: unknown } | null {
  if (typeof input !== "object" || input === null || !("tool_id" in input)) return null;
  const { tool_id: tool } = input;
  if (typeof tool !== "string" || tool === "" || tool === INVOKED.via) return null;
  return { tool, input: ("arguments" in input ? input.arguments : undefined) ?? {} };
}

export function isInvoked({ meta }: LoopCall): boolean {
  return meta?.["via"] === INVOKED.via;
}
