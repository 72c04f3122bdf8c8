import type { SessionEvent, SessionLog } from "@callboard/core";
import type { Database } from "../db/database.ts";
import { readPage } from "./logReader.ts";
import type { AppendOptions, LogWriter } from "./logWriter.ts";

/** The database's log as one tenant sees it, with conditions on what it appends. */
export function createDatabaseLog(
  database: Database,
  writer: LogWriter,
  tenantId: string,
  options: AppendOptions = {},
): SessionLog {
  return {
    append: (sessionId, events) => writer.append(tenantId, sessionId, events, options),
    async read(sessionId, after = 0) {
      const events: SessionEvent[] = [];
      for (let cursor = after; ;) {
        const page = await readPage(database, tenantId, sessionId, cursor, { events: 5_000, bytes: 8_000_000 });
        if (page.length === 0) return events;
        for (const line of page) events.push(JSON.parse(line.json) as SessionEvent);
        cursor = page[page.length - 1]!.seq;
      }
    },
    subscribe: (sessionId, listener) => writer.subscribe({ tenantId, sessionId }, () => listener()),
  };
}
