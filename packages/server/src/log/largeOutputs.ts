import { randomBytes } from "node:crypto";
import type { NewEvent, OutputRef } from "@callboard/core";
import type { Database, Transaction } from "../db/database.ts";
import { outputSummary } from "./outputSummary.ts";

/** Bytes of JSON up to which an output stands in its event. */
const MOST_IN_EVENT = 256_000;
/**
 * Characters of the beginning that stand in the event for a larger one: what a model reads of it, and a page shows
 * before it is fetched.
 */
const PREVIEW = 12_000;
const LONGEST_SUMMARY = 2_000;
const CHUNK = 256_000;

/** An output that is kept beside the log. */
export interface LargeOutput extends Pick<OutputRef, "id" | "bytes" | "mediaType"> {
  callId: string;
  json: string;
}

/** The events with references in the place of large outputs, and these outputs. */
export function takeLargeOutputs(events: readonly NewEvent[]): { events: readonly NewEvent[]; outputs: LargeOutput[] } {
  const outputs: LargeOutput[] = [];
  const kept = events.map((event): NewEvent => {
    if (event.type !== "tool.completed" || event.output === undefined) return event;
    const json = JSON.stringify(event.output) ?? "null";
    // A character has one byte at least and three at most.
    const bytes = json.length * 3 <= MOST_IN_EVENT ? json.length : Buffer.byteLength(json);
    if (bytes <= MOST_IN_EVENT) return event;
    const { output: _output, ...rest } = event;
    const large = { id: `output_${randomBytes(24).toString("base64url")}`, bytes, mediaType: "application/json" };
    outputs.push({ ...large, callId: event.callId, json });
    return {
      ...rest,
      outputRef: {
        ...large,
        preview: json.slice(0, endOfCharacter(json, PREVIEW)),
        summary: outputSummary(event.output).slice(0, LONGEST_SUMMARY),
      },
    };
  });
  return outputs.length > 0 ? { events: kept, outputs } : { events, outputs };
}

/** Writes outputs in the transaction of their events. */
export async function writeOutputs(
  tx: Transaction,
  tenantId: string,
  sessionId: string,
  at: number,
  outputs: readonly LargeOutput[],
): Promise<void> {
  for (const { id, callId, mediaType, bytes, json } of outputs) {
    await tx.query(
      `insert into callboard.outputs (id, tenant_id, session_id, call_id, media_type, bytes, created_at)
       values ($1, $2::uuid, $3, $4, $5, $6::bigint, $7::bigint)`,
      [id, tenantId, sessionId, callId, mediaType, bytes, at],
    );
    let seq = 0;
    for (let from = 0; from < json.length;) {
      const end = endOfCharacter(json, from + CHUNK);
      await tx.query(
        "insert into callboard.output_chunks (output_id, seq, tenant_id, data) values ($1, $2::int, $3::uuid, $4)",
        [id, seq++, tenantId, json.slice(from, end)],
      );
      from = end;
    }
  }
}

/** Where a text may be cut: not between the halves of a character. */
function endOfCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at - 1);
  return at < text.length && code >= 0xd800 && code <= 0xdbff ? at + 1 : Math.min(at, text.length);
}

/** What is known of an output that is kept beside the log. */
export async function findOutput(
  database: Database,
  tenantId: string,
  id: string,
): Promise<{ sessionId: string; userId: string | null; mediaType: string; bytes: number } | undefined> {
  const [row] = await database.asTenant(tenantId, (tx) =>
    tx.query<{ session_id: string; user_id: string | null; media_type: string; bytes: number }>(
      `select o.session_id, s.user_id, o.media_type, o.bytes
       from callboard.outputs o join callboard.sessions s on s.id = o.session_id where o.id = $1`,
      [id],
    ),
  );
  return row && { sessionId: row.session_id, userId: row.user_id, mediaType: row.media_type, bytes: row.bytes };
}

/**
 * The id of an output of a session: itself, or that of the call whose output it is; undefined where the session has
 * none.
 */
export async function findOutputOf(
  database: Database,
  tenantId: string,
  { sessionId, id }: { sessionId: string; id: string },
): Promise<string | undefined> {
  const [row] = await database.asTenant(tenantId, (tx) =>
    tx.query<{ id: string }>(
      "select id from callboard.outputs where session_id = $1 and (id = $2 or call_id = $2) order by created_at limit 1",
      [sessionId, id],
    ),
  );
  return row?.id;
}

/** An output's text, piece by piece. */
export async function* readOutput(database: Database, tenantId: string, id: string): AsyncGenerator<string> {
  for (let seq = 0; ; seq++) {
    const [row] = await database.asTenant(tenantId, (tx) =>
      tx.query<{ data: string }>("select data from callboard.output_chunks where output_id = $1 and seq = $2::int", [
        id,
        seq,
      ]),
    );
    if (!row) return;
    yield row.data;
  }
}

/** An output as a value. */
export async function loadOutput(
  database: Database,
  tenantId: string,
  { id }: Pick<OutputRef, "id">,
): Promise<unknown> {
  let json = "";
  for await (const piece of readOutput(database, tenantId, id)) json += piece;
  return JSON.parse(json) as unknown;
}
