import { randomUUID } from "node:crypto";
import type { HandedOver, InputNeeded, NewEvent, Said, ToolContext } from "@callboard/core";
import type { ResolvedTool } from "@callboard/core/catalog";
import { inWords, plainCopy, previewOf, questionEvents } from "@callboard/core/host";
import { checkWholeNumbers } from "../wholeNumbers.ts";
import type { CallerMeta } from "../conversation/conversation.ts";
import { boundTo } from "../boundTool.ts";

/**
 * The ask shows what will run: the input as checked, bound to this version of the tool, and what that comes to. Where a
 * yes would come to nothing, nobody is asked: it is the call's end.
 */
export async function askEvent(ask: {
  callId: string;
  tool: ResolvedTool;
  input: unknown;
  context: ToolContext;
  approvalTtl: number;
  reason?: Said | undefined;
}): Promise<NewEvent> {
  const { callId, tool, input, approvalTtl } = ask;
  const { preview, refusal } = await previewOf(ask);
  if (refusal) return { type: "tool.failed", callId, error: refusal };
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
    ...(preview !== null && { preview }),
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
