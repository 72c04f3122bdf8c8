import type { NewEvent } from "@callboard/core";
import { isFinal, plainCopy, type EndCause, type Outcome } from "@callboard/core/host";
import type { Conversations } from "../conversation/conversations.ts";
import type { SessionKey } from "../log/logReader.ts";
import type { LockedSession } from "../sessions/lockedSession.ts";
import type { Store } from "../store.ts";
import type { Calls } from "./calls.ts";
import { closeCalls, type Close } from "./closing.ts";

/** How a call ends from outside. */
export interface End extends EndCause {
  how: Close;
}

/** What recovery reads and writes. */
export interface Recovering {
  store: Store;
  conversations: Conversations;
}

/** Why something ends that is still open below a call that has ended. */
export const ENDED_ABOVE = "The call that began it ended first.";

const PROCESS_ENDED: End = {
  how: "interrupted",
  reason:
    "The process that ran this call ended before the call did. What it did until then is kept; run it again if you still need it.",
};

/**
 * Interrupts what dead workers held, and leaves the calls of living ones alone. Several processes may do so at once.
 */
export async function interruptAbandoned(recovering: Recovering): Promise<void> {
  for (const { workers, ...session } of await recovering.store.claims.abandonedCalls()) {
    await close(recovering, session, (locked) => locked.heldBy(workers), PROCESS_ENDED);
  }
}

/** Ends one call and all that is open below it; nothing where it has ended already. */
export async function endCall(recovering: Recovering, session: SessionKey, callId: string, end: End): Promise<void> {
  await close(recovering, session, () => [callId], end);
}

/** Writes how a call ended that nobody could write then; what is still open below it is interrupted. */
export async function writeOwnEnd(
  recovering: Recovering,
  session: SessionKey,
  callId: string,
  own: NewEvent,
): Promise<void> {
  const below: End = { how: "interrupted", reason: ENDED_ABOVE };
  await close(
    recovering,
    session,
    () => [callId],
    below,
    (event) => (event.type === "tool.interrupted" && event.callId === callId ? own : event),
  );
}

/** Ends a call whose work an engine does as its work did, unless it has ended. What is open below it is cancelled. */
export async function endWork(
  recovering: Recovering,
  call: Parameters<Calls["finish"]>[0],
  result: Outcome,
): Promise<boolean> {
  const { tenantId, sessionId, callId, agentId } = call;
  const session = { tenantId, sessionId };
  const ends: NewEvent[] =
    "error" in result
      ? [
          ...(agentId === undefined ? [] : [{ type: "agent.failed" as const, agentId, error: result.error }]),
          { type: "tool.failed", callId, error: result.error },
        ]
      : [
          ...(agentId === undefined ? [] : [{ type: "agent.completed" as const, agentId }]),
          { type: "tool.completed", callId, output: plainCopy(result.value) },
        ];
  await recovering.conversations.read(session);
  const written = await recovering.store.sessions.decide(session, async (locked) => {
    const { conversation } = await recovering.conversations.readLocked(session, locked);
    const status = conversation.calls.get(callId)?.status;
    if (status === undefined || isFinal(status)) return [];
    const below =
      (agentId === undefined ? undefined : conversation.agents.get(agentId))?.calls.map((each) => each.callId) ?? [];
    return [...closeCalls(conversation, below, "cancelled", { reason: ENDED_ABOVE }), ...ends];
  });
  return written.length > 0;
}

async function close(
  { store, conversations }: Recovering,
  session: SessionKey,
  which: (locked: LockedSession) => string[] | Promise<string[]>,
  { how, ...cause }: End,
  written: (event: NewEvent) => NewEvent = (event) => event,
): Promise<void> {
  // Most of a long log is read before the session is locked.
  await conversations.read(session);
  await store.sessions.decide(session, async (locked) => {
    const callIds = await which(locked);
    const { conversation } = await conversations.readLocked(session, locked);
    return closeCalls(conversation, callIds, how, cause).map(written);
  });
}
