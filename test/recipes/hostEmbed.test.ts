import { createRegistry } from "@callboard/core";
import { createHost } from "@callboard/server";
import { afterEach, expect, test, vi } from "vitest";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import tipSplitter from "./definition.ts";
import { tokenFor } from "./embedToken.ts";
import { publish } from "./hostEmbed.ts";

afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

test("a published tool runs with the token that a server gets for its visitor", async () => {
  const registry = createRegistry();
  registry.register(tipSplitter);
  const store = await memoryStore();
  const host = createHost({ registry, store, allowedHosts: ["tools.example.com"] });
  vi.stubGlobal("fetch", (url: string, init: RequestInit) => host.fetch(new Request(url, init)));
  const { key, secretKey } = await publish(registry, store);
  expect(key.origins).toEqual(["https://www.example.com"]);
  vi.stubEnv("CALLBOARD_EMBED_SECRET", secretKey);
  const response = await fetch("https://tools.example.com/api/tools/tip-splitter/run", {
    method: "POST",
    headers: {
      "content-type": "application/json",
      authorization: `Bearer ${await tokenFor("customer-7")}`,
      "x-callboard-embed-origin": "https://www.example.com",
      prefer: "wait",
    },
    body: JSON.stringify({ input: { bill: 60 } }),
  });
  expect(response.status).toBe(200);
  vi.stubEnv("CALLBOARD_EMBED_SECRET", "sk_other");
  await expect(tokenFor("customer-7")).rejects.toThrow(/401/);
  await host.close();
  await store.close();
});
