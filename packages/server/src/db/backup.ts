import { PGlite } from "@electric-sql/pglite";
import { mkdtemp, rm } from "node:fs/promises";
import { join } from "node:path";
import { damagedTables } from "./damage.ts";
import type { Engine } from "./database.ts";
import { databaseFolder } from "./databaseFolder.ts";
import { inFolder } from "./folderProblem.ts";
import { lockFolder } from "./folderLock.ts";
import { openPGlite, PGLITE_OPTIONS, pgliteEngine } from "./pglite.ts";
import { differingTables, hashTables, type TableHashes } from "./rowHashes.ts";

/**
 * A copy of the embedded database of a folder that no host uses, as `Store.copy` makes it of one that is used.
 * @throws where a host uses the folder.
 */
export async function copyDatabase(folder: string): Promise<Blob> {
  const engine = await openPGlite(folder);
  try {
    if (!engine.copy) throw new Error("The embedded database cannot be copied.");
    return await engine.copy();
  } finally {
    await engine.close();
  }
}

/**
 * Opens a copy in a folder of its own beside `folder`, reads every row of it, and says what each table holds.
 * @throws where the copy does not open, or a page of it is not as it was written.
 */
export async function checkCopy(copy: Blob, folder: string): Promise<TableHashes> {
  const scratch = await mkdtemp(join(folder, "check-"));
  try {
    const engine = await loadCopy(copy, join(scratch, "database"));
    try {
      return await engine.transaction("", hashTables);
    } finally {
      await engine.close();
    }
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

/**
 * Makes a data folder's database from a copy, and reads all of it: it holds what the copy held, or is not there.
 * @throws where the folder has a database already, and where what was restored is another than `expected`.
 */
export async function restoreCopy(copy: Blob, folder: string, expected: TableHashes): Promise<void> {
  const release = await inFolder(folder, () => lockFolder(folder));
  try {
    const { path, isNew, complete } = await inFolder(folder, () => databaseFolder(folder, () => {}));
    if (!isNew) {
      throw new Error(`${folder} has a database already. Name a new folder, or move that one away.`);
    }
    try {
      const engine = await loadCopy(copy, path);
      try {
        const differing = differingTables(expected, await engine.transaction("", hashTables));
        if (differing.length > 0) {
          throw new Error(`What was restored is not what was kept: ${differing.join(", ")}. Restore another backup.`);
        }
      } finally {
        await engine.close();
      }
      await complete();
    } catch (error) {
      await rm(path, { recursive: true, force: true });
      throw error;
    }
  } finally {
    await release();
  }
}

async function loadCopy(copy: Blob, path: string): Promise<Engine> {
  const pglite = await PGlite.create(path, { ...PGLITE_OPTIONS, loadDataDir: copy }).catch((cause: unknown) => {
    throw new Error("The copy of the database does not open: it is damaged, or not all there.", { cause });
  });
  const damaged = await damagedTables(pglite);
  if (damaged.length === 0) return pgliteEngine(pglite);
  await pglite.close();
  throw new Error(`The copy of the database is damaged: ${damaged.join("; ")}.`);
}
