import { createHash } from "node:crypto";
import type { Database } from "../../db/database.ts";
import { storable } from "../../db/storable.ts";

/** A published note. */
export interface Note {
  noteId: string;
  title: string;
  text: string;
  /** Epoch milliseconds. */
  publishedAt: number;
}

/** Tenants' published notes: they are only ever added. */
export interface Notes {
  /**
   * Publishes a note, once for each call: the same call again gives the note that it published. `total` counts the
   * tenant's notes.
   */
  publish(
    tenantId: string,
    call: { sessionId: string; callId: string; userId: string | null },
    note: { title: string; text: string },
  ): Promise<{ note: Note; total: number }>;
  /** The newest first. */
  list(tenantId: string, limit: number): Promise<{ notes: Note[]; total: number }>;
}

interface Row {
  id: string;
  title: string;
  text: string;
  published_at: number;
}

export function createNotes(database: Database): Notes {
  const count = "select count(*)::int as total from callboard.notes";
  return {
    publish(tenantId, { sessionId, callId, userId }, { title, text }) {
      const id = `note_${createHash("sha256")
        .update(JSON.stringify([sessionId, callId]))
        .digest("hex")
        .slice(0, 20)}`;
      return database.asTenant(tenantId, async (tx) => {
        await tx.query(
          `insert into callboard.notes (tenant_id, id, session_id, call_id, user_id, title, text, published_at)
           values ($1::uuid, $2, $3, $4, $5, $6, $7, $8::bigint) on conflict do nothing`,
          [
            tenantId,
            id,
            storable(sessionId),
            storable(callId),
            userId && storable(userId),
            storable(title),
            storable(text),
            Date.now(),
          ],
        );
        const [row] = await tx.query<Row>(
          "select id, title, text, published_at::float8 as published_at from callboard.notes where id = $1",
          [id],
        );
        const [counted] = await tx.query<{ total: number }>(count);
        return { note: noteOf(row!), total: counted!.total };
      });
    },
    list(tenantId, limit) {
      return database.asTenant(tenantId, async (tx) => {
        const rows = await tx.query<Row>(
          `select id, title, text, published_at::float8 as published_at from callboard.notes
           order by published_at desc, id limit $1::int`,
          [limit],
        );
        const [counted] = await tx.query<{ total: number }>(count);
        return { notes: rows.map(noteOf), total: counted!.total };
      });
    },
  };
}

function noteOf({ id, title, text, published_at }: Row): Note {
  return { noteId: id, title, text, publishedAt: published_at };
}
