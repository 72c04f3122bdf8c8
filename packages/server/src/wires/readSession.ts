import type { AnswerAction, SessionEvent } from "@callboard/core";
import { sameJson } from "@callboard/core/host";
import type { Actor } from "../actor.ts";
import { createConversation, foldConversation, rootOf, type Conversation } from "../conversation/conversation.ts";
import { closedAsk, closedQuestion, isOpenAsk, isOpenQuestion, unknownAsk } from "../calls/openAsk.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { HttpError } from "../http/httpError.ts";
import { isId } from "../db/storable.ts";
import { isSettled } from "./turnState.ts";
import { HostRefusal } from "../hostRefusal.ts";

/** A session that its actor may write in. */
export interface ReadSession {
  readonly sessionId: string;
  /** The session as it was last read. Others advance it in place, so it is to be read before the next `await`. */
  readonly conversation: Conversation;
  /** All that asked for an approval here, and how it was answered, in order. */
  approvals(): Promise<SessionEvent[]>;
  /**
   * A turn from its first event to the last of the session, and what these events fold to, for one reader to fold on.
   */
  readTurn(rootId: string): Promise<{ events: readonly SessionEvent[]; conversation: Conversation }>;
}

/**
 * Reads a session that the actor may write in; undefined where the tenant has none of this id.
 * @throws HostRefusal for another person's, HttpError 422 for what cannot be an id.
 */
export async function readSession(
  { store, conversations, sessionAccess }: Pick<Kernel, "store" | "conversations" | "sessionAccess">,
  actor: Actor,
  sessionId: string,
): Promise<ReadSession | undefined> {
  if (!isId(sessionId)) {
    const message = "A chat's id has 1 to 200 letters, digits, and any of . _ : @ -. Choose another.";
    throw new HttpError(422, "invalid_id", message);
  }
  const { tenantId } = actor;
  const session = { tenantId, sessionId };
  const entry = await store.sessions.find(session);
  if (!entry) return undefined;
  if (!(await sessionAccess.mayWrite({ actor }, { sessionId, ...entry }))) {
    const message =
      "Somebody else of this workspace has a chat of this id, and only they can write in it. Choose another id.";
    throw new HostRefusal("not_yours", message);
  }
  const { conversation } = await conversations.read(session);
  let turn: { rootId: string; events: SessionEvent[] } | undefined;
  return {
    sessionId,
    conversation,
    // What asked since then is not in the conversation yet.
    approvals: async () => (await store.sessions.approvalsIn(session)).filter(({ seq }) => seq <= conversation.lastSeq),
    async readTurn(rootId) {
      if (turn?.rootId !== rootId) turn = { rootId, events: [] };
      const { events } = turn;
      const after = events.at(-1)?.seq ?? ((await conversations.read(session)).startedAt.get(rootId) ?? 1) - 1;
      events.push(...(await store.log(tenantId).read(sessionId, after)));
      return { events, conversation: conversationOf(events) };
    },
  };
}

function conversationOf(events: readonly SessionEvent[]): Conversation {
  const conversation = createConversation();
  for (const event of events) foldConversation(conversation, event);
  return conversation;
}

/** A decision as a client of some wire sends it, for an ask that it was shown. */
export interface WireDecision {
  approvalId: string;
  /**
   * `cancel` ends the call without a word about what it asked for; null decides nothing, and can only answer a
   * question.
   */
  decision: "approve" | "deny" | "cancel" | null;
  /** What it says to a question; on wires that have some. */
  answer?: { action: AnswerAction; content?: unknown };
  /** The call that the client says it is about, and with which arguments; not said by every wire. */
  shown?: { callId: string; input: unknown };
  /** As the person edited it. */
  input?: unknown;
  reason?: string;
}

/** A decision that the log has not got yet. */
export interface FreshDecision extends WireDecision {
  callId: string;
}

