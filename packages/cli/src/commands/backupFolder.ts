import type { TableHashes } from "@callboard/server";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UsageError } from "./command.ts";

/** What a backup says of itself. */
export interface BackupRecord {
  format: 1;
  /** ISO 8601. */
  createdAt: string;
  /** Of the file of the database. */
  sha256: string;
  bytes: number;
  /** What each table holds, as the copy was read. */
  tables: TableHashes;
  /** Whether the key is in it, without which saved connections and links cannot be read. */
  hasKey: boolean;
}

export const DATABASE_FILE = "database.tar.gz";
export const KEY_FILE = "secret.key";
const RECORD_FILE = "backup.json";

/** The database of a backup as the server takes it. */
export const copyOf = (bytes: Uint8Array<ArrayBuffer>): Blob => new Blob([bytes], { type: "application/x-gzip" });

export const rowsOf = (tables: TableHashes): number => Object.values(tables).reduce((sum, { rows }) => sum + rows, 0);

export const sha256Of = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

export const writeRecord = (folder: string, record: BackupRecord): Promise<void> =>
  writeFile(join(folder, RECORD_FILE), `${JSON.stringify(record, null, 2)}\n`, { flush: true });

/**
 * What a backup says, and its database, whose bytes are those that were kept.
 * @throws UsageError where the folder holds no backup, or not all of one.
 */
export async function readBackup(folder: string): Promise<{ record: BackupRecord; copy: Blob }> {
  const text = await readFile(join(folder, RECORD_FILE), "utf8").catch(() => undefined);
  const record = text === undefined ? undefined : recordIn(text);
  if (!record) throw new UsageError(`${folder} is no backup: it has no ${RECORD_FILE} that says what it holds.`);
  const bytes = await readFile(join(folder, DATABASE_FILE)).catch(() => undefined);
  if (!bytes) throw new UsageError(`${folder} is not all there: ${DATABASE_FILE} is missing.`);
  if (record.hasKey && !existsSync(join(folder, KEY_FILE))) {
    throw new UsageError(`${folder} is not all there: ${KEY_FILE} is missing.`);
  }
  if (sha256Of(bytes) !== record.sha256) {
    throw new UsageError(`${join(folder, DATABASE_FILE)} is not the file that was kept: it was changed, or cut short.`);
  }
  return { record, copy: copyOf(new Uint8Array(bytes)) };
}

function recordIn(text: string): BackupRecord | undefined {
  try {
    const record = JSON.parse(text) as Partial<BackupRecord>;
    const isWhole = record.format === 1 && typeof record.sha256 === "string" && typeof record.tables === "object";
    return isWhole ? (record as BackupRecord) : undefined;
  } catch {
    return undefined;
  }
}
