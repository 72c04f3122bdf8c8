import { createRegistry } from "@callboard/core";
import { createTransport, entitiesClient, type Entity } from "@callboard/core/client";
import { ENTITY_PERMISSIONS, PLATFORM_PERMISSIONS } from "@callboard/platform";
import { DEFAULT_TENANT_ID } from "@callboard/server";
import { expect, test, vi } from "vitest";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import { ask } from "../setup/ask.ts";
import { hostWithBriefs } from "./hostBriefs.ts";

test("the guide's host has a brief written once its bundle is installed", { timeout: 60_000 }, async () => {
  const store = await memoryStore();
  const permissions = [...ENTITY_PERMISSIONS, ...PLATFORM_PERMISSIONS];
  const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions };
  const host = hostWithBriefs({ registry: createRegistry(), store, actor: { ada } });
  try {
    await host.ready;
    const fetchHost: typeof fetch = async (input, init) => host.fetch(new Request(input, init));
    const entities = entitiesClient(createTransport({ baseUrl: "http://localhost", token: "ada", fetch: fetchHost }));
    const make = (title: string) => entities.create({ entityTypeSlug: "customer", title, content: {} });
    const engagement = await make("Nordwind GmbH");
    for (const title of ["Pilot", "Workshop", "Assessment"])
      await entities.relate(engagement.id, { entityId: (await make(title)).id, kind: "source" });

    const generate = () =>
      ask<{ output: { entityId: string; briefUrl: string } }>(host, "POST", "/api/tools/generateExecutiveSummary/run", {
        token: "ada",
        headers: { prefer: "wait" },
        body: { input: { engagementId: engagement.id } },
      });
    expect((await generate()).status).toBe(404);
    await ask(host, "PUT", "/api/bundles/executive-summary", { token: "ada", body: { installed: true } });
    const { entityId, briefUrl } = (await generate()).body.output;
    expect(briefUrl).toBe(`/briefs/${entityId}`);
    const brief = await vi.waitFor(
      async (): Promise<Entity> => {
        const read = await entities.get(entityId);
        expect(read.content["status"]).toBe("complete");
        return read;
      },
      { timeout: 45_000, interval: 100 },
    );
    expect(brief.content).toMatchObject({ classification: "Internal", composed_by: "script" });
  } finally {
    await host.close();
    await store.close();
  }
});
