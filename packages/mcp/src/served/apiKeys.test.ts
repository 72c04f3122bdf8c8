import { createRegistry, defineTool, type ToolRegistration } from "@callboard/core";
import {
  createTransport,
  linkedAskClient,
  mcpKeysClient,
  ToolClientError,
  type McpKeyRequest,
} from "@callboard/core/client";
import { createHost, createStore, DEFAULT_TENANT_ID, serve, type Serving, type Store } from "@callboard/server";
import { operatorCredential } from "@callboard/server/command";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { z } from "zod";
import { serveMcp } from "./serveMcp.ts";

vi.setConfig({ testTimeout: 60_000 });

const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: ["orders.read"] };
const eve = { ...ada, userId: "eve", permissions: [] };
const root = { ...ada, userId: "root", permissions: ["mcp.keys.manage"] };
let store: Store;
let serving: Serving;

const tool = (slug: string, requiredPermission?: string) =>
  defineTool({
    slug,
    name: slug,
    description: `Does ${slug}.`,
    category: "orders",
    icon: "box",
    ...(requiredPermission && { requiredPermission }),
    inputSchema: z.object({}),
    outputSchema: z.string(),
    execute: (_input, { userId }) => `${slug} for ${userId}`,
  }) as ToolRegistration;

beforeAll(async () => {
  store = await createStore();
  const registry = createRegistry();
  for (const each of [tool("find"), tool("count"), tool("orders", "orders.read")]) registry.register(each);
  const host = createHost({ registry, store, actor: { ada, eve, root }, modules: [serveMcp()] });
  serving = await serve(host, { port: 0, hostname: "127.0.0.1" });
  await host.ready;
}, 60_000);
afterAll(async () => {
  await serving.close();
  await store.close();
});

const keysOf = (token: string) => mcpKeysClient(createTransport({ baseUrl: serving.url, token: () => token }));
const operator = () => keysOf(operatorCredential(store.secrets!));
const refusal = (asked: Promise<unknown>) =>
  asked.then(
    () => undefined,
    (error: unknown) => (error instanceof ToolClientError ? [error.status, error.code, error.path] : error),
  );

async function connect(secret: string, mode: "auto" | "legacy" = "auto") {
  const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
  const requestInit = { headers: { authorization: `Bearer ${secret}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${serving.url}/mcp`), { requestInit }));
  return client;
}
const namesOf = async (client: Client) => (await client.listTools()).tools.map(({ name }) => name);

it("a key acts as the person who made it, with the tools that they may use", async () => {
  const key = await keysOf("ada").create({ name: "Laptop" });
  expect(key).toMatchObject({ name: "Laptop", userId: "ada", tools: null, lastUsedAt: null });
  expect(key.secret).toMatch(/^cbk_[\w-]{43}$/);
  expect(key.secret.endsWith(key.hint)).toBe(true);
  const client = await connect(key.secret);
  expect(await namesOf(client)).toEqual(["count", "find", "orders"]);
  const found = await client.callTool({ name: "find", arguments: {} });
  expect(found.content).toMatchObject([{ text: "find for ada" }]);
  await client.close();
  const [listed] = await keysOf("ada").list();
  expect(listed).toMatchObject({ id: key.id, lastUsedAt: expect.any(Number) as number });
  expect(listed).not.toHaveProperty("secret");
});

it("is kept as its hash alone", async () => {
  const { id, secret } = await keysOf("ada").create({ name: "Hashed" });
  const rows = await store.database.asHost((tx) => tx.query("select * from callboard.mcp_keys where id = $1", [id]));
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain(secret.slice(4));
});

it("a key for some tools sees and runs no other, in either era", async () => {
  const { secret } = await keysOf("ada").create({ name: "Count", tools: ["count", "count"] });
  for (const mode of ["auto", "legacy"] as const) {
    const client = await connect(secret, mode);
    expect(await namesOf(client)).toEqual(["count"]);
    await expect(client.callTool({ name: "find", arguments: {} })).rejects.toThrow('There is no tool "find"');
    await client.close();
  }
});

it("a key that is revoked opens nothing more, and ends the sessions that it had opened", async () => {
  const key = await keysOf("ada").create({ name: "Lost" });
  const [modern, legacy] = [await connect(key.secret), await connect(key.secret, "legacy")];
  expect(await namesOf(legacy)).toHaveLength(3);
  await keysOf("ada").revoke(key.id);
  await expect(modern.listTools()).rejects.toThrow();
  await expect(legacy.listTools()).rejects.toThrow();
  await expect(connect(key.secret)).rejects.toThrow();
  expect((await keysOf("ada").list()).map(({ id }) => id)).not.toContain(key.id);
  expect(await refusal(keysOf("ada").revoke(key.id))).toEqual([404, "key_not_found", undefined]);
});

