import type { NewEvent } from "@callboard/core";
import type { EndCause } from "@callboard/core/host";
import type { SessionKey } from "../log/logReader.ts";
import type { LockedSession, WhichCalls } from "../sessions/lockedSession.ts";
import type { Store } from "../store.ts";

/** How a call ends from outside. */
export interface End extends EndCause {
  how: "cancelled" | "interrupted";
}

const PROCESS_ENDED: End = {
  how: "interrupted",
  reason:
    "The process that ran this call ended before the call did. What it did until then is kept; run it again if you still need it.",
};

/** Interrupts what dead workers left running, and leaves the calls of living ones alone. Several processes may do so at once. */
export async function interruptAbandoned({ claims, sessions }: Store): Promise<void> {
  for (const { workers, ...session } of await claims.abandonedCalls()) {
    await sessions.decide(session, (locked) => endsOf(locked, { workers }, PROCESS_ENDED));
  }
}

/** Ends one call and all that is open below it; nothing where it has ended already. */
export async function endCall(store: Store, session: SessionKey, callId: string, end: End): Promise<void> {
  await store.sessions.decide(session, (locked) => endsOf(locked, { callId }, end));
}

/** Writes how a call ended that nobody could write then; what is still open below it is interrupted. */
export async function writeOwnEnd(store: Store, session: SessionKey, callId: string, own: NewEvent): Promise<void> {
  const below: End = { how: "interrupted", reason: "The call that began it ended first." };
  await store.sessions.decide(session, async (locked) => {
    const ends = await endsOf(locked, { callId }, below);
    return ends.map((event) => (event.type === "tool.interrupted" && event.callId === callId ? own : event));
  });
}

/** The final events of open calls and of the agents below them, the innermost first. */
async function endsOf(locked: LockedSession, which: WhichCalls, { how, ...cause }: End): Promise<NewEvent[]> {
  const open = await locked.openCalls(which);
  if (open.length === 0) return [];
  const calls = await locked.calls();
  const agents = await locked.agents();
  const ends: NewEvent[] = [];
  const closed = new Set<string>();
  const close = (callId: string): void => {
    if (closed.has(callId)) return;
    closed.add(callId);
    for (const { agentId, parentCallId, isOpen } of agents) {
      if (parentCallId !== callId) continue;
      for (const call of calls) if (call.isOpen && call.agentId === agentId) close(call.callId);
      if (isOpen) ends.push({ type: `agent.${how}`, agentId, ...cause });
    }
    ends.push({ type: `tool.${how}`, callId, ...cause });
  };
  for (const callId of open) close(callId);
  return ends;
}
