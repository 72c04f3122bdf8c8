import type { NewEvent } from "@callboard/core";
import { checkInput } from "@callboard/core/host";
import { createAjvValidator } from "@callboard/core/ajv";
import { HostRefusal, refusalOfCall } from "../hostRefusal.ts";
import { askEvent } from "./askEvents.ts";
import { callToAnswer, toolToAnswer, type AnswerHost } from "./callToAnswer.ts";
import { boundIn, boundTo, isBoundTo } from "../boundTool.ts";
import { closedAsk, isOpenAsk, unknownAsk } from "./openAsk.ts";

/** A person's answer as a route read it. */
export interface Answer {
  callId: string;
  approvalId: string;
  decision: "approve" | "deny";
  input?: unknown;
  reason?: string;
  /** The approval holds for later calls of the tool in this session. */
  scope?: "session" | undefined;
}

/**
 * Writes a person's answer, once. It is bound to the ask (its id, tool and version), to the person whose session it is,
 * and to its time; all of that is checked with the session locked, so of many answers one counts.
 * @throws HostRefusal for a call or an ask that this tenant does not have, for another person's, for an ask that is
 * not open any more, for an approver who may not run the tool now, and for an edited input that does not fit the
 * tool's schema.
 */
export async function answerApproval(options: AnswerHost & { approvalTtl: number }, answer: Answer): Promise<void> {
  const { store, wake, actor } = options;
  const { callId, approvalId, decision, input, reason, scope } = answer;
  const { session, ...call } = await callToAnswer(options, callId);
  const { tool, context } = await toolToAnswer(options, { ...call, callId }, decision === "approve");
  if (decision === "approve" && input !== undefined && tool) {
    const { refusal } = await checkInput(tool, input, createAjvValidator);
    if (refusal) throw refusalOfCall(refusal);
  }

  let refusal: HostRefusal | undefined;
  const written = await store.sessions.decide(session, async (locked): Promise<NewEvent[]> => {
    refusal = undefined;
    const status = await locked.statusOf(callId);
    const asks = (await locked.eventsOf("tool.needs_approval")).filter((ask) => ask.callId === callId);
    const ask = asks.find((candidate) => candidate.approvalId === approvalId);
    if (!ask) {
      refusal = unknownAsk(approvalId);
      return [];
    }
    if (!isOpenAsk(approvalId, { status, lastAsk: asks.at(-1)?.approvalId })) {
      refusal = closedAsk();
      return [];
    }
    if (ask.expiresAt != null && ask.expiresAt <= Date.now()) {
      refusal = new HostRefusal("approval_expired", "This approval has expired, so the call did not run.");
      return [{ type: "tool.approval_expired", callId, approvalId }];
    }
    const by = actor.userId;
    if (decision === "deny") return [{ type: "tool.denied", callId, approvalId, reason, by }];
    if (!tool) {
      const message = `The tool "${call.tool}" is not here any more, so the call did not run.`;
      refusal = new HostRefusal("tool_changed", message);
      return [{ type: "tool.failed", callId, error: { code: "not_found", message } }];
    }
    if (!isBoundTo(boundIn(ask.meta), tool)) {
      const why = "The tool has changed since it asked. Look at it again, then decide.";
      refusal = new HostRefusal("tool_changed", why);
      const asked = await checkInput(tool, ask.input, createAjvValidator);
      if (!asked.refusal) {
        const { approvalTtl } = options;
        return [await askEvent({ callId, tool, input: asked.input, context, approvalTtl, reason: why })];
      }
      const { code, message, path } = asked.refusal;
      return [{ type: "tool.failed", callId, error: { code, message, path } }];
    }
    const meta = boundTo(tool);
    // A preview is looked at each time.
    const held = scope && ask.preview === undefined && { scope };
    return [{ type: "tool.approved", callId, approvalId, input, reason, by, ...held, meta }];
  });
  // A refusal may have written events too: an approval that expired or changed lets the agent go on.
  if (written.length > 0) wake(session);
  if (refusal) throw refusal;
}
