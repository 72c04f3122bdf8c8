import type { SessionEvent } from "@callboard/core";
import type { Actor } from "../actor.ts";
import { createConversation, foldConversation, rootOf, type Conversation } from "../agent/conversation.ts";
import type { Store } from "../db/store.ts";
import { HttpError } from "../routes/httpError.ts";
import { isId } from "../routes/queryParameters.ts";
import { isSettled } from "./turnState.ts";

/** A session of its actor, read up to now. */
export interface ReadSession {
  events: SessionEvent[];
  conversation: Conversation;
}

/**
 * Reads a session whose person the actor is; undefined where the tenant has none of this id.
 * @throws HttpError 403 for another person's, 422 for what cannot be an id.
 */
export async function readSession(store: Store, actor: Actor, sessionId: string): Promise<ReadSession | undefined> {
  if (!isId(sessionId)) {
    const message = "A chat's id has 1 to 200 letters, digits, and any of . _ : @ -. Choose another.";
    throw new HttpError(422, "invalid_id", message);
  }
  const [session] = await store.database.asTenant(actor.tenantId, (tx) =>
    tx.query<{ user_id: string | null }>("select user_id from callboard.sessions where id = $1", [sessionId]),
  );
  if (!session) return undefined;
  if (session.user_id !== actor.userId) {
    throw new HttpError(403, "not_yours", "Only the person whose session this is can write in it.");
  }
  const events = await store.log(actor.tenantId).read(sessionId);
  const conversation = createConversation();
  for (const event of events) foldConversation(conversation, event);
  return { events, conversation };
}

/** A decision as a client of some wire sends it, for an ask that it was shown. */
export interface WireDecision {
  approvalId: string;
  decision: "approve" | "deny";
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
 * @throws HttpError 404 for an ask that never was, 409 for what does not fit.
 */
export function checkDecisions(
  { events, conversation }: ReadSession,
  decisions: readonly WireDecision[],
): { rootId: string; fresh: FreshDecision[] } {
  const fresh: FreshDecision[] = [];
  const roots = new Set<string>();
  for (const decision of decisions) {
    const { approvalId, shown } = decision;
    const ask = events.find((event) => event.type === "tool.needs_approval" && event.approvalId === approvalId);
    if (ask?.type !== "tool.needs_approval") {
      const message = `Nothing in this session ever asked for the approval "${approvalId.slice(0, 200)}".`;
      throw new HttpError(404, "approval_not_found", message);
    }
    if (shown && (shown.callId !== ask.callId || !isSameJson(shown.input, ask.input))) {
      const message = "This answer is about another call, or other arguments, than what asked for it. Nothing was run.";
      throw new HttpError(409, "approval_mismatch", message);
    }
    const call = conversation.calls.get(ask.callId)!;
    roots.add(rootOf(conversation, call.agentId ?? ""));
    if (call.status === "awaiting-approval" && call.approval?.id === approvalId) {
      if (!fresh.some((other) => other.approvalId === approvalId)) fresh.push({ ...decision, callId: ask.callId });
      continue;
    }
    const answer = events.find(
      (event) => "approvalId" in event && event.approvalId === approvalId && event.type !== "tool.needs_approval",
    );
    const same = answer?.type === (decision.decision === "approve" ? "tool.approved" : "tool.denied");
    // Who refuses what has expired, or was stopped, meanwhile says nothing that is not so already.
    if (!same && (decision.decision === "approve" || answer?.type === "tool.approved")) {
      const message = "This approval is not open any more: it was answered, has expired, or was withdrawn.";
      throw new HttpError(409, "already_answered", message);
    }
  }
  const [rootId, ...others] = roots;
  if (rootId === undefined || others.length > 0) {
    throw new HttpError(
      409,
      "approval_mismatch",
      "These answers are about different turns. Send each turn's by itself.",
    );
  }
  return { rootId, fresh };
}

/**
 * Up to which `seq` a client has a turn that answers these asks: to the rest in which it waited for them. Where it never
 * rested, to the last of the asks.
 */
export function lastSeen(events: readonly SessionEvent[], rootId: string, approvalIds: ReadonlySet<string>): number {
  const isAsk = (event: SessionEvent) => event.type === "tool.needs_approval" && approvalIds.has(event.approvalId);
  const asked = events.findLast(isAsk)?.seq ?? 0;
  const conversation = createConversation();
  for (const event of events) {
    foldConversation(conversation, event);
    if (event.seq >= asked && isSettled(conversation, rootId)) return event.seq;
  }
  return asked;
}

/** As JSON has it: what is undefined is not there, and the order of keys says nothing. */
function isSameJson(left: unknown, right: unknown): boolean {
  return canonical(left) === canonical(right);
}

function canonical(value: unknown): string {
  return JSON.stringify(value ?? null, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );
}
