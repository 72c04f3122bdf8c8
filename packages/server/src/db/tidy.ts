import type { PGlite } from "@electric-sql/pglite";

/** Bytes of write-ahead log after which it is folded into the tables: it would grow to a gigabyte by itself. */
const MOST_LOG = 32_000_000;
/** Bytes that a table may take beyond twice what it holds before it is written anew at a start. */
const MUCH_ROOM = 64_000_000;

/** The tables with rows that nobody can read any more, in themselves or in what they keep aside of long values. */
const WORN = `
  select quote_ident(t.schemaname) || '.' || quote_ident(t.relname) as name
  from pg_stat_user_tables t
  join pg_class c on c.oid = t.relid
  left join pg_stat_all_tables aside on aside.relid = c.reltoastrelid
  where t.schemaname like 'callboard%'
    and t.n_dead_tup + coalesce(aside.n_dead_tup, 0) > 50 + (t.n_live_tup + coalesce(aside.n_live_tup, 0)) / 10`;

/** Gives the room of deleted rows back, which the embedded database never does by itself: it has no autovacuum. */
export interface Tidying {
  /**
   * Looks at what was written since the last time, and does what there is to do; a table at a time, so others get their
   * turn.
   */
  run(): Promise<void>;
  /** Writes tables anew that are mostly room: for a start, when nobody waits. */
  shrink(): Promise<void>;
}

export function createTidying(pglite: Pick<PGlite, "query" | "exec">): Tidying {
  let checkpointAt: string | undefined;
  const first = async <Row>(text: string, params: unknown[] = []) => (await pglite.query<Row>(text, params)).rows[0]!;

  async function checkpoint(): Promise<void> {
    await pglite.exec("checkpoint");
    checkpointAt = (await first<{ at: string }>("select pg_current_wal_lsn()::text as at")).at;
  }

  return {
    async run() {
      const { rows } = await pglite.query<{ name: string }>(WORN);
      for (const { name } of rows) await pglite.exec(`vacuum ${name}`);
      const { bytes } = await first<{ bytes: number }>(
        "select pg_wal_lsn_diff(pg_current_wal_lsn(), coalesce($1, '0/0')::pg_lsn)::float8 as bytes",
        [checkpointAt ?? null],
      );
      if (rows.length > 0 || bytes > MOST_LOG) await checkpoint();
    },
    async shrink() {
      for (const [chunks, whole] of [
        ["upload_chunks", "uploads"],
        ["output_chunks", "outputs"],
      ] as const) {
        const { there } = await first<{ there: boolean }>(
          `select to_regclass('callboard.${chunks}') is not null as there`,
        );
        if (!there) continue;
        const { takes, holds } = await first<{ takes: number; holds: number }>(
          `select pg_total_relation_size('callboard.${chunks}')::float8 as takes,
                  (select coalesce(sum(bytes), 0)::float8 from callboard.${whole}) as holds`,
        );
        if (takes > holds * 2 + MUCH_ROOM) await pglite.exec(`vacuum full callboard.${chunks}`);
      }
      await checkpoint();
    },
  };
}
