import { createRegistry } from "@callboard/core";
import { ENTITY_PERMISSIONS } from "@callboard/platform";
import { DEFAULT_TENANT_ID } from "@callboard/server";
import { expect, test } from "vitest";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import { hostWithEntities } from "./hostEntities.ts";
import { winCustomer } from "./hostEntitiesClient.ts";

test("the guide's customer is added, won and found", async () => {
  const store = await memoryStore();
  const ada = {
    userId: "ada",
    tenantId: DEFAULT_TENANT_ID,
    tenantSlug: "default",
    permissions: [...ENTITY_PERMISSIONS],
  };
  const host = hostWithEntities({ registry: createRegistry(), store, actor: { ada } });
  try {
    await host.ready;
    const fetchHost: typeof fetch = async (input, init) => host.fetch(new Request(input, init));
    const { won, large, history } = await winCustomer("http://localhost", "ada", fetchHost);
    expect(won.content).toEqual({ city: "Kiel", seats: 40, stage: "won" });
    expect(large).toMatchObject({ results: [{ title: "Nordwind GmbH" }], total: 1, appliedFilters: 2 });
    expect(history[0]?.changes).toEqual([{ path: "/content/stage", before: "lead", now: "won" }]);
  } finally {
    await host.close();
    await store.close();
  }
});
