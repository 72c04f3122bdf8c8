import { createHash, randomUUID } from "node:crypto";
import { createRegistry } from "@callboard/core";
import { createHost, createStore, type Host, type Store } from "@callboard/server";
import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { createKnowledge, ingestDocuments, type DocumentSource } from "../index.ts";
import { runTool } from "../testing/fixtures/runTool.ts";
import { takeOver } from "./takeOver.ts";

vi.setConfig({ testTimeout: 60_000 });

let store: Store;
let tenantId: string;
beforeAll(async () => {
  const databaseUrl = process.env["CALLBOARD_TEST_DATABASE_URL"];
  store = await createStore(databaseUrl ? { databaseUrl } : {});
}, 120_000);
afterAll(() => store.close());
beforeEach(async () => {
  tenantId = randomUUID();
  await store.ensureTenant(tenantId, `t-${tenantId}`);
});

/** A document as the host kept it before this package had any. */
async function keepFormer(tenant: string, path: string, text: string, source = "packages") {
  const hash = createHash("sha256").update(text).digest("hex");
  await store.database.asTenant(tenant, (tx) =>
    tx.query(
      `insert into callboard.documents (tenant_id, id, source, path, title, characters, bytes, modified_at, hash, text)
       values ($1::uuid, $2, $3, $4, $4, $5::int, $6::int, 7, $7, $8)`,
      [tenant, `doc_${path}`, source, path, text.length, Buffer.byteLength(text), hash, text],
    ),
  );
}
const formerOf = (tenant: string) =>
  store.database.asTenant(tenant, async (tx) =>
    (await tx.query<{ path: string }>("select path from callboard.documents order by path")).map(({ path }) => path),
  );
const textsOf = (tenant: string) =>
  store.database.asTenant(tenant, (tx) =>
    tx.query<{ source: string; path: string; text: string }>(
      `select s.name as source, p.path, d.text from callboard.corpus_documents d
       join callboard.corpus_parts p on p.path_part_id = d.path_part_id
       join callboard.corpus_sources s on s.source_id = p.source_id order by s.name, p.path collate "C"`,
    ),
  );

/** Runs work with a host over the database, once it has taken over and read its sources. */
async function withHost<Answer>(sources: DocumentSource[], work: (host: Host, log: string[]) => Promise<Answer>) {
  const log: string[] = [];
  const knowledge = createKnowledge({
    sources: sources.map((source) => ({ source, tenantId })),
    log: (line) => log.push(line),
  });
  const actor = { userId: "ada", tenantId, tenantSlug: `t-${tenantId}`, permissions: [] };
  const host = createHost({ registry: createRegistry(), store, modules: [knowledge], actor: { ada: actor } });
  await host.ready;
  try {
    return await work(host, log);
  } finally {
    await host.close();
  }
}

const zod = "---\ntitle: Zod\ntags: [schemas]\n---\n\n# Zod\n\nA transform changes the parsed value.\n";
const listing = (files: Record<string, string>): DocumentSource => ({
  name: "packages",
  list: async () =>
    Object.entries(files).map(([path, text]) => ({
      path,
      bytes: Buffer.byteLength(text),
      modifiedAt: 7,
      read: async () => text,
    })),
});

it("a host that starts on a database of before has its documents, whole and under their paths, and each tenant its own", async () => {
  const other = randomUUID();
  await store.ensureTenant(other, `t-${other}`);
  const long = Array.from({ length: 400 }, (_, at) => `## Part ${at}\n\nepsilon ${at}\n`).join("\n");
  await keepFormer(tenantId, "zod/README.md", zod);
  await keepFormer(tenantId, "long.md", long);
  await keepFormer(tenantId, "wiki/start page", "Kept without an ending.", "wiki");
  await keepFormer(tenantId, "sheet.pdf", "The text of a PDF.", "wiki");
  await keepFormer(tenantId, "own.md", "Of a source that has the name of uploads.", "uploads");
  await keepFormer(other, "pay.md", "A secret.");
  await withHost([], async (host, log) => {
    await vi.waitFor(() => expect(log.join()).toContain("Documents of an earlier version are taken over: 6"), 30_000);
    const read = (path: string) => runTool(host, "read_document", { path, length: 20_000 }, "ada");
    expect(await read("zod/README.md")).toMatchObject({ text: zod, title: "Zod", next: null });
    expect(await runTool(host, "search_documents", { query: "transforms" }, "ada")).toMatchObject({
      results: [{ path: "packages/zod/README.md", snippet: expect.stringContaining("A transform changes") }],
    });
    expect(await read("pay.md")).toContain("There is no document");
  });
  expect(await textsOf(tenantId)).toEqual([
    { source: "packages", path: "long.md", text: long },
    { source: "packages", path: "zod/README.md", text: zod },
    { source: "uploads", path: "own.md", text: "Of a source that has the name of uploads." },
    { source: "wiki", path: "sheet.pdf", text: "The text of a PDF." },
    { source: "wiki", path: "wiki/start page", text: "Kept without an ending." },
  ]);
  expect(await textsOf(other)).toEqual([{ source: "packages", path: "pay.md", text: "A secret." }]);
  expect([await formerOf(tenantId), await formerOf(other)]).toEqual([[], []]);
});

it("the same source reads nothing anew afterwards, and takes out what is gone", async () => {
  await keepFormer(tenantId, "zod/README.md", zod);
  await keepFormer(tenantId, "gone.md", "# Gone");
  await withHost([listing({ "zod/README.md": zod })], (_, log) =>
    vi.waitFor(() => expect(log.join()).toContain("packages is read: 1 documents, 0 new or changed"), 30_000),
  );
  expect((await textsOf(tenantId)).map(({ path }) => path)).toEqual(["zod/README.md"]);
});

it("goes on where it was cut off, and leaves what has come anew as it is", async () => {
  for (let at = 0; at < 50; at++) await keepFormer(tenantId, `many/${at}.md`, `# M${at}\n\nOld.`);
  await ingestDocuments(store, listing({ "many/3.md": "# M3\n\nNew." }), { tenantId });
  const stop = new AbortController();
  const cut = takeOver(store.database, {
    signal: stop.signal,
    onProgress: (_, progress) => progress && progress.done > 0 && stop.abort(),
  });
  await expect(cut).rejects.toThrow();
  expect(await formerOf(tenantId)).toHaveLength(50);
  expect((await textsOf(tenantId)).length).toBeLessThan(50);
  await takeOver(store.database);
  const texts = await textsOf(tenantId);
  expect(texts).toHaveLength(50);
  expect(texts.filter(({ text }) => text.includes("New."))).toMatchObject([{ path: "many/3.md" }]);
  expect(await formerOf(tenantId)).toEqual([]);
  expect(await takeOver(store.database)).toBe(0);
});
