import { randomBytes } from "node:crypto";
import type { Database, Transaction } from "../../db/database.ts";
import { storable } from "../../db/storable.ts";
import { notYours, HostRefusal } from "../../hostRefusal.ts";
import type { ByteReader } from "./byteReader.ts";

/** What is kept of an uploaded file beside its bytes. */
export interface UploadedFile {
  /** Cannot be guessed. */
  id: string;
  name: string;
  /** As its bytes say. */
  mediaType: string;
  bytes: number;
  /** Epoch milliseconds. */
  createdAt: number;
}

/** A file that is about to come in. */
export interface IncomingFile {
  userId: string | null;
  name: string;
  mediaType: string;
  /** How many bytes its sender announces; 0 where that is not said. */
  announced: number;
}

/** Tenants' uploaded files, in the database beside everything else: they survive what it survives. */
export interface Uploads {
  /**
   * Writes a file as it comes in. Keeps nothing of one that ends before its end.
   * @throws HostRefusal where the tenant's files, with all that is coming in, would take more than `mostBytes`, and
   * where the file cannot be stored.
   */
  write(tenantId: string, file: IncomingFile, bytes: ByteReader, mostBytes: number): Promise<UploadedFile>;
  /** A whole file of this tenant; undefined where there is none. */
  find(tenantId: string, id: string): Promise<UploadedFile | undefined>;
  /** A file's bytes, read as they are taken. */
  read(tenantId: string, id: string): ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Deletes what has come in only in part and began before a time, of all tenants. */
  sweep(before: number): Promise<void>;
  /** Deletes a whole file; false where there is none. @throws HostRefusal for one that somebody else uploaded. */
  remove(tenantId: string, id: string, userId: string): Promise<boolean>;
}

/** Bytes in one row: what is written at once, and what is held in memory of a file that is read. */
const CHUNK_BYTES = 256 * 1024;
/** A file that has been coming in for so long is not coming any more, in milliseconds. */
export const STALE_MS = 60 * 60 * 1000;

interface Row {
  id: string;
  name: string;
  media_type: string;
  bytes: number;
  created_at: number;
}

export function createUploads(database: Database): Uploads {
  /** Does something as a tenant; where the database cannot, people read what that means for their file. */
  async function store(tenantId: string, work: (tx: Transaction) => Promise<unknown>): Promise<void> {
    try {
      await database.asTenant(tenantId, work);
    } catch (cause) {
      if (cause instanceof HostRefusal) throw cause;
      const message =
        "The file could not be stored, so nothing of it is kept. Try again; if it stays, the host's disk may be full: tell its operator.";
      throw new HostRefusal("storage_unavailable", message, { cause });
    }
  }

  return {
    async write(tenantId, { userId, name, mediaType, announced }, bytes, mostBytes) {
      const id = `upload_${randomBytes(24).toString("base64url")}`;
      const createdAt = Date.now();
      let room = announced;
      await store(tenantId, async (tx) => {
        await tx.query(
          `insert into callboard.uploads (id, tenant_id, user_id, name, media_type, created_at)
           values ($1, $2::uuid, $3, $4, $5, $6::bigint)`,
          [id, tenantId, userId && storable(userId), storable(name), mediaType, createdAt],
        );
        await takeRoom(tx, tenantId, id, room, mostBytes);
      });
      try {
        let total = 0;
        for (let seq = 0; ; seq++) {
          const chunk = await bytes.take(CHUNK_BYTES);
          if (chunk.byteLength === 0) break;
          total += chunk.byteLength;
          await store(tenantId, async (tx) => {
            if (total > room) await takeRoom(tx, tenantId, id, total, mostBytes);
            await tx.query(
              "insert into callboard.upload_chunks (upload_id, seq, tenant_id, data) values ($1, $2::int, $3::uuid, $4)",
              [id, seq, tenantId, chunk],
            );
          });
          room = Math.max(room, total);
        }
        await store(tenantId, async (tx) => {
          const whole = await tx.query(
            "update callboard.uploads set complete = true, bytes = $2::bigint where id = $1 returning id",
            [id, total],
          );
          // It took so long that what had come in was swept.
          if (whole.length === 0) throw new Error("The upload is not there any more.");
        });
        return { id, name: storable(name), mediaType, bytes: total, createdAt };
      } catch (error) {
        await database.asTenant(tenantId, (tx) => drop(tx, "id = $1", [id])).catch(() => undefined);
        throw error;
      }
    },
    async find(tenantId, id) {
      const [row] = await database.asTenant(tenantId, (tx) =>
        tx.query<Row>(
          "select id, name, media_type, bytes, created_at from callboard.uploads where id = $1 and complete",
          [id],
        ),
      );
      return row && { id, name: row.name, mediaType: row.media_type, bytes: row.bytes, createdAt: row.created_at };
    },
    read(tenantId, id) {
      let seq = 0;
      return new ReadableStream(
        {
          async pull(controller) {
            const [row] = await database.asTenant(tenantId, (tx) =>
              tx.query<{ data: Uint8Array }>(
                "select data from callboard.upload_chunks where upload_id = $1 and seq = $2::int",
                [id, seq++],
              ),
            );
            if (row) controller.enqueue(new Uint8Array(row.data));
            else controller.close();
          },
        },
        { highWaterMark: 0 },
      );
    },
    async sweep(before) {
      const tenants = await database.asHost((tx) => tx.query<{ id: string }>("select id from callboard.tenants"));
      for (const { id } of tenants) {
        await database.asTenant(id, (tx) => drop(tx, "not complete and created_at < $1::bigint", [before]));
      }
    },
    remove: (tenantId, id, userId) =>
      database.asTenant(tenantId, async (tx) => {
        const [row] = await tx.query<{ user_id: string | null }>(
          "select user_id from callboard.uploads where id = $1 and complete for update",
          [id],
        );
        if (!row) return false;
        if (row.user_id !== storable(userId)) {
          throw notYours("file", "delete it");
        }
        await drop(tx, "id = $1", [id]);
        return true;
      }),
  };
}

async function drop(tx: Transaction, where: string, params: readonly unknown[]): Promise<void> {
  const gone = await tx.query<{ id: string }>(`select id from callboard.uploads where ${where}`, params);
  for (const { id } of gone) {
    await tx.query("delete from callboard.upload_chunks where upload_id = $1", [id]);
    await tx.query("delete from callboard.uploads where id = $1", [id]);
  }
}

/**
 * Takes room for so many bytes of a file. Files that come in side by side ask one after the other, so what all of them
 * take is known.
 */
async function takeRoom(tx: Transaction, tenantId: string, id: string, bytes: number, most: number): Promise<void> {
  await tx.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [`callboard uploads ${tenantId}`]);
  const [others] = await tx.query<{ bytes: number }>(
    "select coalesce(sum(bytes), 0)::bigint as bytes from callboard.uploads where id <> $1",
    [id],
  );
  if (others!.bytes + bytes > most) {
    const message =
      "This workspace has no room for the file. Delete files that are not needed, or ask its operator for more.";
    throw new HostRefusal("storage_full", message);
  }
  await tx.query("update callboard.uploads set bytes = $2::bigint where id = $1", [id, bytes]);
}
