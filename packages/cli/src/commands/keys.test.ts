import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRegistry } from "@callboard/core";
import { serveMcp } from "@callboard/mcp";
import { createHost, createStore, serve, type Serving, type Store } from "@callboard/server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { callboard as runCallboard } from "../testing/fixtures/callboard.ts";

const secretKey = randomBytes(32).toString("base64");
const data = mkdtempSync(join(tmpdir(), "callboard-keys-"));
let store: Store;
let serving: Serving;

beforeAll(async () => {
  writeFileSync(join(data, "secret.key"), secretKey);
  const registry = createRegistry();
  const inputSchema = { type: "object" as const };
  registry.register({
    slug: "double",
    name: "Double",
    description: "Doubles.",
    category: "test",
    icon: "x",
    inputSchema,
    execute: () => 2,
  });
  store = await createStore({ dataDir: join(data, "store"), secretKey });
  const host = createHost({ registry, store, modules: [serveMcp()] });
  serving = await serve(host, { port: 0, hostname: "127.0.0.1" });
}, 60_000);
afterAll(async () => {
  await serving.close();
  await store.close();
  rmSync(data, { recursive: true });
});

const callboard = (...args: string[]) => runCallboard(...args, "--host", serving.url, "--data", data);
const statusWith = async (key: string) => {
  const headers = {
    authorization: `Bearer ${key}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const params = { protocolVersion: "2025-11-25", capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params });
  const response = await fetch(`${serving.url}/mcp`, { method: "POST", headers, body });
  await response.body?.cancel();
  return response.status;
};

it("makes a key that opens the host, lists it without its secret, and takes it back", async () => {
  expect((await callboard("keys")).out).toBe("There are no keys. callboard keys add <name> makes one.");
  const made = await callboard("keys", "add", "Ada's laptop", "--user", "ada", "--tool", "double");
  expect(made.code).toBe(0);
  const [secret = ""] = /cbk_[\w-]+/.exec(made.out) ?? [];
  expect(made.out).toContain("It runs double as ada of default");
  expect(await statusWith(secret)).toBe(200);
  const listed = await callboard("keys");
  expect(listed.out).toContain("Ada's laptop");
  expect(listed.out).not.toContain(secret);
  const [{ id }] = JSON.parse((await callboard("keys", "--json")).out) as [{ id: string }];
  expect((await callboard("keys", "revoke", id)).out).toBe(`${id} is revoked.`);
  expect(await statusWith(secret)).toBe(401);
});

it("says what it needs, and what the host refuses", async () => {
  expect(await callboard("keys", "add")).toMatchObject({ code: 2, err: expect.stringContaining("Name the key") });
  expect(await callboard("keys", "revoke")).toMatchObject({ code: 2, err: expect.stringContaining("by its id") });
  expect(await callboard("keys", "drop")).toMatchObject({ code: 2, err: expect.stringContaining('not "drop"') });
  expect(await callboard("keys", "revoke", "nothing")).toMatchObject({
    code: 2,
    err: expect.stringContaining('no key "nothing"'),
  });
  expect(await callboard("keys", "add", "x", "--tool", "none")).toMatchObject({
    code: 2,
    err: expect.stringContaining('no tool "none"'),
  });
});
