import { randomUUID } from "node:crypto";
import { createRegistry } from "@callboard/core";
import { untranslatedTexts } from "@callboard/core/testing";
import { createHost, createScriptedModel, createStore, type Host, type Store } from "@callboard/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createCorpus } from "../corpus/corpus.ts";
import { createKnowledge, ingestDocuments, type DocumentSource } from "../index.ts";
import { createCorpusSearch } from "../search/corpusSearch.ts";
import { createDatasets } from "../sql/datasets.ts";
import { createSqlDesk } from "../sql/sqlDesk.ts";
import { runTool, type ToolOutput } from "../testing/fixtures/runTool.ts";
import { createDesk } from "./desk.ts";
import { documentTools } from "./documentTools.ts";
import { createLibrary } from "./library.ts";
import { sqlTools } from "./sqlTools.ts";
import { webTools } from "./webTools.ts";

vi.setConfig({ testTimeout: 90_000 });

const sourceOf = (name: string, files: Record<string, string>): DocumentSource => ({
  name,
  list: () =>
    Promise.resolve(
      Object.entries(files).map(([path, text]) => ({
        path,
        bytes: text.length,
        modifiedAt: 1,
        read: () => Promise.resolve(text),
      })),
    ),
});

const ada = {
  userId: "ada",
  tenantId: randomUUID(),
  tenantSlug: `t-${randomUUID()}`,
  spaceId: "desk",
  permissions: [],
};
const eve = { ...ada, userId: "eve", tenantId: randomUUID(), tenantSlug: `t-${randomUUID()}` };
let store: Store;
let host: Host;

