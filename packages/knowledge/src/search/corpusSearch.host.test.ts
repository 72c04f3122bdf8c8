import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { createStore, type Store } from "@callboard/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { makeDatabase, testServerUrl, type TestDatabase } from "../../../../test/setup/testDatabase.ts";
import { ingestDocuments, type DocumentSource } from "../index.ts";
import { createCorpusSearch, type CorpusSearch } from "./corpusSearch.ts";

vi.setConfig({ testTimeout: 60_000 });

let database: TestDatabase | undefined;
let store: Store;
let hosts: CorpusSearch[];
const reader = { tenantId: randomUUID(), spaceId: null };

beforeAll(async () => {
  database = testServerUrl ? await makeDatabase(testServerUrl) : undefined;
  store = await createStore(database ? { databaseUrl: database.databaseUrl } : {});
  await store.ensureTenant(reader.tenantId, `t-${reader.tenantId}`);
  // Two hosts have an index each, over one database.
  hosts = [createCorpusSearch(store.database), createCorpusSearch(store.database)];
}, 120_000);
afterAll(async () => {
  for (const host of hosts) await host.close();
  await store.close();
  await database?.end();
});

let time = 0;
const bringIn = (files: Record<string, string>) => {
  time++;
  const source: DocumentSource = {
    name: "notes",
    list: () =>
      Promise.resolve(
        Object.entries(files).map(([path, text]) => ({
          path,
          bytes: text.length,
          modifiedAt: time,
          read: () => Promise.resolve(text),
        })),
      ),
  };
  return ingestDocuments(store, source, { tenantId: reader.tenantId });
};
const found = async (query: string) => {
  const counts = await Promise.all(
    hosts.map(async (host) => (await host.search(reader, { query, limit: 100 })).hits.length),
  );
  expect(new Set(counts).size).toBe(1);
  return counts[0];
};

it("what one host brings in, changes and takes out, the other's index has at once", async () => {
  await bringIn({ "a.md": "# A\n\nalpha\n", "b.md": "# B\n\nbeta\n" });
  expect([await found("alpha"), await found("beta")]).toEqual([1, 1]);
  await bringIn({ "a.md": "# A\n\ngamma\n", "b.md": "# B\n\nbeta\n" });
  expect([await found("alpha"), await found("gamma"), await found("beta")]).toEqual([0, 1, 1]);
  await bringIn({ "b.md": "# B\n\nbeta\n" });
  expect([await found("gamma"), await found("beta")]).toEqual([0, 1]);
  // A document that comes back is there once.
  await bringIn({ "a.md": "# A\n\nalpha\n", "b.md": "# B\n\nbeta\n" });
  expect(await found("alpha")).toBe(1);
});

it("hundreds of documents and one that is long are all there, once each", async () => {
  const many = Object.fromEntries(
    Array.from({ length: 450 }, (_, at) => [`many/${at}.md`, `# M${at}\n\ndelta ${at}\n`]),
  );
  const long = Array.from({ length: 400 }, (_, at) => `## Part ${at}\n\nepsilon in part ${at}\n`).join("\n");
  await bringIn({ ...many, "long.md": long });
  const everything = await hosts[0]?.search(reader, { query: "delta", limit: 1_000 });
  expect(everything?.total).toBe(450);
  expect((await hosts[1]?.search(reader, { query: "epsilon", limit: 1 }))?.total).toBe(400);
  const fresh = createCorpusSearch(store.database);
  expect((await fresh.search(reader, { query: "delta epsilon", limit: 1 })).total).toBe(850);
  await fresh.close();
});

it("warmed, it has everything before somebody asks, and reads it once", async () => {
  let reads = 0;
  const fresh = createCorpusSearch({
    asTenant(tenantId, work) {
      reads++;
      return store.database.asTenant(tenantId, work);
    },
  });
  fresh.warm(reader.tenantId);
  fresh.warm(reader.tenantId);
  let before = 0;
  const isStill = () => {
    const still = reads > 1 && reads === before;
    before = reads;
    return still;
  };
  await expect.poll(isStill, { interval: 400, timeout: 30_000 }).toBe(true);
  const warmed = reads;
  fresh.warm(reader.tenantId);
  expect((await fresh.search(reader, { query: "delta", limit: 1 })).total).toBe(450);
  // The newest revision alone.
  expect(reads).toBe(warmed + 1);
  await fresh.close();
});

it("a search ends though documents come in without an end", async () => {
  let rounds = 0;
  const fresh = createCorpusSearch({
    // Whoever writes is always faster than whoever reads.
    async asTenant(tenantId, work) {
      if (rounds++ < 200) await bringIn({ "b.md": `# B\n\nbeta ${rounds}\n` });
      return await store.database.asTenant(tenantId, work);
    },
  });
  expect((await fresh.search(reader, { query: "beta", limit: 1 })).total).toBeGreaterThan(0);
  expect(rounds).toBeLessThan(20);
  await fresh.close();
});

it("searches while documents come in find what is whole, and never fail", async () => {
  const files = Object.fromEntries(
    Array.from({ length: 120 }, (_, at) => [`more/${at}.md`, `# N${at}\n\nzeta ${at}\n`]),
  );
  let isDone = false;
  const bringing = bringIn(files).finally(() => (isDone = true));
  let last = 0;
  while (!isDone) {
    const total = (await hosts[0]?.search(reader, { query: "zeta", limit: 1 }))?.total ?? 0;
    expect(total).toBeGreaterThanOrEqual(last);
    last = total;
    await pause(1);
  }
  await bringing;
  expect(await hosts[0]?.search(reader, { query: "zeta", limit: 1 })).toMatchObject({ total: 120 });
});
