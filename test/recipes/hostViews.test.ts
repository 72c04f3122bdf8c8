import { createRegistry } from "@callboard/core";
import { PLATFORM_PERMISSIONS } from "@callboard/platform";
import { DEFAULT_TENANT_ID } from "@callboard/server";
import { expect, test } from "vitest";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import { hostWithPlatform } from "./hostPlatform.ts";
import { publishSales } from "./hostViewsClient.ts";

test("the guide's view is made, published and listed", async () => {
  const store = await memoryStore();
  const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: PLATFORM_PERMISSIONS };
  const host = hostWithPlatform({ registry: createRegistry(), store, actor: { ada } });
  try {
    await host.ready;
    const asHost: typeof fetch = async (input, init) => host.fetch(new Request(input, init));
    const { published, listed } = await publishSales("http://localhost", "ada", asHost);
    expect(published).toMatchObject({ href: "/views/sales-of-may", isPublished: true, may: ["update", "delete"] });
    expect(listed).toMatchObject({ views: [{ slug: "sales-of-may", isPublished: true }], total: 1 });
  } finally {
    await host.close();
    await store.close();
  }
});
