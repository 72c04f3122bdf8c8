import type { PGlite } from "@electric-sql/pglite";

/** What to do with a folder whose files are not what the database wrote. */
export const RESTORE =
  "Stop the host, keep a copy of the folder, and restore the whole folder from a backup: callboard restore, or a copy that was made while the host was stopped.";

/** PostgreSQL's codes of a page or an index that is not as it was written. */
const DAMAGED: ReadonlySet<unknown> = new Set(["XX001", "XX002"]);

/** Whether the database says that what it reads is not what it wrote. */
export const isDamage = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && "code" in error && DAMAGED.has(error.code);

/** Pages of 8 kB that are read at each end of a table: some milliseconds a table, however large it is. */
const READ_PAGES = 500;

const TABLES = `
  select c.oid::regclass::text as name, pg_relation_size(c.oid)::float8 / 8192 as pages
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  left join pg_class whole on whole.reltoastrelid = c.oid
  where c.relkind in ('r', 't') and (n.nspname = 'callboard' or whole.relnamespace = 'callboard'::regnamespace)
  order by 1`;

/**
 * Reads both ends of each table, where a page that was cut or overwritten is found by its checksum. Answers what is
 * wrong, a line a table.
 */
export async function damagedTables(pglite: Pick<PGlite, "query">): Promise<string[]> {
  const { rows: there } = await pglite.query("select 1 from pg_namespace where nspname = 'callboard'");
  if (there.length === 0) return [];
  const { rows } = await pglite.query<{ name: string; pages: number }>(TABLES);
  const found: string[] = [];
  for (const { name, pages } of rows) {
    const ends = [`ctid < '(${READ_PAGES},0)'`, `ctid >= '(${Math.max(READ_PAGES, Math.ceil(pages) - READ_PAGES)},0)'`];
    for (const end of pages > READ_PAGES ? ends : ends.slice(0, 1)) {
      try {
        await pglite.query(`select count(*) from ${name} where ${end}`);
      } catch (error) {
        if (!isDamage(error)) throw error;
        found.push(`${name}: ${error.message}`);
        break;
      }
    }
  }
  return found;
}

/** Why a database did not open, where all that its engine says of it is that it ended. */
export const endedAtOpening = (cause: unknown): boolean =>
  cause instanceof Error && /^Aborted\(|failed to initialize|^Program terminated/.test(cause.message);
