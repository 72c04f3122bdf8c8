import { createRegistry } from "@callboard/core";
import { createTransport, runsClient } from "@callboard/core/client";
import { PLATFORM_PERMISSIONS } from "@callboard/platform";
import { createScriptedModel, createStore, DEFAULT_TENANT_ID } from "@callboard/server";
import { expect, test, vi } from "vitest";
import { hostWithPrices } from "./hostPrices.ts";

test("what models cost is said by their prices", async () => {
  const store = await createStore();
  const ada = { userId: "ada", tenantId: DEFAULT_TENANT_ID, tenantSlug: "default", permissions: PLATFORM_PERMISSIONS };
  const usage = { inputTokens: 1_000_000, outputTokens: 100_000, totalTokens: 1_100_000 };
  const model = createScriptedModel({ turns: [{ message: "hi", steps: [["Hello."]] }] });
  const host = hostWithPrices({ registry: createRegistry(), store, actor: { ada }, model });
  try {
    const asHost: typeof fetch = (input, init) => host.fetch(new Request(input, init));
    const transport = createTransport({ baseUrl: "http://localhost", token: "ada", fetch: asHost });
    const { sessionId } = await transport.json<{ sessionId: string }>("/api/chat", {
      method: "POST",
      json: { message: "hi" },
    });
    await vi.waitFor(async () => expect((await runsClient(transport).usage()).models).toHaveLength(1));
    await store
      .log(DEFAULT_TENANT_ID)
      .append(sessionId, [{ type: "agent.step_completed", agentId: "a", step: 1, model: "gpt-5-mini", usage }]);
    const { models } = await runsClient(transport).usage();
    expect(models.find(({ model: name }) => name === "gpt-5-mini")?.spend).toBeCloseTo(0.45);
    expect(models.find(({ model: name }) => name !== "gpt-5-mini")?.spend).toBeNull();
  } finally {
    await host.close();
    await store.close();
  }
});
