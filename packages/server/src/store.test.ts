import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { TEST_ENGINES, type TestStore } from "./testing/fixtures/engines.ts";
import { HOST_ROLE, TENANT_ROLE, type Engine, type Transaction } from "./db/database.ts";
import { migrate } from "./db/migrate.ts";
import { createStore } from "./createStore.ts";
import { STANDARD_MIGRATIONS } from "./modules/standardMigrations.ts";
import { DEFAULT_TENANT_ID, openStore } from "./store.ts";
import { bareEngine } from "./testing/fixtures/memoryStore.ts";
import { ONE_LIST } from "./testing/fixtures/oneList.ts";

vi.setConfig({ testTimeout: 30_000 });

const TENANT_TABLES = ["sessions", "session_events", "calls", "documents"];

for (const engine of TEST_ENGINES) {
  describe.skipIf(!engine.open)(`tenants on ${engine.name}`, () => {
    let test: TestStore;
    const ours = randomUUID();
    const theirs = randomUUID();
    const theirSession = randomUUID();

    beforeAll(async () => {
      test = await engine.open!();
      await test.store.ensureTenant(ours, "ours");
      await test.store.ensureTenant(theirs, "theirs");
      const callId = randomUUID();
      await test.store
        .log(theirs, { creator: { userId: "eve" } })
        .append(theirSession, [{ type: "tool.requested", callId, tool: "secret" }]);
      await test.store.database.asTenant(theirs, (tx) =>
        tx.query(
          `insert into callboard.documents (tenant_id, id, source, path, title, characters, bytes, modified_at, hash, text)
           values ($1::uuid, 'd', 's', 'p', 't', 1, 1, 1, 'h', 'x')`,
          [theirs],
        ),
      );
    }, 60_000);
    afterAll(() => test?.end());

    const count = async (tx: Transaction, table: string) =>
      (await tx.query<{ n: number }>(`select count(*)::int as n from callboard.${table}`))[0]!.n;

    it("shows each tenant its own rows: the control without which the next test means nothing", async () => {
      for (const table of TENANT_TABLES) {
        expect([table, await test.store.database.asTenant(theirs, (tx) => count(tx, table))]).toEqual([table, 1]);
      }
    });

    it("shows no foreign row to a query that forgets to ask for its tenant", async () => {
      for (const table of TENANT_TABLES) {
        expect([table, await test.store.database.asTenant(ours, (tx) => count(tx, table))]).toEqual([table, 0]);
      }
    });

    it("refuses to write into another tenant", async () => {
      await expect(
        test.store.database.asTenant(ours, (tx) =>
          tx.query("insert into callboard.sessions (id, tenant_id, created_at) values ($1, $2::uuid, 1)", [
            randomUUID(),
            theirs,
          ]),
        ),
      ).rejects.toThrow(/row-level security/);
      const said = { type: "message.added", messageId: "m", role: "user", text: "in" } as const;
      await expect(test.store.log(ours).append(theirSession, [said])).rejects.toMatchObject({ code: "no_session" });
      expect(await test.store.log(theirs).read(theirSession)).toHaveLength(1);
    });

    it("does not let anybody change or take back an event, or read tokens and workers", async () => {
      for (const statement of [
        "update callboard.session_events set body = '{}'",
        "delete from callboard.session_events",
        "truncate callboard.session_events",
        "select * from callboard.tokens",
        "select * from callboard.workers",
        "select * from callboard.tenants",
        "alter table callboard.sessions disable row level security",
        "drop policy tenant_rows on callboard.sessions",
      ]) {
        await expect(
          test.store.database.asTenant(theirs, (tx) => tx.exec(statement)),
          statement,
        ).rejects.toThrow(/permission denied|must be owner/);
      }
    });

    it("runs as roles that own nothing and are bound by the policies", async () => {
      const rows = await test.store.database.asTenant(ours, async (tx) => ({
        user: (await tx.query<{ u: string }>("select current_user as u"))[0]!.u,
        roles: await tx.query(
          `select r.rolname, r.rolsuper or r.rolbypassrls as exempt, count(c.oid)::int as owned
           from pg_roles r left join pg_class c on c.relowner = r.oid
           where r.rolname = any($1::text[]) group by 1, 2 order by 1`,
          [[TENANT_ROLE, HOST_ROLE]],
        ),
        unprotected: await tx.query(
          `select relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
           where n.nspname = 'callboard' and relkind = 'r' and relname <> 'migrations'
             and not (relrowsecurity and relforcerowsecurity)`,
        ),
      }));
      expect(rows).toEqual({
        user: TENANT_ROLE,
        roles: [
          { rolname: HOST_ROLE, exempt: false, owned: 0 },
          { rolname: TENANT_ROLE, exempt: false, owned: 0 },
        ],
        unprotected: [],
      });
    });

    it("leaves no tenant behind when a transaction ends", async () => {
      await test.store.database.asTenant(theirs, (tx) => count(tx, "sessions"));
      const left = await test.store.database.asHost(async (tx) => {
        const [row] = await tx.query<{ t: string | null }>("select current_setting('callboard.tenant_id', true) as t");
        return row!.t ?? "";
      });
      expect(left).toBe("");
    });

    it("gives a tenant's id no way into the statement", async () => {
      await expect(
        test.store.database.asTenant("'; drop schema callboard; --", () => Promise.resolve()),
      ).rejects.toThrow("UUID");
    });

    it("knows a token by its hash alone, and not after it is revoked", async () => {
      const owner = { userId: "ada", tenantId: ours, tenantSlug: "ours", permissions: ["run"] };
      const token = await test.store.createToken(owner);
      expect(await test.store.findToken(token)).toEqual(owner);
      expect(await test.store.findToken(token + "x")).toBeNull();
      const kept = await test.store.database.asHost((tx) => tx.query("select * from callboard.tokens"));
      expect(JSON.stringify(kept)).not.toContain(token);
      expect(await test.store.revokeToken(token)).toBe(true);
      expect(await test.store.findToken(token)).toBeNull();
    });

    it("says which of id and slug of a tenant is taken", async () => {
      await expect(test.store.ensureTenant(randomUUID(), "ours")).rejects.toThrow('slug "ours" belongs to another');
      await expect(test.store.ensureTenant(DEFAULT_TENANT_ID, "mine")).rejects.toThrow('known as "default"');
    });

    const atOnce = `lets processes that start at once bring the schema up together${engine.oneProcess}`;
    it.skipIf(!engine.openBare)(
      atOnce,
      async () => {
        const bare = await engine.openBare!();
        try {
          const stores = await Promise.all(
            Array.from({ length: 4 }, () => createStore({ databaseUrl: bare.databaseUrl, onProblem: () => {} })),
          );
          await Promise.all(stores.map((store) => store.close()));
        } finally {
          await bare.end();
        }
      },
      30_000,
    );
  });
}

