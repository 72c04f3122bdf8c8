import type { ToolContext } from "@callboard/core";
import type { RunDetail } from "@callboard/core/client";
import { HostRefusal, type BegunCall, type CallRequest, type Kernel } from "@callboard/server";

/**
 * Begins a run again with the same input, in its own session, and does not wait for it: how it ends is in its log.
 * @throws HostRefusal where it has not ended, or may not be begun.
 */
export async function retryRun(
  calls: Pick<Kernel["calls"], "begin">,
  { tool, input, callId, endedAt }: RunDetail,
  context: ToolContext & { tenantId: string },
  asked: Pick<CallRequest, "origin" | "by"> = {},
): Promise<Pick<BegunCall, "sessionId" | "callId">> {
  if (endedAt === null) {
    throw new HostRefusal("still_running", "This run has not ended. Wait until it has, or cancel it first.");
  }
  const begun = await calls.begin({ ...asked, tool, input, context, retryOf: callId });
  begun.done.catch(() => {});
  return { sessionId: begun.sessionId, callId: begun.callId };
}
