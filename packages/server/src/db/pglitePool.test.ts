import { PGlite } from "@electric-sql/pglite";
import type pg from "pg";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { pgliteEngine, PGLITE_OPTIONS } from "./pglite.ts";
import type { Engine } from "./database.ts";

let pglite: PGlite;
let engine: Engine;
let pool: pg.Pool;
beforeAll(async () => {
  pglite = await PGlite.create(PGLITE_OPTIONS);
  engine = pgliteEngine(pglite);
  pool = await engine.pool();
}, 60_000);
afterAll(async () => {
  await pool.end();
  await engine.close();
});
beforeEach(() => pglite.exec("drop table if exists t; create table t (n bigint, note jsonb)"));

const rows = async () => (await pool.query<{ n: string }>("select n from t order by n")).rows.map(({ n }) => n);

describe("the embedded database as a pool", () => {
  it("answers as node-postgres does: big numbers as texts, counts, arrays, the last of several statements", async () => {
    const inserted = await pool.query("insert into t values ($1, $2)", ["9007199254740993", { a: 1 }]);
    expect(inserted).toMatchObject({ command: "INSERT", rowCount: 1, rows: [] });
    const read = await pool.query({ text: "select n, note from t where n = any($1)", values: [["9007199254740993"]] });
    expect(read.rows).toEqual([{ n: "9007199254740993", note: { a: 1 } }]);
    expect(read.fields.map(({ name }) => name)).toEqual(["n", "note"]);
    expect((await pool.query({ text: "select n from t", rowMode: "array" })).rows).toEqual([["9007199254740993"]]);
    expect((await pool.query("select 1 as a; select 2 as b")).rows).toEqual([{ b: 2 }]);
    await expect(pool.query("select * from nowhere")).rejects.toMatchObject({ code: "42P01" });
  });

  it("answers by callback too", async () => {
    const told = await new Promise((resolve) =>
      pool.query("select 1 as a", (error, { rows: found }) => resolve([error, found])),
    );
    expect(told).toEqual([undefined, [{ a: 1 }]]);
  });

  it("keeps everybody else waiting while a client has a transaction open, the host too", async () => {
    const client = await pool.connect();
    await client.query("BEGIN ISOLATION LEVEL SERIALIZABLE");
    await client.query("insert into t values (1)");
    const seen: string[] = [];
    const other = pool.query("select count(*)::int as n from t").then(({ rows: [row] }) => seen.push(`pool ${row.n}`));
    const host = engine
      .transaction("select 1", (tx) => tx.query<{ n: number }>("select count(*)::int as n from t"))
      .then(([row]) => seen.push(`host ${row?.n}`));
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(seen).toEqual([]);
    expect((await client.query("show transaction_isolation")).rows).toEqual([
      { transaction_isolation: "serializable" },
    ]);
    await client.query("insert into t values (2)");
    await client.query("COMMIT");
    client.release();
    await Promise.all([other, host]);
    expect(seen.toSorted()).toEqual(["host 2", "pool 2"]);
  });

  it("takes back what is rolled back, fails at its commit, or is given back open", async () => {
    const client = await pool.connect();
    await client.query("begin");
    await client.query("insert into t values (1)");
    await client.query("rollback");
    await client.query("begin");
    await client.query("insert into t values (2)");
    await expect(client.query("insert into t values ('x')")).rejects.toThrow(/invalid input syntax/);
    await client.query("commit");
    await client.query("begin");
    await client.query("insert into t values (3)");
    client.release();
    expect(await rows()).toEqual([]);
    await pool.query("insert into t values (4)");
    expect(await rows()).toEqual(["4"]);
  });

  it("serves more at once than it has clients", async () => {
    await Promise.all(
      Array.from({ length: 30 }, async (_, n) => {
        const client = await pool.connect();
        try {
          await client.query("begin");
          await client.query("insert into t values ($1)", [n]);
          await client.query("commit");
        } finally {
          client.release();
        }
      }),
    );
    expect(await rows()).toHaveLength(30);
  });
});