it("opens nothing but /mcp, and no made-up key opens that", async () => {
  const { secret } = await keysOf("ada").create({ name: "Narrow" });
  expect(await refusal(keysOf(secret).list())).toEqual([401, "unauthorized", undefined]);
  const headers = { authorization: `Bearer ${secret}` };
  expect((await fetch(`${serving.url}/api/tools`, { headers })).status).toBe(401);
  await expect(connect(`cbk_${"x".repeat(43)}`)).rejects.toThrow();
});

it("are each person's own; who may manage them sees and revokes those of the tenant", async () => {
  const own = await keysOf("eve").create({ name: "Eve's" });
  expect((await keysOf("eve").list()).map(({ name }) => name)).toEqual(["Eve's"]);
  expect(await refusal(keysOf("ada").revoke(own.id))).toEqual([404, "key_not_found", undefined]);
  const managed = await keysOf("root").list();
  expect(new Set(managed.map(({ userId }) => userId))).toEqual(new Set(["ada", "eve"]));
  await keysOf("root").revoke(own.id);
  expect(await keysOf("eve").list()).toEqual([]);
});

it("gives nobody a right that they do not have", async () => {
  const refused = async (request: McpKeyRequest) => await refusal(keysOf("eve").create(request));
  expect(await refused({ name: "x", userId: "root" })).toEqual([403, "not_allowed", "/userId"]);
  expect(await refused({ name: "x", permissions: ["orders.read"] })).toEqual([403, "not_allowed", "/userId"]);
  expect(await refused({ name: "x", tools: ["count", "orders"] })).toEqual([404, "not_found", "/tools/1"]);
  expect(await refused({ name: "x", tools: [] })).toEqual([422, "invalid_request", "/tools"]);
  expect(await refused({ name: " " })).toEqual([422, "invalid_request", "/name"]);
});

it("are made for anybody by the holder of the host's key", async () => {
  const { secret } = await operator().create({
    name: "Robot",
    userId: "robot",
    permissions: ["orders.read"],
    tools: ["orders"],
  });
  const client = await connect(secret);
  expect((await client.callTool({ name: "orders", arguments: {} })).content).toMatchObject([
    { text: "orders for robot" },
  ]);
  await client.close();
  expect((await operator().list()).map(({ userId }) => userId)).toContain("robot");
  expect(await refusal(operator().create({ name: "Nobody" }))).toEqual([422, "invalid_request", "/userId"]);
  expect(
    await refusal(operator().create({ name: "x", userId: "a", tenantId: "00000000-0000-4000-8000-0000000000bb" })),
  ).toEqual([422, "invalid_request", "/tenantSlug"]);
});

it("lets a call that waited go on with the permissions of its key; revoked, its links lead nowhere and what waits ends", async () => {
  const registry = createRegistry();
  registry.register({ ...tool("wipe", "orders.wipe"), permissionPolicy: "always_ask" });
  const host = createHost({ registry, store, modules: [serveMcp({ patienceMs: 50 })] });
  const own = await serve(host, { port: 0, hostname: "127.0.0.1" });
  const asOperator = mcpKeysClient(
    createTransport({ baseUrl: own.url, token: () => operatorCredential(store.secrets!) }),
  );
  const key = await asOperator.create({ name: "Wiper", userId: "wiper", permissions: ["orders.wipe"] });
  const wipe = async (decide: boolean) => {
    const client = new Client({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
    const requestInit = { headers: { authorization: `Bearer ${key.secret}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${own.url}/mcp`), { requestInit }));
    const { content } = await client.callTool({ name: "wipe", arguments: {} });
    await client.close();
    const [part] = content;
    const text = part?.type === "text" ? part.text : "";
    const [, secret = ""] = /\/ask#(cba_[\w-]+)/.exec(text) ?? [];
    const ask = linkedAskClient(createTransport({ baseUrl: own.url, token: () => secret }));
    if (decide) await ask.answer({ decision: "approve" });
    return { text, ask };
  };
  try {
    const { ask } = await wipe(true);
    await vi.waitFor(async () => expect((await ask.read()).outcome).toMatchObject({ status: "completed" }), 20_000);
    expect((await wipe(false)).text).toBe("wipe for wiper");
    const second = await wipe(false);
    await asOperator.revoke(key.id);
    expect(await refusal(second.ask.read())).toEqual([404, "link_not_found", undefined]);
    expect(await refusal(second.ask.answer({ decision: "approve" }))).toEqual([404, "link_not_found", undefined]);
    const last = async () =>
      (await store.sessions.callsOf(DEFAULT_TENANT_ID, "wipe", { before: undefined, limit: 1 }))?.[0];
    await vi.waitFor(async () => expect(await last()).toMatchObject({ status: "cancelled" }), 20_000);
  } finally {
    await own.close();
  }
});
