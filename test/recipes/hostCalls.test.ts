import { createRegistry } from "@callboard/core";
import { createHttpClient } from "@callboard/core/client";
import { expect, test } from "vitest";
import { memoryStore } from "../../packages/server/src/testing/fixtures/memoryStore.ts";
import { hostWithOtherAgents } from "./hostCalls.ts";

test("an agent of another program calls a tool that asks: a person approves it, and it runs once", async () => {
  const store = await memoryStore();
  const registry = createRegistry();
  const sent: unknown[] = [];
  registry.register({
    slug: "send",
    name: "Send",
    description: "Sends a message.",
    category: "test",
    icon: "send",
    permissionPolicy: "always_ask",
    inputSchema: { type: "object", properties: { text: { type: "string" } }, required: ["text"] },
    outputSchema: {},
    execute: (input: unknown) => void sent.push(input),
  });
  const host = hostWithOtherAgents({ registry, store });
  const ask = async (path: string, body?: object) => {
    const init = body && {
      method: "POST",
      body: JSON.stringify(body),
      headers: { "content-type": "application/json" },
    };
    const response = await host.fetch(new Request(`http://localhost/api/other-agents/calls${path}`, init));
    return { status: response.status, body: (await response.json()) as unknown };
  };
  const call = { id: "order-7", tool: "send", input: { text: "Hello" } };
  for (let times = 0; times < 2; times++) {
    expect(await ask("", call)).toEqual({ status: 202, body: { callId: "order-7" } });
  }
  const ending = ask("/order-7");
  const client = createHttpClient({
    baseUrl: "http://localhost",
    fetch: (input, init) => host.fetch(new Request(input, init)),
  });
  const log = store.log("00000000-0000-0000-0000-000000000000");
  const asked = async () => (await log.read("order-7")).find((event) => event.type === "tool.needs_approval");
  await expect.poll(asked, { timeout: 20_000 }).toBeDefined();
  const { approvalId } = (await asked())!;
  await client.answer!({ callId: "order-7", approvalId, decision: "approve" });
  expect((await ending).body).toMatchObject({ error: null, runId: "order-7" });
  expect(sent).toEqual([{ text: "Hello" }]);
  expect((await ask("/nothing")).status).toBe(404);
  await host.close();
  await store.close();
}, 60_000);
