import { createRegistry } from "@callboard/core";
import { DEFAULT_TENANT_ID } from "@callboard/server";
import { expect, test, vi } from "vitest";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import { hostWithHooks } from "./hostSource.ts";

test("a source brings tools of the tenant that asks", { timeout: 60_000 }, async () => {
  const store = await memoryStore();
  const hook = {
    id: "open-ticket",
    title: "Open a ticket",
    purpose: "Opens a ticket with the support team.",
    url: "https://hooks.example/tickets",
    fields: { subject: { type: "string" as const } },
  };
  const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [] };
  const eve = { ...ada, userId: "eve", tenantId: "00000000-0000-4000-8000-0000000000aa", tenantSlug: "other" };
  const host = hostWithHooks({ registry: createRegistry(), store, actor: { ada, eve } }, async (tenantId) =>
    tenantId === DEFAULT_TENANT_ID ? [hook] : [],
  );
  const ask = async (token: string, path: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${token}`, prefer: "wait", "content-type": "application/json" };
    const response = await host.fetch(new Request(`http://localhost${path}`, { ...init, headers }));
    return (await response.json()) as unknown;
  };
  expect(await ask("ada", "/api/tools")).toMatchObject([{ slug: "open-ticket", source: "hooks" }]);
  expect(await ask("eve", "/api/tools")).toEqual([]);
  const sent = vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json({ ticket: 7 }));
  const body = JSON.stringify({ input: { subject: "Printer" } });
  expect(await ask("ada", "/api/tools/open-ticket/run", { method: "POST", body })).toMatchObject({
    output: { ticket: 7 },
  });
  expect(sent).toHaveBeenCalledWith(hook.url, expect.objectContaining({ body: '{"subject":"Printer"}' }));
  sent.mockRestore();
  await host.close();
  await store.close();
});
