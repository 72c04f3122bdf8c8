import type { Actor } from "../actor.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { decideInSession } from "../agent/decideInSession.ts";
import { closedAsk, isOpenAsk } from "../calls/openAsk.ts";
import { checkDecisions, lastSeen, type ReadSession, type WireDecision } from "./readSession.ts";
import type { TurnPosition } from "./turnRoute.ts";
import { openAskIds, openAsks } from "./turnState.ts";
import { HostRefusal } from "../hostRefusal.ts";

/**
 * Answers approvals as their person, after all decisions are checked against the log.
 * @throws HostRefusal for a decision that is refused; those before it are then written.
 */
export async function answerDecisions(
  kernel: Kernel,
  actor: Actor,
  session: ReadSession,
  decisions: readonly WireDecision[],
  { coverAll = false } = {},
): Promise<TurnPosition> {
  const { rootId, fresh } = await checkDecisions(session, decisions);
  if (coverAll) {
    const named = new Set(decisions.map(({ approvalId }) => approvalId));
    const missing = openAsks(session.conversation, rootId)
      .flatMap(openAskIds)
      .filter((id) => !named.has(id));
    if (missing.length > 0) {
      const ids = missing.join(", ");
      const message = `The resume has to answer every open interrupt at once; these are left: ${ids}.`;
      throw new HostRefusal("interrupts_open", message, { path: "/resume" });
    }
  }
  const answered = fresh.length > 0 ? fresh : decisions;
  const { events } = await session.readTurn(rootId);
  const after = lastSeen(events, rootId, new Set(answered.map(({ approvalId }) => approvalId)));
  for (const { callId, approvalId, decision, input, reason, answer } of fresh) {
    if (decision === null) await kernel.calls.answer(actor, { callId, askId: approvalId, ...answer! });
    else if (decision === "cancel") await cancelAsk(kernel, actor, session, { callId, approvalId });
    else await kernel.calls.answer(actor, { callId, approvalId, decision, input, reason });
  }
  return { rootId, after };
}

/** Ends a call that still asks, and no other: it may have been approved meanwhile. */
async function cancelAsk(
  kernel: Kernel,
  { tenantId, userId }: Actor,
  { sessionId }: ReadSession,
  { callId, approvalId }: { callId: string; approvalId: string },
): Promise<void> {
  await decideInSession(kernel, { tenantId, sessionId }, ({ calls }) => {
    const { status, approval } = calls.get(callId)!;
    if (!isOpenAsk(approvalId, { status, lastAsk: approval?.id })) throw closedAsk();
    return [{ type: "tool.cancelled", callId, by: userId }];
  });
}
