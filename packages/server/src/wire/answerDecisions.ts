import type { Actor } from "../actor.ts";
import { answerApproval } from "../agent/answerApproval.ts";
import type { Services } from "../routes/environment.ts";
import { HttpError } from "../routes/httpError.ts";
import { checkDecisions, lastSeen, type ReadSession, type WireDecision } from "./readSession.ts";
import { openAsks } from "./turnState.ts";

/**
 * Gives a wire's answers to approvals as their person's, each held against the log first. Answers which turn they let go
 * on, and the last `seq` that their sender has of it.
 * @throws HttpError where one of them cannot be given; those before it are given then.
 */
export async function answerDecisions(
  services: Services,
  actor: Actor,
  session: ReadSession,
  decisions: readonly WireDecision[],
  { coverAll = false } = {},
): Promise<{ rootId: string; after: number }> {
  const { rootId, fresh } = checkDecisions(session, decisions);
  if (coverAll) {
    const named = new Set(decisions.map(({ approvalId }) => approvalId));
    const missing = openAsks(session.conversation, rootId).filter(({ approval }) => !named.has(approval!.id));
    if (missing.length > 0) {
      const ids = missing.map(({ approval }) => approval!.id).join(", ");
      const message = `The resume has to answer every open interrupt at once; these are left: ${ids}.`;
      throw new HttpError(409, "interrupts_open", message, { path: "/resume" });
    }
  }
  const about = fresh.length > 0 ? fresh : decisions;
  const after = lastSeen(session.events, rootId, new Set(about.map(({ approvalId }) => approvalId)));
  for (const { callId, approvalId, decision, input, reason } of fresh) {
    await answerApproval({ ...services, actor }, { callId, approvalId, decision, input, reason });
  }
  return { rootId, after };
}
