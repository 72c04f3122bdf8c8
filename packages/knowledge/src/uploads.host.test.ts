import { randomUUID } from "node:crypto";
import { createRegistry } from "@callboard/core";
import type { KnowledgeFolder, KnowledgeOverview, KnowledgeReading, StoredFile } from "@callboard/core/client";
import { createHost, createStore, type Host, type Store } from "@callboard/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createKnowledge, ingestDocuments } from "./index.ts";
import { runTool } from "./testing/fixtures/runTool.ts";

vi.setConfig({ testTimeout: 60_000 });

const permissions = ["knowledge.documents.write"];
const ada = { userId: "ada", tenantId: randomUUID(), tenantSlug: `t-${randomUUID()}`, permissions };
const eve = { ...ada, userId: "eve", tenantId: randomUUID(), tenantSlug: `t-${randomUUID()}` };
const ben = { ...ada, userId: "ben", permissions: [] };
const lab = { ...ada, userId: "lab", spaceId: "lab" };
const lines: string[] = [];
let store: Store;
let host: Host;

beforeAll(async () => {
  const databaseUrl = process.env["CALLBOARD_TEST_DATABASE_URL"];
  store = await createStore(databaseUrl ? { databaseUrl } : {});
  host = createHost({
    registry: createRegistry(),
    store,
    actor: { ada, eve, ben, lab },
    modules: [createKnowledge({ log: (line) => lines.push(line) })],
    onProblem: () => {},
  });
  await host.ready;
  await store.ensureTenant(ada.tenantId, ada.tenantSlug);
  const files = [{ path: "kept.md", bytes: 6, modifiedAt: 1, read: () => Promise.resolve("# Kept") }];
  await ingestDocuments(store, { name: "handbook", list: () => Promise.resolve(files) }, { tenantId: ada.tenantId });
}, 120_000);
afterAll(async () => {
  await host.close();
  await store.close();
});

const ask = async <Answer>(who: string, method: string, path: string, body?: BodyInit, headers = {}) => {
  const response = await host.fetch(
    new Request(`http://localhost/api/knowledge${path}`, {
      method,
      headers: { authorization: `Bearer ${who}`, ...headers },
      ...(body !== undefined && { body, duplex: "half" }),
    } as RequestInit),
  );
  const text = await response.text();
  return {
    status: response.status,
    answer: (text === "" ? undefined : JSON.parse(text)) as Answer & { error?: { code: string; message: string } },
  };
};
const upload = (who: string, name: string, body: BodyInit, headers?: object) =>
  ask<StoredFile>(who, "POST", `/documents?name=${encodeURIComponent(name)}`, body, headers);
const remove = async (who: string, id: string) => {
  const { status, answer } = await ask(who, "DELETE", `/parts/${id}`);
  return answer?.error ? [status, answer.error.code] : [status];
};
const found = async (who: string, query: string) =>
  (await runTool(host, "search_keyword", { query }, who)).results?.map(({ document }) => document);
const folderOf = async (who: string, source: string) => {
  const { answer } = await ask<KnowledgeOverview>(who, "GET", "");
  const folder = answer.sources.find(({ name }) => name === source);
  return folder && (await ask<KnowledgeFolder>(who, "GET", `/parts/${folder.id}`)).answer;
};

it("brings a file in, which is found at once, opened, replaced by one of its name, and deleted", async () => {
  const { status, answer } = await upload("ada", "../notes/Zebra plan.md", "# Zebras\n\nThe **quagga** is a zebra.");
  expect([status, answer.name, answer.mediaType, answer.url]).toEqual([
    201,
    "Zebra plan.md",
    "text/markdown",
    `/knowledge/${answer.id}`,
  ]);
  expect(lines).toContain("uploads/Zebra plan.md is read: 1 passages");
  expect(await found("ada", "quagga")).toEqual(["Zebra plan.md"]);
  const again = await upload("ada", "Zebra plan.md", "# Zebras\n\nNothing but stripes.");
  expect(again.answer.id).toBe(answer.id);
  expect(await found("ada", "quagga")).toEqual([]);
  expect(await found("ada", "stripes")).toEqual(["Zebra plan.md"]);
  const folder = await folderOf("ada", "uploads");
  expect(folder?.mayDelete).toBe(true);
  expect(folder?.parts.map(({ name }) => name)).toEqual(["Zebra plan.md"]);
  expect(await remove("ada", answer.id)).toEqual([204]);
  expect(await remove("ada", answer.id)).toEqual([404, "not_found"]);
  expect(await found("ada", "stripes")).toEqual([]);
  expect(await folderOf("ada", "uploads")).toBeUndefined();
});

