import { createRegistry } from "@callboard/core";
import { PLATFORM_PERMISSIONS } from "@callboard/platform";
import { createScriptedModel, createStore, DEFAULT_TENANT_ID } from "@callboard/server";
import { expect, test } from "vitest";
import { hostWithPlatform } from "./hostPlatform.ts";
import { writeHaiku } from "./hostPlatformClient.ts";

test("a tool is written, tried and changed from a program", async () => {
  const store = await createStore();
  const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: PLATFORM_PERMISSIONS };
  const host = hostWithPlatform({
    registry: createRegistry(),
    store,
    actor: { ada },
    model: createScriptedModel({ turns: [{ message: "Write a haiku about frogs.", steps: [["Green."]] }] }),
  });
  try {
    const asHost: typeof fetch = (input, init) => host.fetch(new Request(input, init));
    const { output, error, asking, versions } = await writeHaiku("http://localhost", "ada", asHost);
    expect([output, error, asking.permissionPolicy, versions.length]).toEqual(["Green.", null, "always_ask", 2]);
  } finally {
    await host.close();
    await store.close();
  }
});
