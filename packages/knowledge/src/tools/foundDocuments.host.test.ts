import { randomUUID } from "node:crypto";
import { createRegistry, type ToolContext } from "@callboard/core";
import { createHost, createStore, type Host, type Store } from "@callboard/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createKnowledge, ingestDocuments, type DocumentSource } from "../index.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const sourceOf = (name: string, files: Record<string, string>): DocumentSource => ({
  name,
  list: async () =>
    Object.entries(files).map(([path, text]) => ({
      path,
      bytes: text.length,
      modifiedAt: 1,
      read: async () => Buffer.from(text),
    })),
});

const tenantId = randomUUID();
const other = randomUUID();
const contextOf = (of: string, spaceId: string | null = null): ToolContext => ({
  userId: "ada",
  spaceId,
  requestId: "",
  tenantId: of,
});
const knowledge = createKnowledge({ log: () => {} });
let store: Store;
let host: Host;

beforeAll(async () => {
  store = await createStore();
  for (const id of [tenantId, other]) await store.ensureTenant(id, `t-${id}`);
  await ingestDocuments(
    store,
    sourceOf("shared", {
      "tides.md": "# Tides\n\nThe harbour floods at seven.\n",
      "trains.md": "# Trains\n\nThey leave at nine.\n",
    }),
    { tenantId },
  );
  await ingestDocuments(store, sourceOf("lab", { "secret.md": "# Secret\n\nThe harbour is a set.\n" }), {
    tenantId,
    spaceId: "lab",
  });
  await ingestDocuments(store, sourceOf("theirs", { "their.md": "# Theirs\n\nTheir harbour is dry.\n" }), {
    tenantId: other,
  });
});
afterAll(async () => {
  await host?.close();
  await store.close();
});

it("gives other modules the passages and names of documents, of those alone that whoever asks may read", async () => {
  expect(() => knowledge.documents.describe(contextOf(tenantId), [])).toThrow("await host.ready");
  host = createHost({ registry: createRegistry(), store, modules: [knowledge], onProblem: () => {} });
  await host.ready;
  const { documents } = knowledge;
  const outside = contextOf(tenantId, "elsewhere");
  const found = await documents.search(outside, { query: "harbour", limit: 5 });
  expect(found.map(({ content, score }) => [content, score])).toEqual([
    [expect.stringContaining("floods at seven"), 1],
  ]);
  const [tides] = found;
  expect(await documents.describe(outside, [tides?.documentId ?? "", "no id", randomUUID()])).toEqual([
    { documentId: tides?.documentId, title: "Tides", status: "ready", href: `/knowledge/${tides?.documentId}` },
  ]);

  const inLab = await documents.search(contextOf(tenantId, "lab"), { query: "harbour", limit: 5 });
  const secret = inLab.find(({ content }) => content.includes("set"))?.documentId ?? "";
  expect(inLab).toHaveLength(2);
  // An id of another space or tenant leads to nothing, named or not.
  for (const context of [outside, contextOf(other)]) {
    expect(await documents.describe(context, [secret])).toEqual([]);
    expect(await documents.search(context, { query: "harbour", documentIds: [secret], limit: 5 })).toEqual([]);
  }
  const within = await documents.search(outside, {
    query: "harbour leave",
    documentIds: [tides?.documentId ?? "", secret],
    limit: 5,
  });
  expect(new Set(within.map(({ documentId }) => documentId))).toEqual(new Set([tides?.documentId]));
  expect(await documents.search(contextOf(other), { query: "harbour", limit: 5 })).toMatchObject([
    { content: expect.stringContaining("dry") },
  ]);
});
