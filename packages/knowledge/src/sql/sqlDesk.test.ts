import { afterEach, expect, it, vi } from "vitest";
import type { Dataset, Datasets } from "./datasets.ts";
import type { SandboxAnswer } from "./sandbox.ts";
import type { SandboxThread } from "./sandboxThread.ts";
import { createSqlDesk } from "./sqlDesk.ts";

afterEach(() => void vi.useRealTimers());

/** A thread that answers each query when the test says so. */
function createThread() {
  const loads: string[][] = [];
  const queries: { answer: (answer: SandboxAnswer) => void; fail: (error: Error) => void }[] = [];
  let isOpen = true;
  const thread: SandboxThread = {
    get isOpen() {
      return isOpen;
    },
    ask(request) {
      if (!isOpen) return Promise.reject(new Error("The sandbox is closed."));
      if (request.kind === "query") return new Promise((answer, fail) => queries.push({ answer, fail }));
      if (request.kind === "load") loads.push(request.tables.map(({ name }) => name));
      return Promise.resolve({ columns: [], rows: [], isCut: false });
    },
    close() {
      isOpen = false;
      for (const { fail } of queries) fail(new Error("The sandbox is closed."));
    },
  };
  return { thread, loads, queries };
}

const answer: SandboxAnswer = { columns: [], rows: [{ km: 1233 }], isCut: false };
const rivers: Dataset = {
  id: "r",
  name: "rivers",
  title: "rivers",
  path: "rivers.csv",
  documentId: "d",
  columns: ["km"],
  rows: 1,
};
const datasets: Datasets = {
  list: () => Promise.resolve([rivers]),
  load: (_, { name }) => Promise.resolve({ name, columns: [], rows: [] }),
  metadata: () => Promise.resolve({ name: "documents_metadata", columns: [], rows: [] }),
};

function createDesk() {
  const threads: ReturnType<typeof createThread>[] = [];
  const desk = createSqlDesk({ asTenant: () => Promise.resolve([] as never) }, datasets, undefined, () => {
    const made = createThread();
    threads.push(made);
    return made.thread;
  });
  const run = (spaceId: string) => desk.run({ tenantId: "t", spaceId }, "select km from rivers");
  const queryOf = (at: number, nth = 0) =>
    vi.waitFor(() => {
      const query = threads[at]?.queries[nth];
      if (!query) throw new Error("There is no query yet.");
      return query;
    });
  return { desk, threads, run, queryOf };
}

it("a sandbox that works outlives those of other readers, and idle ones make room", async () => {
  const { desk, threads, run, queryOf } = createDesk();
  const first = run("a");
  const running = await queryOf(0);
  for (const [at, space] of ["b", "c", "d"].entries()) {
    const other = run(space);
    (await queryOf(at + 1)).answer(answer);
    await other;
  }
  expect(threads.map(({ thread }) => thread.isOpen)).toEqual([true, false, false, true]);
  running.answer(answer);
  await expect(first).resolves.toEqual(answer);
  desk.close();
  expect(threads.some(({ thread }) => thread.isOpen)).toBe(false);
});

it("a query that waits for one that ends the thread gets a new one, with its tables", async () => {
  const { desk, threads, run, queryOf } = createDesk();
  const [first, second] = [run("a"), run("a")];
  await queryOf(0);
  threads[0]?.thread.close();
  await expect(first).rejects.toThrow("The sandbox is closed.");
  (await queryOf(1)).answer(answer);
  await expect(second).resolves.toEqual(answer);
  expect(threads.map(({ loads }) => loads)).toEqual([[["rivers"]], [["rivers"]]]);
  desk.close();
});

it("the time that a sandbox is kept begins when its work ends", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const { desk, threads, run } = createDesk();
  const first = run("a");
  await vi.advanceTimersByTimeAsync(200_000);
  expect(threads[0]?.thread.isOpen).toBe(true);
  threads[0]?.queries[0]?.answer(answer);
  await expect(first).resolves.toEqual(answer);
  await vi.advanceTimersByTimeAsync(59_000);
  expect(threads[0]?.thread.isOpen).toBe(true);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(threads[0]?.thread.isOpen).toBe(false);
  desk.close();
});
