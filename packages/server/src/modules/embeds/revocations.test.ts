import { afterEach, expect, test, vi } from "vitest";
import type { Database } from "../../db/database.ts";
import { createRevocations } from "./revocations.ts";

const databaseOf = (answer: () => Promise<unknown[]>) =>
  ({ asHost: answer }) as unknown as Pick<Database, "asHost"> as Database;

afterEach(() => void vi.useRealTimers());

test("a database that does not say which tokens live closes what they opened, and that is told", async () => {
  const failure = new Error("the connection was lost");
  const problems: unknown[][] = [];
  const database = databaseOf(() => Promise.reject(failure));
  const revocations = createRevocations(database, (...problem) => problems.push(problem));
  const signals = ["one", "two"].map((hash) => revocations.signalOf(hash));
  await revocations.check();
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, true]);
  expect(problems).toEqual([[expect.stringContaining("what 2 tokens opened was closed"), failure]]);
});

test("a token that lives keeps what it opened, and nothing is told", async () => {
  const problems: unknown[][] = [];
  const database = databaseOf(() => Promise.resolve([{ hash: "lives" }]));
  const revocations = createRevocations(database, (...problem) => problems.push(problem));
  const [lives, ended] = ["lives", "ended"].map((hash) => revocations.signalOf(hash));
  await revocations.check();
  expect([lives!.aborted, ended!.aborted]).toEqual([false, true]);
  expect(problems).toEqual([]);
});

test("once closed, it does not ask the database again, and takes nothing for revoked", async () => {
  vi.useFakeTimers();
  const asked = vi.fn(() => Promise.resolve([{ hash: "lives" }]));
  const revocations = createRevocations(databaseOf(asked), () => {});
  const lives = revocations.signalOf("lives");
  await vi.advanceTimersByTimeAsync(5_000);
  expect([lives.aborted, asked.mock.calls.length > 0]).toEqual([false, true]);
  asked.mockClear();
  revocations.close();
  await vi.advanceTimersByTimeAsync(60_000);
  expect([lives.aborted, asked.mock.calls.length]).toEqual([false, 0]);
});
