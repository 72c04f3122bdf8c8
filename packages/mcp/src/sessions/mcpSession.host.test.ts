import { createHash } from "node:crypto";
import { createRegistry } from "@callboard/core";
import { canonicalJson } from "@callboard/core/host";
import { createHost, createStore, DEFAULT_TENANT_ID, serve, type Serving, type Store } from "@callboard/server";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it, test, vi } from "vitest";
import { createMcpServers } from "../servers/createMcpServers.ts";
import { readMcpSession } from "../servers/mcpSession.ts";
import { serveTools, text, type ServedTools } from "../testing/fixtures/serveTools.ts";
import { replayMcpSession, type ReplayedPart } from "./replaySession.ts";
import { serveMcpSession } from "./serveSession.ts";

vi.setConfig({ testTimeout: 60_000 });

const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: ["mcp.servers.manage"] };
const ben = { ...ada, userId: "ben", permissions: [] };
const eve = { ...ada, userId: "eve", tenantId: "00000000-0000-4000-8000-0000000000aa", tenantSlug: "other" };
const SECRET = "topsecret-key-1234";
let store: Store;
let served: ServedTools;
let serving: Serving;
let saved: string;
let count = 0;

beforeAll(async () => {
  store = await createStore();
  served = await serveTools({
    greet: {
      description: "Greets a person.",
      inputSchema: { type: "object", properties: { name: { type: "string" } } },
      outputSchema: { type: "object", properties: { said: { type: "string" } } },
      run: ({ name }) => ({ content: [], structuredContent: { said: `Hello, ${String(name)}` } }),
    },
    count: { run: () => text(String((count += 1))) },
    fail: { run: () => ({ ...text("The disk is full."), isError: true }) },
  });
  const host = createHost({
    registry: createRegistry(),
    store,
    actor: { ada, ben, eve },
    onProblem: () => {},
    modules: [
      createMcpServers({
        servers: [{ name: "own", transport: { url: served.url, headers: { "x-key": SECRET } } }],
        keepsWire: true,
      }),
    ],
  });
  serving = await serve(host, { port: 0, hostname: "127.0.0.1" });
  await host.ready;
  for (const [slug, input] of [
    ["greet", { name: "Zoé" }],
    ["count", {}],
    ["count", {}],
    ["fail", {}],
  ] as const) {
    const headers = { authorization: "Bearer ada", "content-type": "application/json", prefer: "wait" };
    await fetch(`${serving.url}/api/tools/${slug}/run`, { method: "POST", headers, body: JSON.stringify({ input }) });
  }
  saved = await vi.waitFor(async () => {
    const file = await save("ada");
    if (readMcpSession(await file.clone().text()).calls.length < 4) throw new Error("Not all is written yet.");
    return await file.text();
  }, 10_000);
}, 60_000);
afterAll(async () => {
  await serving.close();
  await served.stop();
  await store.close();
});

const save = (token: string, name = "own") =>
  fetch(`${serving.url}/api/mcp/servers/${name}/session`, { headers: { authorization: `Bearer ${token}` } });

