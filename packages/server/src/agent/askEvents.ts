import { randomUUID } from "node:crypto";
import type { InputNeeded, NewEvent, RegisteredTool } from "@callboard/core";
import { plainCopy, questionEvents } from "@callboard/core/host";
import { checkWholeNumbers } from "../wholeNumbers.ts";
import type { CallerMeta } from "./conversation.ts";
import { definitionHash } from "./definition.ts";

/** The ask shows what will run: the input as checked, bound to this definition of the tool. */
export function askEvent(ask: {
  callId: string;
  tool: RegisteredTool;
  input: unknown;
  approvalTtl: number;
  reason?: string;
}): NewEvent {
  const { callId, tool, input, approvalTtl, reason } = ask;
  return {
    type: "tool.needs_approval",
    callId,
    approvalId: randomUUID(),
    input: plainCopy(input),
    inputSchema: tool.inputJsonSchema,
    reason,
    expiresAt: Date.now() + approvalTtl,
    meta: { definition: definitionHash(tool) },
  };
}

/** A handler's questions, bound to the definition of the tool that asks them. */
export function askEvents(
  callId: string,
  tool: RegisteredTool,
  needed: InputNeeded,
  { approvalTtl, caller }: { approvalTtl: number; caller?: CallerMeta | undefined },
): NewEvent[] {
  for (const { expiresIn } of needed.questions) {
    checkWholeNumbers(`needInput() of "${tool.slug}"`, { expiresIn }, { unit: "milliseconds", least: 1 });
  }
  return questionEvents(callId, needed, {
    askId: randomUUID,
    expiresAt: ({ expiresIn = approvalTtl }) => Date.now() + expiresIn,
    meta: { definition: definitionHash(tool), ...(caller && { caller }) },
  });
}
