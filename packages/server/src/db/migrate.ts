import { HOST_ROLE, TENANT_ROLE, type Engine, type Transaction } from "./database.ts";
import type { Migration, ModuleMigrations } from "./migration.ts";
import { MIGRATIONS } from "./migrations.ts";

/** Any constant, as long as every Callboard process uses the same one. */
const MIGRATION_LOCK = 4_600_000_001;

/** The module of the kernel's own steps. */
const KERNEL = "";

/**
 * Brings the database to this version's schema, the kernel's tables first and then each module's: all missing steps in
 * one transaction, under an advisory lock so that processes that start together do it once.
 * @throws when the database was made by a newer version, or its user may not create what is needed.
 */
export async function migrate(
  engine: Engine,
  modules: readonly ModuleMigrations[] = [],
  kernel: readonly Migration[] = MIGRATIONS,
): Promise<void> {
  await engine.transaction(`select pg_advisory_xact_lock(${MIGRATION_LOCK})`, async (tx) => {
    for (const role of [TENANT_ROLE, HOST_ROLE]) await ensureRole(tx, role);
    await tx.exec(`
      create schema if not exists callboard;
      create table if not exists callboard.migrations (
        version integer primary key,
        name text not null,
        applied_at bigint not null
      )`);
    const { applied, isOneList } = await readApplied(tx);
    await applyMissing(tx, KERNEL, kernel, applied.get(KERNEL));
    for (const { name, migrations = [] } of modules) {
      if (isOneList) await adopt(tx, name, migrations, applied);
      await applyMissing(tx, name, migrations, applied.get(name));
    }
  });
}

type Applied = Map<string, Set<number>>;

/**
 * The steps that the database has, by module; and whether they stand in one list, from before modules had lists of
 * their own.
 */
async function readApplied(tx: Transaction): Promise<{ applied: Applied; isOneList: boolean }> {
  // The column is missing in the one list, which a query by its name would refuse.
  const rows = await tx.query<{ version: number; module: string | null }>(
    "select m.version, to_jsonb(m) ->> 'module' as module from callboard.migrations m",
  );
  const applied: Applied = new Map();
  for (const { version, module } of rows) {
    const versions = applied.get(module ?? KERNEL) ?? new Set();
    applied.set(module ?? KERNEL, versions.add(version));
  }
  return { applied, isOneList: rows.length > 0 && rows.every(({ module }) => module === null) };
}

/** Records the steps of a module that the database has from the one list. */
async function adopt(tx: Transaction, module: string, migrations: readonly Migration[], applied: Applied) {
  const versions = new Set<number>();
  applied.set(module, versions);
  for (const migration of migrations) {
    if (migration.before === undefined || !applied.get(KERNEL)?.has(migration.before)) continue;
    await record(tx, module, migration);
    versions.add(migration.version);
  }
}

async function applyMissing(
  tx: Transaction,
  module: string,
  migrations: readonly Migration[],
  applied: ReadonlySet<number> = new Set(),
): Promise<void> {
  const newest = Math.max(0, ...migrations.map((migration) => migration.version));
  const unknown = Math.max(0, ...applied);
  if (unknown > newest) {
    const whose = module === KERNEL ? "" : ` of the module "${module}"`;
    throw new Error(
      `This database has schema version ${unknown}${whose}, and this Callboard knows only up to ${newest}. Start a newer Callboard, or use another database.`,
    );
  }
  for (const migration of migrations) {
    if (applied.has(migration.version)) continue;
    await tx.exec(migration.sql);
    await record(tx, module, migration);
  }
}

async function record(tx: Transaction, module: string, { version, name }: Migration): Promise<void> {
  const values = [version, name, Date.now()];
  // The kernel's first steps make the column.
  if (module === KERNEL)
    await tx.query("insert into callboard.migrations (version, name, applied_at) values ($1, $2, $3)", values);
  else
    await tx.query("insert into callboard.migrations (version, name, applied_at, module) values ($1, $2, $3, $4)", [
      ...values,
      module,
    ]);
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
