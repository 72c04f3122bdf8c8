import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createStore } from "./createStore.ts";
import { openPGlite } from "./db/pglite.ts";
import { hashTables } from "./db/rowHashes.ts";
import { moveStore } from "./moveStore.ts";
import { DEFAULT_TENANT_ID, type Store } from "./store.ts";
import { makeDataFolder } from "./testing/fixtures/dataFolder.ts";
import { TEST_ENGINES, type TestEngine } from "./testing/fixtures/engines.ts";

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const server = TEST_ENGINES.find(({ openBare }) => openBare !== null);
const OTHER = "00000000-0000-4000-8000-0000000000bb";
let folder: string;
let database: Awaited<ReturnType<NonNullable<TestEngine["openBare"]>>>;

/** What a host leaves: sessions of two tenants, odd texts, large outputs, a call that was at work. */
async function fill(store: Store): Promise<void> {
  await store.ensureTenant(OTHER, "other");
  await store.createToken({ userId: "ada", tenantId: OTHER, tenantSlug: "other" });
  for (const tenantId of [DEFAULT_TENANT_ID, OTHER]) {
    const log = store.log(tenantId, { creator: { userId: "ada", title: 'A "chat", {with} \\ odd\tletters é漢🙂' } });
    for (let index = 0; index < 40; index++) {
      await log.append(`s-${index}`, [
        { type: "tool.requested", callId: `c-${index}`, tool: "echo", source: "api" },
        { type: "tool.started", callId: `c-${index}`, tool: "echo", input: { text: 'NULL, {"a": [1, null]} \u0000' } },
        ...(index === 7
          ? []
          : ([{ type: "tool.completed", callId: `c-${index}`, output: { at: 0.1 + index / 3 } }] as const)),
      ]);
    }
  }
}

describe.skipIf(!server)("an embedded database that is moved into PostgreSQL", () => {
  beforeEach(async () => {
    folder = await makeDataFolder(await mkdtemp(join(tmpdir(), "callboard-move-")));
    database = await server!.openBare!();
  });
  afterEach(async () => {
    await database.end();
    await rm(folder, { recursive: true, force: true });
  });

  it("has every row there afterwards, by its hash, under the rules that it had, and is gone on with", async () => {
    const before = await createStore({ dataDir: folder });
    await fill(before);
    await before.close();
    const moved = await moveStore({ dataDir: folder, databaseUrl: database.databaseUrl });
    expect(moved["session_events"]?.rows).toBe(2 * (40 * 3 - 1));
    const engine = await openPGlite(folder);
    const held = await engine.transaction("", hashTables);
    await engine.close();
    expect({ ...held, migrations: undefined }).toEqual({ ...moved, migrations: undefined });

    const after = await createStore({ databaseUrl: database.databaseUrl });
    try {
      const own = await after.runs.list(OTHER, { limit: 100 });
      expect(own.runs).toHaveLength(40);
      // A table whose rules were not put back would show every tenant's rows to its owner alone; these show one's own.
      const rows = await after.database.asTenant(OTHER, (tx) => tx.query("select 1 from callboard.session_events"));
      expect(rows).toHaveLength(40 * 3 - 1);
      const forced = await after.database.asHost((tx) =>
        tx.query(
          "select 1 from pg_class where relnamespace = 'callboard'::regnamespace and relrowsecurity and not relforcerowsecurity",
        ),
      );
      expect(forced).toEqual([]);
      const [event] = await after
        .log(OTHER)
        .append("s-0", [{ type: "message.added", messageId: "m", role: "user", text: "on" }]);
      expect(event?.seq).toBe(4);
    } finally {
      await after.close();
    }
  });

  it("is not moved over what is there, nor into other tables, and nothing is there then", async () => {
    const before = await createStore({ dataDir: folder });
    await fill(before);
    await expect(moveStore({ dataDir: folder, databaseUrl: database.databaseUrl })).rejects.toThrow(/in use/);
    await before.close();
    const extra = {
      name: "extra",
      migrations: [{ version: 1, name: "x", sql: "create table callboard.extra (id text)" }],
    };
    const withExtra = await openPGlite(folder);
    await withExtra.transaction("", (tx) => tx.exec("create table callboard.another (id text)"));
    await withExtra.close();
    await expect(moveStore({ dataDir: folder, databaseUrl: database.databaseUrl, modules: [extra] })).rejects.toThrow(
      /same tables: another/,
    );
    const there = await createStore({ databaseUrl: database.databaseUrl });
    expect((await there.runs.list(OTHER, { limit: 1 })).runs).toEqual([]);
    await there
      .log(DEFAULT_TENANT_ID, { creator: { userId: "bo" } })
      .append("mine", [{ type: "message.added", messageId: "m", role: "user", text: "here" }]);
    await there.close();
    const again = await openPGlite(folder);
    await again.transaction("", (tx) => tx.exec("drop table callboard.another"));
    await again.close();
    await expect(moveStore({ dataDir: folder, databaseUrl: database.databaseUrl, modules: [extra] })).rejects.toThrow(
      /holds data already/,
    );
  });
});
