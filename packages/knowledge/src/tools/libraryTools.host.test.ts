import { randomUUID } from "node:crypto";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createRegistry } from "@callboard/core";
import { untranslatedTexts } from "@callboard/core/testing";
import { createHost, createScriptedModel, createStore, type Host, type Store } from "@callboard/server";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createCorpus } from "../corpus/corpus.ts";
import { createKnowledge, folderDocuments, ingestDocuments } from "../index.ts";
import { createCorpusSearch } from "../search/corpusSearch.ts";
import { runTool, type ToolOutput } from "../testing/fixtures/runTool.ts";
import { createLibrary } from "./library.ts";
import { libraryTools } from "./libraryTools.ts";

vi.setConfig({ testTimeout: 60_000 });

const PIXEL = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const paragraph = (about: string) => `${about} is told here in a sentence of some length, so that it takes up room. `;
const manual = [
  "# The manual\n\nHow to run the press.\n",
  ...Array.from(
    { length: 8 },
    (_, part) =>
      `## Part ${part + 1}\n\n${paragraph(`Step ${part + 1}`).repeat(30)}\n\n### Detail ${part + 1}\n\nBolt M${part}.\n`,
  ),
  `## Appendix\n\n${Array.from({ length: 400 }, (_, row) => `Row ${row} of the appendix says ${row * 7}.`).join("\n\n")}\n`,
].join("\n");

const FILES: Readonly<Record<string, string | Buffer>> = {
  "reports/Q4 Analysis.md":
    "# Q4 Analysis\n\nRevenue grew by 12 %.\n\n![The curve](curve.png)\n\n## Risks\n\nChurn rose.\n",
  "reports/curve.png": PIXEL,
  "reports/2025/summary.md": "# Summary of 2025\n\nIt was a good year.\n",
  "policies/retention policy.md":
    "# Data retention\n\nRETENTION_DAYS in `config.yaml` is 30.\n\n## Errors\n\nERROR-4021 means that the window is closed.\n",
  "policies/authentication.md":
    "# Authentication\n\nPeople sign in with a passkey.\n\n## Tokens\n\nA token lives for an hour.\n\nIt is renewed by the refresh endpoint.\n",
  "manual.md": manual,
  "broken.txt": Buffer.from([0x61, 0x00, 0x62]),
};

