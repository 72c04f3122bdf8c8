import type { SessionEvent } from "@callboard/core";
import { foldConversation, type Conversation } from "../conversation/conversation.ts";
import { followSession } from "../log/followSession.ts";
import type { SessionKey } from "../log/logReader.ts";
import type { Store } from "../store.ts";
import { isSettled } from "./turnState.ts";

export interface FollowOptions extends SessionKey {
  store: Store;
  rootId: string;
  /** As far as the log has been read; this folds it on, and nobody else may. */
  conversation: Conversation;
  /** What of the log was read already and comes first. */
  known: readonly SessionEvent[];
  /** The host closes, or the reader has gone. */
  signal: AbortSignal;
  heartbeatMs: number;
}

/**
 * A session's events from here on, in the batches in which they were committed, until a turn has ended or only a person
 * can continue it. An empty batch is a heartbeat.
 */
export async function* followTurn(options: FollowOptions): AsyncGenerator<readonly SessionEvent[], void> {
  const { store, rootId, conversation, known, signal, heartbeatMs } = options;
  if (known.length > 0) yield known;
  if (isSettled(conversation, rootId)) return;
  for await (const lines of followSession(store, options, { after: conversation.lastSeq, signal, heartbeatMs })) {
    const events = lines.map(({ json }) => JSON.parse(json) as SessionEvent);
    for (const event of events) foldConversation(conversation, event);
    yield events;
    if (isSettled(conversation, rootId)) return;
  }
}