it("keeps the documents of tenants and spaces apart", async () => {
  const ours = (await upload("ada", "a.txt", "gnu")).answer;
  const theirs = (await upload("eve", "a.txt", "gnu")).answer;
  const spaces = (await upload("lab", "a.txt", "gnu")).answer;
  expect(new Set([ours.id, theirs.id, spaces.id]).size).toBe(3);
  expect(await remove("eve", ours.id)).toEqual([404, "not_found"]);
  expect(await remove("lab", ours.id)).toEqual([409, "not_uploaded"]);
  expect(await found("eve", "gnu")).toHaveLength(1);
  expect((await ask("eve", "GET", `/parts/${ours.id}`)).status).toBe(404);
  for (const [who, { id }] of [
    ["ada", ours],
    ["eve", theirs],
    ["lab", spaces],
  ] as const)
    expect(await remove(who, id)).toEqual([204]);
});

it("does not let in who may not write, nor delete what a source has", async () => {
  expect((await upload("ben", "a.md", "# A")).answer.error?.code).toBe("not_permitted");
  const handbook = await folderOf("ben", "handbook");
  expect(handbook?.mayDelete).toBe(false);
  const id = handbook?.parts[0]?.id ?? "";
  expect(await remove("ben", id)).toEqual([403, "not_permitted"]);
  expect(await remove("ada", id)).toEqual([409, "not_uploaded"]);
  expect(await remove("ada", handbook?.part.id ?? "")).toEqual([404, "not_found"]);
  expect(await remove("ada", "no-id")).toEqual([404, "not_found"]);
  expect((await ask<KnowledgeOverview>("ben", "GET", "")).answer.uploads).toBeNull();
  expect((await ask<KnowledgeOverview>("ada", "GET", "")).answer.uploads).toMatchObject({ maxBytes: 50_000_000 });
});

it.each([
  ["program.exe", "MZ", 422, "document_unreadable", /program\.exe.*are not read/],
  ["broken.docx", "no zip", 422, "document_unreadable", /could not be read/],
  ["zero.txt", "a\0b", 422, "document_unreadable", /zero bytes/],
  ["empty.md", "", 422, "document_unreadable", /empty/],
  ["..", "x", 422, "document_unnamed", /name/],
])("refuses %s, says why, and keeps nothing of it", async (name, body, status, code, why) => {
  const refused = await upload("ada", name, body);
  expect([refused.status, refused.answer.error?.code]).toEqual([status, code]);
  expect(refused.answer.error?.message).toMatch(why);
  expect(await folderOf("ada", "uploads")).toBeUndefined();
});

it("stops at the limit, told or not", async () => {
  const large = "x".repeat(50_000_001);
  for (const headers of [{ "content-length": String(large.length) }, {}]) {
    const refused = await upload("ada", "large.txt", large, headers);
    expect([refused.status, refused.answer.error?.code]).toEqual([413, "document_too_large"]);
  }
});

it("leaves the name of the uploads to them", async () => {
  const source = { name: "uploads", list: () => Promise.resolve([]) };
  await expect(ingestDocuments(store, source, { tenantId: ada.tenantId })).rejects.toThrow(/another name/);
});

it("says by a code why a document was not read, so that a page has its own words for it", async () => {
  const empty = { path: "empty.csv", bytes: 0, modifiedAt: 1, read: () => Promise.resolve("") };
  const source = { name: "tables", list: () => Promise.resolve([empty]) };
  await ingestDocuments(store, source, { tenantId: ada.tenantId });
  const { answer } = await ask<KnowledgeOverview>("ada", "GET", "");
  const reason = { code: "no_rows", values: {} };
  expect(answer.problems).toMatchObject([{ name: "tables/empty.csv", problem: "It has no rows.", reason }]);
  const opened = await ask<KnowledgeReading>("ada", "GET", `/parts/${answer.problems[0]?.id}`);
  expect(opened.answer.document).toMatchObject({ state: "failed", reason });
});
