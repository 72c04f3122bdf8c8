import type { SessionEvent } from "@callboard/core";
import type { Database, Transaction } from "../db/database.ts";

/**
 * A session of a tenant. Two tenants may each have one of the same id: whoever keeps something of a session keeps it by
 * both.
 */
export interface SessionKey {
  tenantId: string;
  sessionId: string;
}

/** A session's key as one text. A tenant's id is a UUID, in capitals or not, so no two keys give the same. */
export function sessionKeyText({ tenantId, sessionId }: SessionKey): string {
  return `${tenantId.toLowerCase()}/${sessionId}`;
}

/** A committed event as JSON text, byte for byte the same for every reader. */
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

/** One page of a session's events after a `seq`, in order; empty at the end, and for another tenant's session. */
export async function readPage(
  database: Database,
  tenantId: string,
  sessionId: string,
  after: number,
  limits: PageLimits = {},
): Promise<LogLine[]> {
  const { events = 500, bytes = 262_144, until = Number.MAX_SAFE_INTEGER } = limits;
  // Numbers have no gaps, so a range of them bounds the page, whatever plan the database chooses.
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

/** All lines of a session after a `seq`, in a transaction that has it locked. */
export async function readLocked(tx: Transaction, sessionId: string, after: number): Promise<LogLine[]> {
  const rows = await tx.query<{ seq: number; at: number; body: string }>(
    "select seq, at, body from callboard.session_events where session_id = $1 and seq > $2 order by seq",
    [sessionId, after],
  );
  return rows.map(({ seq, at, body }) => toLine(sessionId, seq, at, body));
}

/** A session's events of some types, in order. */
export async function readEventsOf(
  tx: Transaction,
  sessionId: string,
  types: readonly SessionEvent["type"][],
): Promise<SessionEvent[]> {
  const rows = await tx.query<{ seq: number; at: number; body: string }>(
    "select seq, at, body from callboard.session_events where session_id = $1 and type = any($2::text[]) order by seq",
    [sessionId, types],
  );
  return rows.map(({ seq, at, body }) => JSON.parse(toLine(sessionId, seq, at, body).json) as SessionEvent);
}
