import type { Database } from "../db/database.ts";

/** A committed event as it goes out: its JSON text, byte for byte what every reader gets. */
export interface LogLine {
  seq: number;
  json: string;
}

export interface PageLimits {
  /** At most this many events. */
  events?: number;
  /** No further event once a page has this many bytes; one larger event still comes alone. */
  bytes?: number;
  /** No event after this `seq`. */
  until?: number;
}

/** One page of a session's events after a `seq`, in order; empty at the end. Of a foreign session there are none. */
export async function readPage(
  database: Database,
  tenantId: string,
  sessionId: string,
  after: number,
  limits: PageLimits = {},
): Promise<LogLine[]> {
  const { events = 500, bytes = 262_144, until = Number.MAX_SAFE_INTEGER } = limits;
  // Numbers have no gaps, so a range of them is a page, whatever plan the database takes.
  const rows = await database.asTenant(tenantId, (tx) =>
    tx.query<{ seq: number; at: number; body: string }>(
      `select seq, at, body from (
         select seq, at, body, sum(octet_length(body)) over (order by seq) - octet_length(body) as before
         from callboard.session_events where session_id = $1 and seq > $2 and seq <= $3
       ) sized where before < $4 order by seq`,
      [sessionId, after, Math.min(until, after + events), bytes],
    ),
  );
  return rows.map(({ seq, at, body }) => toLine(sessionId, seq, at, body));
}

/** An event's line: the envelope before the stored body, whose text is not touched. */
export function toLine(sessionId: string, seq: number, at: number, body: string): LogLine {
  return { seq, json: `{"v":1,"seq":${seq},"sessionId":${JSON.stringify(sessionId)},"at":${at},${body.slice(1)}` };
}

/** The last `seq` of a session, or undefined where this tenant has no such session. */
export async function lastSeqOf(database: Database, tenantId: string, sessionId: string): Promise<number | undefined> {
  const [row] = await database.asTenant(tenantId, (tx) =>
    tx.query<{ last_seq: number }>("select last_seq from callboard.sessions where id = $1", [sessionId]),
  );
  return row?.last_seq;
}