/**
 * Holds decisions against the log: each must be about an ask of this session, as it was asked, and not contradict an
 * answer that is there. What was answered so already is left out, so that a request can be sent again.
 * @throws HostRefusal for an ask that never was, and for what does not fit.
 */
export async function checkDecisions(
  { conversation, approvals }: ReadSession,
  decisions: readonly WireDecision[],
): Promise<{ rootId: string; fresh: FreshDecision[] }> {
  const events = await approvals();
  const fresh: FreshDecision[] = [];
  const roots = new Set<string>();
  for (const decision of decisions) {
    const { approvalId, shown } = decision;
    const question = events.find((event) => event.type === "tool.needs_input" && event.askId === approvalId);
    if (question?.type === "tool.needs_input") {
      const call = conversation.calls.get(question.callId)!;
      roots.add(rootOf(conversation, call.agentId ?? ""));
      const isOpen = isOpenQuestion(approvalId, call);
      const isNew = !fresh.some((other) => other.approvalId === approvalId);
      if (isOpen && isNew && decision.answer) fresh.push({ ...decision, decision: null, callId: call.callId });
      if (isOpen || isSameAnswer(events, approvalId, decision)) continue;
      throw closedQuestion();
    }
    const ask = events.find((event) => event.type === "tool.needs_approval" && event.approvalId === approvalId);
    if (ask?.type !== "tool.needs_approval") throw unknownAsk(approvalId);
    if (decision.decision === null) {
      const message = 'The payload has to say "approved": true or false.';
      throw new HttpError(422, "invalid_payload", message, { path: "/resume" });
    }
    if (shown && (shown.callId !== ask.callId || !sameJson(shown.input, ask.input))) {
      const message = "This answer is about another call, or other arguments, than what asked for it. Nothing was run.";
      throw new HostRefusal("approval_mismatch", message);
    }
    const call = conversation.calls.get(ask.callId)!;
    roots.add(rootOf(conversation, call.agentId ?? ""));
    if (isOpenAsk(approvalId, { status: call.status, lastAsk: call.approval?.id })) {
      if (!fresh.some((other) => other.approvalId === approvalId)) fresh.push({ ...decision, callId: ask.callId });
      continue;
    }
    const answer = events.find(
      (event) => "approvalId" in event && event.approvalId === approvalId && event.type !== "tool.needs_approval",
    );
    const same = answer?.type === (decision.decision === "approve" ? "tool.approved" : "tool.denied");
    // Who refuses or cancels what has expired, or was stopped, meanwhile says nothing that is not so already.
    if (!same && (decision.decision === "approve" || answer?.type === "tool.approved")) throw closedAsk();
  }
  const [rootId, ...others] = roots;
  if (rootId === undefined || others.length > 0) {
    throw new HostRefusal("approval_mismatch", "These answers are about different turns. Send each turn's by itself.");
  }
  return { rootId, fresh };
}

/**
 * Up to which `seq` a client has a turn that answers these asks: to the rest in which it waited for them. Where it
 * never rested, to the last of the asks.
 */
export function lastSeen(events: readonly SessionEvent[], rootId: string, approvalIds: ReadonlySet<string>): number {
  const isAsk = (event: SessionEvent) =>
    (event.type === "tool.needs_approval" && approvalIds.has(event.approvalId)) ||
    (event.type === "tool.needs_input" && approvalIds.has(event.askId));
  const asked = events.findLast(isAsk)?.seq ?? 0;
  const conversation = createConversation();
  for (const event of events) {
    foldConversation(conversation, event);
    if (event.seq >= asked && isSettled(conversation, rootId)) return event.seq;
  }
  return asked;
}

/** Whether a question was answered like this already, so that a request can be sent again. */
function isSameAnswer(events: readonly SessionEvent[], askId: string, { answer }: WireDecision): boolean {
  const given = events.find((event) => event.type === "tool.input_given" && event.askId === askId);
  if (given?.type !== "tool.input_given" || given.action !== answer?.action) return false;
  return given.content === undefined || sameJson(given.content, answer.content);
}
