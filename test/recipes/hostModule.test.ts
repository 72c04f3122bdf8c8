import { createRegistry } from "@callboard/core";
import { DEFAULT_TENANT_ID } from "@callboard/server";
import { expect, test } from "vitest";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import { hostWithBoard } from "./hostModule.ts";

test("a module brings a table, routes and a refusal of its own", { timeout: 60_000 }, async () => {
  const store = await memoryStore();
  const tenant = { tenantId: DEFAULT_TENANT_ID, tenantSlug: "default" };
  const host = hostWithBoard({
    registry: createRegistry(),
    store,
    actor: {
      writer: { ...tenant, userId: "ada", permissions: ["board.write"] },
      reader: { ...tenant, userId: "bob", permissions: [] },
    },
  });
  const ask = async (token: string, body?: string) => {
    const init = { headers: { authorization: `Bearer ${token}` }, ...(body !== undefined && { method: "POST", body }) };
    const response = await host.fetch(new Request("http://localhost/api/board", init));
    return { status: response.status, text: await response.text() };
  };
  expect((await ask("reader", "Hello")).status).toBe(403);
  for (let count = 0; count < 20; count++) expect((await ask("writer", "Hello")).status).toBe(204);
  expect(await ask("writer", "Hello")).toMatchObject({ status: 507, text: expect.stringContaining("board_full") });
  expect(JSON.parse((await ask("reader")).text)).toHaveLength(20);
  await host.close();
  await store.close();
});