const ada = { userId: "ada", tenantId: randomUUID(), tenantSlug: `t-${randomUUID()}`, permissions: [] };
const eve = { ...ada, userId: "eve", tenantId: randomUUID(), tenantSlug: `t-${randomUUID()}` };
let folder: string;
let store: Store;
let host: Host;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "callboard-knowledge-"));
  for (const [path, content] of Object.entries(FILES)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
  const databaseUrl = process.env["CALLBOARD_TEST_DATABASE_URL"];
  store = await createStore(databaseUrl ? { databaseUrl } : {});
  for (const { tenantId, tenantSlug } of [ada, eve]) await store.ensureTenant(tenantId, tenantSlug);
  const source = folderDocuments(folder, { name: "shared" });
  await ingestDocuments(store, source, { tenantId: ada.tenantId });
  await ingestDocuments(
    store,
    { name: "spare", list: async () => (await source.list()).slice(0, 1) },
    {
      tenantId: ada.tenantId,
      spaceId: "lab",
    },
  );
  host = createHost({
    registry: createRegistry(),
    store,
    actor: { ada, eve, lee: { ...ada, userId: "lee", spaceId: "elsewhere" } },
    modules: [createKnowledge({ log: () => {} })],
    model: createScriptedModel({
      turns: [
        {
          message: "how long is data kept",
          steps: [
            [{ call: "search_keyword", input: { query: "RETENTION_DAYS" } }],
            ["30 days ", { result: -1, at: ["results", 0, "cite"] }, "."],
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
  await rm(folder, { recursive: true });
});

const call = <Output = ToolOutput>(tool: string, input: object, token = "ada") =>
  runTool<Output>(host, tool, input, token);

describe("the table of workflows, each row in its number of calls", () => {
  it("browses the root folders in 1", async () => {
    const { items, total } = await call("list_contents", {});
    expect(items.map(({ name, kind }) => [name, kind])).toEqual([
      ["shared", "FOLDER"],
      ["spare", "FOLDER"],
    ]);
    expect(total).toBe(2);
  });

  it("finds and browses a folder in 2", async () => {
    const { items } = await call("find", { name: "reports" });
    const listed = await call("list_contents", { path_part_id: items[0]!.path_part_id });
    expect(listed.items.map(({ name }) => name)).toEqual(["2025", "curve.png", "Q4 Analysis.md"]);
  });

  it("reads a small document in 2", async () => {
    const { items } = await call("find", { name: "POLICY" });
    const read = await call("read", { path_part_id: items[0]!.path_part_id });
    expect(read).toMatchObject({ mode: "inline", kind: "DOCUMENT", next_offset: null });
    expect(read.chunks.map(({ text }) => text).join("")).toBe(FILES["policies/retention policy.md"]);
  });

  it("reads a large document in 3", async () => {
    const { items } = await call("find", { name: "manual" });
    const contents = await call("read", { path_part_id: items[0]!.path_part_id });
    expect(contents.mode).toBe("contents");
    expect(contents.chunks).toEqual([]);
    const part = contents.sections.find(({ title }) => title === "Part 3")!;
    expect(part).toMatchObject({ depth: 2, chunks: expect.any(Number), characters: expect.any(Number) });
    const read = await call("read", { path_part_id: part.path_part_id });
    expect(read).toMatchObject({ mode: "inline", kind: "SECTION" });
    const text = read.chunks.map((chunk) => chunk.text).join("");
    expect(text).toMatch(/^## Part 3[^]*Bolt M2\.\n+$/);
    expect(text.length).toBe(part.characters);
  });

  it("searches and expands the context in 2", async () => {
    const { results } = await call("search_knowledge", { query: "auth token renewed" });
    const around = await call("read_around", { chunk_id: results[0]!.path_part_id });
    expect(around).toMatchObject({ is_whole_section: true, anchor_position: 0 });
    expect(around.breadcrumb).toBe("shared > policies > authentication.md > Authentication > Tokens");
  });

  it("gets the location in 1, and goes up from a result in 2", async () => {
    const { results } = await call("search_keyword", { query: "Churn" });
    const info = await call("get_info", { path_part_id: results[0]!.document_id });
    expect(info.breadcrumb).toBe("shared > reports > Q4 Analysis.md");
    const up = await call("list_contents", { path_part_id: info.parent_id });
    expect(up.items.map(({ name }) => name)).toContain("Q4 Analysis.md");
  });
});

describe("defaults, bounds and errors", () => {
  const idOf = async (name: string, kind = "DOCUMENT") =>
    (await call("find", { name, kind })).items[0]!.path_part_id as string;

  it.each([
    ["list_contents", { limit: 0 }],
    ["list_contents", { limit: 101 }],
    ["list_contents", { offset: -1 }],
    ["find", { name: "" }],
    ["find", { name: "a", kind: "SECTION" }],
    ["search_knowledge", { query: "a", top_k: 21 }],
    ["search_keyword", { query: "a", top_k: 0 }],
    ["read_around", { chunk_id: randomUUID(), window: 11 }],
    ["read_around", { chunk_id: randomUUID(), window: 0 }],
    ["read", {}],
  ])("%s refuses %j", async (tool, input) => expect(await call(tool, input)).toMatch(/^422 /));

  it.each([
    ["list_contents", { limit: 100, path_part_id: null }],
    ["search_knowledge", { query: "year", top_k: 20, parent_path_part_ids: null }],
  ])("%s takes %j", async (tool, input) =>
    expect(await call(tool, input)).toMatchObject({ total: expect.any(Number) }),
  );

  it("pages lists, and says where they end", async () => {
    const id = await idOf("reports", "FOLDER");
    expect(await call("list_contents", { path_part_id: id, limit: 2 })).toMatchObject({ next_offset: 2, total: 3 });
    expect(await call("list_contents", { path_part_id: id, limit: 2, offset: 2 })).toMatchObject({ next_offset: null });
    expect(await call("list_contents", { path_part_id: id, offset: 3 })).toContain("past the end: there are 3 in all");
  });

  it("names the tool that does what was asked of another", async () => {
    expect(await call("list_contents", { path_part_id: await idOf("manual") })).toContain("Use read to see");
    expect(await call("read", { path_part_id: await idOf("reports", "FOLDER") })).toContain("Use list_contents");
    expect(await call("read_around", { chunk_id: await idOf("manual") })).toContain("is no chunk");
    expect(await call("view_chunk_image", { chunk_id: randomUUID() })).toContain("There is nothing with the id");
    expect(await call("get_info", { path_part_id: "x' or 1=1" })).toContain("There is nothing with the id");
    expect(await call("search_knowledge", { query: "a", parent_path_part_ids: [randomUUID()] })).toContain("nothing");
  });

  it("names a document that could not be read, with why", async () => {
    const id = await idOf("broken");
    expect(await call("read", { path_part_id: id })).toContain("It is no text: it holds zero bytes.");
    expect(await call("get_info", { path_part_id: id })).toMatchObject({ state: "failed" });
  });

  it("pages a section that is long, and chunks come alone", async () => {
    const contents = await call("read", { path_part_id: await idOf("manual") });
    const { path_part_id, chunks: total } = contents.sections.at(-1)!;
    const first = await call("read", { path_part_id, limit: 3 });
    expect(first).toMatchObject({ mode: "page", total, next_offset: 3 });
    const pages = [first];
    for (let page = first; page.next_offset !== null; pages.push(page))
      page = await call("read", { path_part_id, limit: 3, offset: page.next_offset });
    const all = pages.flatMap(({ chunks }) => chunks);
    expect(all).toHaveLength(total);
    expect(all.map(({ text }) => text).join("")).toMatch(/^## Appendix[^]*Row 399 of the appendix says 2793\.\n$/);
    const middle = all[2]!.path_part_id;
    expect(await call("read", { path_part_id: middle })).toMatchObject({ mode: "chunk", chunks: [all[2]] });
    expect(await call("read_around", { chunk_id: middle, window: 2 })).toMatchObject({
      chunks: all.slice(0, 5),
      anchor_position: 2,
      is_whole_section: false,
    });
  });

  it("searches within folders, documents and sections alone", async () => {
    const within = async (id: string) =>
      (
        await call("search_keyword", { query: "step revenue churn", top_k: 20, parent_path_part_ids: [id] })
      ).results.map(({ document }) => document);
    expect(new Set(await within(await idOf("reports", "FOLDER")))).toEqual(new Set(["Q4 Analysis.md"]));
    expect(new Set(await within(await idOf("manual")))).toEqual(new Set(["manual.md"]));
    const { sections } = await call("read", { path_part_id: await idOf("manual") });
    const part = sections.find(({ title }) => title === "Part 2")!;
    const found = await call("search_keyword", { query: "step", parent_path_part_ids: [part.path_part_id], top_k: 20 });
    expect(found.total).toBe(part.chunks - 1);
  });

  it("shows the picture of a chunk, with its caption", async () => {
    const { chunks } = await call("read", { path_part_id: await idOf("Q4") });
    const chunk = chunks.find(({ has_image }) => has_image)!;
    expect(await call("view_chunk_image", { chunk_id: chunk.path_part_id })).toMatchObject({
      caption: "The curve",
      media_type: "image/png",
      image: { url: `data:image/png;base64,${PIXEL.toString("base64")}` },
    });
    expect(await call("view_chunk_image", { chunk_id: chunks[0]!.path_part_id })).toContain("has no image");
  });

  it("shows other tenants and other spaces nothing", async () => {
    const id = await idOf("manual");
    for (const tool of ["list_contents", "get_info", "read"])
      expect(await call(tool, { path_part_id: id }, "eve")).toMatch(/^404|nothing with the id/);
    expect((await call("list_contents", {}, "lee")).items.map(({ name }) => name)).toEqual(["shared"]);
    const [spare] = (await call("find", { name: "spare" })).items;
    expect(await call("get_info", { path_part_id: spare!.path_part_id }, "lee")).toContain("nothing with the id");
    const everywhere = await call("search_keyword", { query: "zero", top_k: 20 }, "lee");
    expect(everywhere.results.every(({ breadcrumb }) => breadcrumb.startsWith("shared"))).toBe(true);
  });

  it("pages a document whose statistics are missing", async () => {
    const id = await idOf("authentication");
    await store.database.asTenant(ada.tenantId, (tx) =>
      tx.query(
        "update callboard.corpus_parts set chunks = null, characters = null where path_part_id = $1::uuid or document_id = $1::uuid",
        [id],
      ),
    );
    const read = await call("read", { path_part_id: id, limit: 1 });
    expect(read).toMatchObject({ mode: "page", total: 2, next_offset: 1, note: expect.any(String) });
  });
});

describe("an agent", () => {
  it("searches and cites the passage in a chat", async () => {
    const response = await host.fetch(
      new Request("http://localhost/api/chat", {
        method: "POST",
        headers: { authorization: "Bearer ada", "content-type": "application/json" },
        body: JSON.stringify({ message: "how long is data kept", agent: "librarian" }),
      }),
    );
    const { sessionId } = (await response.json()) as { sessionId: string };
    const text = await vi.waitFor(
      async () => {
        const events = await store.log(ada.tenantId).read(sessionId);
        if (!events.some(({ type }) => type === "agent.completed")) throw new Error("It is not done yet.");
        return events.map((event) => (event.type === "agent.text_appended" ? event.delta : "")).join("");
      },
      { timeout: 30_000, interval: 50 },
    );
    const [, id] = /\[retention policy\.md § Data retention\]\(\/knowledge\/([0-9a-f-]+)\)/.exec(text) ?? [];
    expect((await call("read", { path_part_id: id })).chunks[0]!.text).toContain("RETENTION_DAYS");
  });
});

describe.each(["de", "ar"])("in %s", (language) => {
  it("the tools have all of their words", () => {
    const tools = libraryTools(createLibrary(createCorpus(store.database), createCorpusSearch(store.database)));
    expect(tools.map(({ slug }) => slug).sort()).toEqual([
      "find",
      "get_info",
      "list_contents",
      "read",
      "read_around",
      "search_keyword",
      "search_knowledge",
      "view_chunk_image",
    ]);
    const registry = createRegistry();
    for (const tool of tools) registry.register(tool);
    expect(registry.all().map((tool) => [tool.slug, untranslatedTexts(tool, language)])).toEqual(
      registry.all().map(({ slug }) => [slug, []]),
    );
  });
});
