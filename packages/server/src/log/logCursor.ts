import type { Database } from "../db/database.ts";
import { readPage, type LogLine, type SessionKey } from "./logReader.ts";
import type { LogWriter } from "./logWriter.ts";

/** The log of a process: where lines are read, and who announces new ones. */
export interface LogSource {
  readonly database: Database;
  readonly writer: LogWriter;
}

/** One reader's place in a session's log. */
export interface LogCursor {
  /** The lines that follow, in order; empty at the end of the log. One call at a time. */
  next(): Promise<readonly LogLine[]>;
  /** Whether `next` has something to do: lines in memory, or a database to ask. */
  readonly isPending: boolean;
  /** A wake-up may have been lost: `next` asks the database. */
  recheck(): void;
  /** Ends the subscription; again does nothing. */
  close(): void;
}

/**
 * A reader that keeps up gets committed lines from memory, this many characters at most; one that falls behind reads
 * the database.
 */
const TAIL_CHARACTERS = 65_536;

/**
 * Opens a session's log after a `seq`. The cursor reads only when it is asked, so a reader that stalls costs its place
 * and a short tail, however much the session grows meanwhile. `onGrown` is called whenever it has grown.
 */
export function openCursor(
  { database, writer }: LogSource,
  session: SessionKey,
  after: number,
  onGrown: () => void,
): LogCursor {
  const { tenantId, sessionId } = session;
  let seq = after;
  /** The database may have lines that are neither handed out nor in the tail. */
  let isBehind = true;
  let isReading = false;
  let tail: LogLine[] = [];
  let tailCharacters = 0;
  let isClosed = false;

  const clearTail = (): readonly LogLine[] => {
    const lines = tail;
    tail = [];
    tailCharacters = 0;
    return lines;
  };

  const unsubscribe = writer.subscribe(session, (lines) => {
    const size = lines?.reduce((sum, line) => sum + line.json.length, 0) ?? 0;
    const follows = lines?.[0]?.seq === (tail.at(-1)?.seq ?? seq) + 1;
    // A page that is being read may or may not have these lines, so they never go to the tail beside it.
    if (lines && follows && !isBehind && !isReading && tailCharacters + size <= TAIL_CHARACTERS) {
      tail.push(...lines);
      tailCharacters += size;
    } else {
      isBehind = true;
      clearTail();
    }
    onGrown();
  });

  async function nextPage(): Promise<readonly LogLine[]> {
    // Cleared before the read, so that a wake-up during it is not lost.
    isBehind = false;
    isReading = true;
    try {
      const page = await readPage(database, tenantId, sessionId, seq);
      if (page.length > 0) isBehind = true;
      return page;
    } catch (error) {
      isBehind = true;
      throw error;
    } finally {
      isReading = false;
    }
  }

  return {
    async next() {
      let lines = clearTail();
      while (lines.length === 0 && isBehind) lines = await nextPage();
      seq = lines.at(-1)?.seq ?? seq;
      return lines;
    },
    get isPending() {
      return isBehind || tail.length > 0;
    },
    recheck() {
      isBehind = true;
      clearTail();
    },
    close() {
      if (!isClosed) unsubscribe();
      isClosed = true;
    },
  };
}
