import type { Engine, Transaction } from "./database.ts";
import { createDatabase } from "./database.ts";
import { differingTables, hashTables, quoted, tablesOf, type Table, type TableHashes } from "./rowHashes.ts";

/** Not moved: each database has its own steps. */
const STEPS = "migrations";
/** What a host writes by itself when it starts, and gives way to what is moved. */
const OF_A_START: readonly string[] = ["tenants", "workers"];
/** About so many bytes of rows are moved at once. */
const BATCH_BYTES = 4_000_000;

/**
 * Copies every row of one database into another with the same tables and nothing in them, in one transaction: all of it
 * is there afterwards, which is proved by reading both, or nothing is. Answers what was moved.
 * @throws where their tables differ, where the other holds something, and where what arrived is not what was sent.
 */
export async function moveDatabase(from: Engine, to: Engine): Promise<TableHashes> {
  return await from.transaction("", async (source) => {
    const tables = await tablesOf(source);
    const held = await hashTables(source);
    const moved = await to.transaction("set local idle_in_transaction_session_timeout = 0", async (target) => {
      checkTables(tables, await tablesOf(target));
      const forced = await forcedTables(target);
      // The tables' owner is under their rules too, and would neither see nor write a row.
      for (const name of forced) await target.exec(`alter table callboard.${quoted(name)} no force row level security`);
      await checkEmpty(target);
      for (const name of [...OF_A_START].reverse()) await target.exec(`delete from callboard.${quoted(name)}`);
      for (const table of await inOrder(source, tables)) {
        if (table.name !== STEPS) await copyTable(source, target, table, held[table.name]?.rows ?? 0);
      }
      const arrived = await hashTables(target);
      const differing = differingTables(held, arrived, [STEPS]);
      if (differing.length > 0) {
        throw new Error(`Nothing was moved: what arrived is not what was sent, in ${differing.join(", ")}.`);
      }
      for (const name of forced) await target.exec(`alter table callboard.${quoted(name)} force row level security`);
      return arrived;
    });
    return Object.fromEntries(Object.entries(moved).filter(([name]) => name !== STEPS));
  });
}

/** What dead hosts held on the embedded database is nobody's, before another database takes it over. */
export async function strikeDeadWorkers(engine: Engine): Promise<void> {
  await createDatabase(engine).asHost((tx) => tx.query("update callboard.workers set lease_until = 0"));
}

/** Old databases have other steps behind them than new ones: what counts is that both have the same tables now. */
function checkTables(ours: readonly Table[], theirs: readonly Table[]): void {
  const textOf = (all: readonly Table[]) => new Map(all.map(({ name, columns }) => [name, JSON.stringify(columns)]));
  const [one, other] = [textOf(ours), textOf(theirs)];
  const differing = [...new Set([...one.keys(), ...other.keys()])].filter((name) => one.get(name) !== other.get(name));
  if (differing.length === 0) return;
  throw new Error(
    `The two databases do not have the same tables: ${differing.join(", ")}. Start the host once on the PostgreSQL ` +
      "(DATABASE_URL), with the modules that it has, stop it, and move then.",
  );
}

async function checkEmpty(target: Transaction): Promise<void> {
  for (const { name } of await tablesOf(target)) {
    if (name === STEPS || OF_A_START.includes(name)) continue;
    const [row] = await target.query(`select 1 from callboard.${quoted(name)} limit 1`);
    if (row) {
      throw new Error(
        `The PostgreSQL holds data already, in callboard.${name}. Move into a database of its own that nobody has used.`,
      );
    }
  }
}

async function forcedTables(target: Transaction): Promise<string[]> {
  const rows = await target.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'callboard' and c.relkind = 'r' and c.relforcerowsecurity order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** Tables so that what a row refers to is there before it. */
async function inOrder(source: Transaction, tables: readonly Table[]): Promise<Table[]> {
  const references = await source.query<{ from: string; to: string }>(
    `select a.relname as "from", b.relname as "to" from pg_constraint c
     join pg_namespace n on n.oid = c.connamespace
     join pg_class a on a.oid = c.conrelid join pg_class b on b.oid = c.confrelid
     where n.nspname = 'callboard' and c.contype = 'f' and c.conrelid <> c.confrelid`,
  );
  const placed = new Set<string>();
  const ordered: Table[] = [];
  while (ordered.length < tables.length) {
    const next = tables.filter(
      ({ name }) => !placed.has(name) && references.every(({ from, to }) => from !== name || placed.has(to)),
    );
    if (next.length === 0) throw new Error("Tables refer to each other in a circle, and cannot be moved one by one.");
    for (const table of next) {
      placed.add(table.name);
      ordered.push(table);
    }
  }
  return ordered;
}

async function copyTable(
  source: Transaction,
  target: Transaction,
  { name, columns }: Table,
  rows: number,
): Promise<void> {
  if (rows === 0) return;
  const written = columns.filter(({ isGenerated }) => !isGenerated);
  const table = `callboard.${quoted(name)}`;
  const [size] = await source.query<{ bytes: number }>(`select pg_total_relation_size('${table}')::float8 as bytes`);
  const atOnce = Math.min(1_000, Math.max(1, Math.floor(BATCH_BYTES / Math.max(1, (size?.bytes ?? 0) / rows))));
  const names = written.map((column) => quoted(column.name)).join(", ");
  const insert = `insert into ${table} (${names}) overriding system value
    select ${written.map(({ type }, index) => `v.c${index}::${type}`).join(", ")}
    from unnest(${written.map((_, index) => `$${index + 1}::text[]`).join(", ")})
      as v (${written.map((_, index) => `c${index}`).join(", ")})`;
  const texts = written.map((column, index) => `${quoted(column.name)}::text as c${index}`).join(", ");
  await source.exec(`declare moved no scroll cursor for select ${texts} from ${table}`);
  for (;;) {
    const batch = await source.query<Record<string, string | null>>(`fetch forward ${atOnce} from moved`);
    if (batch.length === 0) break;
    await target.query(
      insert,
      written.map((_, index) => batch.map((row) => row[`c${index}`] ?? null)),
    );
  }
  await source.exec("close moved");
}
