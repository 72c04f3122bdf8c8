import { randomUUID } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRegistry } from "@callboard/core";
import { createHost, createStore, type Host, type Store } from "@callboard/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { ask } from "../../../../test/setup/ask.ts";
import { createKnowledge, ingestDocuments } from "../index.ts";
import { runTool } from "../testing/fixtures/runTool.ts";

vi.setConfig({ testTimeout: 90_000 });

/** The declarations of the seed, and what may be wrong with some. */
const FUNCTIONS = `
runtime:
  functions:
    enabled: true
functions:
- name: haversine_km
  from: sql
  description: Haversine great-circle distance in kilometres.
  volatility: immutable
  signature:
    args:
    - { name: lat1, type: float64 }
    - { name: lon1, type: float64 }
    - { name: lat2, type: float64 }
    - { name: lon2, type: float64 }
    returns: float64
  body: |
    6371 * acos(
    cos(radians(lat1)) * cos(radians(lat2)) *
    cos(radians(lon2) - radians(lon1)) +
    sin(radians(lat1)) * sin(radians(lat2))
    )
- name: internal_hash
  from: sql
  as_tool: false
  signature:
    args: [{ name: x, type: int64 }]
    returns: int64
  body: 'x * 2654435761'
- name: length_of
  signature: { args: [{ name: river, type: utf8 }], returns: int64 }
  body: select max(km) from rivers where name = river
- name: longer_than
  signature:
    args: [{ name: least, type: int64 }]
    returns: { table: [{ name: name, type: utf8 }, { name: twice, type: int64 }] }
  body: select name, twice(km) from rivers where km > least order by km desc
- name: twice
  volatility: immutable
  signature: { args: [{ name: x, type: int64 }], returns: int64 }
  body: x * 2
- name: broken
  signature: { args: [], returns: int64 }
  body: nonsense +
- name: two_statements
  signature: { args: [], returns: int64 }
  body: 1); drop table rivers; select (1
- name: lower
  signature: { args: [{ name: x, type: utf8 }], returns: utf8 }
  body: x
- name: sql
  signature: { args: [], returns: int64 }
  body: '1'
- name: tool_search
  signature: { args: [], returns: int64 }
  body: '1'
- name: Odd-Name
  signature: { args: [], returns: int64 }
  body: '1'
- name: twice
  signature: { args: [], returns: int64 }
  body: '2'
- name: no_type
  signature: { args: [{ name: x, type: blob }], returns: int64 }
  body: '2'
- name: writes
  signature: { args: [], returns: { table: [{ name: x, type: int64 }] } }
  body: delete from rivers
`;

const ada = { userId: "ada", tenantId: randomUUID(), tenantSlug: `t-${randomUUID()}`, permissions: [] };
const eve = { ...ada, userId: "eve", tenantId: randomUUID(), tenantSlug: `t-${randomUUID()}` };
let folder: string;
let file: string;
let store: Store;
let host: Host;
const log: string[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "callboard-functions-"));
  file = join(folder, "functions.yaml");
  await writeFile(file, FUNCTIONS);
  const databaseUrl = process.env["CALLBOARD_TEST_DATABASE_URL"];
  store = await createStore(databaseUrl ? { databaseUrl } : {});
  for (const [{ tenantId, tenantSlug }, text] of [
    [ada, "name,km\nRhine,1233\nElbe,1094\nIsar,295\n"],
    [eve, "name,km\nNile,6650\n"],
  ] as const) {
    await store.ensureTenant(tenantId, tenantSlug);
    const rivers = { path: "rivers.csv", bytes: text.length, modifiedAt: 1, read: async () => text };
    await ingestDocuments(store, { name: "zoo", list: async () => [rivers] }, { tenantId });
  }
  host = createHost({
    registry: createRegistry(),
    store,
    actor: { ada, eve },
    modules: [createKnowledge({ functions: file, log: (line) => log.push(line) })],
  });
  await host.ready;
  await vi.waitFor(() => expect(log.join("\n")).toContain("Loaded function: twice"), 60_000);
}, 120_000);
afterAll(async () => {
  await host.close();
  await store.close();
  await rm(folder, { recursive: true });
});

const call = (tool: string, input: object, token = "ada") =>
  runTool<{ rows: object[]; result: unknown }>(host, tool, input, token);
const rowsOf = async (query: string, token = "ada") => {
  const answer = await call("sql", { query }, token);
  return answer.rows ?? answer;
};
const listed = async () =>
  (
    await ask<{ functions: { name: string }[]; problems: { name: string; problem: string }[] }>(
      host,
      "GET",
      "/v1/functions",
      { token: "ada" },
    )
  ).body;

