import { randomBytes } from "node:crypto";
import type { Database } from "../db/database.ts";
import { storable } from "../log/callProjection.ts";
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

/** Tenants' uploaded files, in the database beside everything else: they survive what it survives. */
export interface Uploads {
  /** Writes a file as it comes in. Rejects, and keeps nothing, where it ends before its end. */
  write(
    tenantId: string,
    file: { userId: string | null; name: string; mediaType: string },
    bytes: ByteReader,
  ): Promise<UploadedFile>;
  /** A whole file of this tenant; undefined where there is none. */
  find(tenantId: string, id: string): Promise<UploadedFile | undefined>;
  /** A file's bytes, read as they are taken. */
  read(tenantId: string, id: string): ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Bytes that a tenant's files take together. */
  taken(tenantId: string): Promise<number>;
}

/** Bytes in one row: what is written at once, and what is held in memory of a file that is read. */
const CHUNK_BYTES = 256 * 1024;
/** A file that has been coming in for so long is not coming any more, in milliseconds. */
const STALE_MS = 60 * 60 * 1000;

interface Row {
  id: string;
  name: string;
  media_type: string;
  bytes: number;
  created_at: number;
}

export function createUploads(database: Database): Uploads {
  const drop = (tenantId: string, where: string, params: readonly unknown[]) =>
    database.asTenant(tenantId, async (tx) => {
      const gone = await tx.query<{ id: string }>(`select id from callboard.uploads where ${where}`, params);
      for (const { id } of gone) {
        await tx.query("delete from callboard.upload_chunks where upload_id = $1", [id]);
        await tx.query("delete from callboard.uploads where id = $1", [id]);
      }
    });

  return {
    async write(tenantId, { userId, name, mediaType }, bytes) {
      const id = `upload_${randomBytes(24).toString("base64url")}`;
      const createdAt = Date.now();
      // What a process left half-written when it died is nobody's.
      await drop(tenantId, "not complete and created_at < $1::bigint", [createdAt - STALE_MS]);
      await database.asTenant(tenantId, (tx) =>
        tx.query(
          `insert into callboard.uploads (id, tenant_id, user_id, name, media_type, created_at)
           values ($1, $2::uuid, $3, $4, $5, $6::bigint)`,
          [id, tenantId, userId && storable(userId), storable(name), mediaType, createdAt],
        ),
      );
      try {
        let total = 0;
        for (let seq = 0; ; seq++) {
          const chunk = await bytes.take(CHUNK_BYTES);
          if (chunk.byteLength === 0) break;
          total += chunk.byteLength;
          await database.asTenant(tenantId, (tx) =>
            tx.query(
              "insert into callboard.upload_chunks (upload_id, seq, tenant_id, data) values ($1, $2::int, $3::uuid, $4)",
              [id, seq, tenantId, chunk],
            ),
          );
        }
        await database.asTenant(tenantId, (tx) =>
          tx.query("update callboard.uploads set complete = true, bytes = $2::bigint where id = $1", [id, total]),
        );
        return { id, name: storable(name), mediaType, bytes: total, createdAt };
      } catch (error) {
        await drop(tenantId, "id = $1", [id]).catch(() => undefined);
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
    async taken(tenantId) {
      const [row] = await database.asTenant(tenantId, (tx) =>
        tx.query<{ bytes: number }>("select coalesce(sum(bytes), 0)::bigint as bytes from callboard.uploads"),
      );
      return row!.bytes;
    },
  };
}
