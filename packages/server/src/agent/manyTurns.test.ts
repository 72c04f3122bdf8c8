import { createRegistry, type SessionEvent } from "@callboard/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DEFAULT_TENANT_ID, type Store } from "../store.ts";
import { createHost, type Host } from "../host.ts";
import { createScriptedModel } from "../model/scriptedModel.ts";
import { chatClient, isGapFree, openIn } from "../testing/fixtures/chatClient.ts";
import { memoryStore } from "../testing/fixtures/memoryStore.ts";

const TURNS = 50;

let store: Store;
let host: Host;
/** How many handlers run at this moment, and the most that ever did; all of them go on when the last has begun. */
let running = 0;
let most = 0;
let allRun = () => {};
const together = new Promise<void>((resolve) => (allRun = resolve));

beforeAll(async () => {
  store = await memoryStore();
  const registry = createRegistry();
  registry.register({
    slug: "slow",
    name: "Slow",
    description: "Waits until every turn's own call of it runs.",
    category: "test",
    icon: "x",
    inputSchema: { type: "object" },
    async execute(_input: unknown, _context, callbacks) {
      callbacks.onOutput("begun");
      most = Math.max(most, ++running);
      if (running === TURNS) allRun();
      // A turn that waited for another's tool would wait for ever: nobody goes on before all have begun.
      await together;
      running--;
      return "slept";
    },
  });
  const steps = [[{ call: "slow", input: {} }], ["This is said in a number of words, streamed one by one."]];
  const model = createScriptedModel({ turns: [{ steps }], pace: 2 });
  host = createHost({ registry, store, model, onProblem: (message) => expect(message).toBe("no problem") });
  await host.ready;
}, 60_000);
afterAll(async () => {
  await host.close();
  await store.close();
});

describe(`${TURNS} turns at once on PGlite`, () => {
  it(
    "run side by side: every tool begins before the first has ended, and every answer streams",
    { timeout: 120_000 },
    async () => {
      const { say, quiet } = chatClient(host, store);
      const turns = await Promise.all(Array.from({ length: TURNS }, (_, index) => say(`Number ${index}`)));
      // One question for all of them: fifty readers would be a load of their own.
      const done = () =>
        store.database.asTenant(DEFAULT_TENANT_ID, async (tx) => {
          const [row] = await tx.query<{ done: number }>(
            "select count(*)::int as done from callboard.agents where status = 'completed'",
          );
          return row!.done;
        });
      await expect.poll(done, { timeout: 60_000, interval: 50 }).toBe(TURNS);
      const logs = await Promise.all(turns.map(({ sessionId }) => quiet(sessionId)));
      expect(most).toBe(TURNS);
      const at = (log: SessionEvent[], type: string) => log.find((event) => event.type === type)!.at;
      const lastBegin = Math.max(...logs.map((log) => at(log, "tool.started")));
      const firstEnd = Math.min(...logs.map((log) => at(log, "tool.completed")));
      expect(lastBegin).toBeLessThanOrEqual(firstEnd);
      for (const log of logs) {
        expect(isGapFree(log)).toBe(true);
        expect(openIn(log)).toEqual([]);
        // Neighbouring pieces are joined where the log is busy.
        const words = log.filter(({ type }) => type === "agent.text_appended");
        expect(words.length).toBeGreaterThan(2);
        expect(log.at(-1)).toMatchObject({ result: "This is said in a number of words, streamed one by one." });
      }
    },
  );
});