/** A client of the session's stand-in. */
async function connect(mode: "auto" | "legacy") {
  const mock = await serve(serveMcpSession(readMcpSession(saved)), { port: 0, hostname: "127.0.0.1" });
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  await client.connect(new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${mock.port}/mcp`)));
  return { client, close: async () => (await client.close(), await mock.close()) };
}

it("is a file of what was done, without secrets", async () => {
  const session = readMcpSession(saved);
  expect(session.server).toMatchObject({ name: "own", transport: { url: served.url, headers: ["x-key"] } });
  expect(session.tools.map(({ name }) => name)).toEqual(["greet", "count", "fail"]);
  expect(session.calls).toMatchObject([
    { tool: "greet", input: { name: "Zoé" }, result: { structuredContent: { said: "Hello, Zoé" } } },
    { tool: "count", result: { content: [{ text: "1" }] } },
    { tool: "count", result: { content: [{ text: "2" }] } },
    { tool: "fail", result: { isError: true } },
  ]);
  expect(saved).not.toContain(SECRET);
});

test.each([
  ["an answer", (text: string) => text.replace("Hello, Zoé", "Hello, Eve")],
  ["a definition", (text: string) => text.replace("Greets a person.", "Greets a person!")],
  ["its proof", (text: string) => text.replace(/"proof": "[0-9a-f]{4}/, '"proof": "0000')],
])("is refused where %s was changed since", (_what, change) => {
  const changed = change(saved);
  expect(changed).not.toBe(saved);
  expect(() => readMcpSession(changed)).toThrow("changed since it was saved");
});

test.each([["{"], ["{}"], ['{"callboard":"mcp-session","version":2}']])("%s is no session", (given) => {
  expect(() => readMcpSession(given)).toThrow(/no session|version 2/);
});

test.each([
  ["a server", { server: undefined }],
  ["how it is reached", { server: { name: "own", title: "Own", transport: { url: 7, headers: [] } } }],
  ["a call's input", { calls: [{ tool: "greet", messages: [] }] }],
  ["a list of tools", { tools: {} }],
])("is refused without %s, whatever its proof says", (_what, change) => {
  const { proof: _proof, ...session } = { ...JSON.parse(saved), ...change } as Record<string, unknown>;
  const plain: unknown = JSON.parse(JSON.stringify(session));
  const proof = createHash("sha256").update(canonicalJson(plain)).digest("hex");
  expect(() => readMcpSession(JSON.stringify({ ...session, proof }))).toThrow("no whole session");
});

it("is saved by those who look after servers, in their own tenant", async () => {
  expect((await save("ben")).status).toBe(403);
  expect(readMcpSession(await (await save("eve")).text()).calls).toEqual([]);
  expect((await save("ada", "none")).status).toBe(404);
  expect((await save("ada")).headers.get("content-disposition")).toContain("attachment");
});

test.each(["auto", "legacy"] as const)("answers as the server did, to a client of %s", async (mode) => {
  const { client, close } = await connect(mode);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(["greet", "count", "fail"]);
  const call = (name: string, input: Record<string, unknown> = {}) => client.callTool({ name, arguments: input });
  expect(await call("greet", { name: "Zoé" })).toMatchObject({ structuredContent: { said: "Hello, Zoé" } });
  expect(await call("count")).toMatchObject({ content: [{ text: "1" }] });
  expect(await call("count")).toMatchObject({ content: [{ text: "2" }] });
  expect(await call("count")).toMatchObject({ content: [{ text: "2" }] });
  expect(await call("fail")).toMatchObject({ isError: true, content: [{ text: "The disk is full." }] });
  const other = await call("greet", { name: "Ada" });
  expect(other.isError).toBe(true);
  expect(JSON.stringify(other.content)).toContain("Zoé");
  await close();
});

it("runs again on the server, and says what differs", async () => {
  const again = async () => {
    const parts: ReplayedPart[] = [];
    await replayMcpSession(readMcpSession(saved), { name: "own", transport: { url: served.url } }, (part) =>
      parts.push(part),
    );
    return parts.filter(({ difference }) => difference !== undefined);
  };
  count = 0;
  expect(await again()).toEqual([]);
  const { greet } = served.tools;
  if (!greet) throw new Error("There is no greet.");
  served.tools["greet"] = { ...greet, description: "Greets anybody." };
  delete served.tools["fail"];
  served.tools["fresh"] = {};
  expect(await again()).toMatchObject([
    { kind: "tool", tool: "greet", difference: expect.stringContaining("Greets anybody.") as string },
    { kind: "tool", tool: "fail", difference: "is gone" },
    { kind: "tool", tool: "fresh", difference: "is new" },
    { kind: "call", tool: "count", difference: expect.stringMatching(/"1".* → .*"3"/) as string },
    { kind: "call", tool: "count", difference: expect.stringMatching(/"2".* → .*"4"/) as string },
    { kind: "call", tool: "fail" },
  ]);
});
