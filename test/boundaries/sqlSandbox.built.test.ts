import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { at } from "../../scripts/paths.mjs";

const from = async (path: string) => (await import(/* @vite-ignore */ `${at(path)}`)) as Record<string, unknown>;

interface Answer {
  rows: Record<string, unknown>[];
  isCut: boolean;
}
interface Thread {
  ask(request: unknown, timeLimit: number): Promise<Answer>;
  readonly isOpen: boolean;
  close(): void;
}

const TABLE = {
  name: "accounts",
  columns: [
    { name: "id", type: "bigint" },
    { name: "owner", type: "text" },
  ],
  rows: Array.from({ length: 50 }, (_, id) => ({ id, owner: `owner ${id}` })),
};
const limits = { rows: 100, bytes: 100_000 };

let open: () => Thread;
let thread: Thread;
const load = async () => {
  thread = open();
  await thread.ask({ kind: "load", tables: [TABLE] }, 120_000);
};
const ask = (sql: string, timeLimit = 60_000) => thread.ask({ kind: "query", sql, limits }, timeLimit);
const hash = async () => {
  const { rows } = await ask("select * from accounts order by id");
  return createHash("sha256").update(JSON.stringify(rows)).digest("hex");
};

beforeAll(async () => {
  expect(existsSync(at("packages/knowledge/dist/sql/sandboxWorker.js"))).toBe(true);
  open = (await from("packages/knowledge/dist/sql/sandboxThread.js"))["openSandboxThread"] as () => Thread;
  await load();
}, 180_000);
afterAll(() => thread.close());

/** What writes, becomes somebody else, reads files, runs programs, or waits. */
const HOSTILE = [
  "insert into accounts values (99, 'x')",
  "update accounts set owner = 'x'",
  "delete from accounts",
  "truncate accounts",
  "drop table accounts",
  "create table x (a int)",
  "create temp table x (a int)",
  "alter table accounts add x int",
  "grant all on accounts to public",
  "select 1; drop table accounts",
  "select 1; update accounts set owner = 'x'; select 2",
  "select 1) ; delete from accounts; --",
  "COMMIT",
  "ROLLBACK; delete from accounts",
  "COMMIT; delete from accounts",
  "begin",
  "SET ROLE postgres",
  "RESET ROLE",
  "set session authorization default",
  "set transaction read write",
  "with gone as (delete from accounts returning *) select * from gone",
  "with x as (insert into accounts values (99, 'x') returning id) select * from x",
  "select * into stolen from accounts",
  "select * from accounts for update",
  "do $$ begin delete from accounts; end $$",
  "call nothing()",
  "copy accounts to '/tmp/stolen'",
  "copy accounts to program 'id'",
  "copy accounts from '/etc/passwd'",
  "select pg_read_file('/etc/passwd')",
  "select pg_read_binary_file('postgresql.conf')",
  "select * from pg_ls_dir('/')",
  "select pg_stat_file('/')",
  "select lo_import('/etc/passwd')",
  "select lo_from_bytea(0, 'x')",
  "select pg_sleep(60)",
  "select pg_sleep_for('1 minute')",
  "select set_config('role', 'postgres', false)",
  "select set_config('transaction_read_only', 'off', true)",
  "select query_to_xml('delete from accounts', true, true, '')",
  "select pg_terminate_backend(pg_backend_pid())",
  "select pg_advisory_lock(1)",
  "select * from dblink('host=127.0.0.1', 'select 1') as t (a int)",
  "create extension dblink",
  "load 'x'",
  "listen x",
  "notify x",
  "select pg_notify('x', 'y')",
  "select nextval('x')",
  "vacuum accounts",
  "explain analyze delete from accounts",
  "prepare x as delete from accounts",
  "declare y cursor for select 1",
  "lock table accounts",
  "create function f() returns int language sql as 'select 1'",
  "select rolpassword from pg_authid",
  "select * from callboard.corpus_chunks",
  "select * from callboard.tokens",
];

describe("statements that would hurt", () => {
  test("none of them runs, and no row is another afterwards", { timeout: 120_000 }, async () => {
    const before = await hash();
    for (const sql of HOSTILE) {
      await expect(ask(sql), sql).rejects.toThrow();
      expect(thread.isOpen, sql).toBe(true);
    }
    expect(await hash()).toBe(before);
    expect((await ask("select current_user::text as me, current_setting('transaction_read_only') as ro")).rows).toEqual(
      [{ me: "reader", ro: "on" }],
    );
  });

  test(
    "a cross join of a billion rows is ended in time, and the next query has a new database",
    { timeout: 240_000 },
    async () => {
      const began = Date.now();
      await expect(
        ask("select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b", 3_000),
      ).rejects.toMatchObject({ name: "SandboxOverdue" });
      expect(Date.now() - began).toBeLessThan(30_000);
      expect(thread.isOpen).toBe(false);
      await load();
      expect((await ask("select count(*)::int as n from accounts")).rows).toEqual([{ n: 50 }]);
    },
  );

  test("a result that is too large is cut, and says so", { timeout: 60_000 }, async () => {
    expect(await ask("select repeat('x', 30000) as x from accounts")).toMatchObject({
      isCut: true,
      rows: { length: 3 },
    });
    expect(await ask("select a.id from accounts a, accounts b")).toMatchObject({ isCut: true, rows: { length: 100 } });
  });
});
