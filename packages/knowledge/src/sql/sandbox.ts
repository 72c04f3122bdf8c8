import type { PGlite } from "@electric-sql/pglite";

/** A table as SQL has it. */
export interface SandboxTable {
  name: string;
  columns: readonly { name: string; type: "text" | "double precision" | "bigint" | "boolean" }[];
  /** Each as an object by its columns. */
  rows: readonly Readonly<Record<string, unknown>>[];
}

/** A function that queries may call. */
export interface SandboxFunction {
  name: string;
  /** The statement that makes it. */
  sql: string;
  /** What it runs: one query. */
  body: string;
}

export type SandboxRequest =
  | { kind: "load"; tables: readonly SandboxTable[] }
  | { kind: "declare"; functions: readonly SandboxFunction[] }
  /** Answers a row for each function that is wrong, with why. */
  | { kind: "check"; functions: readonly SandboxFunction[] }
  | { kind: "query"; sql: string; limits: SandboxLimits };

export interface SandboxLimits {
  rows: number;
  bytes: number;
}

export interface SandboxAnswer {
  columns: { name: string; type: string }[];
  rows: Record<string, unknown>[];
  isCut: boolean;
}

const READER = "reader";
const ROWS_AT_ONCE = 1_000;
const FETCHED_AT_ONCE = 100;

/** Functions that wait, hold, change settings, or run a text as a statement: nothing that reads tables needs them. */
const CLOSED = `
  do $$
  declare f record;
  begin
    for f in select p.oid::regprocedure as signature from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname = 'pg_catalog' and (
        p.proname ~ '^(pg_sleep|pg_read|pg_ls|pg_stat_file|pg_advisory|pg_try_advisory|pg_terminate|pg_cancel|pg_notify|pg_reload|pg_rotate|pg_switch|pg_logical|pg_create|pg_drop|pg_replication|pg_export|pg_log|pg_promote|pg_backup|lo_|lowrite|loread|query_to_xml|cursor_to_xml|table_to_xml|schema_to_xml|database_to_xml|ts_stat|ts_rewrite|currtid|dblink)'
        or p.proname in ('set_config', 'setval', 'nextval', 'txid_current', 'pg_current_xact_id'))
    loop
      execute format('revoke execute on function %s from public', f.signature);
    end loop;
  end $$`;

const identifier = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** A database of its own, in memory, with nothing in it but the tables of one reader. */
export function answerSandboxRequests(): (request: SandboxRequest) => Promise<SandboxAnswer> {
  let opening: Promise<PGlite> | undefined;
  const nothing: SandboxAnswer = { columns: [], rows: [], isCut: false };

  async function open(): Promise<PGlite> {
    const { PGlite } = await import("@electric-sql/pglite");
    const database = await PGlite.create();
    await database.exec(`
      create role ${READER} nologin nosuperuser nocreatedb nocreaterole;
      revoke all on schema public from public;
      revoke temporary on database postgres from public;
      grant usage on schema public to ${READER};
      ${CLOSED}`);
    return database;
  }

  async function load(database: PGlite, tables: readonly SandboxTable[]) {
    for (const { name, columns, rows } of tables) {
      const table = identifier(name);
      const list = columns.map((column) => `${identifier(column.name)} ${column.type}`).join(", ");
      await database.exec(`create table public.${table} (${list}); grant select on public.${table} to ${READER}`);
      for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
        await database.query(
          `insert into public.${table} select * from json_to_recordset($1::text::json) as r (${list})`,
          [JSON.stringify(rows.slice(from, from + ROWS_AT_ONCE))],
        );
      }
    }
  }

  return async (request) => {
    const database = await (opening ??= open());
    if (request.kind === "load") {
      await load(database, request.tables);
      return nothing;
    }
    if (request.kind === "declare") {
      await declare(database, request.functions);
      return nothing;
    }
    if (request.kind === "check") return { ...nothing, rows: await check(database, request.functions) };
    return await query(database, request.sql, request.limits);
  };
}

