import { randomUUID } from "node:crypto";
import type { HandedOver, InputNeeded, NewEvent } from "@callboard/core";
import type { ResolvedTool } from "@callboard/core/catalog";
import { inWords, plainCopy, questionEvents } from "@callboard/core/host";
import { checkWholeNumbers } from "../wholeNumbers.ts";
import type { CallerMeta } from "../conversation/conversation.ts";
import { boundTo } from "../boundTool.ts";

/** The ask shows what will run: the input as checked, bound to this version of the tool. */
export function askEvent(ask: {
  callId: string;
  tool: ResolvedTool;
  input: unknown;
  approvalTtl: number;
  reason?: string;
}): NewEvent {
  const { callId, tool, input, approvalTtl } = ask;
  const { text: reason, wording } = inWords(tool.approvalReason ?? ask.reason);
  return {
    type: "tool.needs_approval",
    callId,
    approvalId: randomUUID(),
    input: plainCopy(input),
    inputSchema: tool.inputJsonSchema,
    reason,
    ...(wording && { wording }),
    expiresAt: Date.now() + approvalTtl,
    meta: boundTo(tool),
  };
}

/** What a handler hands over, bound to the version of the tool that does. */
export function handedOverEvent(
  callId: string,
  tool: ResolvedTool,
  { state }: HandedOver,
  caller?: CallerMeta | undefined,
): NewEvent {
  const meta = { ...boundTo(tool), ...(caller && { caller }) };
  return { type: "tool.handed_over", callId, state: plainCopy(state ?? null), meta };
}

/** A handler's questions, bound to the version of the tool that asks them. */
export function askEvents(
  callId: string,
  tool: ResolvedTool,
  needed: InputNeeded,
  { approvalTtl, caller }: { approvalTtl: number; caller?: CallerMeta | undefined },
): NewEvent[] {
  for (const { expiresIn } of needed.questions) {
    checkWholeNumbers(`needInput() of "${tool.slug}"`, { expiresIn }, { unit: "milliseconds", least: 1 });
  }
  return questionEvents(callId, needed, {
    askId: randomUUID,
    expiresAt: ({ expiresIn = approvalTtl }) => Date.now() + expiresIn,
    meta: { ...boundTo(tool), ...(caller && { caller }) },
  });
}
