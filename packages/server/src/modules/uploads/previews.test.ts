import { createRegistry } from "@callboard/core";
import { randomUUID } from "node:crypto";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { createHost, type Host } from "../../host.ts";
import { createScriptedModel } from "../../model/scriptedModel.ts";
import type { Store } from "../../store.ts";
import { memoryStore } from "../../testing/fixtures/memoryStore.ts";

vi.setConfig({ testTimeout: 60_000 });
const person = (userId: string) => ({ userId, tenantId: randomUUID(), tenantSlug: userId, permissions: [] });
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 1, 2, 3]);

let store: Store;
let host: Host;
beforeAll(async () => {
  store = await memoryStore();
  const actors = new Map(["ann", "eve"].map((name) => [`Bearer ${name}`, person(name)]));
  host = createHost({
    registry: createRegistry(),
    store,
    model: createScriptedModel({ turns: [] }),
    actor: (request) => actors.get(request.headers.get("authorization") ?? "") ?? null,
    onProblem: () => {},
  });
  await host.ready;
}, 60_000);
afterAll(async () => {
  await host.close();
  await store.close();
});
afterEach(() => void vi.useRealTimers());

const send = (method: string, path: string, user?: string, body?: BodyInit) =>
  host.fetch(
    new Request(`http://localhost${path}`, {
      method,
      headers: {
        ...(user && { authorization: `Bearer ${user}` }),
        "content-type": body ? "image/png" : "application/json",
      },
      ...(body && { body }),
    }),
  );

it("an upload opens without credentials by an address signed for its own tenant, for ten minutes", async () => {
  const { id } = (await (await send("POST", "/api/uploads?name=a.png", "ann", png)).json()) as { id: string };
  expect((await send("POST", `/api/uploads/${id}/preview`, "eve")).status).toBe(404);
  expect((await send("POST", `/api/uploads/${id}/preview`)).status).toBe(401);
  const answer = await (await send("POST", `/api/uploads/${id}/preview`, "ann")).json();
  const { url, expiresInMs } = answer as { url: string; expiresInMs: number };
  expect(expiresInMs).toBe(600_000);
  expect(url).not.toContain(id);
  const opened = await send("GET", url);
  expect([opened.status, opened.headers.get("content-type")]).toEqual([200, "image/png"]);
  expect(opened.headers.get("cross-origin-resource-policy")).toBe("cross-origin");
  expect(new Uint8Array(await opened.arrayBuffer())).toEqual(png);
  expect((await send("GET", url.replace(/previews\/../, "previews/AA"))).status).toBe(404);
  expect((await send("GET", `/api/uploads/${id}/a.png`)).status).toBe(401);
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 601_000 });
  expect((await send("GET", url)).status).toBe(404);
});
