import { randomUUID } from "node:crypto";
import { createRegistry } from "@callboard/core";
import { untranslatedTexts } from "@callboard/core/testing";
import { createHost, createScriptedModel, createStore, type Host, type Store } from "@callboard/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createKnowledge, ingestDocuments } from "../index.ts";
import { runTool } from "../testing/fixtures/runTool.ts";
import { deepAnalysis } from "./deepAnalysis.ts";
import { graphSearch } from "./graphSearch.ts";
import { queryDocumentsMetadata } from "./queryDocumentsMetadata.ts";

vi.setConfig({ testTimeout: 90_000 });

const actorOf = (userId: string) => {
  const tenantId = randomUUID();
  return { userId, tenantId, tenantSlug: `t-${tenantId}`, permissions: [] };
};
const ada = actorOf("ada");
const eve = actorOf("eve");
let store: Store;
let host: Host;

beforeAll(async () => {
  const databaseUrl = process.env["CALLBOARD_TEST_DATABASE_URL"];
  store = await createStore(databaseUrl ? { databaseUrl } : {});
  const bringIn = async ({ tenantId, tenantSlug }: typeof ada, files: Record<string, string>) => {
    await store.ensureTenant(tenantId, tenantSlug);
    const list = Object.entries(files).map(([path, text]) => ({
      path,
      bytes: text.length,
      modifiedAt: 86_400_000,
      read: async () => text,
    }));
    await ingestDocuments(store, { name: "zoo", list: async () => list }, { tenantId });
  };
  await bringIn(ada, {
    "birds/heron.md": "# Heron\n\nThe quokkaword waits.\n\n## Nest\n\nAs [a swan](water/swan.md) does, in reeds.\n",
    "birds/water/swan.md": "# Swan\n\nIt swims, see [ponds](/ponds.md).\n",
    "ponds.md": "# Ponds\n\nThey are small.\n",
    "far.md": "# Far\n\nNear [ponds](ponds.md).\n",
    "guide.md": "# Guide\n\n## Birds to see\n\nBegin with [it](birds/heron).\n",
    "lone.md": "# Lone\n\nNothing leads here.\n",
  });
  await bringIn(eve, { "heron.md": "# Heron\n\nquokkaword of Eve.\n" });
  host = createHost({
    registry: createRegistry(),
    store,
    actor: { ada, eve },
    modules: [createKnowledge({ log: () => {} })],
    model: createScriptedModel({
      turns: [
        {
          message: { query: "What swims?" },
          steps: [
            [{ call: "graph_search", input: { query: "swims" } }],
            ["It is ", { result: -1, at: ["results", 0, "document"] }, "."],
          ],
        },
      ],
    }),
  });
  await host.ready;
}, 120_000);
afterAll(async () => {
  await host.close();
  await store.close();
});

interface Found {
  results: { document: string; hops: number; way: string; path_part_id: string }[];
  total: number;
  rows: object[];
}
const call = (tool: string, input: object, token = "ada") => runTool<Found>(host, tool, input, token);

it("graph_search follows links from and to what it found, two hops, and explains each way", async () => {
  const { results, total } = await call("graph_search", { query: "quokkaword" });
  expect(results.map(({ document, hops, way }) => [document, hops, way])).toEqual([
    ["heron.md", 0, "heron.md (Heron)"],
    ["swan.md", 1, "heron.md (Heron) → swan.md (“a swan”, Nest)"],
    ["guide.md", 1, "heron.md (Heron) ← guide.md (“it”, Birds to see)"],
    ["ponds.md", 2, "heron.md (Heron) → swan.md (“a swan”, Nest) → ponds.md (“ponds”, Swan)"],
  ]);
  expect(total).toBe(4);
  const names = async (input: object) =>
    (await call("graph_search", { query: "quokkaword", ...input })).results.map(({ document }) => document);
  expect(await names({ hops: 0 })).toEqual(["heron.md"]);
  expect(await names({ hops: 1, limit: 2 })).toEqual(["heron.md", "swan.md"]);
  expect(await call("graph_search", { query: "quokkaword", hops: 3 })).toContain("422");
  expect((await call("graph_search", { query: "quokkaword" }, "eve")).results.map(({ way }) => way)).toEqual([
    "heron.md (Heron)",
  ]);
});

it("query_documents_metadata asks what is known of the caller's documents, and of nobody else's", async () => {
  const query = "select path, media_type, sections, modified_at, state from documents_metadata order by path limit 2";
  expect((await call("query_documents_metadata", { query })).rows).toEqual([
    {
      path: "birds/heron.md",
      media_type: "text/markdown",
      sections: 2,
      modified_at: "1970-01-02T00:00:00Z",
      state: "whole",
    },
    expect.objectContaining({ path: "birds/water/swan.md" }),
  ]);
  const count = "select count(*)::int as n from documents_metadata";
  expect((await call("query_documents_metadata", { query: count }, "eve")).rows).toEqual([{ n: 1 }]);
  expect(await call("query_documents_metadata", { query: "delete from documents_metadata" })).toContain("not run");
});

it("deep_analysis starts a researcher over the whole library", async () => {
  expect(await call("deep_analysis", { query: "What swims?" })).toBe("It is swan.md.");
});

it("one handler serves the names of one intent", async () => {
  const [one, other] = await Promise.all([
    call("retrieve_documents", { query: "quokkaword" }),
    call("search_knowledge", { query: "quokkaword" }),
  ]);
  expect(one).toEqual(other);
});

it.each(["de", "ar"])("in %s the plug-ins have all of their words", (language) => {
  const registry = createRegistry();
  const tools = [graphSearch, queryDocumentsMetadata, deepAnalysis].map(({ definition }) =>
    registry.register({ ...definition, execute: () => null }),
  );
  expect(tools.flatMap((tool) => untranslatedTexts(tool, language))).toEqual([]);
});
