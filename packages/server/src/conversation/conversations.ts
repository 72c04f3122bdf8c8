import type { SessionEvent } from "@callboard/core";
import { openCursor, type LogSource } from "../log/logCursor.ts";
import { readPage, sessionKeyText, type LogLine, type SessionKey } from "../log/logReader.ts";
import type { LockedSession } from "../sessions/lockedSession.ts";
import { createConversation, foldConversation, type Conversation } from "./conversation.ts";

/** A session's fold. Whoever reads it next advances it in place, so it is to be read before the next `await`. */
export interface LiveSession {
  readonly conversation: Conversation;
  /** The `seq` of each agent's first event. */
  readonly startedAt: ReadonlyMap<string, number>;
}

/**
 * A session's fold for whoever runs its agents: kept until it is released, and advanced by what this process commits.
 */
export interface HeldSession {
  readonly conversation: Conversation;
  /** Folds in what was committed: from memory as far as this process wrote it, else from the database. */
  catchUp(): Promise<void>;
  /** Something may have been missed: the next `catchUp` asks the database. */
  recheck(): void;
  release(): void;
}

/**
 * The folds of live sessions. A fold is kept and advanced by the lines after its `lastSeq`, whoever wrote them, so that
 * a request folds what is new instead of the whole log.
 */
export interface Conversations {
  /** The session up to the last event committed before the call. */
  read(session: SessionKey): Promise<LiveSession>;
  /** The session up to its last event, in the transaction that has it locked. */
  readLocked(session: SessionKey, locked: LockedSession): Promise<LiveSession>;
  /** Keeps a session's fold; `onGrown` is called whenever the log has grown. */
  hold(session: SessionKey, onGrown: () => void): Promise<HeldSession>;
}

/** How much is kept, beside what is held. */
export interface KeptLimits {
  sessions: number;
  /** Characters of log lines that were folded: an upper bound of what their folds hold. */
  characters: number;
  /** Milliseconds that a fold is kept after it was last read. */
  idleMs: number;
}

const LIMITS: KeptLimits = { sessions: 200, characters: 64_000_000, idleMs: 10 * 60 * 1000 };

/** A fold is built in pages of this size. */
const PAGE = { events: 5_000, bytes: 8_000_000 };

interface KeptSession extends LiveSession {
  readonly key: string;
  readonly startedAt: Map<string, number>;
  characters: number;
  holders: number;
  idle: ReturnType<typeof setTimeout>;
}

export function createConversations(source: LogSource, limits: KeptLimits = LIMITS): Conversations {
  // In the order in which they were last read.
  const kept = new Map<string, KeptSession>();

  function drop(session: KeptSession): void {
    clearTimeout(session.idle);
    if (kept.get(session.key) === session) kept.delete(session.key);
  }

  /** The kept fold, or an empty one, as the last that was read. */
  function keep(sessionKey: SessionKey): KeptSession {
    const key = sessionKeyText(sessionKey);
    let session = kept.get(key);
    if (!session) {
      const idle = setTimeout(() => {
        if (session!.holders === 0) drop(session!);
      }, limits.idleMs).unref();
      const startedAt = new Map<string, number>();
      session = { key, conversation: createConversation(), startedAt, characters: 0, holders: 0, idle };
    }
    session.idle.refresh();
    kept.delete(key);
    kept.set(key, session);
    return session;
  }

  /** Drops folds that nobody holds, the longest unread first, until the others are within the limits. */
  function prune(): void {
    let count = kept.size;
    let characters = 0;
    for (const session of kept.values()) characters += session.characters;
    for (const session of kept.values()) {
      if (count <= limits.sessions && characters <= limits.characters) return;
      if (session.holders > 0) continue;
      drop(session);
      count--;
      characters -= session.characters;
    }
  }

  /** Lines may come twice, from readers side by side; each is folded once. */
  function fold(session: KeptSession, lines: readonly LogLine[]): void {
    const { conversation, startedAt } = session;
    try {
      for (const { seq, json } of lines) {
        if (seq <= conversation.lastSeq) continue;
        if (seq !== conversation.lastSeq + 1) throw new Error(`Event ${seq} came after ${conversation.lastSeq}.`);
        const event = JSON.parse(json) as SessionEvent;
        if (event.type === "agent.started" && !startedAt.has(event.agentId)) startedAt.set(event.agentId, seq);
        foldConversation(conversation, event);
        session.characters += json.length;
      }
    } catch (error) {
      // Half an event may be folded in: the next reader begins anew.
      drop(session);
      throw error;
    }
  }

  async function readOn(session: KeptSession, { tenantId, sessionId }: SessionKey): Promise<void> {
    for (;;) {
      const lines = await readPage(source.database, tenantId, sessionId, session.conversation.lastSeq, PAGE);
      if (lines.length === 0) return;
      fold(session, lines);
    }
  }

  return {
    async read(key) {
      const session = keep(key);
      await readOn(session, key);
      prune();
      return session;
    },
    async readLocked(key, locked) {
      const session = keep(key);
      fold(session, await locked.linesAfter(session.conversation.lastSeq));
      prune();
      return session;
    },
    async hold(key, onGrown) {
      const session = keep(key);
      session.holders++;
      const letGo = () => {
        session.holders--;
        session.idle.refresh();
        prune();
      };
      try {
        await readOn(session, key);
      } catch (error) {
        letGo();
        throw error;
      }
      // Never ahead of the fold: what others fold in meanwhile is skipped.
      const cursor = openCursor(source, key, session.conversation.lastSeq, onGrown);
      return {
        conversation: session.conversation,
        async catchUp() {
          if (kept.get(session.key) !== session) throw new Error(`The fold of session ${key.sessionId} is broken.`);
          for (;;) {
            const lines = await cursor.next();
            if (lines.length === 0) return;
            fold(session, lines);
          }
        },
        recheck: cursor.recheck,
        release() {
          cursor.close();
          letGo();
        },
      };
    },
  };
}