it("a declared function is called in SQL, and by models as a tool of its own", async () => {
  const berlinToMunich = { lat1: 52.52, lon1: 13.405, lat2: 48.137, lon2: 11.575 };
  expect(await call("haversine_km", berlinToMunich)).toEqual({ result: expect.closeTo(504.4, 0) });
  expect(await rowsOf("select round(haversine_km(52.52, 13.405, 48.137, 11.575)) as km")).toEqual([{ km: 504 }]);
  expect(await rowsOf("select internal_hash(3) as hash")).toEqual([{ hash: 7963307283 }]);
  expect(await call("internal_hash", { x: 3 })).toContain("404");
  expect(await call("haversine_km", { lat1: "x" })).toContain("422");
  expect(await call("twice", { x: 4 })).toEqual({ result: 8 });
});

it("a function over tables sees its caller's alone, and a text in it is a text", async () => {
  expect(await call("length_of", { river: "Rhine" })).toEqual({ result: 1233 });
  expect(await call("length_of", { river: "Rhine" }, "eve")).toEqual({ result: null });
  expect(await call("length_of", { river: "Nile" }, "eve")).toEqual({ result: 6650 });
  for (const river of ["'; drop table rivers; --", "\\'; select 1", "' or '1' = '1", "$body$ $$ x"])
    expect(await call("length_of", { river })).toEqual({ result: null });
  expect(await call("length_of", { river: "a\0b" })).toContain("zero character");
});

it("a number that JavaScript would change stays as SQL says it", async () => {
  expect(await call("twice", { x: 9_007_199_254_740_991 })).toEqual({ result: "18014398509481982" });
  expect(await call("twice", { x: 499_999_999_999_999 })).toEqual({ result: 999_999_999_999_998 });
});

it("a function that returns a table stays in SQL, and may call another that stands later", async () => {
  expect(await rowsOf("select * from longer_than(1000)")).toEqual([
    { name: "Rhine", twice: 2466 },
    { name: "Elbe", twice: 2188 },
  ]);
  expect(await call("longer_than", { least: 1 })).toContain("404");
});

it("lists what there is, and says what is wrong with the rest", async () => {
  const { functions, problems } = await listed();
  expect(functions.map(({ name }) => name)).toEqual(["haversine_km", "length_of", "twice"]);
  const names = await rowsOf("select name, kind, as_tool from list_udfs() where source = 'user' order by name");
  expect(names).toEqual([
    { name: "haversine_km", kind: "scalar", as_tool: true },
    { name: "internal_hash", kind: "scalar", as_tool: false },
    { name: "length_of", kind: "scalar", as_tool: true },
    { name: "longer_than", kind: "table", as_tool: false },
    { name: "twice", kind: "scalar", as_tool: true },
  ]);
  expect(Object.fromEntries(problems.map(({ name, problem }) => [name, problem]))).toEqual({
    broken: expect.stringContaining("syntax error"),
    two_statements: expect.stringMatching(/multiple commands|syntax error/),
    lower: expect.stringContaining("SQL has a function of this name"),
    sql: expect.stringContaining("A tool has this name"),
    tool_search: expect.stringContaining("set as_tool to false"),
    "Odd-Name": expect.stringContaining("lower-case letters"),
    twice: expect.stringContaining("another one of this name"),
    no_type: expect.stringContaining("is one of int16"),
    writes: expect.stringContaining("is a SELECT"),
  });
  expect(log.join("\n")).toContain("Failed to load function broken: ");
});

it("a file that changes is read anew, one that is wrong changes nothing, and functions can be switched off", async () => {
  const one = "functions:\n- { name: answer, signature: { returns: int64 }, body: '42' }\n";
  await writeFile(file, one);
  await expect
    .poll(async () => (await listed()).functions.map(({ name }) => name), { timeout: 30_000 })
    .toEqual(["answer"]);
  expect(await rowsOf("select answer() as a")).toEqual([{ a: 42 }]);
  expect(await rowsOf("select twice(1) as a")).toContain("does not exist");
  expect(await call("twice", { x: 4 })).toContain("404");
  await writeFile(file, "functions: {");
  await expect.poll(() => log.join("\n"), { timeout: 30_000 }).toContain("were not read");
  expect(await call("answer", {})).toEqual({ result: 42 });
  await writeFile(file, `runtime: { functions: { enabled: false } }\n${one}`);
  await expect.poll(async () => (await listed()).functions, { timeout: 30_000 }).toEqual([]);
  expect(await rowsOf("select answer() as a")).toContain("does not exist");
});
