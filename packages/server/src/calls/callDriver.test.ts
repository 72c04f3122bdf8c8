import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { createRegistry, needInput, type ToolCallbacks, type ToolContext } from "@callboard/core";
import { createMemoryVisibility, createToolAccess } from "@callboard/core/access";
import { catalogOf } from "@callboard/core/catalog";
import { DEFAULT_TENANT_ID, type Store } from "../store.ts";
import { createConversations } from "../conversation/conversations.ts";
import { createSessionAccess } from "../sessionAccess.ts";
import { createWorker, type Worker } from "../worker.ts";
import { createTurns } from "./turns.ts";
import { createCallDriver, type CallDriver } from "./callDriver.ts";
import { TEST_ENGINES, type TestStore } from "../testing/fixtures/engines.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";

vi.setConfig({ testTimeout: 30_000 });

const registry = createRegistry();
let handler: (callbacks: ToolCallbacks, signal: AbortSignal) => unknown = () => null;
registry.register({
  slug: "tool",
  name: "Tool",
  description: "Does what the test says.",
  category: "test",
  icon: "wrench",
  inputSchema: { type: "object" },
  execute: (_input: unknown, { signal }, callbacks) => handler(callbacks, signal),
});

const parts = {
  catalog: catalogOf(registry),
  access: createToolAccess({ registry, store: createMemoryVisibility() }),
  sessionAccess: createSessionAccess([]),
  agents: { listFor: async () => [], find: async () => undefined },
  wake: () => {},
  approvalTtl: 60_000,
  turns: createTurns([], () => undefined),
};
let store: Store;
let worker: Worker;
let driver: CallDriver;
const problems: string[] = [];
beforeAll(async () => {
  store = await memoryStore();
  const onProblem = (message: string) => void problems.push(message);
  worker = createWorker({ store, onProblem });
  driver = createCallDriver({ ...parts, store, conversations: createConversations(store), worker, onProblem });
  await worker.start();
  await driver.start();
}, 60_000);
afterAll(async () => {
  await driver.close();
  await worker.stop();
  await store.close();
});

const context: ToolContext & { tenantId: string } = {
  userId: "ada",
  spaceId: null,
  requestId: "r",
  tenantId: DEFAULT_TENANT_ID,
  source: "web",
};
const tool = (await catalogOf(registry).find("tool", context))!;
const begin = () => driver.begin({ tool, input: {}, context });
const typesOf = async (sessionId: string) =>
  (await store.log(DEFAULT_TENANT_ID).read(sessionId)).map((event) => event.type);
const statusOf = async (callId: string) => {
  const [row] = await store.database.asTenant(DEFAULT_TENANT_ID, (tx) =>
    tx.query<{ status: string }>("select status from callboard.calls where call_id = $1", [callId]),
  );
  return row?.status;
};