describe("migrate", () => {
  it("keeps the sessions of a database whose session ids were all tenants' together", async () => {
    const engine = await bareEngine();
    try {
      await migrate(engine, [], ONE_LIST.slice(0, 10));
      await engine.transaction("select 1", (tx) =>
        tx.exec(`
          insert into callboard.tenants values ('${DEFAULT_TENANT_ID}', 'default', 1);
          insert into callboard.sessions (id, tenant_id, user_id, title, last_seq, created_at)
            values ('old', '${DEFAULT_TENANT_ID}', 'ada', 'Old', 1, 1);
          insert into callboard.session_events values ('old', 1, '${DEFAULT_TENANT_ID}', 1, 'message.added',
            '{"type":"message.added","messageId":"m","role":"user","text":"one"}');`),
      );
      const store = await openStore(engine, STANDARD_MIGRATIONS);
      const tenant = randomUUID();
      await store.ensureTenant(tenant, "new");
      const said = { type: "message.added", messageId: "n", role: "user", text: "two" } as const;
      await store.log(DEFAULT_TENANT_ID).append("old", [said]);
      await store.log(tenant, { creator: { userId: "eve" } }).append("old", [said]);
      const texts = async (of: string) =>
        (await store.log(of).read("old")).map((event) => [event.seq, "text" in event && event.text]);
      expect(await texts(DEFAULT_TENANT_ID)).toEqual([
        [1, "one"],
        [2, "two"],
      ]);
      expect(await texts(tenant)).toEqual([[1, "two"]]);
    } finally {
      await engine.close();
    }
  });

  it("takes up a database whose steps stood in one list, of any version that it had", async () => {
    for (const had of [3, 6, 13]) {
      const engine = await bareEngine();
      try {
        await migrate(engine, [], ONE_LIST.slice(0, had));
        await engine.transaction("select 1", (tx) =>
          tx.exec(`
            insert into callboard.tenants values ('${DEFAULT_TENANT_ID}', 'default', 1);
            insert into callboard.documents (tenant_id, id, source, path, title, characters, bytes, modified_at, hash, text)
              values ('${DEFAULT_TENANT_ID}', 'd', 's', 'a.md', 'A', 1, 1, 1, 'h', 'a');`),
        );
        await migrate(engine, STANDARD_MIGRATIONS);
        // A second start finds nothing to do.
        await migrate(engine, STANDARD_MIGRATIONS);
        const rows = await engine.transaction("select 1", async (tx) => ({
          steps: await tx.query<{ module: string; version: number }>(
            "select module, version from callboard.migrations where module <> '' order by module, version",
          ),
          documents: await tx.query<{ path: string }>("select path from callboard.documents"),
          tables: await tx.query<{ name: string }>(
            "select table_name as name from information_schema.tables where table_schema = 'callboard'",
          ),
        }));
        expect(rows.documents).toEqual([{ path: "a.md" }]);
        expect(rows.steps).toEqual(
          STANDARD_MIGRATIONS.flatMap(({ name, migrations = [] }) =>
            migrations.map(({ version }) => ({ module: name, version })),
          ).toSorted((a, b) => a.module.localeCompare(b.module) || a.version - b.version),
        );
        const tables = rows.tables.map(({ name }) => name);
        expect(tables).toEqual(expect.arrayContaining(["notes", "uploads", "connections", "shares", "embed_tokens"]));
      } finally {
        await engine.close();
      }
    }
  }, 60_000);

  it("makes the same columns in a new database as in one that stood in one list", async () => {
    const columnsAfter = async (prepare: (engine: Engine) => Promise<void>) => {
      const engine = await bareEngine();
      try {
        await prepare(engine);
        await migrate(engine, STANDARD_MIGRATIONS);
        return await engine.transaction("select 1", (tx) =>
          tx.query(`
            select table_name, column_name, data_type, is_nullable from information_schema.columns
            where table_schema = 'callboard' order by table_name, column_name`),
        );
      } finally {
        await engine.close();
      }
    };
    const made = await columnsAfter(async () => {});
    expect(made.length).toBeGreaterThan(80);
    expect(await columnsAfter((engine) => migrate(engine, [], ONE_LIST))).toEqual(made);
  }, 60_000);

  it("keeps each module's steps apart, and refuses a module that is older than its tables", async () => {
    const engine = await bareEngine();
    const step = (version: number) => ({
      version,
      name: `${version}`,
      sql: `create table callboard.t${version} (id int)`,
    });
    try {
      await migrate(engine, [{ name: "one", migrations: [step(1), step(2)] }]);
      await migrate(engine, [{ name: "one", migrations: [step(1), step(2)] }, { name: "none" }]);
      await expect(migrate(engine, [{ name: "one", migrations: [step(1)] }])).rejects.toThrow(
        'schema version 2 of the module "one", and this Callboard knows only up to 1',
      );
    } finally {
      await engine.close();
    }
  }, 30_000);

  it("applies each step once, records it, and undoes all of a start that fails", async () => {
    const engine = await bareEngine();
    const table = (name: string) => ({ version: name.length, name, sql: `create table callboard.${name} (id text)` });
    const names = () =>
      engine.transaction("select 1", async (tx) =>
        (await tx.query<{ name: string }>("select name from callboard.migrations order by version")).map(
          (row) => row.name,
        ),
      );
    try {
      await migrate(engine, [], [table("a")]);
      await migrate(engine, [], [table("a"), table("bb")]);
      expect(await names()).toEqual(["a", "bb"]);
      const broken = { version: 4, name: "broken", sql: "create table nonsense (" };
      await expect(migrate(engine, [], [table("a"), table("bb"), table("ccc"), broken])).rejects.toThrow("syntax");
      expect(await names()).toEqual(["a", "bb"]);
      await migrate(engine, [], [table("a"), table("bb"), table("ccc")]);
      await expect(migrate(engine, [], [table("a")])).rejects.toThrow("Start a newer Callboard");
    } finally {
      await engine.close();
    }
  }, 30_000);
});
