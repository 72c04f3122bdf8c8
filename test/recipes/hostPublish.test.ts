import { createRegistry } from "@callboard/core";
import { DEFAULT_TENANT_ID } from "@callboard/server";
import { expect, test } from "vitest";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import tipSplitter from "./definition.ts";
import { hostThatPublishes } from "./hostPublish.ts";

test("who has the permission publishes, and nobody else", async () => {
  const registry = createRegistry();
  registry.register(tipSplitter);
  const store = await memoryStore();
  const host = hostThatPublishes(registry, store, async (request) => ({
    userId: "ada",
    tenantId: DEFAULT_TENANT_ID,
    tenantSlug: "default",
    permissions: request.headers.get("authorization") === "Bearer ada" ? ["publish-tools"] : [],
  }));
  const publish = (token: string) =>
    host.fetch(
      new Request("http://localhost/api/embed/keys", {
        method: "POST",
        headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
        body: JSON.stringify({ tool: "tip-splitter", origins: ["https://www.example.com"] }),
      }),
    );
  expect((await publish("ada")).status).toBe(201);
  expect((await publish("eve")).status).toBe(401);
  await host.close();
  await store.close();
});