beforeAll(async () => {
  const databaseUrl = process.env["CALLBOARD_TEST_DATABASE_URL"];
  store = await createStore(databaseUrl ? { databaseUrl } : {});
  for (const { tenantId, tenantSlug } of [ada, eve]) await store.ensureTenant(tenantId, tenantSlug);
  await ingestDocuments(
    store,
    sourceOf("zoo", {
      "birds/heron.md":
        "# Heron\n\nA heron waits.\nThen it strikes: strike(1) and strike(22).\n\n## Nest\n\nIn trees.\n",
      "birds/water/swan.md": "# Swan\n\nA swan waits too.\n",
      "fish.md": "# Fish\n\nFish swim.\n",
      "rivers.csv": "name,km,country\nRhine,1233,Germany\nElbe,1094,Germany\nLoire,1006,France\n",
    }),
    { tenantId: ada.tenantId },
  );
  await ingestDocuments(store, sourceOf("office", { "heron.md": "# The Heron printer\n\nIt waits for paper.\n" }), {
    tenantId: ada.tenantId,
  });
  await ingestDocuments(store, sourceOf("secret", { "pay.csv": "who,pay\nEve,1000000\n" }), { tenantId: eve.tenantId });
  host = createHost({
    registry: createRegistry(),
    store,
    actor: {
      ada,
      eve,
      lone: { ...ada, userId: "lone", spaceId: null },
      new: { ...ada, tenantId: randomUUID(), tenantSlug: `t-${randomUUID()}` },
    },
    modules: [
      createKnowledge({
        log: () => {},
        web: { search: async (query, { limit }) => [{ title: query, url: "https://a.example", snippet: `${limit}` }] },
      }),
    ],
    agent: { toolGroups: ["documents", "sql"] },
    model: createScriptedModel({
      turns: [
        {
          message: { question: "How long is the longest river?" },
          steps: [
            [{ call: "sql", input: { query: "select name, km from rivers order by km desc limit 1" } }],
            [{ result: -1, at: ["rows", 0, "name"] }, ", by `select name, km from rivers order by km desc limit 1`."],
          ],
        },
        {
          message: { path: "zoo/birds/heron.md" },
          steps: [
            [{ call: "read_document", input: { path: "zoo/birds/heron.md" } }],
            ["It strikes: ", { result: -1, at: ["title"] }],
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

const call = <Output = ToolOutput>(tool: string, input: object, token = "ada") =>
  runTool<Output>(host, tool, input, token);

const toolsOf = async (token: string) => {
  const response = await host.fetch(
    new Request("http://localhost/api/tools", { headers: { authorization: `Bearer ${token}` } }),
  );
  return ((await response.json()) as { slug: string }[]).map(({ slug }) => slug);
};

const NAVIGATION = ["list_sources", "list_folder_contents", "folder_tree"];
const DOCUMENTS = ["search_documents", "grep_documents", "find_by_name", "document_info", "read_document"];

describe("which tools there are", () => {
  it("navigation only in a space, the rest always", async () => {
    expect(await toolsOf("ada")).toEqual(expect.arrayContaining([...NAVIGATION, ...DOCUMENTS, "analyze_document"]));
    const lone = await toolsOf("lone");
    expect(lone).toEqual(expect.arrayContaining(DOCUMENTS));
    for (const slug of NAVIGATION) expect(lone).not.toContain(slug);
  });

  it("over nothing they say that nothing is there", async () => {
    expect(await call("search_documents", { query: "heron" }, "new")).toMatchObject({ results: [], total: 0 });
    expect(await call("grep_documents", { pattern: "heron" }, "new")).toEqual({
      matches: [],
      documents: 0,
      is_cut: false,
    });
    expect(await call("find_by_name", { name: "*" }, "new")).toEqual({ documents: [], total: 0 });
    expect(await call("read_document", { path: "a.md" }, "new")).toContain("There is no document “a.md”.");
  });
});

describe("navigation", () => {
  it("lists sources, folders and the tree", async () => {
    const { sources } = await call("list_sources", {});
    expect(sources.map(({ name, documents }) => [name, documents])).toEqual([
      ["zoo", 4],
      ["office", 1],
    ]);
    expect((await call("folder_tree", { source: "zoo" })).tree).toBe("zoo/ (2)\n  birds/ (1)\n    water/ (1)");
    expect(await call("folder_tree", { source: "zoo", depth: 1 })).toMatchObject({ is_cut: true, total: 3 });
    const { items } = await call("list_folder_contents", { source: "zoo", path: "birds" });
    expect(items.map(({ name }) => name)).toEqual(["water", "heron.md"]);
    expect(await call("list_folder_contents", { source: "none" })).toContain("There is no folder “none”");
  });
});

describe("search", () => {
  it("is narrowed to feeds and to paths, and says how it searched", async () => {
    const found = async (more: object) =>
      (await call("search_documents", { query: "heron waits", ...more })).results?.map(({ breadcrumb }) =>
        breadcrumb.split(" > ").slice(0, 3).join("/"),
      );
    expect(new Set(await found({}))).toContain("office/heron.md/The Heron printer");
    expect(await found({ feeds: ["office"] })).toEqual(["office/heron.md/The Heron printer"]);
    expect(await found({ pathGlob: "birds/water/**" })).toEqual(["zoo/birds/water"]);
    expect(await call("search_documents", { query: "x", feeds: ["none"] })).toContain("There is no source “none”");
    expect(await call("search_documents", { query: "heron", mode: "vector" })).toMatchObject({ method: "lexical" });
  });

  it("greps text and patterns, with the line and column of each match", async () => {
    const { matches, documents } = await call("grep_documents", { pattern: "strike(" });
    expect(documents).toBe(1);
    expect(matches.map(({ path, line, column }) => [path, line, column])).toEqual([
      ["zoo/birds/heron.md", 4, 18],
      ["zoo/birds/heron.md", 4, 32],
    ]);
    const regex = await call("grep_documents", {
      pattern: "strike\\(\\d{2}\\)|SWAN waits",
      regex: true,
      ignoreCase: true,
    });
    expect(regex.matches.map(({ text }) => text)).toEqual([
      "Then it strikes: strike(1) and strike(22).",
      "A swan waits too.",
    ]);
    expect((await call("grep_documents", { pattern: "HERON" })).matches).toEqual([]);
    expect(await call("grep_documents", { pattern: "a", limit: 1 })).toMatchObject({ is_cut: true, matches: [{}] });
    expect(await call("grep_documents", { pattern: "(", regex: true })).toContain("That is no pattern");
    expect(await call("grep_documents", { pattern: "(a)\\1", regex: true })).toContain("That is no pattern");
  });

  it("a pattern that hangs other engines ends", async () => {
    const evil = sourceOf("evil", { "a.md": `${"a".repeat(50_000)}!\n` });
    await ingestDocuments(store, evil, { tenantId: eve.tenantId });
    expect(await call("grep_documents", { pattern: "(a+)+$", regex: true }, "eve")).toMatchObject({ matches: [] });
  });

  it("finds documents by glob and by words", async () => {
    const names = async (name: string) =>
      (await call<{ documents: { path: string }[] }>("find_by_name", { name })).documents.map(({ path }) => path);
    expect(await names("**/heron.md")).toEqual(["office/heron.md", "zoo/birds/heron.md"]);
    expect(await names("birds/**")).toEqual(["zoo/birds/heron.md", "zoo/birds/water/swan.md"]);
    expect(await names("ZOO heron")).toEqual(["zoo/birds/heron.md"]);
  });
});

describe("documents", () => {
  it("are read by stretches, by path and by id", async () => {
    const first = await call("read_document", { path: "zoo/birds/heron.md", length: 10 });
    expect(first).toMatchObject({ text: "# Heron\n\nA", title: "Heron", next: 10, path: "zoo/birds/heron.md" });
    expect(await call("read_document", { path: "birds/heron.md" })).toMatchObject({ next: null });
    expect(await call("read_document", { path_part_id: first.path_part_id, offset: 10, length: 6 })).toMatchObject({
      text: " heron",
    });
    expect(await call("read_document", { path: "zoo/fish.md", offset: 999 })).toContain("past the end");
    expect(await call("read_document", { path: "zoo/herron/heron.md" })).toContain("Did you mean zoo/birds/heron.md");
    expect(await call("read_document", { path: "birds/herron.md" })).toContain("Did you mean birds/heron.md");
    expect(await call("document_info", { path: "zoo/rivers.csv" })).toMatchObject({
      media_type: "text/csv",
      state: "whole",
    });
    expect(await call("read_document", { path_part_id: first.path_part_id }, "eve")).toContain("nothing with the id");
  });

  it("are analyzed by a sub-agent with tools of its own", async () => {
    expect(await call("analyze_document", { path: "zoo/birds/heron.md", question: "What does it do?" })).toBe(
      "It strikes: Heron",
    );
  });

  it("answer questions about their tables, with the SQL", async () => {
    expect(await call("query_documents", { question: "How long is the longest river?" })).toBe(
      "Rhine, by `select name, km from rivers order by km desc limit 1`.",
    );
  });
});

describe("tables in SQL", () => {
  it("are listed, described, sampled and asked", async () => {
    expect((await call("list_datasets", {})).datasets).toMatchObject([
      { name: "rivers", rows: 3, columns: ["name", "km", "country"] },
    ]);
    expect((await call("table_schema", { dataset: "rivers" })).columns).toEqual([
      { name: "name", type: "text" },
      { name: "km", type: "bigint" },
      { name: "country", type: "text" },
    ]);
    expect((await call("random_sample", { dataset: "rivers", limit: 2 })).rows).toHaveLength(2);
    expect(await call("table_schema", { dataset: "pay" })).toContain("There is no dataset pay");
    expect(
      await call("sql", { query: "select country, sum(km)::int as km from rivers group by 1 order by 2 desc;" }),
    ).toMatchObject({
      rows: [
        { country: "Germany", km: 2327 },
        { country: "France", km: 1006 },
      ],
      row_count: 2,
      is_cut: false,
    });
    expect(await call("sql", { query: "select g from generate_series(1, 5000) g" })).toMatchObject({
      row_count: 1000,
      is_cut: true,
    });
  });

  it("has the values of columns with long names in other scripts, and of tables with alike long names", async () => {
    const [long, name] = [
      "численность населения города по последней переписи",
      "a_very_long_name_of_a_table".repeat(3),
    ];
    const files = {
      [`${name}/${name}.csv`]: `${long} а,${long} б\n1,2\n`,
      [`b/${name}.csv`]: "x\n3\n",
    };
    await ingestDocuments(store, sourceOf("long", files), { tenantId: eve.tenantId });
    const { datasets } = await call("list_datasets", {}, "eve");
    const [cities, other] = datasets.filter(({ path }) => path.includes("very_long"));
    expect(other!.name).not.toBe(cities!.name);
    const sum = `select "${cities!.columns[0]}" + "${cities!.columns[1]}" as sum, x from ${cities!.name}, ${other!.name}`;
    expect(await call("sql", { query: sum }, "eve")).toMatchObject({ rows: [{ sum: 3, x: 3 }] });
  });

  it("leaves out tables of documents that are still read", async () => {
    const names = async () => (await call("list_datasets", {}, "eve")).datasets.map(({ name }) => name);
    const setState = (state: string) =>
      store.database.asTenant(eve.tenantId, (tx) =>
        tx.query(
          `update callboard.corpus_documents d set state = $1 from callboard.corpus_parts p
           where p.path_part_id = d.path_part_id and p.name = 'pay.csv'`,
          [state],
        ),
      );
    expect(await names()).toContain("pay");
    await setState("reading");
    expect(await names()).not.toContain("pay");
    await setState("whole");
    expect(await names()).toContain("pay");
  });

  it("sees what was brought in after it was first asked", async () => {
    await ingestDocuments(store, sourceOf("more", { "lakes.csv": "name,m\nBodensee,251\n" }), {
      tenantId: ada.tenantId,
    });
    expect(await call("sql", { query: "select m from lakes" })).toMatchObject({ rows: [{ m: 251 }] });
  });
});

it("searches the web by the host's engine, by either of its names", async () => {
  for (const name of ["web_search", "webSearch"])
    expect(await call(name, { query: "herons" })).toEqual({
      results: [{ title: "herons", url: "https://a.example", snippet: "5" }],
    });
  expect(await call("fetch_web_page", { url: "http://169.254.169.254/" })).toContain("private network");
});

describe.each(["de", "ar"])("in %s", (language) => {
  it("all tools have all of their words", async () => {
    const registry = createRegistry();
    const { database } = store;
    const [corpus, search, datasets] = [createCorpus(database), createCorpusSearch(database), createDatasets(database)];
    const library = createLibrary(corpus, search);
    for (const tool of [
      ...documentTools(library, createDesk(database, corpus, search)),
      ...sqlTools(datasets, createSqlDesk(database, datasets)),
      ...webTools({ search: async () => [] }),
    ])
      registry.register(tool);
    const tools = registry.all();
    expect(tools.length).toBe(16);
    expect(tools.map((tool) => [tool.slug, untranslatedTexts(tool, language)])).toEqual(
      tools.map(({ slug }) => [slug, []]),
    );
  });
});
