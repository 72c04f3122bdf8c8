import { createStore, DEFAULT_TENANT_ID, type Store } from "@callboard/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import { dbosEngine, ENGINE_SCHEMA } from "./dbosEngine.ts";
import type { Engine, Work, WorkOf } from "./engine.ts";
import { durableEngine } from "./lazyEngine.ts";

const worker = { id: "w", listen: () => {}, start: async () => {}, stop: async () => {} };
const of: WorkOf = { tenantId: DEFAULT_TENANT_ID, sessionId: "s", callId: "c", agentId: "c.steps" };
const done: string[] = [];
const work: Work = async ({ callId }, { step }) => {
  await step("one", async () => void done.push(`${callId} one`));
  await step("two", async () => void done.push(`${callId} two`));
};

let store: Store;
let engine: Engine;
const options = () => ({ store, worker, work, turn: async () => {}, code: [work], onProblem: vi.fn() });
beforeAll(async () => {
  store = await createStore();
  engine = await dbosEngine(options());
}, 120_000);
afterAll(async () => {
  await engine.close();
  await store.close();
});

it("does a work once, however often it is started", async () => {
  await Promise.all([engine.start(of), engine.start(of)]);
  await vi.waitFor(() => expect(done).toEqual(["c one", "c two"]));
  await engine.start(of);
  await engine.start({ ...of, sessionId: "other" });
  await vi.waitFor(() => expect(done).toEqual(["c one", "c two", "c one", "c two"]));
});

it("keeps its tables where no tenant, and the host itself as such, reaches them", async () => {
  const read = `select * from ${ENGINE_SCHEMA}.workflow_status`;
  await expect(store.database.asTenant(DEFAULT_TENANT_ID, (tx) => tx.query(read))).rejects.toThrow(/permission denied/);
  await expect(store.database.asHost((tx) => tx.query(read))).rejects.toThrow(/permission denied/);
});

it("serves one host of a process; another works by what keeps nothing beside the log, and is told so", async () => {
  await expect(dbosEngine(options())).rejects.toThrow("Another host of this process has the durable engine");
  const second = options();
  const other = await durableEngine(second);
  expect(second.onProblem.mock.calls[0]?.[0]).toContain("Give each host a process of its own.");
  await other.start({ ...of, callId: "d" });
  await vi.waitFor(() => expect(done).toContain("d two"));
  await other.close();
});
