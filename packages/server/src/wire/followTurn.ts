import type { SessionEvent } from "@callboard/core";
import { foldConversation, type Conversation } from "../agent/conversation.ts";
import type { Store } from "../db/store.ts";
import { readPage, type LogLine } from "../log/logReader.ts";
import { isSettled } from "./turnState.ts";

export interface FollowOptions {
  store: Store;
  tenantId: string;
  sessionId: string;
  rootId: string;
  /** As far as the log has been read; it is folded further here. */
  conversation: Conversation;
  /** What of the log was read already and is to be told first. */
  known: readonly SessionEvent[];
  /** The host closes: nothing more is told. */
  closing: AbortSignal;
  heartbeatMs: number;
}

/** Committed lines that wait in memory for a reader that keeps up, in characters; one that falls behind reads the database. */
const TAIL_CHARACTERS = 65_536;

/**
 * A session's events from here on, in the batches in which they were committed, until nothing more comes in a turn but by a
 * person. An empty batch means that nothing has come for a while. It reads when it is asked, so a reader that stalls costs
 * its cursor and a short tail.
 */
export async function* followTurn(options: FollowOptions): AsyncGenerator<readonly SessionEvent[], void> {
  const { store, tenantId, sessionId, rootId, conversation, known, closing, heartbeatMs } = options;
  let behind = true;
  let tail: LogLine[] = [];
  let tailCharacters = 0;
  let wake = () => {};
  const unsubscribe = store.writer.subscribe(sessionId, (lines) => {
    const size = lines?.reduce((sum, line) => sum + line.json.length, 0) ?? 0;
    const follows = lines?.[0]?.seq === (tail.at(-1)?.seq ?? conversation.lastSeq) + 1;
    if (lines && follows && !behind && tailCharacters + size <= TAIL_CHARACTERS) {
      tail.push(...lines);
      tailCharacters += size;
    } else {
      behind = true;
      tail = [];
      tailCharacters = 0;
    }
    wake();
  });
  const onClosing = () => wake();
  closing.addEventListener("abort", onClosing);

  try {
    if (known.length > 0) yield known;
    while (!closing.aborted && !isSettled(conversation, rootId)) {
      let lines: readonly LogLine[] = tail;
      tail = [];
      tailCharacters = 0;
      if (lines.length === 0 && behind) {
        // Cleared before the read: what is written during it is read again, at worst for nothing.
        behind = false;
        lines = await readPage(store.database, tenantId, sessionId, conversation.lastSeq);
        if (lines.length > 0) behind = true;
      }
      if (lines.length > 0) {
        const events = lines
          .filter(({ seq }) => seq > conversation.lastSeq)
          .map(({ json }) => JSON.parse(json) as SessionEvent);
        for (const event of events) foldConversation(conversation, event);
        if (events.length > 0) yield events;
        continue;
      }
      if (behind || tail.length > 0) continue;
      const woken = await new Promise<boolean>((resolve) => {
        const timer = setTimeout(() => resolve(false), heartbeatMs);
        wake = () => {
          clearTimeout(timer);
          resolve(true);
        };
        if (closing.aborted) wake();
      });
      wake = () => {};
      if (woken) continue;
      behind = true;
      yield [];
    }
  } finally {
    unsubscribe();
    closing.removeEventListener("abort", onClosing);
  }
}
