import { syncBuiltinESMExports } from "node:module";
import timers from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import type { SessionEvent } from "@callboard/core";
import { createHost } from "../host.ts";
import { createScriptedModel } from "../model/scriptedModel.ts";
import type { Store } from "../store.ts";
import { toolsForTest } from "../testing/fixtures/agentTurn.ts";
import { chatClient, type ChatClient } from "../testing/fixtures/chatClient.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";

let store: Store;
let client: ChatClient;
async function open(approvalTtl?: number): Promise<void> {
  const model = createScriptedModel({ turns: [{ steps: [[{ call: "publish", input: { text: "hello" } }]] }] });
  client = chatClient(createHost({ registry: toolsForTest(), store, model, approvalTtl, onProblem: () => {} }), store);
}

// What a loop waits between two tries is of no interest here. No mock of the module: files share a process, and one
// before this may have imported the loop with the timers as they are.
const { setTimeout: wait } = timers;
const sooner = vi.spyOn(timers, "setTimeout").mockImplementation((ms = 0, ...rest) => wait(ms / 100, ...rest));
syncBuiltinESMExports();

beforeAll(async () => (store = await memoryStore()), 60_000);
afterEach(() => client.close());
afterAll(async () => {
  await store.close();
  sooner.mockRestore();
  syncBuiltinESMExports();
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
    await open();
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

it("fails what it has to end where its own words for that can never be written", async () => {
  const { append } = store.writer;
  let tries = 0;
  Object.assign(store.writer, {
    append: (async (tenantId, sessionId, events, options) => {
      if (!events.some(({ type }) => type === "tool.approval_expired"))
        return append(tenantId, sessionId, events, options);
      tries++;
      throw new Error("This is never written.");
    }) as typeof append,
  });
  try {
    await open(50);
    const { sessionId } = await client.say("publish it");
    const ended = await client.until(sessionId, (events) => events.some(({ type }) => type === "tool.failed"));
    expect(ended.find(({ type }) => type === "tool.failed")).toMatchObject({ error: { code: "internal" } });
    expect(tries).toBe(6);
  } finally {
    Object.assign(store.writer, { append });
  }
});

it("ends it in its own words once the log can be written again, however late", async () => {
  const { append } = store.writer;
  let isAway = false;
  let tries = 0;
  Object.assign(store.writer, {
    append: (async (tenantId, sessionId, events, options) => {
      isAway ||= tries === 0 && events.some(({ type }) => type === "tool.approval_expired");
      if (isAway && tries++ < 11) throw new Error("The database is away.");
      return append(tenantId, sessionId, events, options);
    }) as typeof append,
  });
  try {
    await open(50);
    const { sessionId } = await client.say("publish it");
    const isEnded = ({ type }: SessionEvent) => type === "tool.approval_expired" || type === "tool.failed";
    const types = (await client.until(sessionId, (events) => events.some(isEnded))).map(({ type }) => type);
    expect(types).toContain("tool.approval_expired");
    expect(types).not.toContain("tool.failed");
    expect(tries).toBeGreaterThan(11);
  } finally {
    Object.assign(store.writer, { append });
  }
});
