import { existsSync } from "node:fs";
import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { PGlite, types, type Transaction as PGliteTransaction } from "@electric-sql/pglite";
import type { Engine, Transaction } from "./database.ts";
import { lockFolder } from "./folderLock.ts";

/** Opens the embedded database in a folder; without one it lives in memory and ends with the process. */
export async function openPGlite(folder?: string): Promise<Engine> {
  const release = folder === undefined ? undefined : await lockFolder(folder);
  let pglite: PGlite;
  try {
    pglite = await create(folder);
  } catch (cause) {
    await release?.();
    throw new Error(
      `The embedded database${folder ? ` in ${folder}` : ""} did not open: ${cause instanceof Error ? cause.message : String(cause)}. ` +
        "Check that the folder can be written and the disk has room; to begin anew, move the folder away.",
      { cause },
    );
  }
  return pgliteEngine(pglite, release);
}

/** What every PGlite here is created with. */
export const PGLITE_OPTIONS = { parsers: { [types.INT8]: Number } };

/** PGlite as an engine; `release` is what is left to do once it is closed. */
export function pgliteEngine(pglite: PGlite, release?: () => Promise<void>): Engine {
  let closed = false;
  return {
    kind: "pglite",
    async transaction(prelude, work) {
      if (closed) throw new Error("The store is closed.");
      // PGlite is one connection: its own mutex makes transactions queue here.
      return await pglite.transaction(async (tx) => {
        await tx.exec(prelude);
        return await work(adapt(tx));
      });
    },
    listen: () => Promise.resolve(),
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

async function create(folder: string | undefined): Promise<PGlite> {
  if (folder === undefined) return await PGlite.create(PGLITE_OPTIONS);
  const data = join(folder, "database");
  const complete = join(folder, "database.complete");
  // A first start that was killed leaves half a database. Nothing can have been acknowledged in one without the mark.
  if (!existsSync(complete)) await rm(data, { recursive: true, force: true });
  await mkdir(data, { recursive: true });
  const pglite = await PGlite.create(data, PGLITE_OPTIONS);
  if (!existsSync(complete)) {
    await pglite.exec("checkpoint");
    await writeFile(complete, "The database folder beside this file was created whole.\n");
  }
  return pglite;
}
