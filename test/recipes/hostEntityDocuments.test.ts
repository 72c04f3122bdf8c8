import { createRegistry } from "@callboard/core";
import type { Entity } from "@callboard/core/client";
import { ENTITY_PERMISSIONS } from "@callboard/platform";
import { DEFAULT_TENANT_ID } from "@callboard/server";
import { expect, test, vi } from "vitest";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import { ask } from "../setup/ask.ts";
import { hostWithDocuments } from "./hostEntityDocuments.ts";

test("the guide's entities have documents of a knowledge module, and are asked by them", async () => {
  const store = await memoryStore();
  const ada = {
    userId: "ada",
    tenantId: DEFAULT_TENANT_ID,
    tenantSlug: "default",
    permissions: [...ENTITY_PERMISSIONS],
  };
  const text = "# Tides\n\nThe harbour floods at seven.\n";
  const source = {
    name: "handbook",
    list: async () => [{ path: "tides.md", bytes: text.length, modifiedAt: 1, read: async () => text }],
  };
  const types = [{ slug: "port", name: "Port", jsonSchema: { type: "object" as const } }];
  const host = hostWithDocuments(
    { registry: createRegistry(), store, actor: { ada } },
    { types, sources: [{ source }] },
  );
  const run = async <Output>(tool: string, input: object) => {
    const options = { token: "ada", body: { input }, headers: { prefer: "wait" } };
    return (await ask<{ output: Output; error: string | null }>(host, "POST", `/api/tools/${tool}/run`, options)).body;
  };
  try {
    await host.ready;
    interface Found {
      results: { documentId: string; content: string; title: string }[];
    }
    const found = await vi.waitFor(async () => {
      const { output } = await run<Found>("searchDocuments", { query: "harbour" });
      expect(output?.results).toHaveLength(1);
      return output.results[0];
    });
    expect(found).toMatchObject({ title: "Tides", content: expect.stringContaining("floods at seven") });
    const options = { token: "ada", body: { entityTypeSlug: "port", title: "Bergen" } };
    const port = (await ask<Entity>(host, "POST", "/api/entities", options)).body;
    const path = `/api/entities/${port.id}/documents/${found?.documentId}`;
    expect((await ask<Entity>(host, "PUT", path, { token: "ada", body: {} })).body.documents).toMatchObject([
      { title: "Tides", status: "ready" },
    ]);
    const { output } = await run<{ summary: object }>("researchEntities", { query: "harbour", entityTypeSlug: "port" });
    expect(output.summary).toMatchObject({ totalEntities: 1, entitiesWithFindings: 1, totalChunks: 1 });
  } finally {
    await host.close();
    await store.close();
  }
});
