import type { ModuleMigrations } from "./db/migration.ts";
import { migrate } from "./db/migrate.ts";
import { moveDatabase, strikeDeadWorkers } from "./db/moveDatabase.ts";
import { openPGlite } from "./db/pglite.ts";
import { openPostgres } from "./db/postgres.ts";
import type { TableHashes } from "./db/rowHashes.ts";
import { STANDARD_MIGRATIONS } from "./modules/standardMigrations.ts";

export interface MoveOptions {
  /** The data folder of the embedded database, which no host uses meanwhile. It stays as it is. */
  dataDir: string;
  /** The PostgreSQL, with nothing in its schema `callboard`. */
  databaseUrl: string;
  /** The modules of the host, whose tables are made there; those that every host has need not be named. */
  modules?: readonly ModuleMigrations[];
}

/**
 * Moves what an embedded database holds into a PostgreSQL, in one transaction, and proves by hashes of all rows that
 * nothing is lost. Answers what was moved, by table.
 * @throws where a host uses the folder, where the two do not have the same tables, and where the PostgreSQL holds data.
 */
export async function moveStore({ dataDir, databaseUrl, modules = [] }: MoveOptions): Promise<TableHashes> {
  const all = [...STANDARD_MIGRATIONS, ...modules];
  const from = await openPGlite(dataDir);
  try {
    await migrate(from, all);
    await strikeDeadWorkers(from);
    const to = await openPostgres(databaseUrl, () => {});
    try {
      await migrate(to, all);
      return await moveDatabase(from, to);
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}
