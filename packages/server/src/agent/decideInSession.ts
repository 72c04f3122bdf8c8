import type { NewEvent } from "@callboard/core";
import type { Store } from "../db/store.ts";
import { createConversation, foldConversation, type Conversation } from "./conversation.ts";
import type { Driver } from "./driver.ts";

/** Writes what follows from a session's log as it stands, with the session locked, and lets its agents go on; false where nothing does. */
export async function decideInSession(
  { store, driver }: { store: Store; driver: Pick<Driver, "wake"> },
  { tenantId, sessionId }: { tenantId: string; sessionId: string },
  events: (conversation: Conversation) => NewEvent[],
): Promise<boolean> {
  const written = await store.writer.decide(tenantId, sessionId, async (tx) => {
    const rows = await tx.query<{ seq: number; at: number; body: string }>(
      "select seq, at, body from callboard.session_events where session_id = $1 order by seq",
      [sessionId],
    );
    const conversation = createConversation();
    for (const { seq, at, body } of rows) foldConversation(conversation, { ...JSON.parse(body), seq, at, sessionId });
    return events(conversation);
  });
  if (written.length > 0) driver.wake({ tenantId, sessionId });
  return written.length > 0;
}
