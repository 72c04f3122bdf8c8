import { createStore, type Store, type WorkerListener } from "@callboard/server";
import { afterAll, beforeAll, expect, it, vi } from "vitest";
import type { Engine, OpenEngine, WorkOf } from "./engine.ts";
import { createLazyEngine } from "./lazyEngine.ts";

let store: Store;
beforeAll(async () => void (store = await createStore()), 60_000);
afterAll(() => store.close());

const of: WorkOf = {
  tenantId: "00000000-0000-0000-0000-000000000000",
  sessionId: "s",
  callId: "c",
  agentId: "c.steps",
};
const worker = { id: "w", listen: () => {}, start: async () => {}, stop: async () => {} };
const lazily = (open: OpenEngine) => {
  const fail = vi.fn(async () => {});
  const lazy = createLazyEngine({
    store,
    worker,
    open,
    fail,
    work: async () => {},
    turn: async () => {},
    code: [],
    onProblem: () => {},
  });
  return { lazy, fail };
};
const engine = (): Engine => ({ start: vi.fn(), enqueue: vi.fn(), recover: vi.fn(), close: vi.fn() });

it("opens nothing at a start where nothing is left to do, and one engine for all that begins", async () => {
  const opened = engine();
  const open = vi.fn(async () => opened);
  const { lazy } = lazily(open);
  await lazy.start();
  expect(open).not.toHaveBeenCalled();
  lazy.begin(of);
  lazy.begin({ ...of, callId: "d" });
  await vi.waitFor(() => expect(opened.start).toHaveBeenCalledTimes(2));
  expect(open).toHaveBeenCalledTimes(1);
  await lazy.close();
  expect(opened.close).toHaveBeenCalledTimes(1);
});

it("tries again where one does not open, and says of the call why none did", async () => {
  const opened = engine();
  const open = vi.fn(async () => opened);
  open.mockRejectedValueOnce(new Error("deadlock detected"));
  const { lazy, fail } = lazily(open);
  lazy.begin(of);
  await vi.waitFor(() => expect(opened.start).toHaveBeenCalledWith(of));
  expect(fail).not.toHaveBeenCalled();

  const refused = new Error("permission denied");
  const never = lazily(async () => Promise.reject(refused));
  never.lazy.begin(of);
  await vi.waitFor(() => expect(never.fail).toHaveBeenCalledWith(of, refused), 10_000);
});

it("opens the next one when the one that was let go is closed, and leaves to it what that one did not take", async () => {
  const listeners: WorkerListener[] = [];
  const seen: string[] = [];
  let close = () => {};
  const isClosing = new Promise<void>((resolve) => void (close = resolve));
  const first: Engine = {
    ...engine(),
    start: async () => {
      for (const { onLost } of listeners) onLost("w");
      throw new Error("The engine is closed.");
    },
    async close() {
      await isClosing;
      seen.push("closed");
    },
  };
  const second = engine();
  const open = vi.fn(async () => {
    seen.push("opened");
    return open.mock.calls.length === 1 ? first : second;
  });
  const fail = vi.fn(async () => {});
  const listening = { ...worker, listen: (listener: WorkerListener) => void listeners.push(listener) };
  const options = {
    store,
    worker: listening,
    open,
    fail,
    work: async () => {},
    turn: async () => {},
    code: [],
    onProblem: () => {},
  };
  const lazy = createLazyEngine(options);
  lazy.begin(of);
  await vi.waitFor(() => expect(seen).toEqual(["opened"]));
  lazy.begin({ ...of, callId: "d" });
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(seen).toEqual(["opened"]);
  close();
  await vi.waitFor(() => expect(second.start).toHaveBeenCalledWith({ ...of, callId: "d" }));
  expect(seen).toEqual(["opened", "closed", "opened"]);
  expect(fail).not.toHaveBeenCalled();
  await lazy.close();
});
