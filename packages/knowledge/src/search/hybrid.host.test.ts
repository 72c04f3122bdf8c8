import { randomUUID } from "node:crypto";
import type { Embedder } from "@callboard/core/search";
import { createRegistry } from "@callboard/core";
import { createHost, createStore, type Store } from "@callboard/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createKnowledge, ingestDocuments } from "../index.ts";
import { createCorpusSearch, NO_MEANING, type CorpusSearch } from "./corpusSearch.ts";
import { embedMissing } from "./corpusVectors.ts";

vi.setConfig({ testTimeout: 60_000 });

/** Knows that some words mean the same. */
const CONCEPTS = [
  ["car", "automobile", "vehicle"],
  ["holiday", "leave", "vacation"],
  ["price", "cost"],
];
let isAway = false;
const embedder: Embedder = {
  name: "concepts",
  embed(texts) {
    if (isAway) return Promise.reject(new Error("The model is away."));
    return Promise.resolve(
      texts.map((text) => [
        0.01,
        ...CONCEPTS.map((words) => words.filter((word) => text.toLowerCase().includes(word)).length),
      ]),
    );
  },
};

let store: Store;
let search: CorpusSearch;
const reader = { tenantId: randomUUID(), spaceId: null };
const FILES = {
  "auto.md": "# Fleet\n\nAn automobile stands in the yard.\n",
  "leave.md": "# Time off\n\nEverybody has 30 days of vacation.\n",
  "price.md": "# Fees\n\nThe cost is 7.\n",
};

beforeAll(async () => {
  const databaseUrl = process.env["CALLBOARD_TEST_DATABASE_URL"];
  store = await createStore(databaseUrl ? { databaseUrl } : {});
  await store.ensureTenant(reader.tenantId, `t-${reader.tenantId}`);
  await ingestDocuments(
    store,
    {
      name: "n",
      list: async () =>
        Object.entries(FILES).map(([path, text]) => ({ path, bytes: 1, modifiedAt: 1, read: async () => text })),
    },
    { tenantId: reader.tenantId },
  );
  search = createCorpusSearch(store.database, embedder);
}, 120_000);
afterAll(async () => {
  await search.close();
  await store.close();
});

const ask = async (query: string, mode: "hybrid" | "vector" | "keyword") => {
  const { hits, method, note } = await search.search(reader, { query, limit: 3, mode });
  const rows = await store.database.asTenant(reader.tenantId, (tx) =>
    tx.query<{ id: string; name: string }>("select path_part_id as id, name from callboard.corpus_parts"),
  );
  return { method, note, first: rows.find(({ id }) => id === hits[0]?.documentId)?.name };
};

it("before there are vectors it is by words, and says so", async () => {
  expect(await ask("vehicle", "hybrid")).toMatchObject({ method: "lexical", first: undefined });
});

it("finds by meaning what has no word in common, also what gets its vector later", async () => {
  expect(await embedMissing(store.database, embedder, reader.tenantId, new AbortController().signal)).toBe(3);
  expect(await embedMissing(store.database, embedder, reader.tenantId, new AbortController().signal)).toBe(0);
  expect(await ask("vehicle", "hybrid")).toMatchObject({ method: "hybrid", first: "auto.md" });
  expect(await ask("holiday", "vector")).toMatchObject({ method: "vector", first: "leave.md" });
  expect(await ask("vehicle", "keyword")).toMatchObject({ method: "lexical", first: undefined });
});

it("words come before meaning where they disagree", async () => {
  expect(await ask("yard price", "hybrid")).toMatchObject({ first: "auto.md" });
});

it("an embedder that is away leaves the words, and says so", async () => {
  isAway = true;
  expect(await ask("vacation", "hybrid")).toEqual({ method: "lexical", note: NO_MEANING, first: "leave.md" });
  isAway = false;
});

it("a host gives what is brought in its vectors while it runs", async () => {
  const host = createHost({
    registry: createRegistry(),
    store,
    actor: { ada: { userId: "ada", tenantId: reader.tenantId, tenantSlug: `t-${reader.tenantId}`, permissions: [] } },
    modules: [createKnowledge({ embedder, log: () => {} })],
  });
  await host.ready;
  const late = { path: "late.md", bytes: 1, modifiedAt: 1, read: async () => "# Late\n\nA second automobile.\n" };
  await ingestDocuments(store, { name: "late", list: async () => [late] }, { tenantId: reader.tenantId });
  const find = async () => {
    const response = await host.fetch(
      new Request("http://localhost/api/tools/search_knowledge/run", {
        method: "POST",
        headers: { authorization: "Bearer ada", "content-type": "application/json", prefer: "wait" },
        body: JSON.stringify({ input: { query: "vehicle" } }),
      }),
    );
    const { output } = (await response.json()) as { output: { method: string; results: { document: string }[] } };
    return [output.method, output.results.map(({ document }) => document)];
  };
  await expect.poll(find, { timeout: 30_000 }).toEqual(["hybrid", expect.arrayContaining(["late.md", "auto.md"])]);
  await host.close();
});

it("goes on to embed after the database was away, says so once, and closes", async () => {
  const { database } = store;
  let asked = 0;
  const lines: string[] = [];
  const kernel = {
    store: {
      database: {
        ...database,
        asHost: () => (asked++, Promise.reject(new Error("The connection dropped."))),
      },
    },
  };
  const parts = await createKnowledge({ embedder, log: (line) => lines.push(line) }).open?.(kernel as never);
  await parts?.start?.();
  await expect.poll(() => asked, { timeout: 10_000 }).toBeGreaterThan(1);
  expect(lines).toEqual([
    "Taking over documents failed, and goes on at the next start: The connection dropped.",
    "Documents are found by words alone for now: The connection dropped.",
  ]);
  await parts?.close?.();
});

it("looks through the chunks of a tenant only where something was committed since", async () => {
  const { database } = store;
  const asked: string[] = [];
  const watched: typeof database = {
    ...database,
    asTenant: (tenantId, work) =>
      database.asTenant(tenantId, (tx) =>
        work({
          ...tx,
          query: (text, params) => {
            if (tenantId === reader.tenantId) asked.push(text.includes("corpus_chunks") ? "chunks" : "revision");
            return tx.query(text, params);
          },
        }),
      ),
  };
  const parts = await createKnowledge({ embedder, log: () => {} }).open?.({ store: { database: watched } } as never);
  await parts?.start?.();
  await expect.poll(() => asked, { timeout: 15_000 }).toEqual(["revision", "chunks", "revision", "revision"]);
  await parts?.close?.();
});
