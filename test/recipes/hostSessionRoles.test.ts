import { createRegistry } from "@callboard/core";
import { createScriptedModel, DEFAULT_TENANT_ID } from "@callboard/server";
import { expect, test } from "vitest";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import { hostWithRoles } from "./hostSessionRoles.ts";

test("whom the owner of a session invites writes in it", { timeout: 60_000 }, async () => {
  const store = await memoryStore();
  const tenant = { tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: [] };
  const host = hostWithRoles({
    registry: createRegistry(),
    store,
    model: createScriptedModel({ turns: [{ message: "hello", steps: [["Hello."]] }] }),
    actor: { ada: { ...tenant, userId: "ada" }, willa: { ...tenant, userId: "willa" } },
  });
  const post = async (token: string, path: string, body?: unknown) => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const init = { method: "POST", headers, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await host.fetch(new Request(`http://localhost${path}`, init));
    return { status: response.status, text: await response.text() };
  };
  const { sessionId } = JSON.parse((await post("ada", "/api/chat", { message: "hello" })).text) as {
    sessionId: string;
  };
  const write = () => post("willa", "/api/chat", { sessionId, message: "hello" });
  const invite = (token: string) => post(token, `/api/sessions/${sessionId}/writers/willa`);
  expect([(await invite("willa")).status, (await write()).text]).toEqual([403, expect.stringContaining("not_yours")]);
  expect((await invite("ada")).status).toBe(204);
  // The first turn may still be at work.
  await expect.poll(async () => (await write()).status, { timeout: 10_000 }).toBe(202);
  expect((await invite("willa")).status).toBe(403);
  await host.close();
  await store.close();
});
