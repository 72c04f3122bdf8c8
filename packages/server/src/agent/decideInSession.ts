import type { NewEvent } from "@callboard/core";
import type { SessionKey } from "../log/logReader.ts";
import type { Store } from "../store.ts";
import type { Conversation } from "../conversation/conversation.ts";
import type { Conversations } from "../conversation/conversations.ts";
import type { AgentLoops } from "./agentLoops.ts";

/** What a decision in a session needs. */
export interface Deciding {
  store: Store;
  conversations: Conversations;
  agentLoops: Pick<AgentLoops, "wake">;
}

/**
 * Writes what follows from a session's log as it stands, with the session locked, and lets its agents go on; false
 * where nothing does.
 */
export async function decideInSession(
  { store, conversations, agentLoops }: Deciding,
  session: SessionKey,
  events: (conversation: Conversation) => NewEvent[],
): Promise<boolean> {
  const written = await store.sessions.decide(session, async (locked) => {
    const { conversation } = await conversations.readLocked(session, locked);
    return events(conversation);
  });
  if (written.length > 0) agentLoops.wake(session);
  return written.length > 0;
}