describe("a driver of calls", () => {
  it("says that a call has begun only when its first events are committed, and before its handler runs", async () => {
    let seen: string[] = [];
    let session = "";
    handler = async (callbacks) => {
      callbacks.onStatus("here");
      seen = await typesOf(session);
    };
    session = randomUUID();
    await store
      .log(DEFAULT_TENANT_ID, { creator: { userId: null } })
      .append(session, [{ type: "message.added", messageId: "m", role: "user", text: "hi" }]);
    const run = await driver.begin({ tool, input: {}, context, session: { id: session } });
    await run.done;
    expect(seen.slice(0, 4)).toEqual(["message.added", "tool.requested", "tool.input_ready", "tool.started"]);
  });

  it("leaves nothing open below a call that ends", async () => {
    handler = (callbacks) => {
      callbacks.onSubAgentStart({ agentId: "a1" });
      callbacks.onSubAgentToolCall("a1", { callId: "c1", tool: "x", input: {} });
      callbacks.onSubAgentStart({ agentId: "a2" });
      callbacks.onSubAgentEnd("a2", { result: 1 });
      throw new Error("broken off");
    };
    const run = await begin();
    await run.done;
    expect((await typesOf(run.sessionId)).slice(3)).toEqual([
      "agent.started",
      "tool.started",
      "agent.started",
      "agent.completed",
      "tool.interrupted",
      "agent.interrupted",
      "tool.failed",
    ]);
    expect(await statusOf("c1")).toBe("interrupted");
  });

  it.each<[string, (callbacks: ToolCallbacks) => unknown]>([
    ["reports what is no JSON", (callbacks) => callbacks.onPartialResult({ big: 10n })],
    [
      "reports a circle",
      (callbacks) => {
        const circle: Record<string, unknown> = {};
        circle["self"] = circle;
        callbacks.onPartialResult(circle);
      },
    ],
    ["returns what is no JSON", () => 10n],
    ["throws nothing at all", () => Promise.reject(undefined)],
    [
      "gives a nested call an id that no column takes",
      (callbacks) => callbacks.onToolCall({ callId: "\u0000\ud800", tool: "\u0000", input: 1 }),
    ],
    [
      "gives a nested call a giant id",
      (callbacks) => callbacks.onToolCall({ callId: "x".repeat(100_000), tool: "t", input: 1 }),
    ],
    ["gives a nested call its own id over", (callbacks) => callbacks.onToolResult({ callId: "nobody", output: 1 })],
  ])("ends the call truthfully when its handler %s", async (_name, act) => {
    handler = (callbacks) => act(callbacks);
    const run = await begin();
    await run.done;
    await expect.poll(() => statusOf(run.callId), { timeout: 15_000 }).toMatch(/^(completed|failed|interrupted)$/);
    const types = await typesOf(run.sessionId);
    const ends = types.slice(3).filter((type) => /^tool\.(completed|failed|interrupted|cancelled)$/.test(type));
    expect(ends.length).toBeGreaterThan(0);
  });

  it.each<[string, (callbacks: ToolCallbacks) => void]>([
    ["at its end", () => undefined],
    ["in the middle", ({ onOutput }) => onOutput("lost")],
  ])("gives the result of a call whose log fails %s, and writes its end as soon as that works", async (_when, act) => {
    const original = store.database.asTenant;
    let failing = false;
    Object.assign(store.database, {
      asTenant: ((tenantId, work) =>
        failing ? Promise.reject(new Error("disk full")) : original(tenantId, work)) as typeof original,
    });
    try {
      handler = async (callbacks, signal) => {
        failing = true;
        act(callbacks);
        await new Promise((resolve) => setTimeout(resolve, 50));
        return { stopped: signal.aborted };
      };
      const run = await begin();
      expect(await run.done).toMatchObject({
        output: { stopped: false },
        error: null,
        unlogged: expect.stringContaining("disk full"),
      });
      failing = false;
      await expect.poll(() => statusOf(run.callId), { timeout: 5_000 }).toBe("completed");
      expect(problems.join()).toContain("disk full");
    } finally {
      Object.assign(store.database, { asTenant: original });
    }
  });

  it("stops a call that is being handed to its log with a question, and lets nobody wait", async () => {
    const original = store.database.asTenant;
    let release = () => {};
    try {
      handler = () => {
        const gate = new Promise<void>((resolve) => (release = resolve));
        Object.assign(store.database, {
          asTenant: (async (tenantId, work) => (await gate, original(tenantId, work))) as typeof original,
        });
        return needInput({ key: "where", message: "Where?", schema: { type: "object" } });
      };
      const run = await begin();
      await new Promise((resolve) => setTimeout(resolve, 50));
      const stopped = driver.cancel(DEFAULT_TENANT_ID, run.callId, { by: "ada" });
      await new Promise((resolve) => setTimeout(resolve, 50));
      release();
      expect(await stopped).toBe("cancelled");
      expect(await run.done).toMatchObject({ code: "cancelled" });
      expect(await statusOf(run.callId)).toBe("cancelled");
    } finally {
      release();
      Object.assign(store.database, { asTenant: original });
    }
  });

  it("aborts a handler whose call was ended by somebody else, and answers with what the log says", async () => {
    let aborted = false;
    handler = (callbacks, signal) =>
      new Promise((resolve) => {
        const timer = setInterval(() => callbacks.onStatus("on"), 5);
        signal.addEventListener("abort", () => {
          aborted = true;
          clearInterval(timer);
          resolve("done");
        });
      });
    const run = await begin();
    await store.writer.decide(DEFAULT_TENANT_ID, run.sessionId, async () => [
      { type: "tool.interrupted", callId: run.callId, reason: "from outside" },
    ]);
    expect(await run.done).toMatchObject({ code: "interrupted", output: null });
    expect(aborted).toBe(true);
    expect((await typesOf(run.sessionId)).at(-1)).toBe("tool.interrupted");
  });

  it("does not start on what a living driver of the same store is running", async () => {
    let release = () => {};
    handler = () => new Promise<void>((resolve) => (release = resolve));
    const run = await begin();
    const other = createWorker({ store, onProblem: () => {} });
    const second = createCallDriver({
      ...parts,
      store,
      conversations: createConversations(store),
      worker: other,
      onProblem: () => {},
    });
    await other.start();
    await second.start();
    expect(await statusOf(run.callId)).toBe("running");
    release();
    await run.done;
    expect(await statusOf(run.callId)).toBe("completed");
    await second.close();
    await other.stop();
  });
});

const server = TEST_ENGINES[1]!;

describe.skipIf(!server.open)(`drivers of two processes on ${server.name}`, () => {
  let test: TestStore;
  beforeAll(async () => {
    test = await server.open!();
  }, 60_000);
  afterAll(() => test?.end());

  it("cancel a call of their tenant, and not another tenant's of the same ids", async () => {
    const [ours, theirs] = [randomUUID(), randomUUID()];
    const stores = [test.store, await test.another()] as const;
    for (const tenantId of [ours, theirs]) await test.store.ensureTenant(tenantId, tenantId);
    const started = await Promise.all(
      stores.map(async (each) => {
        const own = createWorker({ store: each, onProblem: () => {} });
        const conversations = createConversations(each);
        const calls = createCallDriver({ ...parts, store: each, conversations, worker: own, onProblem: () => {} });
        await own.start();
        await calls.start();
        return { calls, end: async () => (await calls.close(), await own.stop()) };
      }),
    );
    const [here, there] = started.map(({ calls }) => calls);
    const aborted: string[] = [];
    handler = (callbacks, signal) =>
      new Promise((resolve) => signal.addEventListener("abort", () => resolve(aborted.push(String(signal.reason)))));
    const callId = "invoice";
    const runs = await Promise.all(
      [ours, theirs].map((tenantId) => here!.begin({ tool, input: {}, context: { ...context, tenantId }, callId })),
    );
    expect(await there!.cancel(ours, callId, { reason: "No more." })).toBe("cancelled");
    expect(await runs[0]!.done).toMatchObject({ code: "cancelled" });
    expect(aborted).toHaveLength(1);
    expect((await test.store.sessions.findCall(theirs, callId))?.status).toBe("running");
    await Promise.all(started.map(({ end }) => end()));
  });
});
