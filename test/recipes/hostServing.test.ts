import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createHttpClient, createRegistry, type Registry } from "@callboard/core";
import { createStore, DEMO_ACTOR, type Host, type Store } from "@callboard/server";
import { afterAll, beforeAll, expect, test } from "vitest";
import tipSplitter from "./definition.ts";
import { createDesk } from "./hostKnowledge.ts";
import { ownIdentity, tokenFor, withChoices, withPages, withScript } from "./hostSetup.ts";
import { namedHost, openHost, permittingHost } from "./hostServing.ts";

const folder = mkdtempSync(join(tmpdir(), "callboard-recipe-"));
let store: Store;
beforeAll(async () => void (store = await createStore({ dataDir: folder })), 90_000);
afterAll(async () => {
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

test("a host answers to the names that it was given, and to no other", async () => {
  const host = namedHost(createRegistry(), store);
  const headers = { authorization: `Bearer ${await tokenFor(store)}` };
  const status = async (url: string) => (await host.fetch(new Request(`${url}/api/tools`, { headers }))).status;
  expect(await status("https://tools.example.com")).toBe(200);
  expect(await status("https://a.internal.example")).toBe(200);
  expect(await status("http://desk.lan:4600")).toBe(200);
  expect(await status("https://elsewhere.example")).toBe(403);
  await host.close();
});

test("a host with a name of a network lets nobody in without a credential, unless it is told to", async () => {
  const status = async (host: Host) => (await host.fetch(new Request("https://tools.example.com/api/tools"))).status;
  const [closed, open] = [namedHost(createRegistry(), store), openHost(createRegistry(), store)];
  expect([await status(closed), await status(open)]).toEqual([401, 200]);
  await Promise.all([closed.close(), open.close()]);
});

test("a host takes rights from a directory", async () => {
  const host = permittingHost(createRegistry(), store, () => DEMO_ACTOR, { permissionsOf: async () => [] });
  expect((await host.fetch(new Request("http://localhost/api/tools"))).status).toBe(200);
  await host.close();
});

const clientOf = (host: Host, token?: string) =>
  createHttpClient({
    baseUrl: "http://localhost",
    ...(token !== undefined && { token }),
    fetch: (input, init) => host.fetch(new Request(input, init)),
  });

const withTips = (): Registry => {
  const registry = createRegistry();
  registry.register(tipSplitter);
  return registry;
};

test("a token names an actor, until it is revoked", async () => {
  const host = namedHost(withTips(), store);
  const token = await tokenFor(store);
  expect(await clientOf(host, token).tools()).toHaveLength(1);
  await store.revokeToken(token);
  await expect(clientOf(host, token).tools()).rejects.toThrow(/credential/);
  await host.close();
});

test("an app says who asks", async () => {
  const host = ownIdentity(withTips(), store, { userOf: async (cookie) => (cookie ? { id: cookie } : null) });
  await expect(clientOf(host).tools()).rejects.toThrow(/credential/);
  const asked = await host.fetch(new Request("http://localhost/api/tools", { headers: { cookie: "ada" } }));
  expect(asked.status).toBe(200);
  await host.close();
});

test("a host finds what people pick", async () => {
  const host = withChoices(withTips(), store);
  expect(await clientOf(host).choices("author", "love")).toMatchObject([{ value: "ada", label: "Ada Lovelace" }]);
  expect(await clientOf(host).choices("order", "chairs")).toEqual([{ value: "o-1", label: "Forty chairs" }]);
  await host.close();
});

test("a session is shared by a link that opens a page, and withdrawn", async () => {
  const host = withPages(withTips(), store);
  const client = clientOf(host);
  const { sessionId } = await client.run("tip-splitter", { bill: 60, people: 3 });
  const { id, url } = await client.share(sessionId, { expiresInDays: 1 });
  const open = () => host.fetch(new Request(new URL(url, "http://localhost"), { headers: { accept: "text/html" } }));
  expect(await (await open()).text()).toMatch(/^<!doctype html>/);
  expect(await client.shares(sessionId)).toMatchObject([{ id, redacted: true }]);
  await client.unshare(sessionId, id);
  expect((await open()).status).toBe(404);
  await host.close();
});

test("a script answers a chat with the tool's own result", async () => {
  const host = withScript(withTips(), store);
  const client = clientOf(host);
  const { sessionId, agentId } = await client.chat("Split 60 between three");
  let text = "";
  const stop = new AbortController();
  for await (const events of client.events(sessionId, { signal: stop.signal })) {
    for (const event of events) {
      if (event.type === "agent.text_appended") text += event.delta;
      if (event.type === "agent.completed" && event.agentId === agentId) stop.abort();
    }
  }
  expect(text).toBe("Each pays 22.");
  await host.close();
});

test("a host brings tools that read documents", async () => {
  const file = { path: "guide.md", bytes: 7, modifiedAt: 1, read: async () => "# Guide" };
  const host = await createDesk(store, { name: "guides", list: async () => [file] });
  const slugs = (await clientOf(host).tools()).map(({ slug }) => slug);
  expect(slugs).toContain("read_document");
  expect(slugs).toContain("publish_note");
  await host.close();
});
