import { expect, test } from "vitest";
import type { Database } from "../../db/database.ts";
import { createRevocations } from "./revocations.ts";

const databaseOf = (answer: () => Promise<unknown[]>) =>
  ({ asHost: answer }) as unknown as Pick<Database, "asHost"> as Database;

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
