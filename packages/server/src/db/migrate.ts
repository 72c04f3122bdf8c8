import { HOST_ROLE, TENANT_ROLE, type Engine, type Transaction } from "./database.ts";
import { MIGRATIONS, type Migration } from "./migrations.ts";

/** Any constant, as long as every Callboard process uses the same one. */
const MIGRATION_LOCK = 4_600_000_001;

/**
 * Brings the database to this version's schema: all missing steps in one transaction, under an advisory lock so that
 * processes that start together do it once.
 * @throws when the database was made by a newer version, or its user may not create what is needed.
 */
export async function migrate(engine: Engine, migrations: readonly Migration[] = MIGRATIONS): Promise<void> {
  await engine.transaction(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`, async (tx) => {
    for (const role of [TENANT_ROLE, HOST_ROLE]) await ensureRole(tx, role);
    await tx.exec(`
      create schema if not exists callboard;
      create table if not exists callboard.migrations (
        version integer primary key,
        name text not null,
        applied_at bigint not null
      )`);
    const rows = await tx.query<{ version: number }>("select version from callboard.migrations");
    const applied = new Set(rows.map((row) => row.version));
    const newest = Math.max(0, ...migrations.map((migration) => migration.version));
    const unknown = Math.max(0, ...applied);
    if (unknown > newest) {
      throw new Error(
        `This database has schema version ${unknown}, and this Callboard knows only up to ${newest}. Start a newer Callboard, or use another database.`,
      );
    }
    for (const migration of migrations) {
      if (applied.has(migration.version)) continue;
      await tx.exec(migration.sql);
      await tx.query("insert into callboard.migrations (version, name, applied_at) values ($1, $2, $3)", [
        migration.version,
        migration.name,
        Date.now(),
      ]);
    }
  });
}

/** Roles belong to the whole server, not to one database, so every start checks them and no migration does. */
async function ensureRole(tx: Transaction, role: string): Promise<void> {
  if (!(await canBecome(tx, role))) {
    try {
      await tx.exec(`
        do $$ begin
          if not exists (select from pg_roles where rolname = '${role}') then
            create role ${role} nologin nosuperuser nobypassrls nocreatedb nocreaterole;
          end if;
        exception when duplicate_object or unique_violation then null;
        end $$;
        grant ${role} to current_user`);
    } catch (cause) {
      throw new Error(
        `The database user may not create or become the role ${role}, on which row-level security rests. ` +
          `Let an administrator run: CREATE ROLE ${role} NOLOGIN; GRANT ${role} TO <the user of DATABASE_URL>;`,
        { cause },
      );
    }
  }
  const [found] = await tx.query<{ exempt: boolean }>(
    "select rolsuper or rolbypassrls as exempt from pg_roles where rolname = $1",
    [role],
  );
  if (found?.exempt !== false) {
    throw new Error(
      `The role ${role} is exempt from row-level security. Run: ALTER ROLE ${role} NOSUPERUSER NOBYPASSRLS;`,
    );
  }
}

async function canBecome(tx: Transaction, role: string): Promise<boolean> {
  await tx.exec("savepoint become");
  try {
    await tx.exec(`set local role ${role}; reset role; release savepoint become`);
    return true;
  } catch {
    await tx.exec("rollback to savepoint become; release savepoint become");
    return false;
  }
}
