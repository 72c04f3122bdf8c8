import { PGlite, types, type Transaction as PGliteTransaction } from "@electric-sql/pglite";
import type { Engine, Transaction } from "./database.ts";
import { damagedTables, endedAtOpening, isDamage, RESTORE } from "./damage.ts";
import { databaseFolder } from "./databaseFolder.ts";
import { inFolder } from "./folderProblem.ts";
import { lockFolder } from "./folderLock.ts";
import { createTidying } from "./tidy.ts";

/**
 * Opens the embedded database in a folder; without one it lives in memory and ends with the process.
 * @throws where another process has the folder, or what it holds is no whole database of ours.
 */
export async function openPGlite(
  folder?: string,
  onProblem: (message: string) => void = console.warn,
): Promise<Engine> {
  if (folder === undefined) return pgliteEngine(await PGlite.create(PGLITE_OPTIONS));
  const release = await inFolder(folder, () => lockFolder(folder));
  try {
    const { path, isNew, complete } = await inFolder(folder, () => databaseFolder(folder, onProblem));
    const pglite = await PGlite.create(path, PGLITE_OPTIONS).catch((cause: unknown) => {
      throw new Error(`The embedded database in ${folder} did not open: ${whyClosed(cause)}`, { cause });
    });
    if (isNew) {
      await pglite.exec("checkpoint");
      await complete();
    } else await tellOfDamage(pglite, folder, onProblem);
    return pgliteEngine(pglite, release);
  } catch (error) {
    await release();
    throw error;
  }
}

const whyClosed = (cause: unknown): string =>
  endedAtOpening(cause)
    ? "its files are damaged or not all there, as after a full disk, a power cut or a copy that was made while the host ran. " +
      `${RESTORE} To begin anew, move the folder away.`
    : `${reasonOf(cause)}. Check that the folder can be written and the disk has room; to begin anew, move the folder away.`;

/** What is whole can still be read, so a damaged table is told of and keeps nobody from the rest. */
async function tellOfDamage(pglite: PGlite, folder: string, onProblem: (message: string) => void): Promise<void> {
  const damaged = await damagedTables(pglite);
  if (damaged.length === 0) return;
  onProblem(`The embedded database in ${folder} is damaged: ${damaged.join("; ")}. ${RESTORE}`);
}

/** What the embedded system's file errors mean, by their number: they are no errors of JavaScript and have no words. */
const FILE_ERRORS: Readonly<Record<number, string>> = {
  2: "it may not be read or written",
  29: "the disk could not be read or written",
  51: "the disk has no room left",
  69: "it is on a read-only file system",
};

function reasonOf(cause: unknown): string {
  if (cause instanceof Error) return cause.message;
  const errno = typeof cause === "object" && cause !== null && "errno" in cause ? Number(cause.errno) : NaN;
  if (Number.isNaN(errno)) return String(cause);
  return FILE_ERRORS[errno] ?? `a file could not be used (error ${errno})`;
}

/** Options of every PGlite here. */
export const PGLITE_OPTIONS = { parsers: { [types.INT8]: Number } };

/** PGlite as an engine; `release` runs once it is closed. */
export function pgliteEngine(pglite: PGlite, release?: () => Promise<void>): Engine {
  let closed = false;
  let isWorn = true;
  const tidying = createTidying(pglite);
  return {
    kind: "pglite",
    async transaction(prelude, work) {
      if (closed) throw new Error("The store is closed.");
      isWorn = true;
      try {
        // PGlite is one connection: its own mutex queues transactions here.
        return await pglite.transaction(async (tx) => {
          await tx.exec(prelude);
          return await work(adapt(tx));
        });
      } catch (cause) {
        if (isDamage(cause)) cause.message = `The embedded database is damaged: ${cause.message}. ${RESTORE}`;
        if (cause instanceof Error) throw cause;
        throw new Error(`The embedded database did not do it: ${reasonOf(cause)}.`, { cause });
      }
    },
    listen: () => Promise.resolve(),
    async tidy() {
      // An idle database is not asked over and over.
      if (closed || !isWorn) return;
      isWorn = false;
      await tidying.run();
    },
    shrink: () => tidying.shrink(),
    async pool() {
      const { pglitePool } = await import("./pglitePool.ts");
      return pglitePool(pglite, () => (isWorn = true));
    },
    async copy() {
      if (closed) throw new Error("The store is closed.");
      // What is committed meanwhile is in the log that the copy takes along, and what is not is undone when it opens.
      await pglite.exec("checkpoint");
      return await pglite.dumpDataDir("gzip");
    },
    async close() {
      if (closed) return;
      closed = true;
      await pglite.close();
      await release?.();
    },
  };
}

function adapt(tx: PGliteTransaction): Transaction {
  return {
    async query<Row>(text: string, params: readonly unknown[] = []) {
      return (await tx.query<Row>(text, [...params])).rows;
    },
    async exec(text) {
      await tx.exec(text);
    },
  };
}
