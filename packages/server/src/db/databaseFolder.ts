import { existsSync } from "node:fs";
import { open, readdir, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "./makeFolder.ts";

/** Where the embedded database stands, and whether it was made here. */
export interface DatabaseFolder {
  path: string;
  /** Whether a database has to be made. */
  isNew: boolean;
  /** Says for good that the database was made whole. */
  complete(): Promise<void>;
}

/**
 * Looks at what a data folder holds before a database is opened in it. Only what a killed first start left, in which
 * nothing can have been acknowledged, makes room for a new database, and is moved aside; nothing is ever deleted.
 * @throws where a database stands that this folder says nothing of, and where the one that it speaks of is gone.
 */
export async function databaseFolder(folder: string, onProblem: (message: string) => void): Promise<DatabaseFolder> {
  const path = join(folder, "database");
  const whole = join(folder, "database.complete");
  const begun = join(folder, "database.begun");
  const holds = await contentsOf(path);
  if (existsSync(whole)) {
    if (!holds.includes("PG_VERSION")) {
      throw new Error(
        `The data folder ${folder} says that it has a database, and ${path} has none${holds.length > 0 ? ", or not all of one" : ""}. ` +
          "Restore it from a backup; to begin anew, move the whole folder away.",
      );
    }
    return { path, isNew: false, complete: () => Promise.resolve() };
  }
  if (holds.length > 0) {
    if (!existsSync(begun)) {
      throw new Error(
        `${path} holds a database, and the file database.complete that belongs beside it is missing: perhaps only a part was restored. ` +
          `If the database is whole, make an empty file ${whole}; if it is not, restore it, or move the folder away to begin anew.`,
      );
    }
    const aside = `${path}.unfinished-${new Date().toISOString().replace(/[:.]/g, "-")}`;
    await rename(path, aside);
    onProblem(
      `The first start in ${folder} ended before its database was made. What it left is in ${aside}, where nothing needs it: delete it when you like.`,
    );
  }
  await makeFolder(folder);
  await writeMark(folder, begun, "The database folder beside this file is being made.\n");
  await makeFolder(path);
  return {
    path,
    isNew: true,
    async complete() {
      await writeMark(folder, whole, "The database folder beside this file was created whole.\n");
      await rm(begun, { force: true });
    },
  };
}

async function contentsOf(path: string): Promise<string[]> {
  try {
    return await readdir(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
}

/** Writes a file that outlives a power cut from now on: its content, and its name in the folder. */
async function writeMark(folder: string, path: string, text: string): Promise<void> {
  const file = await open(path, "w");
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  // Not every system lets a folder be opened.
  const names = await open(folder, "r").catch(() => undefined);
  try {
    await names?.sync().catch(() => undefined);
  } finally {
    await names?.close();
  }
}
