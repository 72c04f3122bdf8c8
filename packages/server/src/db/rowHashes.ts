import type { Transaction } from "./database.ts";

/** What a table holds: so many rows, and a hash of them in whichever order. */
export interface TableHash {
  rows: number;
  hash: string;
}

/** The tables of a database, each with what it holds. */
export type TableHashes = Readonly<Record<string, TableHash>>;

/** A table of ours, with its columns by name. */
export interface Table {
  name: string;
  columns: readonly { name: string; type: string; isGenerated: boolean }[];
}

/** What has values written as texts that are the same on every engine. */
const AS_TEXT =
  "set local extra_float_digits = 1; set local timezone = 'UTC'; set local bytea_output = 'hex'; " +
  "set local datestyle = 'ISO'; set local intervalstyle = 'postgres'";

export async function tablesOf(tx: Transaction): Promise<Table[]> {
  await tx.exec(AS_TEXT);
  const rows = await tx.query<{ table: string; name: string; type: string; isGenerated: boolean }>(
    `select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
       a.attgenerated <> '' as "isGenerated"
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
     where n.nspname = 'callboard' and c.relkind = 'r' order by c.relname, a.attname`,
  );
  const tables = new Map<string, Table["columns"][number][]>();
  for (const { table, ...column } of rows) tables.set(table, [...(tables.get(table) ?? []), column]);
  return [...tables].map(([name, columns]) => ({ name, columns }));
}

/** Reads every row of every table of ours, and says what each holds. */
export async function hashTables(tx: Transaction): Promise<TableHashes> {
  const hashes: [string, TableHash][] = [];
  for (const { name, columns } of await tablesOf(tx)) {
    const values = columns.map((column) => quoted(column.name)).join(", ");
    // Sums of two halves of each row's hash: no order, and no memory that grows with the table.
    const half = (side: "left" | "right") => `coalesce(sum(('x' || ${side}(h, 15))::bit(60)::bigint), 0)::text`;
    const [found] = await tx.query<TableHash>(
      `select count(*)::float8 as rows, ${half("left")} || ':' || ${half("right")} as hash
       from (select md5(row(${values})::text) as h from callboard.${quoted(name)}) hashed`,
    );
    if (found) hashes.push([name, found]);
  }
  return Object.fromEntries(hashes);
}

/** The tables that hold something else in two databases, but for those that are left out. */
export function differingTables(one: TableHashes, other: TableHashes, but: readonly string[] = []): string[] {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].filter(
    (name) => !but.includes(name) && (one[name]?.rows !== other[name]?.rows || one[name]?.hash !== other[name]?.hash),
  );
}

/** A name as SQL has it. */
export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