/** Bodies are looked at when they run: a function may come before what it calls, and a table with its query. */
async function declare(database: PGlite, functions: readonly SandboxFunction[]): Promise<void> {
  await database.exec("set check_function_bodies = off");
  for (const { sql } of functions) await database.exec(sql);
  await database.exec("grant execute on all functions in schema public to " + READER);
}

/** PostgreSQL's codes of a table, and a column of it, that are not there before a query names them. */
const UNKNOWN_TABLE = "42P01";

/** What PostgreSQL says of each function that it does not take; one may name a table that is not there yet. */
async function check(
  database: PGlite,
  functions: readonly SandboxFunction[],
): Promise<{ name: string; problem: string }[]> {
  const problems: { name: string; problem: string }[] = [];
  const made: SandboxFunction[] = [];
  await database.exec("set check_function_bodies = off");
  for (const each of functions) {
    try {
      const [known] = (
        await database.query<{ name: string }>(
          "select proname as name from pg_proc where proname = $1 and pronamespace = 'pg_catalog'::regnamespace limit 1",
          [each.name],
        )
      ).rows;
      if (known) throw new Error("SQL has a function of this name already. Rename it.");
      await database.exec(each.sql);
      made.push(each);
    } catch (error) {
      problems.push({ name: each.name, problem: wordsOf(error) });
    }
  }
  await database.exec("set check_function_bodies = on");
  for (const { name, sql, body } of made) {
    try {
      await database.exec(sql);
      // A function of SQL may be several statements, and these may be none that change something.
      await database.query(`prepare body as ${body}`).catch((error: unknown) => {
        if (/cannot insert multiple commands|syntax error/i.test(wordsOf(error))) throw error;
      });
      await database.exec("deallocate all");
    } catch (error) {
      if (codeOf(error) !== UNKNOWN_TABLE) problems.push({ name, problem: wordsOf(error) });
    }
  }
  return problems;
}

const wordsOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
const codeOf = (error: unknown) =>
  typeof error === "object" && error !== null && "code" in error ? error.code : undefined;

/** One SELECT: a cursor takes nothing else, and no more rows are made than are asked for. */
async function query(database: PGlite, sql: string, limits: SandboxLimits): Promise<SandboxAnswer> {
  await database.exec(`begin transaction read only; set local role ${READER}`);
  try {
    // Prepared, so that it is one statement.
    await database.query(`declare answer no scroll cursor for ${sql}\n`);
    const rows: Record<string, unknown>[] = [];
    let columns: SandboxAnswer["columns"] = [];
    let bytes = 0;
    for (;;) {
      const { fields, rows: fetched } = await database.query<unknown[]>(`fetch ${FETCHED_AT_ONCE} from answer`, [], {
        rowMode: "array",
      });
      const names = namesOf(fields.map(({ name }) => name));
      columns = fields.map(({ dataTypeID }, at) => ({ name: names[at] ?? "", type: typeOf(dataTypeID) }));
      for (const values of fetched) {
        const row = Object.fromEntries(values.map((value, at) => [names[at] ?? "", plain(value)]));
        bytes += JSON.stringify(row).length;
        if (rows.length >= limits.rows || bytes > limits.bytes) return { columns, rows, isCut: true };
        rows.push(row);
      }
      if (fetched.length < FETCHED_AT_ONCE) return { columns, rows, isCut: false };
    }
  } finally {
    await database.exec("rollback");
  }
}

function namesOf(said: readonly string[]): string[] {
  const seen = new Map<string, number>();
  return said.map((name) => {
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return count === 0 ? name : `${name}_${count + 1}`;
  });
}

const TYPES: Readonly<Record<number, string>> = {
  16: "boolean",
  20: "bigint",
  21: "smallint",
  23: "integer",
  25: "text",
  700: "real",
  701: "double precision",
  1082: "date",
  1114: "timestamp",
  1184: "timestamptz",
  1700: "numeric",
};
const typeOf = (id: number) => TYPES[id] ?? "other";

function plain(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (value instanceof Date) return value.toISOString();
  if (value instanceof Uint8Array) return `\\x${Buffer.from(value).toString("hex")}`;
  if (typeof value === "number" && !Number.isFinite(value)) return String(value);
  return value;
}
