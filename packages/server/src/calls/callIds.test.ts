import { randomUUID } from "node:crypto";
import { createRegistry, type ToolContext } from "@callboard/core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createHost, type Host } from "../host.ts";
import type { HostModule } from "../kernel/module.ts";
import type { Kernel } from "../kernel/kernel.ts";
import { DEFAULT_TENANT_ID, type Store } from "../store.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";

const context: ToolContext & { tenantId: string } = {
  userId: "ada",
  spaceId: null,
  requestId: "r",
  tenantId: DEFAULT_TENANT_ID,
  tenantSlug: "default",
};
const registry = createRegistry();
const tool = {
  description: "For tests.",
  category: "test",
  icon: "x",
  inputSchema: { type: "object" },
  outputSchema: {},
};
registry.register({ ...tool, slug: "note", name: "Note", execute: () => ({ noted: true }) });
registry.register({ ...tool, slug: "ask", name: "Ask", permissionPolicy: "always_ask", execute: () => ({}) });

let store: Store;
let host: Host;
let kernel: Kernel;
beforeAll(async () => {
  store = await memoryStore();
  const keeping: HostModule = { name: "keeping", open: (opened) => ((kernel = opened), {}) };
  host = createHost({ registry, store, modules: [keeping] });
  await host.ready;
}, 60_000);
afterAll(async () => {
  await host.close();
  await store.close();
});

it("an id that another session of the tenant has begins no second call, which its answers could not be told from", async () => {
  const callId = randomUUID();
  const request = { tool: "note", input: {}, context, callId };
  const first = await kernel.calls.begin(request);
  await first.done;
  const elsewhere = await kernel.calls.begin({ tool: "note", input: {}, context });
  await elsewhere.done;
  await expect(kernel.calls.begin({ ...request, session: { id: elsewhere.sessionId } })).rejects.toMatchObject({
    code: "call_taken",
  });
  expect((await kernel.calls.begin(request)).sessionId).toBe(first.sessionId);
});

it("a call that was stopped before it ran lasted no time", async () => {
  const { callId } = await kernel.calls.begin({ tool: "ask", input: {}, context, origin: "foreign" });
  await kernel.calls.cancel(DEFAULT_TENANT_ID, callId, { reason: "Enough." });
  expect(await kernel.calls.end({ tenantId: DEFAULT_TENANT_ID, callId })).toMatchObject({
    code: "cancelled",
    durationMs: 0,
  });
});
