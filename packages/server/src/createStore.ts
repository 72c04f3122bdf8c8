import { openPGlite } from "./db/pglite.ts";
import { openPostgres } from "./db/postgres.ts";
import { STANDARD_MIGRATIONS } from "./modules/standardMigrations.ts";
import { openStore, type Store, type StoreOptions } from "./store.ts";

/**
 * Opens the database (PGlite in `dataDir`, or PostgreSQL by `databaseUrl`) and brings its schema up to date.
 * @throws when another process uses the folder, the server does not answer, or row-level security cannot be upheld.
 * @example
 * ```ts
 * const store = await createStore({ dataDir: ".callboard" });
 * ```
 */
export async function createStore(options: StoreOptions = {}): Promise<Store> {
  const onProblem = options.onProblem ?? ((message: string) => console.warn(message));
  const engine = options.databaseUrl
    ? await openPostgres(options.databaseUrl, onProblem)
    : await openPGlite(options.dataDir, onProblem);
  return await openStore(engine, STANDARD_MIGRATIONS, options);
}
