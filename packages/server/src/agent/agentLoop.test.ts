import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { createHost } from "../host.ts";
import { createScriptedModel } from "../model/scriptedModel.ts";
import type { Store } from "../store.ts";
import { toolsForTest } from "../testing/fixtures/agentTurn.ts";
import { chatClient, type ChatClient } from "../testing/fixtures/chatClient.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";

vi.setConfig({ testTimeout: 30_000 });

let store: Store;
let client: ChatClient;
beforeAll(async () => {
  store = await memoryStore();
  const model = createScriptedModel({ turns: [{ steps: [[{ call: "publish", input: { text: "hello" } }]] }] });
  client = chatClient(createHost({ registry: toolsForTest(), store, model, onProblem: () => {} }), store);
}, 60_000);
afterAll(async () => {
  await client.close();
  await store.close();
});

it("does not make a move again that ends while the log is being read", async () => {
  const { asTenant } = store.database;
  const { append } = store.writer;
  let hasRead = () => {};
  const read = new Promise<void>((resolve) => (hasRead = resolve));
  let release = () => {};
  const released = new Promise<void>((resolve) => (release = resolve));
  let reads = 0;
  const holdingAPage: typeof asTenant = async (tenantId, work) => {
    const result = await asTenant(tenantId, work);
    const isLastPage = work.toString().includes("octet_length") && Array.isArray(result) && result.length === 0;
    if (!isLastPage || reads++ > 0) return result;
    hasRead();
    await released;
    return result;
  };
  let asks = 0;
  Object.assign(store.writer, {
    append: (async (tenantId, sessionId, events, options) => {
      if (!events.some(({ type }) => type === "tool.needs_approval") || asks++ > 0) {
        return append(tenantId, sessionId, events, options);
      }
      // The loop reads the end of the log before the ask is there, and hears of it when the move that asks has ended.
      Object.assign(store.database, { asTenant: holdingAPage });
      await store.writer.decide(tenantId, sessionId, async () => [
        { type: "message.added", messageId: "aside", role: "system", text: "Meanwhile." },
      ]);
      await read;
      const written = await append(tenantId, sessionId, events, options);
      setTimeout(release, 50);
      return written;
    }) as typeof append,
  });
  try {
    const { sessionId } = await client.say("publish it");
    const events = await client.quiet(sessionId);
    expect(events.filter(({ type }) => type === "tool.needs_approval")).toHaveLength(1);
    expect(events.map(({ type }) => type)).toContain("message.added");
    expect(asks).toBe(1);
  } finally {
    Object.assign(store.database, { asTenant });
    Object.assign(store.writer, { append });
  }
});
